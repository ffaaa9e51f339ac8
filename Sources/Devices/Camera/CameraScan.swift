import Glibc
import Platform

/// Looks for depth cameras on the USB; nothing is opened and nothing is claimed.
package enum CameraScan {
    /// The cameras that are there, in the order of their ports, with those that cannot be used and why; one whose file
    /// this user may not open for reading and writing cannot be used.
    ///
    /// Throws where the USB cannot be looked at.
    package static func list(profiles: CalibrationProfiles) throws(SystemError) -> [CameraDescription] {
        try find(on: USBBus(), profiles: profiles).map { found in
            var camera = found.description
            if camera.refusal == nil, !mayOpen(camera.node) { camera.refusal = .access(node: camera.node) }
            return camera
        }
    }

    /// A file that is not there at all is another matter, which only opening it tells.
    private static func mayOpen(_ node: String) -> Bool {
        access(node, R_OK | W_OK) == 0 || (errno != EACCES && errno != EPERM)
    }

    /// A camera and the place of its device in the bus's list.
    struct Found: Equatable, Sendable {
        var description: CameraDescription
        var device: USBDevice
    }

    static func find(on bus: USBBus, profiles: CalibrationProfiles) throws(SystemError) -> [Found] {
        let found = try bus.devices().compactMap { device in
            CameraDescription(device, profiles: profiles).map { Found(description: $0, device: device) }
        }
        return found.sorted { Self.place($0.device).lexicographicallyPrecedes(Self.place($1.device)) }
    }

    private static func place(_ device: USBDevice) -> [UInt8] { [device.bus] + device.ports }
}

/// Which of several cameras is used.
struct CameraChoice: Equatable, Sendable {
    /// Those that may be tried, in this order; more than one only where a serial number must be asked for.
    var candidates: [CameraScan.Found] = []
    /// What stands against the camera that comes nearest, where none may be tried.
    var refused: CameraDescription?
    /// A sentence for the operator where others were passed over.
    var note: String?

    /// Chooses by serial number; without one, the camera with the lowest bus and port that can be used.
    ///
    /// A camera may carry one serial number on the USB and another in its memory, so that where no number on the USB
    /// is the one that is asked for, those that can be asked for theirs are tried.
    ///
    /// Without a serial number a camera that gave no frames, at the port `silent`, is used only where there is no other.
    init(_ found: [CameraScan.Found], serial: String?, silent: String? = nil) {
        let usable = found.filter { $0.description.refusal == nil }
        if let serial {
            let same = found.filter { $0.description.serial == serial }
            candidates = same.filter { $0.description.refusal == nil }
            if candidates.isEmpty { candidates = usable.filter { $0.description.tellsSerialWhenAsked } }
            refuse(same.first ?? found.first { $0.description.refusal != nil && $0.description.serial == nil })
            return
        }
        let chosen = usable.first { $0.description.port != silent } ?? usable.first
        candidates = chosen.map { [$0] } ?? []
        refuse(found.first)
        if let chosen, usable.count > 1 {
            let isLowest = chosen == usable.first
            let reason = isLowest ? "as the one with the lowest port" : "because the one before it gives no frames"
            note =
                "\(usable.count) depth cameras are there; \(chosen.description.title) is used, \(reason). Name another by its serial number in depth.camera."
        }
    }

    private mutating func refuse(_ found: CameraScan.Found?) {
        guard candidates.isEmpty, let found, found.description.refusal != nil else { return }
        refused = found.description
    }
}
