import Documents

extension MountingCalibration {
    /// The mounting as a file (JSON5) that ``read(_:file:)`` takes; `origin` says in a comment where the numbers are from.
    ///
    /// Lengths are written to a tenth of a millimetre, angles to a thousandth of a degree, pixels to a ten-thousandth.
    public func text(origin: String) -> String {
        var lines = ["{", "  // \(Self.oneLine(origin))"]
        lines += ["  schema: \"\(Self.schema)\",", "  name: \(DocumentWriter.line(.string(name))),"]
        lines += ["  tried: \(tried),", "  // From the floor to the middle of the imager that depth is counted from."]
        lines.append(Self.line("heightMetres", heightMetres, 4))
        lines.append("  // Downwards is positive.")
        lines.append(Self.line("pitchDegrees", pitchDegrees, 3))
        lines.append("  // To the right is positive.")
        lines.append(Self.line("rollDegrees", rollDegrees, 3))
        lines += uncertainties
        if let noiseAtOneMetre {
            lines.append("  // The deviation of a sample one metre away; it grows with the square of the depth.")
            lines.append(Self.line("noiseAtOneMetreMetres", noiseAtOneMetre, 5))
        }
        if let intrinsics { lines += Self.lines(intrinsics) }
        if let body { lines += Self.lines(body) }
        return lines.joined(separator: "\n") + "\n}\n"
    }

    private var uncertainties: [String] {
        let known = [
            ("heightUncertaintyMetres", heightUncertaintyMetres, 4),
            ("pitchUncertaintyDegrees", pitchUncertaintyDegrees, 3),
            ("rollUncertaintyDegrees", rollUncertaintyDegrees, 3),
        ].compactMap { key, value, digits in value.map { Self.line(key, $0, digits) } }
        return known.isEmpty
            ? [] : ["  // Standard uncertainties: two times of three the truth is nearer than this."] + known
    }

    private static func line(_ key: String, _ value: Double, _ digits: Int) -> String {
        "  \(key): \(DecimalText.fixed(value, digits: digits)),"
    }

    private static func lines(_ intrinsics: PinholeIntrinsics) -> [String] {
        let numbers = [
            ("focalXPixels", intrinsics.focalX), ("focalYPixels", intrinsics.focalY),
            ("centreXPixels", intrinsics.centreX), ("centreYPixels", intrinsics.centreY),
        ].map { "\($0): \(DecimalText.fixed($1, digits: 4))" }
        let size = "width: \(intrinsics.width), height: \(intrinsics.height)"
        return ["  intrinsics: {", "    \(size),", "    \(numbers.joined(separator: ", ")),", "  },"]
    }

    private static func lines(_ body: [Part]) -> [String] {
        var lines = ["  // Parts of the image that the robot's own body covers, as shares of its width and height."]
        guard !body.isEmpty else { return lines + ["  body: [],"] }
        lines.append("  body: [")
        for part in body {
            let sides = [("left", part.left), ("top", part.top), ("right", part.right), ("bottom", part.bottom)]
            let text = sides.map { "\($0): \(DecimalText.fixed($1, digits: 4))" }.joined(separator: ", ")
            lines.append("    { \(text) },")
        }
        return lines + ["  ],"]
    }

    private static func oneLine(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 })
    }
}
