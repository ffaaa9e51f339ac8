import Console
import Testing

/// The doors of a first run, as the terminal and the console page show them.
struct FirstDoorsTests {
    private static let cameras: [FirstDoors.Camera] = [
        .found("RealSense D421"), .found(""), .missing, .unusable("it waits for its firmware"), .standsIn,
    ]

    @Test(arguments: cameras, FirstDoors.Surface.allCases)
    func `there are three doors, numbered, each with a title, one sentence and what it will do`(
        camera: FirstDoors.Camera, surface: FirstDoors.Surface
    ) {
        let doors = FirstDoors.list(camera, on: surface)
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
        (.unusable("it waits for its firmware"), "it waits for its firmware"), (.standsIn, "stand-ins"),
    ])
    func `without one it shows how things work, and says why`(camera: FirstDoors.Camera, why: String) {
        let door = FirstDoors.list(camera)[0]
        #expect(door.title == "See how it works" && door.detail.contains(why))
        #expect(door.willDo.contains("plug in or install") && door.willDo.contains("nothing is written without a yes"))
        #expect(!door.willDo.hasPrefix("I play"), "the demo is offered last")
    }

    @Test(arguments: cameras)
    func `terminal and page name the same doors for the same reasons, and each says what it does itself`(
        camera: FirstDoors.Camera
    ) {
        let (terminal, page) = (FirstDoors.list(camera), FirstDoors.list(camera, on: .page))
        #expect(terminal.map(\.title) == page.map(\.title) && terminal.map(\.detail) == page.map(\.detail))
        #expect(zip(terminal, page).allSatisfy { $0.willDo != $1.willDo })
    }

    @Test func `a door is opened by its number or its name, and by nothing else`() {
        let doors = FirstDoors.list(.missing)
        #expect(["1", "robot", "Robot"].allSatisfy { FirstDoors.door($0, among: doors)?.name == .robot })
        #expect(
            FirstDoors.door("2", among: doors)?.name == .place && FirstDoors.door("look", among: doors)?.number == 3)
        #expect(["", "0", "4", "01", "doors"].allSatisfy { FirstDoors.door($0, among: doors) == nil })
    }
}
