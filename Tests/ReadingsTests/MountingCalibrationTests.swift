import Documents
import Readings
import Testing

/// The file of a mounting.
struct MountingCalibrationTests {
    private static let least =
        "schema: \"companion-mounting-1\", name: \"x\", tried: true, heightMetres: 0.6, pitchDegrees: 20, rollDegrees: -1"

    private static func read(_ body: String) -> (mounting: MountingCalibration?, findings: [FileFinding]) {
        MountingCalibration.read(Array("{\n\(body)\n}".utf8), file: "m.json5")
    }

    @Test func `the least that a mounting says is read`() throws {
        let (mounting, findings) = Self.read(Self.least)
        #expect(findings.isEmpty)
        #expect(mounting == MountingCalibration(name: "x", heightMetres: 0.6, pitchDegrees: 20, rollDegrees: -1))
    }

    @Test func `what is written is read again as it was`() throws {
        var mounting = MountingCalibration(
            name: "a \"robot\"", heightMetres: 0.6123, pitchDegrees: -5.25, rollDegrees: 1.5,
            intrinsics: PinholeIntrinsics(
                width: 640, height: 480, focalX: 390.4315, focalY: 390.4315, centreX: 331.3879, centreY: 242.1873),
            noiseAtOneMetre: 0.00612, body: [.init(left: 0.25, top: 0.875, right: 0.75, bottom: 1)])
        mounting.heightUncertaintyMetres = 0.0031
        mounting.pitchUncertaintyDegrees = 0.12
        mounting.rollUncertaintyDegrees = 0.087
        let text = mounting.text(origin: "a test\nof two lines")
        let again = MountingCalibration.read(Array(text.utf8), file: "m.json5")
        #expect(again.findings.isEmpty)
        #expect(again.mounting == mounting)
        mounting.body = []
        #expect(MountingCalibration.read(Array(mounting.text(origin: "").utf8), file: "").mounting?.body == [])
    }

    @Test(arguments: [
        ("heightMeters: 0.6", "unknownKey", "heightMeters"),
        ("body: [{ left: 0.5, top: 0, right: 0.5, bottom: 1 }]", "contradiction", "right"),
        ("noiseAtOneMetreMetres: 0.2", "outOfRange", "noiseAtOneMetreMetres"), ("body: 3", "wrongType", "body"),
        (
            "intrinsics: { width: 640.5, height: 480, focalXPixels: 1, focalYPixels: 1, centreXPixels: 1, centreYPixels: 1 }",
            "wrongType", "width"
        ),
        ("intrinsics: { width: 640 }", "missingKey", "height"),
    ])
    func `one mistake is one finding with its file, line and key, and no mounting`(
        text: String, code: String, key: String
    ) throws {
        let (mounting, findings) = Self.read(Self.least + ",\n" + text)
        #expect(mounting == nil)
        let finding = try #require(findings.first)
        #expect(findings.count == 1 && finding.code == code && finding.key == key && finding.line == 3)
        #expect(finding.description.hasPrefix("m.json5:3: \(key): "))
    }

    @Test func `another schema, what is no document, and several mistakes at once are told`() {
        #expect(Self.read("schema: \"companion-mounting-2\"").findings.map(\.code) == ["wrongSchema"])
        #expect(Self.read("name: 3").findings.map(\.code) == ["wrongSchema"])
        #expect(MountingCalibration.read(Array("{ a".utf8), file: "m").findings.map(\.code) == ["malformedJSON"])
        let several = Self.read(
            "schema: \"companion-mounting-1\", name: \"x\", tried: 1, heightMetres: 9, pitchDegrees: 20")
        #expect(several.findings.map(\.code) == ["wrongType", "outOfRange", "missingKey"])
    }

    @Test func `optics of another size of the same picture are scaled, of another picture not`() throws {
        let optics = PinholeIntrinsics(width: 640, height: 480, focalX: 390, focalY: 390, centreX: 331.4, centreY: 242)
        let half = try #require(optics.scaled(toWidth: 320, height: 240))
        #expect(half.focalX == 195 && half.focalY == 195)
        #expect(abs(half.centreX - 165.45) < 1e-9 && abs(half.centreY - 120.75) < 1e-9)
        #expect(optics.scaled(toWidth: 640, height: 480) == optics)
        #expect(optics.scaled(toWidth: 848, height: 480) == nil)
        #expect(optics.scaled(toWidth: 0, height: 0) == nil)
    }
}
