import Service
import Testing

/// What the first door goes through.
struct SetupStepTests {
    private static let note = DoctorFinding(.note, "cameraUntried", "it was not tried", remedy: "watch it")
    private static let error = DoctorFinding(.error, "noCamera", "no depth camera is plugged in", remedy: "plug one in")

    @Test func `a step without findings is well, one with a note as well, and an error is not`() {
        #expect(SetupStep(.camera, good: "D421.", findings: []).state == "ok")
        #expect(SetupStep(.camera, good: "D421.", findings: [Self.note]).state == "ok")
        #expect(SetupStep(.camera, good: "D421.", findings: [Self.note, Self.error]).state == "error")
    }

    @Test func `the worst comes first, and each finding brings what mends it`() {
        #expect(SetupStep(.camera, good: "D421.", findings: []).lines == ["Depth camera: D421."])
        #expect(
            SetupStep(.camera, good: "D421.", findings: [Self.note]).lines == [
                "Depth camera: D421.", "  It was not tried.", "    → watch it",
            ])
        #expect(
            SetupStep(.camera, good: "D421.", findings: [Self.note, Self.error]).lines == [
                "Depth camera: No depth camera is plugged in.", "    → plug one in", "  It was not tried.",
                "    → watch it",
            ])
    }

    @Test func `what the doctor says of voice, memory, settings, floor and service has its step`() {
        func subject(_ code: String) -> SetupStep.Subject? { SetupStep.subject(of: .init(.error, code, "x")) }
        #expect(subject("noVoice") == .voice && subject("audioPermission") == .voice)
        #expect(subject("stateFull") == .state && subject("configuration") == .configuration)
        #expect(subject("calibrationRefused") == .mounting && subject("cameraGlass") == .mounting)
        #expect(subject("serviceStopped") == .service && subject("clockUnset") == nil)
        #expect(subject("noPlaces") == .places && subject("noPhone") == .phone && subject("noDirectory") == .phone)
    }

    @Test func `a machine reads whether each part is there, and what mends it`() {
        let missing = SetupStep(.camera, isFound: false, good: "", findings: [Self.note, Self.error]).json
        #expect(missing["found"] == .boolean(false) && missing["remedy"] == .string("plug one in"))
        let unknown = SetupStep(.barometer, good: "A bus.", findings: []).json
        #expect(
            unknown["found"] == .null && unknown["remedy"] == .string("") && unknown["title"] == .string("Barometer"))
    }
}
