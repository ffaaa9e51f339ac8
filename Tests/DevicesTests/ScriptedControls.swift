import Devices
import Readings

/// A control pipe that answers as a test says, in a time of its own.
final class ScriptedControls: CameraControls {
    enum Answer {
        case bytes([UInt8])
        case failure(CameraControlError)
    }

    /// What was asked and set, in order.
    private(set) var log: [String] = []
    /// What was set last, by selector.
    private(set) var last: [UInt8: [UInt8]] = [:]
    private(set) var now = Instant.start
    /// From here on waits are cut short.
    var stopsAt: Instant?
    var onGet: (ScriptedControls, UVCRequest, ControlAddress, Int) -> Answer
    var onSet: (ScriptedControls, ControlAddress, [UInt8]) -> CameraControlError? = { _, _, _ in nil }

    init(onGet: @escaping (ScriptedControls, UVCRequest, ControlAddress, Int) -> Answer) { self.onGet = onGet }

    func get(
        _ request: UVCRequest, _ address: ControlAddress, length: Int, limit: Duration
    ) throws(CameraControlError) -> [UInt8] {
        log.append("\(request) \(address.interface).\(address.entity).\(address.selector) \(length)")
        switch onGet(self, request, address, length) {
        case .bytes(let bytes): return bytes
        case .failure(let error):
            if error == .timedOut { now = now + limit }
            throw error
        }
    }

    func set(_ bytes: [UInt8], _ address: ControlAddress, limit: Duration) throws(CameraControlError) {
        log.append("set \(address.interface).\(address.entity).\(address.selector) \(bytes.count)")
        if let error = onSet(self, address, bytes) { throw error }
        last[address.selector] = bytes
    }

    func pause(_ span: Duration) -> Bool {
        now = now + span
        return stopsAt.map { now < $0 } ?? true
    }
}
