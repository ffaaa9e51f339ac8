import Documents

extension MountingCalibration {
    /// A file with more bytes is no mounting's.
    public static let byteLimit = 1 << 18

    private static let keys = [
        "schema", "name", "tried", "heightMetres", "pitchDegrees", "rollDegrees", "heightUncertaintyMetres",
        "pitchUncertaintyDegrees", "rollUncertaintyDegrees", "noiseAtOneMetreMetres", "intrinsics", "body",
    ]
    private static let intrinsicsKeys = [
        "width", "height", "focalXPixels", "focalYPixels", "centreXPixels", "centreYPixels",
    ]
    private static let partKeys = ["left", "top", "right", "bottom"]
    private static let partLimit = 64

    /// Reads a mounting's file (JSON5) and says everything that is wrong with it, in the order of its keys; the mounting
    /// is nil exactly where there is a finding.
    public static func read(
        _ bytes: [UInt8], file: String
    ) -> (mounting: MountingCalibration?, findings: [FileFinding]) {
        do throws(DocumentError) {
            let limits = Document.Limits(bytes: byteLimit, depth: 8)
            let root = try Document(bytes, dialect: .json5, limits: limits).root
            let findings = FileFindings(file: file)
            let mounting = MountingCalibration(root, findings)
            return (findings.list.isEmpty ? mounting : nil, findings.list)
        } catch {
            return (nil, [FileFinding(file: file, error: error)])
        }
    }

    private init?(_ root: JSONElement, _ findings: FileFindings) {
        guard root.kind == .object, root["schema"]?.string == Self.schema else {
            let found = root["schema"]?.string.map { "\"\($0)\" is not" } ?? "this is not"
            findings.add(
                "wrongSchema", "schema", at: root["schema"] ?? root,
                "\(found) \(Self.schema), the mounting that this version reads")
            return nil
        }
        let fields = CheckedFields(root, keys: Self.keys, findings: findings)
        self.init(
            name: fields.text("name") ?? "", tried: fields.boolean("tried") ?? false,
            heightMetres: fields.number("heightMetres", Self.heights) ?? 0,
            pitchDegrees: fields.number("pitchDegrees", Self.pitches) ?? 0,
            rollDegrees: fields.number("rollDegrees", Self.rolls) ?? 0,
            noiseAtOneMetre: fields.optional("noiseAtOneMetreMetres", Self.noises))
        heightUncertaintyMetres = fields.optional("heightUncertaintyMetres", 0...1)
        pitchUncertaintyDegrees = fields.optional("pitchUncertaintyDegrees", 0...45)
        rollUncertaintyDegrees = fields.optional("rollUncertaintyDegrees", 0...45)
        if let element = root["intrinsics"] { intrinsics = Self.intrinsics(element, findings) }
        if let element = root["body"] { body = Self.body(element, findings) }
    }

    private static func intrinsics(_ element: JSONElement, _ findings: FileFindings) -> PinholeIntrinsics? {
        let fields = CheckedFields(element, keys: intrinsicsKeys, findings: findings)
        guard let width = fields.integer("width", 16...16_384), let height = fields.integer("height", 16...16_384),
            let focalX = fields.number("focalXPixels", 1...100_000),
            let focalY = fields.number("focalYPixels", 1...100_000),
            let centreX = fields.number("centreXPixels", 0...16_384),
            let centreY = fields.number("centreYPixels", 0...16_384)
        else { return nil }
        if centreX > Double(width) { fields.fail("contradiction", "centreXPixels", "this is beyond the width") }
        if centreY > Double(height) { fields.fail("contradiction", "centreYPixels", "this is beyond the height") }
        return PinholeIntrinsics(
            width: width, height: height, focalX: focalX, focalY: focalY, centreX: centreX, centreY: centreY)
    }

    private static func body(_ element: JSONElement, _ findings: FileFindings) -> [Part]? {
        let items = Array(element.items)
        guard element.kind == .array, items.count <= partLimit else {
            findings.add("wrongType", "body", at: element, "this must be a list of at most \(partLimit) parts")
            return nil
        }
        return items.compactMap { part($0, findings) }
    }

    private static func part(_ element: JSONElement, _ findings: FileFindings) -> Part? {
        let fields = CheckedFields(element, keys: partKeys, findings: findings)
        guard let left = fields.number("left", 0...1), let top = fields.number("top", 0...1),
            let right = fields.number("right", 0...1), let bottom = fields.number("bottom", 0...1)
        else { return nil }
        if right <= left { fields.fail("contradiction", "right", "this must be greater than left") }
        if bottom <= top { fields.fail("contradiction", "bottom", "this must be greater than top") }
        return Part(left: left, top: top, right: right, bottom: bottom)
    }
}
