import Readings

/// What a camera tells of itself once it is open; asked with its first frame.
package struct OwnCamera: Sendable {
    /// Its least distance in metres, for settings that leave that to the camera; nil where it is not known.
    package var minimum: @Sendable () -> Double? = { nil }
    /// Its intrinsics, for a mounting that does not have them; nil where they are not known.
    package var intrinsics: @Sendable () -> PinholeIntrinsics? = { nil }

    /// A camera that tells nothing.
    package init() {}
}
