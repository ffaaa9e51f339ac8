import Documents
import Service
import Testing

/// What the doctor takes over from a service that runs.
@Suite struct ServiceWordTests {
    private func word(_ codes: [String], camera: String? = "streaming") -> ServiceWord {
        let part = camera.map { [JSONValue.Member("camera", .object([.init("state", .string($0))]))] } ?? []
        let problems = codes.map { StatusProblem(code: $0, message: "m", remedy: "r").json }
        return ServiceWord(status: .object([.init("problems", .array(problems))] + part))
    }

    @Test(arguments: [
        "noCamera", "cameraUnplugged", "cameraRefused", "cameraSilent", "confidenceSilent", "cameraGlass",
        "calibrationUnfit", "calibrationRejected", "depthUnavailable", "depthBlocked", "barometerLost",
        "barometerBusHangs", "barometerDenied", "barometerUnavailable",
    ])
    func `every problem of a camera or a barometer is told`(code: String) {
        #expect(word([code]).findings(beside: []).map(\.code) == [code])
    }

    @Test func `what is wrong with places, phones and voice is told elsewhere`() {
        #expect(word(["noPlaces", "noVoice", "trackingLost", "phoneLinkSilent"]).findings(beside: []).isEmpty)
        #expect(ServiceWord(status: .null) == ServiceWord())
    }

    @Test func `a sensor that does not read is told once, in the words that say most`() {
        let codes = word(["cameraSilent", "depthUnavailable", "barometerLost", "barometerUnavailable"]).problems
        #expect(codes.map(\.code) == ["cameraSilent", "barometerLost"])
        #expect(word(["cameraGlass", "depthUnavailable"]).problems.count == 2)
    }

    @Test func `what the doctor saw by itself is not told twice`() {
        let own = [DoctorFinding(.error, "noCamera", "m"), DoctorFinding(.warning, "barometerCoarse", "m")]
        let found = word(["noCamera", "cameraUnplugged", "depthUnavailable", "barometerLost"]).findings(beside: own)
        #expect(found.map(\.code) == ["barometerLost"])
    }

    @Test func `readings that go on without the camera's confidence are a warning, silence is an error`() {
        let found = word(["confidenceSilent", "cameraSilent"]).findings(beside: [])
        #expect(found.map(\.severity) == [.warning, .error])
    }

    @Test(arguments: [("streaming", true), ("opening", true), ("refused", false), (nil, false)])
    func `a service opens the camera unless it says that it may not, or has none`(state: String?, opens: Bool) {
        #expect(word([], camera: state).opensCamera == opens)
        #expect(ServiceWord.silent.opensCamera && ServiceWord.silent.opensBarometer)
    }
}
