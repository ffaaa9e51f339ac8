import Calibration
import Devices
import Documents
import Evidence
import Testing

struct ProfileTests {
    private static let camera = """
        {
          schema: "companion-camera-1", // a comment
          name: "mine",
          vendorId: 0x8086, productIds: [0x1155], tried: true, control: "realSense", resetsByCommand: false,
          depthUnitMetres: 0.0005,
          minimumMetres: 0.3, maximumMetres: 4,
          confidence: "stereo",
          baselineMetres: 0.06, disparityDeviationPixels: 0.1,
          leastEdgeMetres: 0.03,
          metadata: "none", stampTicksPerSecond: 0,
        }
        """

    private func read(_ text: String) -> (profile: CalibrationProfile?, findings: [FileFinding]) {
        CalibrationProfile.read(Array(text.utf8), file: "mine.json5")
    }

    private func profiles(_ files: [String: String], in folders: Int = 1) throws -> CalibrationProfiles {
        try Files.withTemporaryFolder { folder in
            for (name, text) in files { Files.write(text, to: folder + "/" + name) }
            return CalibrationProfiles(overrides: [folder])
        }
    }

    @Test func `every file that ships is a profile in order, and none says it was tried`() {
        #expect(ShippedProfiles.files.count == 23)
        for file in ShippedProfiles.files {
            let (profile, findings) = CalibrationProfile.read(file.bytes, file: file.name)
            #expect(findings.isEmpty, "\(findings)")
            switch profile {
            case .camera(let camera):
                #expect(file.name.hasPrefix("camera-") && !camera.tried)
            case .barometer(let barometer):
                #expect(file.name == "barometer-\(barometer.chip).json5" && !barometer.tried)
            case .mounting(let mounting):
                #expect(file.name.hasPrefix("mounting-") && !mounting.tried)
            case nil: Issue.record("\(file.name) is no profile")
            }
        }
    }

    @Test func `every file in the folder ships, and each number has a comment near it`() throws {
        let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        for file in ShippedProfiles.files {
            let text = try #require(Files.text("/" + folder + "/Calibration/" + file.name))
            #expect(Array(text.utf8) == file.bytes)
            #expect(text.contains("// "))
        }
    }

    @Test(
        arguments: [
            (0x8086, 0x1155, "RealSense D421"), (0x8086, 0x1156, "RealSense D436"), (0x8086, 0x0B3A, "RealSense D435"),
            (0x8086, 0x0B64, "RealSense L515"), (0x2BC5, 0x0800, "Orbbec Gemini 330 series"),
            (0x8086, 0x0AA5, "RealSense SR300, SR305 and SR306"),
        ] as [(UInt16, UInt16, String)])
    func `a camera is known by its USB numbers`(vendor: UInt16, product: UInt16, name: String) {
        #expect(CalibrationProfiles().camera(vendor: vendor, product: product)?.name == name)
    }

    @Test func `no two profiles claim one camera, and an unknown one has none`() {
        let profiles = CalibrationProfiles()
        let all = profiles.cameras.flatMap { camera in camera.productIds.map { [camera.vendorId, $0] } }
        #expect(Set(all).count == all.count)
        #expect(profiles.camera(vendor: 0x2BC5, product: 0x1155) == nil)
        #expect(profiles.camera(vendor: 1, product: 1) == nil)
    }

    @Test func `a stereo camera that tells no intrinsics is judged by a focal length near its own, at every size`() {
        for camera in CalibrationProfiles().cameras + [.unknown] where camera.disparityDeviationPixels != nil {
            for (width, height) in [(848, 480), (640, 480), (1280, 720), (480, 270), (256, 144)] {
                let facts = CameraFacts(camera, width: width, height: height)
                let focal = facts.nominalFocalPixels ?? 0
                #expect((0.4...0.8).contains(focal / Double(width)), "\(camera.name): \(focal) at \(width)")
                #expect(facts.confidenceRule(camera).deviationPerMetre > 0, "\(camera.name) at \(width)×\(height)")
            }
        }
    }

    @Test(arguments: [(848, 480, 446.8), (640, 480, 390.4315), (320, 240, 195.2158), (1280, 720, 674.4)])
    func `a nominal focal length is that of the profile's picture of the same shape, else of the field of view`(
        width: Int, height: Int, focal: Double
    ) throws {
        let d435 = try #require(CalibrationProfiles().camera(vendor: 0x8086, product: 0x0B07))
        let facts = CameraFacts(d435, width: width, height: height)
        #expect(abs((facts.nominalFocalPixels ?? 0) - focal) < 0.1)
        // It judges noise, and is no intrinsics by which a floor could be found.
        #expect((facts.intrinsics != nil) == (width == 640))
    }

    @Test func `without a field of view other shapes are scaled by their width, and without anything there is none`() {
        var profile = CameraProfile.unknown
        profile.horizontalFieldDegrees = nil
        #expect(profile.nominalFocalPixels(width: 640, height: 480) == nil)
        profile.intrinsics = [
            .init(width: 640, height: 480, focalX: 400, focalY: 400, centreX: 320, centreY: 240)
        ]
        #expect(profile.nominalFocalPixels(width: 1280, height: 720) == 800)
        // A picture that stands upright has its field along its height.
        profile = .unknown
        #expect(
            profile.nominalFocalPixels(width: 480, height: 640) == profile.nominalFocalPixels(width: 640, height: 480))
    }

    @Test func `the D405 alone counts in tenths of a millimetre`() {
        let fine = CalibrationProfiles().cameras.filter { $0.control == .realSense && $0.depthUnitMetres == 0.0001 }
        #expect(fine.map(\.name) == ["RealSense D405"])
    }

    @Test(arguments: [
        "bmp280", "bme280", "bmp388", "bmp390", "bmp580", "bmp581", "lps22hb", "lps22hh", "ms5611", "ms5607",
        "dps310", "spl06",
    ])
    func `each barometer chip has settings for floors: below 1.3 Pa of noise, and limits for air`(chip: String) throws {
        let profile = try #require(CalibrationProfiles().barometer(chip: chip))
        #expect(profile.noisePascals < 1.3)
        #expect(profile.minimumPascals < 60_000 && profile.maximumPascals >= 110_000)
    }

    @Test func `a file of the machine takes the place of the shipped one of its name`() throws {
        let profiles = try profiles(["camera-realsense-d421.json5": Self.camera])
        #expect(profiles.findings.isEmpty)
        let camera = try #require(profiles.camera(vendor: 0x8086, product: 0x1155))
        #expect(camera.name == "mine")
        #expect(camera.depthUnitMetres == 0.0005 && camera.tried)
        #expect(profiles.cameras.count == CalibrationProfiles().cameras.count)
    }

    @Test func `a file of a new name is one more and is asked first`() throws {
        let profiles = try profiles(["zz.json5": Self.camera, "readme.txt": "nothing", ".hidden.json5": "nothing"])
        #expect(profiles.findings.isEmpty)
        #expect(profiles.camera(vendor: 0x8086, product: 0x1155)?.name == "mine")
        #expect(profiles.cameras.count == CalibrationProfiles().cameras.count + 1)
    }

    @Test func `of two folders the later one wins`() throws {
        try Files.withTemporaryFolder { first in
            try Files.withTemporaryFolder { second in
                Files.write(Self.camera, to: first + "/a.json5")
                Files.write(Self.camera.replacing("mine", with: "later"), to: second + "/a.json5")
                let profiles = CalibrationProfiles(overrides: [first, second])
                #expect(profiles.camera(vendor: 0x8086, product: 0x1155)?.name == "later")
                #expect(profiles.cameras.count == CalibrationProfiles().cameras.count + 1)
            }
        }
    }

    @Test func `a folder that does not exist is no mistake, one that cannot be read is`() throws {
        #expect(CalibrationProfiles(overrides: ["/nowhere/at/all"]).findings.isEmpty)
        let found = CalibrationProfiles(overrides: ["/dev/null"]).findings
        #expect(found.map(\.code) == ["unreadable"])
        #expect(found.first?.file == "/dev/null")
    }

    @Test func `a refused file is named with its line, and the shipped one stays`() throws {
        let text = Self.camera.replacing("minimumMetres: 0.3", with: "minimumMetre: 0.3")
        let profiles = try profiles(["camera-realsense-d421.json5": text])
        #expect(profiles.camera(vendor: 0x8086, product: 0x1155)?.name == "RealSense D421")
        let finding = try #require(profiles.findings.first)
        #expect(finding.file.hasSuffix("/camera-realsense-d421.json5"))
        #expect(finding.line == 6)
        #expect(finding.key == "minimumMetre")
        #expect(finding.message == "no such key; did you mean minimumMetres?")
        #expect(finding.description.contains("camera-realsense-d421.json5:6: minimumMetre: "))
    }

    @Test(arguments: [
        ("companion-camera-1", "companion-camera-2", "wrongSchema", 2), ("0.0005", "0", "outOfRange", 5),
        ("0.0005", "0.0101", "outOfRange", 5), ("0.0005", "\"1 mm\"", "wrongType", 5),
        ("depthUnitMetres: 0.0005,", "", "missingKey", 1),
        ("maximumMetres: 4", "maximumMetres: 0.3", "contradiction", 6),
        ("\"realSense\"", "\"realsens\"", "outOfRange", 4), ("[0x1155]", "[]", "wrongType", 4),
        ("[0x1155]", "[0x11555]", "outOfRange", 4), ("[0x1155]", "[1.5]", "wrongType", 4),
        ("tried: true", "tried: 1", "wrongType", 4), ("baselineMetres: 0.06, ", "", "contradiction", 7),
        ("metadata: \"none\"", "metadata: \"none\", leastFirmware: \"5.1\"", "wrongType", 10),
        ("metadata: \"none\"", "metadata: \"none\", intrinsics: [{ width: 640 }]", "missingKey", 10),
        ("metadata: \"none\"", "metadata: \"none\", name: \"x\"", "duplicateKey", 10), ("}", "", "malformedJSON", 11),
        ("\"mine\"", "\"\"", "wrongType", 3), ("0.0005", "NaN", "outOfRange", 5),
    ])
    func `what is wrong is told by its code and its line`(old: String, new: String, code: String, line: Int) throws {
        let text = try #require(Self.camera.contains(old) ? Self.camera.replacing(old, with: new) : nil)
        let (profile, findings) = read(text)
        #expect(profile == nil)
        let finding = try #require(findings.first)
        #expect(finding.code == code)
        #expect(finding.line == line)
    }

    @Test(arguments: ["", "[]", "7", "null", "{}", "\u{0}"]) func `what is no profile is refused`(text: String) {
        #expect(read(text).profile == nil)
        #expect(read(text).findings.count == 1)
    }

    @Test func `a file beyond its limit is refused by name`() throws {
        let profiles = try profiles(["big.json5": Self.camera + String(repeating: " ", count: 1 << 18)])
        #expect(profiles.findings.map(\.code) == ["unreadable"])
    }

    @Test func `intrinsics that cannot be are refused`() {
        let item =
            "{ width: 640, height: 480, focalXPixels: 390, focalYPixels: 390, centreXPixels: 331, centreYPixels: 242 }"
        let text = Self.camera.replacing("metadata: \"none\"", with: "metadata: \"none\", intrinsics: [\(item)]")
        guard case .camera(let camera)? = read(text).profile else { return #expect(Bool(false), "no camera") }
        #expect(camera.intrinsics.first?.centreY == 242)
        let bad = text.replacing("focalXPixels: 390", with: "focalXPixels: 20")
        #expect(read(bad).findings.map(\.code) == ["outOfRange"])
    }

    @Test func `stamps count as the profile says, else as the camera declares, else microseconds`() {
        var profile = CameraProfile.unknown
        #expect(profile.ticksPerSecond(declared: 0) == 1_000_000)
        #expect(profile.ticksPerSecond(declared: 48_000_000) == 48_000_000)
        profile.stampTicksPerSecond = 1_000_000
        #expect(profile.ticksPerSecond(declared: 48_000_000) == 1_000_000)
    }
}
