import Readings

/// Draws what the depth camera of a scenario sees at a moment.
///
/// The same scenario and seed give the same samples on every machine, whatever was drawn before. Once warm, a frame
/// costs no allocation.
package struct Renderer: Sendable {
    /// The camera that is drawn for.
    package let camera: CameraModel
    private let solids: [Solid]
    private let faces: [Face]
    private let glass: [Glass]
    private let walk: Walk
    private let chance: Chance
    private let glassChance: Chance
    private let sensing: DepthSensing
    private var raster: FaceRaster
    private var pane: FaceRaster?
    private var spareLevels: [UInt8]

    /// Makes a renderer; where the scenario has no camera it draws for the default one.
    package init(_ scenario: Scenario) {
        camera = scenario.camera ?? CameraModel()
        solids = scenario.solids
        faces = scenario.ramps.flatMap(\.faces)
        glass = scenario.glass
        walk = scenario.walk
        chance = Chance(seed: scenario.seed, stream: .pixels)
        sensing = DepthSensing(camera)
        raster = FaceRaster(width: camera.width, height: camera.height)
        pane = glass.isEmpty ? nil : raster
        glassChance = Chance(seed: scenario.seed, stream: .glass)
        spareLevels = camera.hasConfidence ? [] : Array(repeating: 0, count: camera.width)
    }

    /// Refills a frame with the scene at `instant` from where the walker is then.
    ///
    /// `index` chooses the random numbers: the frame's own number, so that two frames of one scene differ. Samples and
    /// confidence are set; sequence and times are the caller's.
    package mutating func render(at instant: Instant, index: UInt64, into frame: inout DepthFrame) {
        shape(&frame)
        let seconds = instant.seconds
        let view = CameraView(camera, on: walk.pose(at: seconds))
        raster.clear()
        for solid in solids {
            guard let box = solid.box(at: seconds) else { continue }
            raster.draw(box, in: view, farthest: camera.maximum * 1.5)
        }
        for face in faces { raster.draw(face, in: view, farthest: camera.maximum * 1.5) }
        layGlass(in: view, at: seconds, index: index)
        raster.closeBorder()
        sense(index: index, into: &frame)
        for smudge in camera.smudges where smudge.span.contains(seconds) {
            smudge.cover(&frame, chance: chance, index: index)
        }
    }

    private mutating func layGlass(in view: CameraView, at seconds: Double, index: UInt64) {
        for (number, glass) in glass.enumerated() {
            guard let box = glass.solid.box(at: seconds), var pane = pane.take() else { continue }
            pane.clear()
            pane.draw(box, in: view, farthest: camera.maximum)
            let key = glassChance.bits(index &* UInt64(self.glass.count) &+ UInt64(number))
            raster.lay(pane, seen: glass.seen, lost: glass.lost, key: key)
            self.pane = consume pane
        }
    }

    /// Gives the frame the camera's size and unit; planes are made anew only where they do not fit.
    package func shape(_ frame: inout DepthFrame) {
        let count = camera.width * camera.height
        frame.width = camera.width
        frame.height = camera.height
        frame.depthUnit = camera.depthUnit
        if frame.samples.count != count { frame.samples = Array(repeating: 0, count: count) }
        if !camera.hasConfidence {
            frame.confidence = nil
        } else if frame.confidence?.count != count {
            frame.confidence = Array(repeating: 0, count: count)
        }
    }

    private mutating func sense(index: UInt64, into frame: inout DepthFrame) {
        let bits = chance.bits(index)
        let key = (UInt32(truncatingIfNeeded: bits), UInt32(truncatingIfNeeded: bits >> 32))
        let (sensing, width, height, stride) = (sensing, camera.width, camera.height, raster.stride)
        let isShared = !camera.hasConfidence
        frame.samples.withUnsafeMutableBufferPointer { samples in
            raster.plane.withUnsafeBufferPointer { plane in
                Self.withLevels(&frame.confidence, spare: &spareLevels) { levels in
                    guard let samples = samples.baseAddress, let plane = plane.baseAddress else { return }
                    for row in 0..<height {
                        sensing.sense(
                            plane + (row + 1) * stride + 1, stride: stride, width: width,
                            counter: UInt32(truncatingIfNeeded: row * width), key: key,
                            samples: samples + row * width, levels: levels + (isShared ? 0 : row * width))
                    }
                }
            }
        }
    }

    /// Hands out the confidence plane, or one spare row where the camera has none.
    private static func withLevels(
        _ confidence: inout [UInt8]?, spare: inout [UInt8], _ body: (UnsafeMutablePointer<UInt8>) -> Void
    ) {
        func run(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
            if let base = buffer.baseAddress { body(base) }
        }
        if confidence != nil {
            confidence?.withUnsafeMutableBufferPointer { run($0) }
        } else {
            spare.withUnsafeMutableBufferPointer { run($0) }
        }
    }
}
