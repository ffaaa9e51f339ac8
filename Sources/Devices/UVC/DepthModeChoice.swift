/// The mode chosen from those that a camera lists, and what the operator should know about it.
package struct DepthModeChoice: Equatable, Sendable {
    /// The mode.
    package var mode: DepthMode
    /// Whole sentences for the operator: why it is no better one, and what would help.
    package var notes: [String] = []

    private static let wantedPixels = 848 * 480
    private static let wantedRate = 30.0
    private static let leastRate = 15.0
    /// Rates are compared with this much tolerance, because 30 Hz is written as 333 333 × 100 ns.
    private static let rateTolerance = 0.01

    /// Chooses 848×480 at 30 Hz where it is listed, else the size nearest to it by pixels at 15 Hz or more.
    ///
    /// Where nothing reaches 15 Hz, the fastest of the slow ones is better than none. Of equal sizes the rate nearest
    /// to 30 Hz is taken, then the format: Z16, its alias, INVZ, INZI; with `wantsInfrared`, INZI comes before INVZ,
    /// because its infrared tells how far a sample may be trusted. Nil where the camera lists no depth.
    package init?(_ description: UVCDescription, speed: USBSpeed, wantsInfrared: Bool = false) {
        let modes = Self.modes(description)
        let quick = modes.filter { $0.rate >= Self.leastRate - Self.rateTolerance }
        let formats: [PixelFormat] = wantsInfrared ? [.z16, .d16, .inzi, .invz] : [.z16, .d16, .invz, .inzi]
        func cost(_ mode: DepthMode) -> (Int, Int, Int) {
            let format = formats.firstIndex(of: mode.pixelFormat) ?? formats.count
            let rate = Int((abs(mode.rate - Self.wantedRate) * 100).rounded())
            return (abs(mode.width * mode.height - Self.wantedPixels), rate, format)
        }
        let chosen =
            quick.isEmpty
            ? modes.min { (1 / $0.rate, cost($0).0, cost($0).2) < (1 / $1.rate, cost($1).0, cost($1).2) }
            : quick.min { cost($0) < cost($1) }
        guard let chosen else { return nil }
        mode = chosen
        notes = Self.notes(chosen, speed: speed)
    }

    /// Every depth mode that the camera lists, in its own order.
    package static func modes(_ description: UVCDescription) -> [DepthMode] {
        description.functions.flatMap { function in
            function.streams.filter { $0.transfer != nil }.flatMap { stream in
                stream.formats.flatMap { format in
                    format.frames.flatMap { modes(function, stream, format, $0) }
                }
            }
        }
    }

    private static func modes(
        _ function: UVCFunction, _ stream: UVCStream, _ format: UVCFormat, _ frame: UVCFrame
    ) -> [DepthMode] {
        guard let pixelFormat = format.pixelFormat, pixelFormat.isDepth, frame.width <= 4096, frame.height <= 4096
        else { return [] }
        return intervals(frame.intervals).map { interval in
            DepthMode(
                controlInterface: function.controlInterface, version: function.version,
                clockHertz: function.clockHertz, stream: stream, formatIndex: format.index, pixelFormat: pixelFormat,
                frameIndex: frame.index, width: frame.width, height: frame.height, interval: interval)
        }
    }

    /// The intervals to choose from; of a range the one nearest to 30 Hz that lies on a step.
    static func intervals(_ intervals: UVCFrame.Intervals) -> [UInt32] {
        switch intervals {
        case .discrete(let list): return list
        case .range(let shortest, let longest, let step):
            let wanted = min(max(333_333, shortest), longest)
            guard step > 0 else { return [wanted] }
            return [shortest + (wanted - shortest) / step * step]
        }
    }

    private static func notes(_ mode: DepthMode, speed: USBSpeed) -> [String] {
        var notes: [String] = []
        let isWanted = mode.width == 848 && mode.height == 480 && abs(mode.rate - wantedRate) < 0.5
        if speed <= .high, !isWanted {
            notes.append(
                "the camera runs at \(mode) because it is on \(speed.description) and lists no better mode there; a USB 3 port and cable give it more"
            )
        } else if speed <= .high {
            notes.append("the camera is on \(speed.description); a USB 3 port and cable leave it more room")
        }
        if mode.rate < leastRate - rateTolerance {
            notes.append("the camera lists no depth mode of 15 Hz or more; readings come late")
        }
        return notes
    }
}
