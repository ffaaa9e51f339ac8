import Devices
import Documents
import Readings

/// The devices that were found, for a person and for a machine.
struct DeviceList {
    let cameras: [CameraDescription]
    let barometers: BarometerScan
    let profiles: CalibrationProfiles
    /// What a camera answered that was opened for it; nil where none was.
    let asked: CameraStatus?
    /// Whether the buses were asked for barometers.
    let isScanned: Bool

    private static let untried = "not tried on hardware"

    // MARK: - For a person

    /// What there is, in lines.
    var lines: [String] { cameraLines + [""] + barometerLines }

    private var cameraLines: [String] {
        guard !cameras.isEmpty else { return ["No depth camera is plugged in."] }
        return ["Cameras"] + cameras.flatMap(lines)
    }

    private func lines(_ camera: CameraDescription) -> [String] {
        let profile = profile(camera)
        var lines = ["  \(camera.title), \(camera.speed?.description ?? "unknown speed")"]
        if let refusal = camera.refusal { lines.append("    not used: \(refusal.description)") }
        if let choice = camera.choice {
            lines.append("    used in \(choice.mode.description); it lists \(modes(camera))")
            lines += choice.notes.map { "    \($0)" }
        }
        let unit = DecimalText.shortest(profile.depthUnitMetres)
        lines.append(
            "    depth unit \(unit) m unless it tells another, at least \(DecimalText.shortest(profile.minimumMetres)) m; "
                + Self.words(confidence(camera, profile)))
        lines += answers(camera)
        if !profile.tried { lines.append("    \(profile.name): \(Self.untried)") }
        return lines
    }

    /// What the camera answered, if it is the one that was asked.
    private func answers(_ camera: CameraDescription) -> [String] {
        guard let asked, asked.description?.node == camera.node else { return [] }
        guard let facts = told(camera) else {
            return ["    it did not answer: \(asked.lastFault ?? asked.state.description)"]
        }
        var parts = ["firmware \(facts.firmware ?? "unknown")"]
        if let serial = facts.serial { parts.append("serial number \(serial)") }
        let teller = facts.toldDepthUnit ? "the camera" : "its profile"
        parts.append("depth unit \(DecimalText.shortest(facts.depthUnit)) m by \(teller)")
        if let lens = facts.intrinsics {
            parts.append(
                "focal length \(DecimalText.fixed(lens.focalX, digits: 1)) pixels at \(lens.width)×\(lens.height)")
        }
        let fault = asked.confidenceFault.map { ["    it sends no confidence: \($0)"] } ?? []
        return ["    it answers: " + parts.joined(separator: ", ")] + fault
    }

    /// The sizes that a camera lists, each with its rates.
    private func modes(_ camera: CameraDescription) -> String {
        var sizes: [String] = []
        var rates: [String: [Int]] = [:]
        for mode in camera.modes {
            let size = "\(mode.width)×\(mode.height)"
            if rates[size] == nil { sizes.append(size) }
            let rate = Int(mode.rate.rounded())
            if !(rates[size, default: []].contains(rate)) { rates[size, default: []].append(rate) }
        }
        return sizes.map { "\($0) at \((rates[$0] ?? []).map(String.init).joined(separator: "/")) Hz" }
            .joined(separator: ", ")
    }

    private var barometerLines: [String] {
        var lines = barometers.places.isEmpty ? ["No barometer is known to the kernel."] : ["Barometers"]
        lines += barometers.places.map { "  \(Self.title($0))\(isTried($0) ? "" : ", " + Self.untried)" }
        if !barometers.buses.isEmpty {
            lines += ["", "I2C buses"]
            lines += barometers.buses.map(Self.line)
            if !isScanned, barometers.buses.contains(where: { $0.adapter.refusal == nil }) {
                lines.append("  companion devices --scan asks them for barometers")
            }
        }
        lines += barometers.findings.map { "  \($0.message) \($0.remedy)" }
        return lines
    }

    private static func line(_ bus: BarometerScan.Bus) -> String {
        let reason = bus.adapter.refusal.map { "; left alone, because \($0.rawValue)" } ?? ""
        return "  \(bus.adapter.path)  \(bus.adapter.name)\(reason)"
    }

    private static func title(_ place: BarometerScan.Place) -> String {
        var parts = [place.chip]
        if let bus = place.bus { parts.append("at \(bus)") }
        if let address = place.address { parts.append("address 0x" + String(address, radix: 16)) }
        if let node = place.kernelNode { parts.append("driven by the kernel (\(node))") }
        return parts.joined(separator: ", ")
    }

    private static func words(_ confidence: CameraProfile.Confidence) -> String {
        switch confidence {
        case .stereo: "confidence is derived"
        case .nibbles: "native confidence, four bits a sample"
        case .infrared: "confidence from its infrared picture"
        case .none: "no confidence of its own: it is derived"
        }
    }

    /// What the camera's kind has, unless this one lists no confidence that goes with its depth.
    private func confidence(_ camera: CameraDescription, _ profile: CameraProfile) -> CameraProfile.Confidence {
        guard profile.confidence == .nibbles, let mode = camera.choice?.mode, let video = camera.video,
            ConfidenceMode.mode(beside: mode, in: video) == nil
        else { return profile.confidence }
        return .none
    }

    private func profile(_ camera: CameraDescription) -> CameraProfile {
        profiles.camera(vendor: camera.vendor, product: camera.product) ?? .unknown
    }

    private func isTried(_ place: BarometerScan.Place) -> Bool {
        profiles.barometer(chip: place.chip.lowercased())?.tried ?? false
    }

    // MARK: - For a machine

    /// The same as one object.
    var json: JSONValue {
        .object([
            .init("cameras", .array(cameras.map(json))), .init("barometers", .array(barometers.places.map(json))),
            .init("buses", .array(barometers.buses.map(json))),
            .init("findings", .array(barometers.findings.map(Self.json))),
        ])
    }

    private func json(_ camera: CameraDescription) -> JSONValue {
        let (profile, told) = (profile(camera), told(camera))
        return .object([
            .init("name", .string(camera.name)), .init("vendor", .string(Self.hex(camera.vendor))),
            .init("product", .string(Self.hex(camera.product))),
            .init("serial", Self.text(told?.serial ?? camera.serial)),
            .init("port", .string(camera.port)), .init("speed", Self.text(camera.speed?.rawValue)),
            .init("modes", .array(camera.modes.map(Self.json))),
            .init("mode", camera.choice.map { Self.json($0.mode) } ?? .null),
            .init("notes", .array((camera.choice?.notes ?? []).map { .string($0) })),
            .init("depthUnit", .number(DecimalText.shortest(told?.depthUnit ?? profile.depthUnitMetres))),
            .init("intrinsics", told?.intrinsics.map(Self.json) ?? .null),
            .init("minimum", .number(DecimalText.shortest(profile.minimumMetres))),
            .init("confidence", .string(confidence(camera, profile).rawValue)), .init("tried", .boolean(profile.tried)),
            .init("refusal", Self.text(camera.refusal?.description)), .init("firmware", Self.text(told?.firmware)),
        ])
    }

    /// What the camera told, if it is the one that was asked.
    private func told(_ camera: CameraDescription) -> CameraFacts? {
        asked?.description?.node == camera.node ? asked?.facts : nil
    }

    private static func json(_ lens: PinholeIntrinsics) -> JSONValue {
        .object([
            .init("width", .integer(lens.width)), .init("height", .integer(lens.height)),
            .init("focalX", .number(DecimalText.fixed(lens.focalX, digits: 4))),
            .init("focalY", .number(DecimalText.fixed(lens.focalY, digits: 4))),
            .init("centreX", .number(DecimalText.fixed(lens.centreX, digits: 4))),
            .init("centreY", .number(DecimalText.fixed(lens.centreY, digits: 4))),
        ])
    }

    private static func json(_ mode: DepthMode) -> JSONValue {
        .object([
            .init("width", .integer(mode.width)), .init("height", .integer(mode.height)),
            .init("rate", .number(DecimalText.fixed(mode.rate, digits: 3))),
            .init("format", .string(mode.pixelFormat.rawValue)),
        ])
    }

    private func json(_ place: BarometerScan.Place) -> JSONValue {
        .object([
            .init("chip", .string(place.chip)), .init("bus", Self.text(place.bus)),
            .init("address", place.address.map { .integer(Int($0)) } ?? .null),
            .init("kernel", Self.text(place.kernelNode)), .init("tried", .boolean(isTried(place))),
        ])
    }

    private func json(_ bus: BarometerScan.Bus) -> JSONValue {
        .object([
            .init("path", .string(bus.adapter.path)), .init("name", .string(bus.adapter.name)),
            .init("leftAlone", Self.text(bus.adapter.refusal?.rawValue)),
            .init("finding", Self.text(bus.finding?.code)),
        ])
    }

    /// A finding of the barometers as the doctor gives it.
    static func json(_ finding: BarometerFinding) -> JSONValue {
        .object([
            .init("code", .string(finding.code)), .init("severity", .string(finding.isHarmless ? "note" : "warning")),
            .init("message", .string(finding.message)), .init("remedy", .string(finding.remedy)),
        ])
    }

    private static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

    private static func hex(_ number: UInt16) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
