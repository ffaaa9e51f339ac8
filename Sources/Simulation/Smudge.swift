import Readings

/// Dirt, drops or fog on the camera's glass: a part of the picture that shows something near, or nothing.
package struct Smudge: Equatable, Sendable {
    /// The left edge, the upper, the right and the lower, as shares of the picture from its upper left corner.
    package var area: [Double]
    /// How near it seems to be, metres; 0 where it only hides what is behind.
    package var metres: Double
    /// When it is there, in seconds of the scenario.
    package var span: Range<Double>

    static let keys = ["area", "distance", "from", "until"]

    /// Reads one; nil where it is not clear where it is.
    init?(_ fields: ScenarioFields) {
        metres = fields.number("distance", or: 0.3, in: 0...5)
        span = fields.presence()
        guard let area = fields.numbers("area", counts: 4...4) else { return nil }
        guard area.allSatisfy({ (0...1).contains($0) }), area[0] < area[2], area[1] < area[3] else {
            fields.fail("outOfRange", "area", "an area is left, top, right and bottom, as rising shares from 0 to 1")
            return nil
        }
        self.area = area
    }

    /// Covers its part of a frame; the samples scatter by up to a hundredth.
    func cover(_ frame: inout DepthFrame, chance: Chance, index: UInt64) {
        let rows = Int(area[1] * Double(frame.height))..<Int((area[3] * Double(frame.height)).rounded(.up))
        let columns = Int(area[0] * Double(frame.width))..<Int((area[2] * Double(frame.width)).rounded(.up))
        for row in rows {
            var bits = chance.bits(index &* 4096 &+ UInt64(row))
            for column in columns {
                bits = bits &* 0x9E37_79B9_7F4A_7C15 &+ 0xD1B5_4A32_D192_ED03
                let share = Double(bits >> 40) / 16_777_216 - 0.5
                let sample = metres * (1 + 0.02 * share) / frame.depthUnit
                let place = row * frame.width + column
                frame.samples[place] = UInt16(min(sample.rounded(), 65_535))
                frame.confidence?[place] = metres > 0 ? 2 : 0
            }
        }
    }
}
