import Readings

/// A rectangle of whole pixels: columns `x` up to `x + width`, rows `y` up to `y + height`.
public struct PixelRectangle: Equatable, Sendable {
    /// The first column, from 0 at the left.
    public var x: Int
    /// The first row, from 0 at the top.
    public var y: Int
    /// Columns.
    public var width: Int
    /// Rows.
    public var height: Int

    /// Makes a rectangle; nothing is checked here.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Whether the rectangle holds a pixel and lies within a frame of this size.
    func lies(withinWidth frameWidth: Int, height frameHeight: Int) -> Bool {
        x >= 0 && y >= 0 && width > 0 && height > 0 && x < frameWidth && y < frameHeight
            && width <= frameWidth - x && height <= frameHeight - y
    }
}

/// The part of a frame that the nearest surface is looked for in.
public enum RegionOfInterest: Equatable, Sendable {
    /// A centred part of the width and of the height, each above 0 and at most 1.
    case fractions(width: Double, height: Double)
    /// These pixels.
    case pixels(PixelRectangle)

    /// The central half of the width and of the height.
    public static let central = RegionOfInterest.fractions(width: 0.5, height: 0.5)
    /// The whole frame.
    public static let full = RegionOfInterest.fractions(width: 1, height: 1)

    /// The pixels of the region in a frame of `width × height`.
    ///
    /// Sides of fractions are rounded to the nearest whole, halves to even, and are at least 1; the offset is rounded
    /// down: half of 5×7 is 2×4 at (1, 1). Throws ``DepthFrameError/emptyFrame(width:height:)`` or, where the region
    /// does not lie within the frame, ``DepthFrameError/region(x:y:width:height:frameWidth:frameHeight:)``.
    public func rectangle(inWidth width: Int, height: Int) throws(DepthFrameError) -> PixelRectangle {
        guard width > 0, height > 0 else { throw .emptyFrame(width: width, height: height) }
        let rectangle =
            switch self {
            case .fractions(let across, let down):
                Self.centred(across: across, down: down, width: width, height: height)
            case .pixels(let rectangle): rectangle
            }
        guard rectangle.lies(withinWidth: width, height: height) else {
            throw Self.refusal(of: rectangle, width, height)
        }
        return rectangle
    }

    /// As above, and few enough pixels for 32-bit counters, which no camera comes near.
    func countableRectangle(inWidth width: Int, height: Int) throws(DepthFrameError) -> PixelRectangle {
        let rectangle = try rectangle(inWidth: width, height: height)
        let (pixels, overflow) = rectangle.width.multipliedReportingOverflow(by: rectangle.height)
        guard !overflow, pixels <= Int(UInt32.max) else { throw Self.refusal(of: rectangle, width, height) }
        return rectangle
    }

    private static func refusal(of rectangle: PixelRectangle, _ width: Int, _ height: Int) -> DepthFrameError {
        .region(
            x: rectangle.x, y: rectangle.y, width: rectangle.width, height: rectangle.height, frameWidth: width,
            frameHeight: height)
    }

    private static func centred(across: Double, down: Double, width: Int, height: Int) -> PixelRectangle {
        let columns = side(of: width, fraction: across)
        let rows = side(of: height, fraction: down)
        return PixelRectangle(x: (width - columns) >> 1, y: (height - rows) >> 1, width: columns, height: rows)
    }

    /// A fraction of a side in whole pixels; 0, which no frame holds, where the fraction is none.
    private static func side(of whole: Int, fraction: Double) -> Int {
        let exact = Double(whole) * fraction
        guard fraction > 0, exact.isFinite, exact < 4e9 else { return 0 }
        return max(1, Int(exact.rounded(.toNearestOrEven)))
    }
}
