extension CameraModel {
    static let keys = [
        "width", "height", "rate", "focal", "centre", "mountHeight", "pitch", "roll", "depthUnit", "minimum", "maximum",
        "disparityNoise", "baseline", "holes", "flying", "confidence", "calibrated", "smudges",
    ]

    /// Reads the `camera` object; whatever is absent or wrong keeps its default.
    init(_ fields: ScenarioFields?) {
        self.init()
        guard let fields else { return }
        width = fields.integer("width", or: width, in: 16...1920)
        height = fields.integer("height", or: height, in: 16...1080)
        rate = fields.number("rate", or: rate, in: 1...90)
        centreX = Double(width - 1) / 2
        centreY = Double(height - 1) / 2
        focalX = 0.6 * Double(width)
        focalY = focalX
        readOptics(fields)
        mountHeight = fields.number("mountHeight", or: mountHeight, in: 0.05...3)
        pitch = fields.number("pitch", or: 0, in: -90...90) * Double.pi / 180
        roll = fields.number("roll", or: 0, in: -45...45) * Double.pi / 180
        isCalibrated = fields.boolean("calibrated", or: false)
        readRange(fields)
        disparityNoise = fields.number("disparityNoise", or: disparityNoise, in: 0...2)
        baseline = fields.number("baseline", or: baseline, in: 0.005...1)
        holeShare = fields.number("holes", or: holeShare, in: 0...1)
        flyingShare = fields.number("flying", or: flyingShare, in: 0...1)
        hasConfidence = fields.boolean("confidence", or: true)
        smudges = fields.objects("smudges", keys: Smudge.keys).compactMap { Smudge($0) }
    }

    private mutating func readOptics(_ fields: ScenarioFields) {
        if fields.has("focal"), let focal = fields.numbers("focal", counts: 2...2) {
            if focal.allSatisfy({ $0 >= 1 }) {
                (focalX, focalY) = (focal[0], focal[1])
            } else {
                fields.fail("outOfRange", "focal", "focal lengths are in pixels, at least 1")
            }
        }
        if fields.has("centre"), let centre = fields.numbers("centre", counts: 2...2) {
            (centreX, centreY) = (centre[0], centre[1])
        }
    }

    private mutating func readRange(_ fields: ScenarioFields) {
        depthUnit = fields.number("depthUnit", or: depthUnit, in: 0.00005...0.01)
        minimum = fields.number("minimum", or: minimum, in: 0.02...5)
        maximum = fields.number("maximum", or: maximum, in: 0.1...100)
        if maximum <= minimum {
            fields.fail("contradiction", "maximum", "\"maximum\" must be greater than \"minimum\"")
        } else if maximum > 65_535 * depthUnit {
            maximum = 65_535 * depthUnit
            if fields.has("maximum") {
                fields.fail("contradiction", "maximum", "a depth unit of \(depthUnit) m reaches \(maximum) m at most")
            }
        }
    }
}
