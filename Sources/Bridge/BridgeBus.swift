import CCyclone
import Glibc
import Platform

/// What came of writing a message.
package enum BridgeWriting: Equatable, Sendable {
    /// It is on its way.
    case written
    /// A reader that asked for every message does not take them.
    case tooSlow
    /// The library refused.
    case failed
}

/// One participant of a domain with all channels of the bridge; it leaves the domain when it ends.
///
/// One thread may write while another waits and takes.
final class BridgeBus: @unchecked Sendable {
    // Proof: the handle is set once, and freed by `deinit` alone, when no thread holds the bus any more; the library may be
    // called by several threads at a time, and what the shim itself keeps does not change after `init`.
    private let handle: OpaquePointer
    private let channels: [Int32]

    /// The longest message that is taken, in bytes.
    static let longestMessage = 65_536

    /// Why there is no bus.
    enum Failure: Error, Equatable {
        /// The program was built without the library's headers.
        case notBuilt
        /// The library is not installed.
        case libraryMissing
        /// The library refused, and why.
        case refused(String)
    }

    /// Takes part.
    init(_ settings: BridgeSettings) throws(Failure) {
        let before = Self.complaint.count
        var bus: OpaquePointer?
        let result = cyclone_open(&bus, settings.domain, settings.domainConfiguration, "enclave=/;")
        guard result == 0, let bus else {
            throw Self.failure(result, after: before, settings) ?? .refused("no reason is known")
        }
        handle = bus
        var channels: [Int32] = []
        for topic in BridgeTopic.allCases {
            let number = Self.add(topic, settings, to: bus)
            guard number >= 0 else {
                cyclone_close(bus)
                throw Self.failure(number, after: before, settings) ?? .refused("no reason is known")
            }
            channels.append(number)
        }
        self.channels = channels
    }

    deinit { cyclone_close(handle) }

    private static func add(_ topic: BridgeTopic, _ settings: BridgeSettings, to bus: OpaquePointer) -> Int32 {
        let type = topic.type(settings)
        return settings.names.onWire(topic.name(settings)).withCString { name in
            type.userData.withCString { data in
                var channel = cyclone_channel(
                    topic: name, user_data: data, form: type.form, depth: topic.depth, is_writer: topic.isWritten,
                    is_reliable: topic.isReliable, is_kept: topic.isKept)
                return cyclone_add(bus, &channel)
            }
        }
    }

    private static func failure(_ result: Int32, after before: UInt64, _ settings: BridgeSettings) -> Failure? {
        switch result {
        case 0...: return nil
        case -ENOSYS: return .notBuilt
        case -ENOENT: return .libraryMissing
        case -EBUSY: return .refused("this process takes part in the domain already")
        default:
            let complaint = complaint
            let why = SystemError.words(for: -result)
            guard complaint.count > before, !complaint.text.isEmpty else { return .refused(why) }
            return .refused(BridgeComplaint.words(complaint.text, interface: settings.interface))
        }
    }

    /// What the library last complained of, and how often it did so far.
    static var complaint: (text: String, count: UInt64) {
        var bytes = [CChar](repeating: 0, count: 256)
        let count = cyclone_complaint(&bytes, bytes.count)
        return (String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self), count)
    }

    /// Writes a message; waits 100 ms at the most.
    func write(_ bytes: [UInt8], to topic: BridgeTopic) -> BridgeWriting {
        switch cyclone_write(handle, channels[topic.rawValue], bytes, bytes.count) {
        case 0: .written
        case -EAGAIN: .tooSlow
        default: .failed
        }
    }

    /// Waits for something to take; false where nothing came, nil where waiting itself failed.
    func wait(milliseconds: Int32) -> Bool? {
        let result = cyclone_wait(handle, milliseconds)
        return result < 0 ? nil : result == 1
    }

    /// What was taken.
    enum Taking {
        case message([UInt8])
        /// One that was longer than any that is meant.
        case tooLong
        case nothing
    }

    /// Takes the oldest message of a topic.
    func take(_ topic: BridgeTopic, into buffer: inout [UInt8]) -> Taking {
        var size = 0
        switch cyclone_take(handle, channels[topic.rawValue], &buffer, buffer.count, &size) {
        case 1: return .message(Array(buffer.prefix(size)))
        case -EMSGSIZE: return .tooLong
        default: return .nothing
        }
    }

    /// How many there are at the other end of a topic.
    func peers(_ topic: BridgeTopic) -> Int { Int(cyclone_matched(handle, channels[topic.rawValue])) }
}

/// Whether there is a library for the bridge, for the doctor.
package enum BridgeLibrary {
    /// How it stands.
    package enum State: Sendable {
        /// It can be used.
        case there
        /// It is not installed.
        case missing
        /// The program was built without its headers.
        case notBuilt
    }

    /// How it stands on this machine.
    package static var state: State {
        switch cyclone_is_there() {
        case 0: .there
        case -ENOSYS: .notBuilt
        default: .missing
        }
    }
}
