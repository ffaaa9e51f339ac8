/// Reads the people of a scenario: legs, trunk and head as three boxes that move together.
struct PersonReading {
    static let keys = ["at", "floor", "height", "width", "depth", "from", "until", "path"]
    let heights: FloorHeights

    func solids(_ fields: ScenarioFields) -> [Solid] {
        guard let feet = heights.point(of: fields, or: 0) else { return [] }
        let height = fields.number("height", or: 1.7, in: 0.3...2.5)
        let width = fields.number("width", or: 0.46, in: 0.1...2)
        let depth = fields.number("depth", or: 0.28, in: 0.1...2)
        let presence = fields.presence()
        let track = Track.checked(path(fields, feet: feet), in: fields, "path")
        let parts: [(from: Double, to: Double, width: Double)] = [(0, 0.5, 0.75), (0.5, 0.85, 1), (0.85, 1, 0.4)]
        return parts.map { part in
            let half = SIMD3(depth * (part.width + 1) / 2, width * part.width, 0) / 2
            let bottom = feet - half + SIMD3(0, 0, height * part.from)
            let top = feet + half + SIMD3(0, 0, height * part.to)
            return Solid(Box(bottom, top), presence: presence, track: track)
        }
    }

    /// The person's own walk, as offsets from where it stands first.
    private func path(_ fields: ScenarioFields, feet: SIMD3<Double>) -> [Track.Key] {
        fields.objects("path", keys: ["t", "at", "floor"]).compactMap { key in
            guard let seconds = key.number("t", in: 0...ScenarioLimits.seconds),
                let point = heights.point(of: key, or: feet.z)
            else { return nil }
            return Track.Key(seconds: seconds, offset: point - feet)
        }
    }
}
