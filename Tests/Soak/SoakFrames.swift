import CameraModels
import Devices
import Evidence
import Perception
import Readings

/// Room for one picture, given back with its owner.
private final class PictureMemory {
    let bytes: UnsafeMutableRawBufferPointer

    init(_ count: Int) { bytes = .allocate(byteCount: count, alignment: 64) }
    deinit { bytes.deallocate() }
}

/// A camera's pixels on their way from the bus: payloads, frames with derived confidence, observations.
struct SoakFrames {
    private static let (width, height) = (848, 480)
    private static let bytes = width * height * 2

    private var assembler = PayloadAssembler(frameBytes: bytes, layout: .blocks)
    private var timeline = CameraTimeline(ticksPerSecond: 1_000_000)
    private var unpacker: DepthUnpacker
    private var perception = FramePerception()
    private var frame = DepthFrame(width: 1, height: 1, samples: [0])
    private let picture = PictureMemory(bytes)
    private var payloads: [Int: [[UInt8]]] = [:]
    private var parity = 0
    private var last: [UInt8] = []
    /// How many whole frames were read.
    private(set) var count = 0

    /// Makes the camera of a profile that ships; nil where there is none.
    init?() {
        guard let profile = CalibrationProfiles().camera(vendor: 0x8086, product: 0x0B3A) else { return nil }
        let rule = ConfidenceRule(profile, depthUnit: 0.001, focalPixels: 422, baselineMetres: 0.05)
        let layout = DepthLayout(pixelFormat: .z16, width: Self.width, height: Self.height)
        unpacker = DepthUnpacker(layout, rule: rule, trust: .derived)
        // All of them at once, so that what they take of memory is not taken for growth.
        for millimetres in [0, 500, 800, 900, 3000, 4500] { payloads[millimetres] = Self.payloads(millimetres) }
    }

    /// What a look comes to, by way of the bytes; nil where no frame comes.
    mutating func observe(_ look: Look, ticks: UInt32, at time: Instant) -> DepthObservation? {
        switch look {
        case .silent: return nil
        case .wall(let metres): last = payload(millimetres: Int((metres * 1000).rounded()))
        case .drop: last = payload(millimetres: Int(SoakMinute.far * 1000))
        case .holes: last = payload(millimetres: 0)
        case .frozen, .rubbish: break
        }
        parity ^= 1
        guard !last.isEmpty, take(ticks: ticks, at: time) else { return nil }
        guard look != .rubbish else { return perception.observe(DepthFrame(width: 4, height: 4, samples: [1])) }
        count += 1
        return perception.observe(frame)
    }

    /// Puts the payload together as a camera's bits come: its frame bit toggles, its stamp counts on.
    private mutating func take(ticks: UInt32, at time: Instant) -> Bool {
        last[1] = last[1] & 0xFE | UInt8(parity)
        for byte in 0..<4 { last[2 + byte] = UInt8(ticks >> (8 * UInt32(byte)) & 0xFF) }
        var buffer = picture.bytes
        var ticksSeen: UInt32?
        var isWhole = false
        let target = picture.bytes
        last.withUnsafeBytes { bytes in
            assembler.take(bytes, into: &buffer) { end in
                isWhole = end.fault == nil
                ticksSeen = end.presentationTime
                return target
            }
        }
        guard isWhole, unpacker.unpack(UnsafeRawBufferPointer(picture.bytes), into: &frame) else { return false }
        let stamp = timeline.stamp(counter: nil, ticks: ticksSeen, arrival: time)
        (frame.sequence, frame.cameraTime, frame.arrival) = (stamp.sequence, stamp.cameraTime, time)
        return true
    }

    /// A whole frame of a wall with a little noise, one of two that are used by turns; 0 for holes.
    private func payload(millimetres: Int) -> [UInt8] { payloads[millimetres]?[parity] ?? [] }

    private static func payloads(_ millimetres: Int) -> [[UInt8]] {
        (0..<2).map { turn in
            var chance = SplitMix(seed: UInt64(millimetres * 2 + turn))
            var pixels: [UInt8] = []
            pixels.reserveCapacity(bytes)
            for _ in 0..<width * height {
                let sample = millimetres == 0 ? 0 : millimetres + chance.below(5)
                pixels.append(UInt8(sample & 0xFF))
                pixels.append(UInt8(sample >> 8))
            }
            return PayloadModel(frameID: 0, endsFrame: true, presentationTime: 0, pixels: pixels).bytes
        }
    }
}
