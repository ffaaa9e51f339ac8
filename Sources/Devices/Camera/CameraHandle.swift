import CDepthCamera
import Glibc
import Platform
import Readings

/// An opened camera: its control pipe and its interfaces; used by one thread, and closed with a limit.
final class CameraHandle: CameraControls {
    /// The longest that one call waits, whatever is asked for: the service takes a longer silence for a hang.
    private static let longestCall = Duration.seconds(2)
    /// How long a dialogue may take in all: a camera that answers nothing is not asked for ever.
    static let longestDialogue = Duration.seconds(5)
    /// How long transfers may take to come back when the camera is closed, twice.
    static let closingLimit = Duration.milliseconds(500)
    private static let claimTries = 4
    private static let claimPause = Duration.milliseconds(10)
    /// So long at most passes before it is seen that the service stops.
    private static let pauseSlice = Duration.milliseconds(100)
    /// So many requests in a row without an answer in time, and the pipe is taken for mute: the dialogue is over.
    private static let mostSilences = 2

    private(set) var pointer: OpaquePointer?
    private var dialogueEnd: Instant
    private var silences = 0
    private let bus: USBBus
    private let clock: MonotonicClock
    private let isStopped: @Sendable () -> Bool

    /// Opens a device of the last list of a bus.
    init(
        _ device: USBDevice, on bus: USBBus, clock: MonotonicClock, isStopped: @escaping @Sendable () -> Bool
    ) throws(CameraFault) {
        self.bus = bus
        self.clock = clock
        self.isStopped = isStopped
        dialogueEnd = clock.now() + Self.longestDialogue
        let result = usb_camera_open(bus.pointer, device.index, &pointer)
        switch -result {
        case 0: break
        case EACCES, EPERM: throw .refused(.access(node: device.node))
        case ENODEV, ENOENT: throw .gone
        default: throw .system(-result, during: "open \(device.node)")
        }
    }

    deinit { _ = close() }

    /// Gives everything back; false where a transfer did not come back, and the camera was abandoned with it.
    func close() -> Bool {
        defer { pointer = nil }
        return usb_camera_close(pointer, Self.closingLimit.milliseconds) == 0
    }

    /// Begins a dialogue over the control pipe, for which there is a time of its own.
    func beginDialogue(limit: Duration = longestDialogue) {
        dialogueEnd = clock.now() + limit
        silences = 0
    }

    /// Takes an interface; one that is busy is asked for a few times, because a kernel driver may be letting go of it.
    func claim(_ interface: UInt8) throws(CameraFault) {
        for attempt in 1...Self.claimTries {
            let result = usb_camera_claim(pointer, interface)
            if result == 0 { return }
            guard -result == EBUSY else { throw Self.fault(result, "claim interface \(interface)") }
            guard attempt < Self.claimTries, pause(Self.claimPause) else { break }
        }
        throw .refused(.busy)
    }

    /// Frees an endpoint from a stall.
    func clearHalt(_ endpoint: UInt8) throws(CameraFault) {
        try Self.check(usb_camera_clear_halt(pointer, endpoint), "free the endpoint")
    }

    /// Chooses an alternate setting.
    func select(_ setting: UInt8, of interface: UInt8) throws(CameraFault) {
        try Self.check(usb_camera_select(pointer, interface, setting), "choose the alternate setting \(setting)")
    }

    /// Resets the port.
    func resetPort() throws(CameraFault) { try Self.check(usb_camera_reset(pointer), "reset the port") }

    static func check(_ result: Int32, _ call: String) throws(CameraFault) {
        if result != 0 { throw fault(result, call) }
    }

    static func fault(_ result: Int32, _ call: String) -> CameraFault {
        switch -result {
        case ENODEV, ENOENT: .gone
        case ENOMEM: .noMemory
        default: .system(-result, during: call)
        }
    }

    var now: Instant { clock.now() }

    func pause(_ span: Duration) -> Bool {
        let end = now + span
        while !isStopped(), now < dialogueEnd {
            let left = end - now
            guard left > .zero else { return true }
            _ = bus.wait(limit: min(left, Self.pauseSlice))
        }
        return false
    }

    func get(
        _ request: UVCRequest, _ address: ControlAddress, length: Int, limit: Duration
    ) throws(CameraControlError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: length)
        let count = try transfer(0xA1, request, address, &bytes, limit)
        return Array(bytes[..<count])
    }

    func set(_ bytes: [UInt8], _ address: ControlAddress, limit: Duration) throws(CameraControlError) {
        var bytes = bytes
        let count = try transfer(0x21, .setCurrent, address, &bytes, limit)
        guard count == bytes.count else { throw .failed(EIO) }
    }

    private func transfer(
        _ type: UInt8, _ request: UVCRequest, _ address: ControlAddress, _ bytes: inout [UInt8], _ limit: Duration
    ) throws(CameraControlError) -> Int {
        guard !isStopped(), let pointer else { throw .disconnected }
        guard now < dialogueEnd else { throw .timedOut }
        var control = usb_control(type: type, request: request.rawValue, value: address.value, index: address.index)
        var result = usb_control_begin(pointer, &control, bytes, UInt16(clamping: bytes.count))
        if result == 0 {
            awaitAnswer(until: min(now + min(limit, Self.longestCall), dialogueEnd))
            result = usb_control_end(pointer, &bytes, UInt16(clamping: bytes.count))
            silences = result == -ETIMEDOUT ? silences + 1 : 0
            if silences >= Self.mostSilences { dialogueEnd = now }
        }
        guard result < 0 else { return min(Int(result), bytes.count) }
        switch -result {
        case EPIPE: throw .stalled
        case ETIMEDOUT: throw .timedOut
        case EBUSY, EAGAIN: throw .busy
        case ENODEV: throw .disconnected
        default: throw .failed(-result)
        }
    }

    /// Waits for the transfer that is under way, in slices, so that the end of the service is seen.
    private func awaitAnswer(until end: Instant) {
        while !isStopped(), usb_control_wait(pointer, min(max(end - now, .zero), Self.pauseSlice).milliseconds) == 0 {
            guard now < end else { return }
        }
    }
}
