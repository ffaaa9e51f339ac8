import Perception
import Readings
import Simulation
import Testing

/// Surfaces that stand on the floor, seen by cameras that look down at it.
struct GroundSurfaceTests {
    private static let heights = [0.4, 0.7, 1.0]
    private static let distances = [0.5, 0.8, 1.2, 2.0, 3.0, 4.0]
    private static let things: [(name: String, text: @Sendable (Double) -> String)] = [
        ("wall", { "boxes: [{ low: [\($0), -5, 0], high: [\($0 + 0.2), 5, 3] }]" }),
        ("chest", { "boxes: [{ low: [\($0), -0.4, 0], high: [\($0 + 0.4), 0.4, 0.8] }]" }),
        ("person", { "people: [{ at: [\($0 + 0.14), 0] }]" }),
    ]
    /// The whole height of the picture: a camera that looks down sees what is far in its upper half alone.
    private static let rules = DepthRules(regionHeight: 1)

    /// The rule on a frame whose floor is known by drawing the scene without the thing: the truth to compare with.
    private static func truth(_ frame: DepthFrame, floor: [Bool], _ rules: DepthRules) throws -> (Double?, Double) {
        let rectangle = try rules.region.rectangle(inWidth: frame.width, height: frame.height)
        var usable: [Int] = []
        var things = 0
        for row in rectangle.y..<rectangle.y + rectangle.height {
            for column in rectangle.x..<rectangle.x + rectangle.width {
                let index = row * frame.width + column
                let sample = Int(frame.samples[index])
                guard (100...5000).contains(sample), frame.confidence?[index] ?? 2 >= 1 else { continue }
                usable.append(floor[index] ? 5_001 : sample)
                if !floor[index] { things += 1 }
            }
        }
        usable.sort()
        let rank = (usable.count * 5 + 99) / 100
        guard usable.count * 4 >= rectangle.width * rectangle.height, rank > 0 else { return (nil, 0) }
        let sample = usable[rank - 1]
        return (sample > 5000 ? nil : Double(sample) / 1000, Double(things) / Double(usable.count))
    }

    private static func scene(_ thing: String, height: Double, pitch: Double, exact: Bool) -> String {
        "{ duration: 1, seed: 5, floors: [{ height: 0 }], walk: [{ at: [0, 0] }], \(thing.isEmpty ? "" : thing + ", ")"
            + GroundScenes.camera(height: height, pitch: pitch, exact: exact) + " }"
    }

    @Test(arguments: [0.0, 10, 20, 30, 40], [true, false])
    func `a surface on the floor is found to within 3 cm or 2 % of what the exact floor would give`(
        pitch: Double, exact: Bool
    ) throws {
        var compared = 0
        for height in Self.heights {
            let empty = Scenes.render(try Scenes.scenario(Self.scene("", height: height, pitch: pitch, exact: true)))
            for (name, text) in Self.things {
                for distance in Self.distances {
                    let thing = text(distance)
                    let drawn = Scenes.render(
                        try Scenes.scenario(Self.scene(thing, height: height, pitch: pitch, exact: true)))
                    let floor = zip(empty.samples, drawn.samples).map { $0 == $1 && $0 > 0 }
                    let scenario = try Scenes.scenario(Self.scene(thing, height: height, pitch: pitch, exact: exact))
                    let frame = Scenes.render(scenario)
                    let (wanted, share) = try Self.truth(frame, floor: floor, Self.rules)
                    // Where the thing is barely a rank's worth of the picture, a few pixels decide.
                    guard let wanted, share >= 0.1 else { continue }
                    let mounting = try #require(scenario.camera).mounting
                    var perception = FramePerception(
                        rules: Self.rules, calibration: GroundCalibration(mounting: mounting))
                    let observation = perception.observe(frame)
                    let reading = try #require(observation).reading
                    guard case .surface(let metres) = reading else {
                        Issue.record("\(name) at \(distance) m, camera \(height) m high: \(reading), not \(wanted) m")
                        continue
                    }
                    compared += 1
                    #expect(
                        abs(metres - wanted) <= max(0.03, 0.02 * wanted),
                        "\(name) at \(distance) m, camera \(height) m high")
                }
            }
        }
        #expect(compared >= 20)
    }
}
