import CDepthKernel
import Readings

/// Unpacks a camera's whole frames into depth frames with confidence.
///
/// It owns the memory that it works in, made once, so that a frame costs no allocation.
package struct DepthUnpacker: Sendable {
    /// Columns of the frames that come out.
    package let width: Int
    /// Rows of the frames that come out.
    package let height: Int
    /// Metres for one unit of depth.
    package let depthUnit: Double
    /// How confidence comes about.
    package let trust: DepthTrust

    private let pixelFormat: PixelFormat
    private let isTurned: Bool
    private let nibblesUpperFirst: Bool
    private let rawWidth: Int
    private let rawHeight: Int
    private var rule: depth_trust
    private var history: [UInt8]
    private var base: [UInt8]
    private var work: [UInt8]
    /// Whether a picture of four-bit confidence waits for its depth.
    private var hasNibbles = false

    /// Makes an unpacker of pictures as a mode sends them, a depth format.
    package init(_ layout: DepthLayout, rule: ConfidenceRule, trust: DepthTrust) {
        let pixels = layout.width * layout.height
        (rawWidth, rawHeight) = (layout.width, layout.height)
        (width, height) = layout.isTurned ? (layout.height, layout.width) : (layout.width, layout.height)
        pixelFormat = layout.pixelFormat
        isTurned = layout.isTurned
        nibblesUpperFirst = layout.nibbleOrder == .highFirst
        depthUnit = rule.depthUnit
        self.trust = trust
        self.rule = rule.kernel
        history = trust == .derived ? [UInt8](repeating: 0xFF, count: pixels) : []
        base = trust == .infrared || trust == .nibbles ? [UInt8](repeating: 0, count: pixels) : []
        work = layout.isTurned ? [UInt8](repeating: 0, count: pixels * 2) : []
    }

    /// The bytes of a whole picture.
    package var pictureBytes: Int { pixelFormat.frameBytes(width: rawWidth, height: rawHeight) }

    /// Forgets what was seen, as after a restart of the stream.
    package mutating func forget() {
        for index in history.indices { history[index] = 0xFF }
        hasNibbles = false
    }

    /// Takes the four-bit confidence that belongs to the next depth picture; false where it has not the right size.
    package mutating func takeNibbles(_ picture: UnsafeRawBufferPointer) -> Bool {
        guard trust == .nibbles, picture.count == PixelFormat.cnf4.frameBytes(width: rawWidth, height: rawHeight),
            let bytes = picture.baseAddress?.assumingMemoryBound(to: UInt8.self)
        else { return false }
        let (width, height, order) = (rawWidth, rawHeight, nibblesUpperFirst ? 1 as Int32 : 0)
        if isTurned {
            depth_nibbles_spread(bytes, width, height, order, &work)
            depth_turn_bytes(work, width, height, &base)
        } else {
            depth_nibbles_spread(bytes, width, height, order, &base)
        }
        hasNibbles = true
        return true
    }

    /// Unpacks a whole picture into a frame, whose sizes and planes are made to fit once; false where the picture has
    /// not the right size, the frame then as it was.
    ///
    /// Sequence and times are the caller's to fill. With `.nibbles` and no confidence for this picture, every sample
    /// that is there is medium.
    package mutating func unpack(_ picture: UnsafeRawBufferPointer, into frame: inout DepthFrame) -> Bool {
        guard picture.count == pictureBytes, var depth = picture.baseAddress?.assumingMemoryBound(to: UInt8.self) else {
            return false
        }
        fit(&frame)
        if pixelFormat == .inzi {
            if trust == .infrared {
                depth_infrared_trust(depth, rawWidth * rawHeight, &base)
            }
            depth += rawWidth * rawHeight * 2
        }
        if isTurned {
            depth_turn(depth, rawWidth, rawHeight, &work)
            var turned: [UInt8] = []
            swap(&turned, &work)
            turned.withUnsafeBufferPointer { if let start = $0.baseAddress { fill(&frame, from: start) } }
            swap(&turned, &work)
        } else {
            fill(&frame, from: depth)
        }
        hasNibbles = false
        return true
    }

    private func fit(_ frame: inout DepthFrame) {
        let pixels = width * height
        frame.width = width
        frame.height = height
        frame.depthUnit = depthUnit
        if frame.samples.count != pixels { frame.samples = [UInt16](repeating: 0, count: pixels) }
        if frame.confidence?.count != pixels { frame.confidence = [UInt8](repeating: 0, count: pixels) }
    }

    /// Runs the kernel over an upright picture.
    private mutating func fill(_ frame: inout DepthFrame, from depth: UnsafePointer<UInt8>) {
        let trustsBase = trust == .infrared || (trust == .nibbles && hasNibbles)
        let isPlain = trust == .valid || (trust == .nibbles && !hasNibbles)
        var rule = rule
        let (width, height) = (width, height)
        let remembers = trust == .derived
        frame.samples.withUnsafeMutableBufferPointer { samples in
            frame.confidence?.withUnsafeMutableBufferPointer { levels in
                base.withUnsafeBufferPointer { base in
                    var picture = depth_picture(
                        depth: depth, base: trustsBase ? base.baseAddress : nil, width: width, height: height)
                    if isPlain {
                        depth_valid_unpack(&picture, samples.baseAddress, levels.baseAddress)
                        return
                    }
                    history.withUnsafeMutableBufferPointer { history in
                        depth_confidence_unpack(
                            &picture, &rule, remembers ? history.baseAddress : nil, samples.baseAddress,
                            levels.baseAddress)
                    }
                }
            }
        }
    }
}
