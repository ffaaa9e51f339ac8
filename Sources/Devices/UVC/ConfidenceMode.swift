/// Finds the stream of confidence that belongs to a depth mode.
package enum ConfidenceMode {
    /// The mode of four-bit confidence in the same video function, on another interface than the depth; nil where the
    /// camera lists none that fits.
    ///
    /// A picture of it has half a byte a sample. Cameras list its width in samples, or in bytes, which is the half: both
    /// fit, and the mode has the depth's own width. Of several rates the depth's is taken, else the nearest.
    package static func mode(beside depth: DepthMode, in description: UVCDescription) -> DepthMode? {
        let function = description.functions.first { $0.controlInterface == depth.controlInterface }
        let streams = function?.streams.filter { $0.interface != depth.stream.interface && $0.transfer != nil } ?? []
        let modes = streams.flatMap { stream in
            stream.formats.filter { $0.pixelFormat == .cnf4 }.flatMap { format in
                format.frames.filter { fits($0, depth) }.flatMap { frame in
                    DepthModeChoice.intervals(frame.intervals).map { interval in
                        mode(depth, stream, format, frame, interval)
                    }
                }
            }
        }
        func distance(_ mode: DepthMode) -> UInt32 {
            max(mode.interval, depth.interval) - min(mode.interval, depth.interval)
        }
        return modes.min { distance($0) < distance($1) }
    }

    /// Whether the camera lists four-bit confidence at all, of whatever size.
    package static func isListed(beside depth: DepthMode, in description: UVCDescription) -> Bool {
        let function = description.functions.first { $0.controlInterface == depth.controlInterface }
        return function?.streams.contains { $0.formats.contains { $0.pixelFormat == .cnf4 } } ?? false
    }

    private static func fits(_ frame: UVCFrame, _ depth: DepthMode) -> Bool {
        frame.height == depth.height && (frame.width == depth.width || frame.width == (depth.width + 1) / 2)
    }

    private static func mode(
        _ depth: DepthMode, _ stream: UVCStream, _ format: UVCFormat, _ frame: UVCFrame, _ interval: UInt32
    ) -> DepthMode {
        var mode = depth
        mode.stream = stream
        mode.formatIndex = format.index
        mode.pixelFormat = .cnf4
        mode.frameIndex = frame.index
        mode.interval = interval
        return mode
    }
}
