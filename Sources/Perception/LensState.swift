/// A part of the picture, as shares of its width and height from the upper left corner, with what is seen there.
public struct LensPatch: Equatable, Sendable {
    /// The left edge, 0 to 1.
    public var left: Double
    /// The upper edge, 0 to 1.
    public var top: Double
    /// The right edge, 0 to 1, beyond the left one.
    public var right: Double
    /// The lower edge, 0 to 1, below the upper one.
    public var bottom: Double
    /// How near it seems to be, metres.
    public var metres: Double

    /// Makes a patch; nothing is checked here.
    public init(left: Double, top: Double, right: Double, bottom: Double, metres: Double) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
        self.metres = metres
    }
}

/// Whether something sits on the camera's glass, by what does not change while everything else does.
public enum LensState: Equatable, Sendable {
    /// Nothing of the kind is seen.
    case clear
    /// Something near stands in the same part of the picture while the rest of it moves.
    case patch(LensPatch)
    /// A part of the lower third of the picture, 0 to 1 of it, measures nothing while the rest of the picture moves.
    case blind(share: Double)
}
