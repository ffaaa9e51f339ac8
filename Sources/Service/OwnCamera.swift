import Deciding
import Perception
import Readings

/// What a camera tells of itself once it is open; asked with the first frame after each opening.
package struct OwnCamera: Sendable {
    /// Its least distance in metres, for settings that leave that to the camera; nil where it is not known.
    package var minimum: @Sendable () -> Double? = { nil }
    /// Its intrinsics, for a mounting that does not have them; nil where they are not known.
    package var intrinsics: @Sendable () -> PinholeIntrinsics? = { nil }

    /// How often one was opened: another one, or the same in another mode or at another port.
    package var openings: @Sendable () -> UInt64 = { 0 }

    /// A camera that tells nothing.
    package init() {}
}

/// Fits a perception to the camera that is open: what the last one told does not hold for another, nor for another mode
/// of the same.
package struct OwnCameraFit: Sendable {
    private let own: OwnCamera
    private let usesOwnMinimum: Bool
    /// The least distance where the settings leave it to the camera, and the camera does not tell.
    private let standardMinimum: Double
    /// Whether the mounting has no intrinsics, so that they are always those of the camera that is open.
    private let usesOwnIntrinsics: Bool
    private var opening: UInt64?

    /// Fits a perception that was made with these settings, before its first frame.
    package init(_ own: OwnCamera, settings: Settings, perception: FramePerception) {
        self.own = own
        usesOwnMinimum = settings.number("depth.minimum") == 0
        standardMinimum = perception.rules.minimumMetres
        usesOwnIntrinsics = perception.calibration.map { $0.intrinsics == nil } ?? false
    }

    /// Notes that the camera is gone, whichever comes next.
    package mutating func forget() { opening = nil }

    /// Takes over what the camera tells with its first frame; false where it is open since an earlier one.
    package mutating func fit(_ perception: inout FramePerception) -> Bool {
        let count = own.openings()
        guard count != opening else { return false }
        opening = count
        if usesOwnMinimum { perception.rules.minimumMetres = own.minimum() ?? standardMinimum }
        if usesOwnIntrinsics { perception.calibration?.intrinsics = own.intrinsics() }
        return true
    }
}
