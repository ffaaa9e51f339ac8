import Documents
import Readings

extension CameraProfile {
    /// What stands under `schema` in a camera's profile.
    package static let schema = "companion-camera-1"
    static let keys = [
        "schema", "name", "vendorId", "productIds", "tried", "control", "depthUnitMetres", "minimumMetres",
        "maximumMetres", "confidence", "baselineMetres", "disparityDeviationPixels", "leastEdgeMetres", "intrinsics",
        "horizontalFieldDegrees", "metadata", "stampTicksPerSecond", "isTurned", "nibbleOrder", "leastFirmware",
        "resetsByCommand",
    ]
    private static let intrinsicsKeys = [
        "width", "height", "focalXPixels", "focalYPixels", "centreXPixels", "centreYPixels",
    ]

    /// Reads a profile; nil exactly where something is reported.
    init?(_ fields: CheckedFields) {
        self = .unknown
        readHead(fields)
        readRange(fields)
        readTrust(fields)
        readLayout(fields)
        guard fields.findings.list.isEmpty else { return nil }
    }

    private mutating func readHead(_ fields: CheckedFields) {
        name = fields.text("name") ?? name
        vendorId = UInt16(fields.integer("vendorId", 1...65_535) ?? 0)
        productIds = fields.integers("productIds", 0...65_535)?.map { UInt16($0) } ?? []
        tried = fields.boolean("tried") ?? tried
        control = fields.word("control", as: Control.self) ?? control
        resetsByCommand = fields.boolean("resetsByCommand") ?? resetsByCommand
        if fields.has("leastFirmware"), let text = fields.text("leastFirmware") {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
            leastFirmware = parts.compactMap { $0 }
            if parts.count != 4 || leastFirmware?.count != 4 {
                fields.fail("wrongType", "leastFirmware", "this must be four numbers below 256 with dots between them")
            }
        }
    }

    private mutating func readRange(_ fields: CheckedFields) {
        depthUnitMetres = fields.number("depthUnitMetres", 0.000001...0.01) ?? depthUnitMetres
        minimumMetres = fields.number("minimumMetres", 0.01...5) ?? minimumMetres
        maximumMetres = fields.number("maximumMetres", 0.1...65) ?? maximumMetres
        if minimumMetres >= maximumMetres {
            fields.fail("contradiction", "maximumMetres", "this must be more than minimumMetres")
        }
        leastEdgeMetres = fields.number("leastEdgeMetres", 0.001...0.5) ?? leastEdgeMetres
        horizontalFieldDegrees = fields.optional("horizontalFieldDegrees", 20...170)
        intrinsics = fields.objects("intrinsics", keys: Self.intrinsicsKeys).compactMap { Self.intrinsics($0) }
    }

    private mutating func readTrust(_ fields: CheckedFields) {
        confidence = fields.word("confidence", as: Confidence.self) ?? confidence
        baselineMetres = fields.optional("baselineMetres", 0.005...0.5)
        disparityDeviationPixels = fields.optional("disparityDeviationPixels", 0.01...2)
        if confidence == .stereo, baselineMetres == nil || disparityDeviationPixels == nil {
            fields.fail(
                "contradiction", "confidence", "stereo needs baselineMetres and disparityDeviationPixels as well")
        }
    }

    private mutating func readLayout(_ fields: CheckedFields) {
        metadata = fields.word("metadata", as: FrameMetadata.Layout.self) ?? metadata
        stampTicksPerSecond = UInt64(fields.integer("stampTicksPerSecond", 0...1_000_000_000) ?? 0)
        if fields.has("isTurned") { isTurned = fields.boolean("isTurned") ?? isTurned }
        if fields.has("nibbleOrder") { nibbleOrder = fields.word("nibbleOrder", as: NibbleOrder.self) ?? nibbleOrder }
    }

    private static func intrinsics(_ fields: CheckedFields) -> PinholeIntrinsics? {
        guard let width = fields.integer("width", 1...4096), let height = fields.integer("height", 1...4096),
            let focalX = fields.number("focalXPixels", 10...20_000),
            let focalY = fields.number("focalYPixels", 10...20_000),
            let centreX = fields.number("centreXPixels", 0...4096),
            let centreY = fields.number("centreYPixels", 0...4096)
        else { return nil }
        let found = PinholeIntrinsics(
            width: width, height: height, focalX: focalX, focalY: focalY, centreX: centreX, centreY: centreY)
        if found.isPlausible { return found }
        fields.fail("outOfRange", "focalXPixels", "these intrinsics cannot be those of a \(width)×\(height) camera")
        return nil
    }
}
