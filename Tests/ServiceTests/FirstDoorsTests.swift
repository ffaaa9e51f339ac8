import Service
import Testing

/// The doors of a first run, as the terminal and the console page show them.
struct FirstDoorsTests {
    private static let cameras: [FirstDoors.Camera] = [
        .found("RealSense D421"), .missing, .unusable("it waits for its firmware"),
    ]

    @Test(arguments: cameras)
    func `there are three doors, numbered, each with a title, one sentence and what it will do`(
        camera: FirstDoors.Camera
    ) {
        let doors = FirstDoors.list(camera)
        #expect(doors.map(\.number) == [1, 2, 3])
        #expect(doors.map(\.name) == FirstDoor.Name.allCases)
        for door in doors {
            #expect(!door.title.isEmpty && !door.title.hasSuffix("."))
            for sentence in [door.detail, door.willDo] {
                #expect(sentence.hasSuffix(".") && sentence.split(separator: ". ").count == 1, "\(sentence)")
            }
            #expect(door.text == "\(door.title). \(door.detail) \(door.willDo)")
        }
    }

    @Test func `with a camera the first door sets the robot up, and names the camera`() {
        let door = FirstDoors.list(.found("RealSense D421"))[0]
        #expect(door.title == "Set up this robot" && door.detail.contains("RealSense D421"))
        #expect(door.willDo.contains("ask before"))
    }

    @Test(arguments: [
        (FirstDoors.Camera.missing, "No depth camera is plugged in"),
        (.unusable("it waits for its firmware"), "it waits for its firmware"),
    ])
    func `without one it shows how things work, and says why`(camera: FirstDoors.Camera, why: String) {
        let door = FirstDoors.list(camera)[0]
        #expect(door.title == "See how it works" && door.detail.contains(why))
        #expect(door.willDo.contains("nothing is written"))
    }

    @Test func `a door is opened by its number or its name, and by nothing else`() {
        let doors = FirstDoors.list(.missing)
        #expect(["1", "robot", "Robot"].allSatisfy { FirstDoors.door($0, among: doors)?.name == .robot })
        #expect(
            FirstDoors.door("2", among: doors)?.name == .place && FirstDoors.door("look", among: doors)?.number == 3)
        #expect(["", "0", "4", "01", "doors"].allSatisfy { FirstDoors.door($0, among: doors) == nil })
    }
}

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
    }
}
