import Glibc
import Platform
import Readings
import Simulation

/// The size of the pictures of a mode.
struct PictureSize: Equatable, Sendable {
    var width: Int
    var height: Int
}

/// What a camera shows: pictures of 16-bit samples, in bytes as they go over the wire.
protocol FrameMaker {
    /// The next picture; nil where there is none at present.
    mutating func next(_ size: PictureSize, number: UInt32) -> [UInt8]?
}

/// A slope that rises to the right and changes with each picture: sample (x, y) is 500 + x + y + number, but the first
/// two hold the number.
struct RampMaker: FrameMaker {
    private var size = PictureSize(width: 0, height: 0)
    private var plane: [UInt8] = []

    mutating func next(_ size: PictureSize, number: UInt32) -> [UInt8]? {
        if size != self.size {
            self.size = size
            plane = Wire.bytes((0..<size.height).flatMap { y in (0..<size.width).map { x in UInt16(500 + x + y) } })
        }
        // Only some rows change, so that a slow build keeps its rate.
        for index in 0..<min(size.width * 4, plane.count / 2) {
            let value = UInt16(truncatingIfNeeded: 500 + index % size.width + Int(number % 1000))
            plane[2 * index] = UInt8(truncatingIfNeeded: value)
            plane[2 * index + 1] = UInt8(value >> 8)
        }
        for byte in 0..<4 { plane[byte] = UInt8(truncatingIfNeeded: number >> (8 * byte)) }
        return plane
    }
}

/// One picture from a file, again and again; it must have the size of the mode.
struct FileMaker: FrameMaker {
    let bytes: [UInt8]

    mutating func next(_ size: PictureSize, number: UInt32) -> [UInt8]? {
        bytes.count == size.width * size.height * 2 ? bytes : nil
    }
}

/// What a scenario's camera sees from now on, at its times; nil between two of its pictures.
struct ScenarioMaker: FrameMaker {
    private var source: SimulatedDepthSource
    private var frame = DepthFrame(width: 1, height: 1, samples: [0])

    /// Reads a scenario; nil where it has mistakes.
    init?(_ path: String) {
        guard let bytes = try? ReadFile.whole(path, limit: 1 << 22), let scenario = Scenario.read(bytes).scenario else {
            return nil
        }
        let clock = MonotonicClock()
        let waits = ScenarioClock(beginning: clock.now(), now: { clock.now() }) { span in
            usleep(UInt32(clamping: max(span, .zero).wholeNanoseconds / 1000))
            return true
        }
        source = SimulatedDepthSource(scenario, clock: waits)
    }

    mutating func next(_ size: PictureSize, number: UInt32) -> [UInt8]? {
        guard case .reading = source.next(into: &frame, limit: .milliseconds(100)) else { return nil }
        let isSame = frame.width == size.width && frame.height == size.height
        let scale = frame.depthUnit / 0.001
        let samples = isSame ? frame.samples : resampled(size)
        return Wire.bytes(scale == 1 ? samples : samples.map { UInt16(min(Double($0) * scale, 65_535)) })
    }

    /// The nearest sample for each place.
    private func resampled(_ size: PictureSize) -> [UInt16] {
        (0..<size.height).flatMap { y in
            (0..<size.width).map { x in
                frame.samples[y * frame.height / size.height * frame.width + x * frame.width / size.width]
            }
        }
    }
}

/// Samples as a camera sends them.
enum Wire {
    /// The less significant byte of each first.
    static func bytes(_ samples: [UInt16]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: samples.count * 2) { buffer, count in
            for (index, sample) in samples.enumerated() {
                buffer[2 * index] = UInt8(truncatingIfNeeded: sample)
                buffer[2 * index + 1] = UInt8(sample >> 8)
            }
            count = samples.count * 2
        }
    }

    /// The header of a payload as a D400 camera sends it: times in microseconds, then a block of capture timing with
    /// the number of the picture.
    static func header(number: UInt32, microseconds: UInt32) -> [UInt8] {
        var bytes: [UInt8] = [52, 0x0C]
        func add(_ value: UInt32) {
            for shift in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * shift))) }
        }
        for value in [microseconds, microseconds] { add(value) }
        bytes += [0, 0]
        for value in [0x8000_0001, 40, 1, 0x3F, number, 0, 0, 8000, 0, 0] as [UInt32] { add(value) }
        return bytes
    }
}
