import Readings

/// Asks a camera about itself in whichever way its profile names.
package enum CameraDialogue {
    /// What the camera tells and its profile knows, for pictures of a mode; never fails, because a camera that tells
    /// nothing can still be read.
    package static func facts(
        of description: UVCDescription, _ profile: CameraProfile, _ mode: DepthMode, over controls: some CameraControls
    ) -> CameraFacts {
        guard let unit = unit(of: description, profile, interface: mode.controlInterface) else {
            var facts = CameraFacts(profile, width: mode.width, height: mode.height)
            if profile.control != .none {
                facts.notes.append("the camera lacks the unit that its kind has, so its profile is used")
            }
            facts.conclude()
            return facts
        }
        switch profile.control {
        case .realSense:
            return RealSenseDialogue(controls, interface: mode.controlInterface, unit: unit).facts(profile, mode)
        case .realSenseLidar:
            return RealSenseDialogue(controls, interface: mode.controlInterface, unit: unit).lidarFacts(profile, mode)
        case .orbbec:
            var dialogue = OrbbecDialogue(controls, interface: mode.controlInterface, unit: unit)
            return dialogue.facts(profile, mode)
        case .realSenseCodedLight, .none:
            var facts = CameraFacts(profile, width: mode.width, height: mode.height)
            facts.conclude()
            return facts
        }
    }

    /// The number of the extension unit over which a camera of this profile takes commands; nil where it has none.
    package static func unit(of description: UVCDescription, _ profile: CameraProfile, interface: UInt8) -> UInt8? {
        let function = description.functions.first { $0.controlInterface == interface }
        switch profile.control {
        case .none: return nil
        case .realSense, .realSenseLidar, .orbbec: return function?.extensionUnit(.depthUnit)?.id
        case .realSenseCodedLight: return function?.extensionUnit(.codedLightUnit)?.id
        }
    }

    /// Resets the camera by its vendor's command; false where its profile knows none, or it has not the unit.
    package static func reset(
        _ description: UVCDescription, _ profile: CameraProfile, interface: UInt8, over controls: some CameraControls
    ) throws(CameraControlError) -> Bool {
        guard profile.resetsByCommand, profile.control == .realSense || profile.control == .realSenseLidar,
            let unit = unit(of: description, profile, interface: interface)
        else { return false }
        try RealSenseDialogue(controls, interface: interface, unit: unit).reset()
        return true
    }
}
