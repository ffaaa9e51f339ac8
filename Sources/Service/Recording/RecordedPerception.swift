import Deciding
import Documents
import Perception
import Readings

/// How a camera's pictures are read, beside what the settings say.
package struct RecordedPerception: Equatable, Sendable {
    /// The nearest distance that counts, in metres, as the settings or the camera have it.
    package var minimumMetres: Double
    /// How the camera is mounted; nil for reading without ground awareness.
    package var ground: GroundCalibration?
    /// The camera's optics, for tools that draw.
    package var optics: PinholeIntrinsics?

    /// Takes it from the perception in use.
    package init(_ perception: FramePerception, optics: PinholeIntrinsics? = nil) {
        minimumMetres = perception.rules.minimumMetres
        ground = perception.calibration
        self.optics = perception.calibration?.intrinsics ?? optics
    }

    func json(at time: Instant) -> [UInt8] {
        DocumentWriter.compact(
            .object([
                .init("t", EffectWriter.time(time)), .init("minimum", .decimal(minimumMetres)),
                .init("ground", ground.map(Self.json) ?? .null),
            ]))
    }

    private static func json(_ ground: GroundCalibration) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("height", .decimal(ground.heightMetres)), .init("pitch", .decimal(ground.pitch)),
            .init("roll", .decimal(ground.roll)), .init("deviation", .decimal(ground.inverseDepthDeviation)),
            .init(
                "body",
                .array(
                    ground.body.map { part in
                        .array([part.left, part.top, part.right, part.bottom].map { .decimal($0) })
                    })),
        ]
        if let optics = ground.intrinsics {
            let numbers = [optics.focalX, optics.focalY, optics.centreX, optics.centreY]
            members.append(
                .init(
                    "optics",
                    .array([.integer(optics.width), .integer(optics.height)] + numbers.map { .decimal($0) })))
        }
        return .object(members)
    }

    /// Reads it back; nil where it is none.
    init?(_ bytes: [UInt8]) {
        let document: Document
        do throws(DocumentError) { document = try Document(bytes, limits: .init(bytes: 1 << 20, depth: 8)) } catch {
            return nil
        }
        guard let minimum = document.root["minimum"]?.number else { return nil }
        minimumMetres = minimum
        guard let ground = document.root["ground"], ground.kind == .object else { return }
        let numbers = ["height", "pitch", "roll", "deviation"].compactMap { ground[$0]?.number }
        guard numbers.count == 4 else { return nil }
        var mounting = MountingCalibration(name: "", heightMetres: numbers[0], pitchDegrees: 0)
        mounting.body = ground["body"]?.items.compactMap(Self.part)
        var calibration = GroundCalibration(mounting: mounting)
        calibration.pitch = numbers[1]
        calibration.roll = numbers[2]
        calibration.inverseDepthDeviation = numbers[3]
        calibration.intrinsics = ground["optics"].flatMap(Self.optics)
        self.ground = calibration
    }

    private static func part(_ element: JSONElement) -> MountingCalibration.Part? {
        let sides = element.items.compactMap(\.number)
        guard sides.count == 4 else { return nil }
        return MountingCalibration.Part(left: sides[0], top: sides[1], right: sides[2], bottom: sides[3])
    }

    private static func optics(_ element: JSONElement) -> PinholeIntrinsics? {
        let numbers = element.items.compactMap(\.number)
        guard numbers.count == 6, let width = Int(exactly: numbers[0]), let height = Int(exactly: numbers[1]) else {
            return nil
        }
        return PinholeIntrinsics(
            width: width, height: height, focalX: numbers[2], focalY: numbers[3], centreX: numbers[4],
            centreY: numbers[5])
    }
}
