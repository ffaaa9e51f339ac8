/// How confidence comes about in the frames of a camera.
package enum DepthTrust: String, Sendable {
    /// Derived from range noise, edges, holes and a short memory.
    case derived
    /// From the four bits a sample that the camera sends, lowered at edges and holes.
    case nibbles
    /// From the infrared picture that comes with the depth, lowered at edges and holes.
    case infrared
    /// Every sample that is there is medium.
    case valid

    /// What a camera's profile and its format allow; where the camera itself sends nothing, confidence is derived, or
    /// "valid is medium" with `usesDerived` off.
    package init(_ profile: CameraProfile, format: PixelFormat, hasNibbles: Bool, usesDerived: Bool) {
        switch profile.confidence {
        case .nibbles where hasNibbles: self = .nibbles
        case .infrared where format == .inzi: self = .infrared
        case .stereo, .nibbles, .infrared, .none: self = usesDerived ? .derived : .valid
        }
    }
}

/// How a camera's raw pictures are laid out.
package struct DepthLayout: Equatable, Sendable {
    /// What the pixels are, a depth format.
    package var pixelFormat: PixelFormat
    /// Columns of the raw picture.
    package var width: Int
    /// Rows of the raw picture.
    package var height: Int
    /// Whether it comes turned by a quarter and mirrored.
    package var isTurned: Bool
    /// The order of four-bit confidence.
    package var nibbleOrder: CameraProfile.NibbleOrder

    /// Makes a layout.
    package init(
        pixelFormat: PixelFormat, width: Int, height: Int, isTurned: Bool = false,
        nibbleOrder: CameraProfile.NibbleOrder = .lowFirst
    ) {
        self.pixelFormat = pixelFormat
        self.width = width
        self.height = height
        self.isTurned = isTurned
        self.nibbleOrder = nibbleOrder
    }

    /// The layout of a mode; a picture is turned only where it stands upright, as the profile's camera sends it.
    package init(_ mode: DepthMode, _ profile: CameraProfile) {
        self.init(
            pixelFormat: mode.pixelFormat, width: mode.width, height: mode.height,
            isTurned: profile.isTurned && mode.height > mode.width, nibbleOrder: profile.nibbleOrder)
    }
}
