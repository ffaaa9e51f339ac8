import CameraModels
import Devices
import Readings

/// A stereo camera's bytes, as the USB brings them: whole frames of a wall, near or far, one payload each.
struct BenchCamera {
    let width: Int
    let height: Int
    private let far: [[UInt8]]
    private let near: [[UInt8]]
    private var assembler: PayloadAssembler
    private var timeline = CameraTimeline(ticksPerSecond: 1_000_000)
    private var unpacker: DepthUnpacker
    private var picture: [UInt8]
    private var number = 0

    /// Prepares frames of a size; nil where the profile of the camera is missing.
    init?(width: Int, height: Int, depths: (near: Int, far: Int) = (800, 3000)) {
        guard let profile = CalibrationProfiles().camera(vendor: 0x8086, product: 0x0B3A) else { return nil }
        (self.width, self.height) = (width, height)
        let bytes = width * height * 2
        let rule = ConfidenceRule(profile, depthUnit: 0.001, focalPixels: 422, baselineMetres: 0.05)
        let layout = DepthLayout(pixelFormat: .z16, width: width, height: height)
        unpacker = DepthUnpacker(layout, rule: rule, trust: .derived)
        assembler = PayloadAssembler(frameBytes: bytes)
        picture = [UInt8](repeating: 0, count: bytes)
        far = (0..<2).map { Self.payload(depths.far, $0, pixels: width * height) }
        near = (0..<2).map { Self.payload(depths.near, $0, pixels: width * height) }
    }

    private static func payload(_ millimetres: Int, _ frameID: Int, pixels: Int) -> [UInt8] {
        var chance = Chance(state: UInt64(millimetres + frameID + 1))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(pixels * 2)
        for _ in 0..<pixels {
            let sample = millimetres + chance.below(9)
            bytes.append(UInt8(sample & 0xFF))
            bytes.append(UInt8(sample >> 8))
        }
        return PayloadModel(frameID: frameID, endsFrame: true, presentationTime: 0, pixels: bytes).bytes
    }

    /// Puts the next payload together and unpacks it into a frame that arrived at `arrival`; false where that failed.
    mutating func next(isNear: Bool, into frame: inout DepthFrame, arrival: () -> Instant) -> Bool {
        number += 1
        var plane: [UInt8] = []
        swap(&plane, &picture)
        defer { swap(&plane, &picture) }
        guard put((isNear ? near : far)[number % 2], into: &plane) else { return false }
        let time = arrival()
        guard plane.withUnsafeBytes({ unpacker.unpack($0, into: &frame) }) else { return false }
        let ticks = UInt32(truncatingIfNeeded: time.nanoseconds / 1000)
        let stamp = timeline.stamp(counter: nil, ticks: ticks, arrival: time)
        (frame.sequence, frame.cameraTime, frame.arrival) = (stamp.sequence, stamp.cameraTime, time)
        return true
    }

    private mutating func put(_ payload: [UInt8], into plane: inout [UInt8]) -> Bool {
        var isWhole = false
        plane.withUnsafeMutableBytes { target in
            var buffer = target
            payload.withUnsafeBytes { bytes in
                assembler.take(bytes, into: &buffer) { end in
                    isWhole = end.fault == nil
                    return target
                }
            }
        }
        return isWhole
    }
}
