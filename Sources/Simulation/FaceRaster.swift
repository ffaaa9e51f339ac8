/// Draws the faces of boxes into a plane of inverse depths; the nearest surface wins.
///
/// The inverse depth of a flat face is linear over the image, so a row of it costs one multiplication and one
/// comparison a pixel. The plane has a border of one pixel on all sides, so that neighbours need no special case.
struct FaceRaster: Sendable {
    /// The nearest depth that is drawn, metres.
    private static let near = 0.01
    let width: Int
    let height: Int
    /// Floats from one row to the next.
    var stride: Int { width + 2 }
    /// 1/z of each pixel, border included; 0 where nothing is.
    private(set) var plane: [Float]
    private var left: [Double]
    private var right: [Double]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        plane = Array(repeating: 0, count: (width + 2) * (height + 2))
        left = Array(repeating: 0, count: height)
        right = Array(repeating: 0, count: height)
    }

    /// Empties the plane.
    mutating func clear() {
        plane.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    }

    /// Draws the faces of a box that look towards the camera, as far as they are nearer than `farthest`.
    mutating func draw(_ box: Box, in view: CameraView, farthest: Double) {
        for axis in 0..<3 {
            let isLow = view.eye[axis] < box.low[axis]
            guard isLow || view.eye[axis] > box.high[axis] else { continue }
            let coordinate = isLow ? box.low[axis] : box.high[axis]
            var corners = FacePolygon()
            for (first, second) in FacePolygon.cycle {
                var point = SIMD3(repeating: coordinate)
                point[(axis + 1) % 3] = first ? box.high[(axis + 1) % 3] : box.low[(axis + 1) % 3]
                point[(axis + 2) % 3] = second ? box.high[(axis + 2) % 3] : box.low[(axis + 2) % 3]
                corners.append(view.seen(point))
            }
            guard corners.isVisible(in: view.camera, near: Self.near, far: farthest) else { continue }
            scan(corners.clipped(near: Self.near), in: view)
            fill(view.inverseDepth(axis: axis, coordinate: coordinate))
        }
    }

    /// Draws a flat face that may be seen from both sides, as far as it is nearer than `farthest`.
    mutating func draw(_ face: Face, in view: CameraView, farthest: Double) {
        var corners = FacePolygon()
        for index in 0..<face.count { corners.append(view.seen(face.corners[index])) }
        guard corners.isVisible(in: view.camera, near: Self.near, far: farthest),
            let inverse = view.inverseDepth(normal: face.normal, through: face.corners[0])
        else { return }
        scan(corners.clipped(near: Self.near), in: view)
        fill(inverse)
    }

    /// Puts a pixel of a pane over what is behind it: the pane, or nothing at all.
    mutating func replace(row: Int, column: Int, by pane: FaceRaster, isSeen: Bool) {
        let index = (row + 1) * stride + column + 1
        guard pane.plane[index] > plane[index] else { return }
        plane[index] = isSeen ? pane.plane[index] : 0
    }

    private var top = 0
    private var bottom = 0

    /// Finds for each row where the polygon begins and ends.
    private mutating func scan(_ polygon: FacePolygon, in view: CameraView) {
        top = height
        bottom = 0
        guard polygon.count > 2 else { return }
        var previous = view.pixel(polygon.points[polygon.count - 1])
        var highest = previous.y
        var lowest = previous.y
        for index in 0..<polygon.count {
            let row = view.pixel(polygon.points[index]).y
            highest = min(highest, row)
            lowest = max(lowest, row)
        }
        top = Self.pixel(highest, limit: height)
        bottom = Self.pixel(lowest, limit: height)
        guard top < bottom else { return }
        for row in top..<bottom {
            left[row] = .infinity
            right[row] = -.infinity
        }
        for index in 0..<polygon.count {
            let point = view.pixel(polygon.points[index])
            scanEdge(previous, point)
            previous = point
        }
    }

    private mutating func scanEdge(_ first: SIMD2<Double>, _ second: SIMD2<Double>) {
        let (upper, lower) = first.y <= second.y ? (first, second) : (second, first)
        let start = Self.pixel(upper.y, limit: height)
        let end = Self.pixel(lower.y, limit: height)
        guard start < end else { return }
        let slope = (lower.x - upper.x) / (lower.y - upper.y)
        for row in start..<end {
            let column = upper.x + (Double(row) - upper.y) * slope
            left[row] = min(left[row], column)
            right[row] = max(right[row], column)
        }
    }

    /// The first pixel at or after a coordinate, held to 0 and the limit.
    private static func pixel(_ coordinate: Double, limit: Int) -> Int {
        Int(min(max(coordinate.rounded(.up), 0), Double(limit)))
    }

    /// Fills the rows that were scanned with a linear inverse depth, where it is nearer than what is there.
    private mutating func fill(_ inverse: SIMD3<Double>) {
        let slope = Float(inverse.x)
        for row in top..<max(top, bottom) {
            let start = Self.pixel(left[row], limit: width)
            let count = Self.pixel(right[row], limit: width) - start
            guard count > 0 else { continue }
            let first = Float(inverse.x * Double(start) + inverse.y * Double(row) + inverse.z)
            let offset = (row + 1) * stride + 1 + start
            plane.withUnsafeMutableBufferPointer { plane in
                guard let base = plane.baseAddress else { return }
                Self.nearest(base + offset, count: Int32(count), first: first, slope: slope)
            }
        }
    }

    @inline(__always)
    private static func nearest(_ row: UnsafeMutablePointer<Float>, count: Int32, first: Float, slope: Float) {
        var index: Int32 = 0
        while index < count {
            let value = first + slope * Float(index)
            let before = row[Int(index)]
            row[Int(index)] = value > before ? value : before
            index &+= 1
        }
    }

    /// Copies the outermost pixels into the border.
    mutating func closeBorder() {
        for row in 1...height {
            plane[row * stride] = plane[row * stride + 1]
            plane[row * stride + width + 1] = plane[row * stride + width]
        }
        for column in 0..<stride {
            plane[column] = plane[stride + column]
            plane[(height + 1) * stride + column] = plane[height * stride + column]
        }
    }
}

/// The corners of a face in the camera's frame: four, or up to five once cut at the near plane.
struct FacePolygon {
    /// The four corners in their order around the face.
    static let cycle = [(false, false), (true, false), (true, true), (false, true)]
    var points = InlineArray<5, SIMD3<Double>>(repeating: .zero)
    var count = 0

    mutating func append(_ point: SIMD3<Double>) {
        points[count] = point
        count += 1
    }

    /// Whether any of it may lie in the image between two depths.
    func isVisible(in camera: CameraModel, near: Double, far: Double) -> Bool {
        let lowX = -(camera.centreX + 1) / camera.focalX
        let highX = (Double(camera.width) - camera.centreX) / camera.focalX
        let lowY = -(camera.centreY + 1) / camera.focalY
        let highY = (Double(camera.height) - camera.centreY) / camera.focalY
        var outside = SIMD8<Int>.zero
        for index in 0..<count {
            let point = points[index]
            if point.z < near { outside[0] += 1 }
            if point.z > far { outside[1] += 1 }
            if point.x < lowX * point.z { outside[2] += 1 }
            if point.x > highX * point.z { outside[3] += 1 }
            if point.y < lowY * point.z { outside[4] += 1 }
            if point.y > highY * point.z { outside[5] += 1 }
        }
        return outside.max() < count
    }

    /// The part in front of the near plane.
    func clipped(near: Double) -> FacePolygon {
        var result = FacePolygon()
        var previous = points[count - 1]
        for index in 0..<count {
            let point = points[index]
            if (point.z < near) != (previous.z < near) {
                let share = (near - previous.z) / (point.z - previous.z)
                var cut = previous + (point - previous) * share
                cut.z = near
                result.append(cut)
            }
            if point.z >= near { result.append(point) }
            previous = point
        }
        return result
    }
}
