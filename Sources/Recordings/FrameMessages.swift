import Documents
import Glibc
import Platform
import Readings

/// Pictures, poses and lines of the journal in the forms that tools open.
enum FrameMessages {
    /// The frame in which pictures lie: the optical axis forward, x to the right, y down.
    private static let opticalFrame = "camera_optical"

    // MARK: writing

    static func fits(_ frame: borrowing DepthFrame) -> Bool {
        frame.width > 0 && frame.height > 0 && frame.samples.count <= DepthImage.pixelLimit / 4
            && frame.samples.count == frame.width.multipliedReportingOverflow(by: frame.height).partialValue
            && (frame.confidence.map { $0.count == frame.samples.count } ?? true)
    }

    static func facts(_ frame: borrowing DepthFrame, isWhole: Bool) -> String {
        var members: [JSONValue.Member] = [
            .init("t", .number(DecimalText.wholeUnits(frame.arrival.nanoseconds, digits: 9))),
            .init("sequence", .number(String(frame.sequence))),
            .init(
                "cameraTime",
                frame.cameraTime.map { .number(DecimalText.wholeUnits($0.wholeNanoseconds, digits: 9)) } ?? .null),
            .init("unit", frame.depthUnit.isFinite ? .decimal(frame.depthUnit) : .number("1e999")),
            .init("width", .integer(frame.width)), .init("height", .integer(frame.height)),
            .init("confidence", .boolean(frame.confidence != nil)),
        ]
        if !isWhole { members.append(.init("malformed", .boolean(true))) }
        return DocumentWriter.line(.object(members))
    }

    private static func appendImage(
        _ encoding: String, width: Int, height: Int, bytes: Int, time: UInt64, to output: inout [UInt8],
        _ body: (inout [UInt8]) -> Void
    ) {
        output.field(1, time: time)
        output.field(2, fixed32: UInt32(width))
        output.field(3, fixed32: UInt32(height))
        output.field(4, text: encoding)
        output.field(5, fixed32: UInt32(width * bytes))
        output.field(6, raw: width * height * bytes, body)
        output.field(7, text: opticalFrame)
    }

    static func appendDepth(
        _ samples: UnsafeBufferPointer<UInt16>, width: Int, height: Int, time: UInt64, to output: inout [UInt8]
    ) {
        appendImage("16UC1", width: width, height: height, bytes: 2, time: time, to: &output) { output in
            // every machine that this runs on has the least byte first, as the encoding wants it
            output.append(contentsOf: UnsafeRawBufferPointer(samples))
        }
    }

    static func appendConfidence(
        _ levels: [UInt8], width: Int, height: Int, time: UInt64, to output: inout [UInt8]
    ) {
        appendImage("8UC1", width: width, height: height, bytes: 1, time: time, to: &output) { $0 += levels }
    }

    static func appendOptics(_ optics: PinholeIntrinsics, time: UInt64, to output: inout [UInt8]) {
        let (fx, fy, cx, cy) = (optics.focalX, optics.focalY, optics.centreX, optics.centreY)
        output.field(1, time: time)
        output.field(2, fixed32: UInt32(clamping: optics.width))
        output.field(3, fixed32: UInt32(clamping: optics.height))
        output.field(6, doubles: [fx, 0, cx, 0, fy, cy, 0, 0, 1])
        output.field(7, doubles: [1, 0, 0, 0, 1, 0, 0, 0, 1])
        output.field(8, doubles: [fx, 0, cx, 0, 0, fy, cy, 0, 0, 0, 1, 0])
        output.field(9, text: opticalFrame)
    }

    static func appendLog(
        _ priority: ServiceLog.Priority, _ text: String, time: UInt64, to output: inout [UInt8]
    ) {
        let level: UInt64 =
            switch priority {
            case .debug: 1
            case .info, .notice: 2
            case .warning: 3
            case .error: 4
            }
        output.field(1, time: time)
        output.field(2, number: level)
        output.field(3, text: text)
        output.field(4, text: "companion")
    }

    /// A pose as tools draw it: the place is the frame, and the yaw a turn about the axis that points up.
    static func pose(_ pose: Pose, time: UInt64) -> String {
        func object(_ members: (String, JSONValue)...) -> JSONValue {
            .object(members.map { JSONValue.Member($0.0, $0.1) })
        }
        let half = pose.yaw / 2
        let value = object(
            (
                "timestamp",
                object(
                    ("sec", .number(String(time / 1_000_000_000))), ("nsec", .number(String(time % 1_000_000_000))))
            ), ("frame_id", .string(pose.place)),
            (
                "pose",
                object(
                    (
                        "position",
                        object(("x", .decimal(pose.x)), ("y", .decimal(pose.y)), ("z", .decimal(pose.z ?? 0)))
                    ),
                    (
                        "orientation",
                        object(
                            ("x", .integer(0)), ("y", .integer(0)), ("z", .decimal(sin(half))),
                            ("w", .decimal(cos(half))))
                    ))
            ), ("tracking", .string(pose.tracking.rawValue)))
        return DocumentWriter.line(value)
    }

    // MARK: reading

    /// The size and the bytes of a picture of this encoding; nil where it is none, or its sizes do not fit.
    static func image(
        _ data: [UInt8], encoding: String, bytes: Int
    ) -> (width: Int, height: Int, data: ArraySlice<UInt8>)? {
        guard let fields = Protobuf.read(data[...]), let width = fields[2]?.number, let height = fields[3]?.number,
            let name = fields[4]?.bytes, let step = fields[5]?.number, let plane = fields[6]?.bytes,
            Array(name) == Array(encoding.utf8), (1...UInt64(DepthImage.sideLimit)).contains(width),
            (1...UInt64(DepthImage.sideLimit)).contains(height), step == width * UInt64(bytes),
            plane.count == Int(width) * Int(height) * bytes
        else { return nil }
        return (Int(width), Int(height), plane)
    }

    /// Takes the samples of a picture into a frame; false where it is no such picture.
    static func takeDepth(_ data: [UInt8], into frame: inout DepthFrame) -> Bool {
        guard let image = image(data, encoding: "16UC1", bytes: 2) else { return false }
        (frame.width, frame.height) = (image.width, image.height)
        let pixels = image.width * image.height
        if frame.samples.count != pixels { frame.samples = [UInt16](repeating: 0, count: pixels) }
        frame.samples.withUnsafeMutableBytes { room in
            image.data.withUnsafeBytes { room.copyMemory(from: $0) }
        }
        return true
    }

    /// Takes the levels that belong to a frame; false where they are of another size.
    static func takeConfidence(_ data: [UInt8], into frame: inout DepthFrame) -> Bool {
        guard let image = image(data, encoding: "8UC1", bytes: 1), image.width == frame.width,
            image.height == frame.height
        else { return false }
        frame.confidence = Array(image.data)
        return true
    }
}
