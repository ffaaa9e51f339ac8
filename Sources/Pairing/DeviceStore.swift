import Glibc
import Platform
import Readings
import Storage

/// The right to write in the state directory, waited for a while: others have it for moments only.
enum PatientWriter {
    private static let limit = Duration.seconds(4)
    private static let pauseMicroseconds: UInt32 = 20_000

    /// Changes made so, each with the right to write for its moment.
    static func writing(_ directory: StateDirectory) -> StateWriting {
        StateWriting { change throws(StorageError) in try change(open(directory)) }
    }

    private static func open(_ directory: StateDirectory) throws(StorageError) -> StateWriter {
        let clock = MonotonicClock()
        let end = clock.now() + limit
        while true {
            do throws(StorageError) {
                return try directory.writer()
            } catch {
                guard case .busy = error, clock.now() < end else { throw error }
                usleep(pauseMicroseconds)
            }
        }
    }
}

/// The paired devices in `devices.json`.
package struct DeviceStore: Sendable {
    private let directory: StateDirectory
    private let writing: StateWriting

    /// The devices of a state directory, changed by `writing`; nil takes the right to write for each change.
    package init(_ directory: StateDirectory, writing: StateWriting? = nil) {
        self.directory = directory
        self.writing = writing ?? PatientWriter.writing(directory)
    }

    /// Reads the devices; `flaws` tells what could not be read, for the operator, and never a secret.
    package func load() throws(StorageError) -> (devices: [PairedDevice], flaws: [String]) {
        let reading = try directory.devices.read()
        defer { Self.erase(reading.records) }
        var devices: [PairedDevice] = []
        var flaws = reading.damage.map { "\($0)" }
        for record in reading.records {
            if let device = PairedDevice(record), !devices.contains(where: { $0.id == device.id }) {
                devices.append(device)
            } else {
                flaws.append("\(record.name) cannot be used and must pair again")
            }
        }
        return (devices, flaws)
    }

    /// The three changes, each written at once.
    package var keeping: DeviceKeeping {
        DeviceKeeping(
            keep: { device in change { $0 = $0.filter { $0.key != device.id } + [device.record] } },
            remove: { id in change(erasing: id) { $0.removeAll { $0.key == id } } },
            rename: { id, name in
                change { records in
                    guard let index = records.firstIndex(where: { $0.key == id }) else { return }
                    let old = records[index]
                    records[index] = DeviceRecord(
                        id: old.id, name: name, kind: old.kind, fingerprint: old.fingerprint, secret: old.secret,
                        pairedAt: old.pairedAt)
                }
            })
    }

    /// Overwrites the secrets of records, which were read or made for one change; each record's JSON shares its text.
    private static func erase(_ records: [DeviceRecord]) {
        for record in records { SecretMemory.erase(record.secret) }
    }

    /// Changes the records; a secret that is erased goes from what was kept of a damaged file as well.
    private func change(
        erasing id: String? = nil, _ body: @escaping @Sendable (inout [DeviceRecord]) -> Void
    ) -> String? {
        let file = directory.devices
        do throws(StorageError) {
            try writing.make { writer throws(StorageError) in
                let loaded = try writer.load(file)
                var records = loaded.records
                body(&records)
                defer {
                    Self.erase(loaded.records + records)
                    loaded.erase()
                }
                try writer.save(records, over: loaded, now: WallClock.seconds).loaded.erase()
                for record in loaded.records where record.key == id {
                    try writer.erase(record.secret, fromCopiesOf: file)
                }
            }
            return nil
        } catch {
            return error.description
        }
    }
}
