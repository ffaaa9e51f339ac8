import ChipModels
import Devices
import Foundation
import Platform
import Readings
import Synchronization

/// A machine for a barometer's source: a folder as its `/sys`, modelled buses as its `/dev`, the buses' own time.
final class ModelWorld {
    let root: String
    /// The buses by their nodes; without an entry there is no such node.
    var buses: [String: ModelBus] = [:]
    /// Why a node cannot be opened.
    var refusals: [String: BusError] = [:]
    /// How many times a node has been opened.
    private(set) var opened = 0
    /// The time, which all buses share.
    private(set) var time: Int64 = 0
    let board = BarometerBoard()
    /// What was logged.
    let log = LineKeeper()

    init() {
        root = FileManager.default.temporaryDirectory.path + "/barometer-" + UUID().uuidString
        try? FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    /// A machine with one bus, `/dev/i2c-1`, and a chip on it.
    convenience init(_ chip: ModelChip, at address: UInt8) {
        self.init()
        adapter(1, "bcm2835 (i2c@7e804000)")
        buses["/dev/i2c-1"] = ModelBus([address: chip])
    }

    var bus: ModelBus { buses["/dev/i2c-1"] ?? ModelBus() }

    /// Writes a file of `/sys`.
    func put(_ path: String, _ text: String) {
        let full = root + "/sys/" + path
        let folder = (full as NSString).deletingLastPathComponent
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try? Data(text.utf8).write(to: URL(fileURLWithPath: full))
    }

    func remove(_ path: String) { try? FileManager.default.removeItem(atPath: root + "/sys/" + path) }

    /// Makes a link in `/sys` to something else there.
    func link(_ path: String, to target: String) {
        let full = root + "/sys/" + path
        let folder = (full as NSString).deletingLastPathComponent
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try? FileManager.default.createSymbolicLink(atPath: full, withDestinationPath: root + "/sys/" + target)
    }

    /// Shows a bus in `/sys`.
    func adapter(_ number: Int, _ name: String) {
        put("bus/i2c/devices/i2c-\(number)/name", name + "\n")
        put("class/i2c-dev/i2c-\(number)/name", name + "\n")
    }

    /// Shows a barometer that the kernel drives.
    func kernelBarometer(_ number: Int, _ files: [String: String], client: String? = "1-0076") {
        let device = "bus/iio/devices/iio:device\(number)"
        guard let client else { return files.forEach { put("\(device)/\($0)", $1) } }
        let real = "devices/platform/i2c-\(client.prefix(1))/\(client)/iio:device\(number)"
        files.forEach { put("\(real)/\($0)", $1) }
        link(device, to: real)
    }

    var world: BarometerWorld {
        BarometerWorld(
            now: { Instant(nanoseconds: self.now()) },
            wait: { span in self.time = self.now() + max(span.wholeNanoseconds, 1) },
            open: { path throws(BusError) in
                self.opened += 1
                if let refusal = self.refusals[path] { throw refusal }
                guard let bus = self.buses[path] else { throw .absent }
                bus.time = self.now()
                return ModelledBus(bus)
            }, root: root)
    }

    private func now() -> Int64 {
        time = max(time, buses.values.map(\.time).max() ?? 0)
        for bus in buses.values { bus.time = time }
        return time
    }

    /// A source on this machine.
    func source(bus: String? = nil, rate: Double = 25, tuning: @escaping BarometerTuning = { _ in nil })
        -> BarometerSource
    {
        let log = log
        return BarometerSource(
            bus: bus, rate: rate, tuning: tuning, world: world, board: board,
            log: ServiceLog(hasPriorities: false) { log.add($0) })
    }

    /// Asks a source for a span of seconds; what it gave.
    func run(_ source: inout BarometerSource, seconds: Double) -> Run {
        var run = Run()
        let end = now() + Int64(seconds * 1e9)
        while now() < end {
            let before = now()
            switch source.next(limit: .milliseconds(200)) {
            case .reading(let sample): run.samples.append(sample)
            case .nothing: run.nothing += 1
            case .disconnected: run.disconnected += 1
            case .ended: run.ended += 1
            }
            run.longest = max(run.longest, .nanoseconds(now() - before))
        }
        return run
    }

    struct Run {
        var samples: [PressureSample] = []
        var nothing = 0
        var disconnected = 0
        var ended = 0
        var longest = Duration.zero

        /// The values in hectopascals.
        var values: [Double] { samples.map(\.hectopascals) }
        /// The longest span between two samples.
        var longestGap: Duration {
            zip(samples, samples.dropFirst()).map { $1.time - $0.time }.max() ?? .zero
        }
    }
}

/// Lines of a log.
final class LineKeeper: Sendable {
    private let kept = Mutex<[String]>([])

    func add(_ line: String) -> Bool {
        kept.withLock { $0.append(line) }
        return true
    }

    var lines: [String] { kept.withLock { $0 } }
}
