import Documents
import Readings
import Simulation
import Testing

struct ScenarioTests {
    private static func findings(_ text: String) -> [ScenarioFinding] {
        let (scenario, findings) = Scenario.read(Array(text.utf8))
        #expect((scenario == nil) == !findings.isEmpty)
        return findings
    }

    @Test func `five mistakes in one file are all reported, each with its line and key`() {
        let found = Self.findings(
            """
            {
              durration: 10,
              duration: 20,
              walk: [{ at: [0, 0] },
                     { at: [5], speed: 1 }],
              camera: { rate: 900 },
              weather: { doors: [{ t: 3, slam: 0.5, step: 0.2 }] },
              events: [{ type: "stop" }],
            }
            """)
        #expect(found.map(\.line) == [2, 5, 6, 7, 8])
        #expect(found.map(\.code) == ["unknownKey", "wrongType", "outOfRange", "contradiction", "wrongType"])
        #expect(found.map(\.key) == ["/durration", "/walk/1/at", "/camera/rate", "/weather/doors/0", "/events/0"])
        #expect(found.first?.message.contains("did you mean \"duration\"?") == true)
    }

    @Test(
        arguments: [
            ("{}", "missingKey"), ("[]", "wrongType"), ("{ walk: [] }", "missingKey"),
            ("{ walk: [{ at: [0, 0] }] }", "missingKey"), ("{ walk: [{ at: [0, 0] }], duration: 0 }", "outOfRange"),
            ("{ walk: [{ at: [0, 0] }], duration: '5' }", "wrongType"), ("{ walk: {}, duration: 5 }", "wrongType"),
            ("{ walk: [{ at: [0, 0] }], duration: 5, seed: 1.5 }", "wrongType"),
            ("{ walk: [{ at: [0, 0], speed: 1 }], duration: 5 }", "contradiction"),
            ("{ walk: [{ at: [0, 0], pause: 5 }, { at: [1, 0], t: 4 }] }", "contradiction"),
            ("{ walk: [{ at: [0, 0] }, { at: [1, 0], t: 4, speed: 1 }] }", "contradiction"),
            (
                "{ walk: [{ at: [0, 0], floor: 'frist' }], duration: 5, floors: [{ name: 'first', height: 3 }] }",
                "outOfRange"
            ),
            ("{ walk: [{ at: [0, 0] }], duration: 5, camera: { minimum: 3, maximum: 2 } }", "contradiction"),
            ("{ walk: [{ at: [0, 0] }], duration: 5, camera: { depthUnit: 0.0001, maximum: 8 } }", "contradiction"),
            ("{ walk: [{ at: [0, 0] }], duration: 5, faults: [{ camera: 'melted' }] }", "outOfRange"),
            ("{ walk: [{ at: [0, 0] }], duration: 5, faults: [{ from: 1 }] }", "contradiction"),
            ("{ walk: [{ at: [0, 0] }], duration: 5, faults: [{ barometer: 'jumps' }] }", "missingKey"),
            (
                "{ walk: [{ at: [0, 0] }], duration: 5, faults: [{ camera: 'zeros', from: 3, until: 3 }] }",
                "contradiction"
            ),
            ("{ walk: [{ at: [0, 0] }], duration: 5, walls: [{ start: [0, 0], end: [1, 1] }] }", "contradiction"),
            (
                "{ walk: [{ at: [0, 0] }], duration: 5, walls: [{ start: [0, 0], end: [1, 0], openings: [{ at: 0.5 }] }] }",
                "contradiction"
            ),
            ("{ walk: [{ at: [0, 0] }], duration: 5, places: 'a.json' }", "wrongType"),
            ("{ walk: [{ at: [0, 0] }], duration: 5, events: [{ t: -1, type: 'stop' }] }", "wrongType"),
            ("{ walk: [{ at: [0, 0] }], duration: 5, duration: 6 }", "duplicateKey"), ("{ walk: [", "malformed"),
        ])
    func `a file with one mistake is refused with that one finding`(text: String, code: String) {
        let found = Self.findings(text)
        #expect(found.map(\.code) == [code == "malformed" ? "malformedJSON" : code], "\(found)")
    }

    @Test func `a file that is not UTF-8 is refused without a place in lines`() {
        let (scenario, findings) = Scenario.read([0x7B, 0xFF, 0x7D])
        #expect(scenario == nil)
        #expect(findings.map(\.code) == ["invalidUTF8"])
    }

    @Test func `names of files, title and script are carried as written, the script in the order of time`() throws {
        let scenario = try Scenes.scenario(
            """
            { title: "T", groups: "buildings.json", places: ["a.json", "b.json"], building: "demo", seed: 9,
              walk: [{ at: [0, 0] }], duration: 60,
              events: [{ t: 5, type: "stop" }, { t: 1.5, type: "go", to: "desk" }, { t: 5, type: "where" }] }
            """)
        #expect(scenario.title == "T")
        #expect(scenario.groups == "buildings.json")
        #expect(scenario.places == ["a.json", "b.json"])
        #expect(scenario.seed == 9)
        #expect(scenario.events.map { $0.event["type"] } == [.string("go"), .string("stop"), .string("where")])
        #expect(scenario.events.first?.time == Instant(seconds: 1.5))
    }

    @Test func `a sensor that is false is none at all`() throws {
        let scenario = try Scenes.scenario(
            "{ walk: [{ at: [0, 0] }], duration: 5, camera: false, barometer: false }")
        #expect(scenario.camera == nil)
        #expect(scenario.barometer == nil)
    }

    @Test func `a wall has its openings, a flight its steps, and a floor its holes`() throws {
        let scenario = try Scenes.scenario(
            """
            { walk: [{ at: [0, 0] }], duration: 5,
              floors: [{ name: "up", height: 3, low: [0, 0], high: [10, 10], openings: [{ low: [2, 3], high: [4, 5] }] }],
              walls: [{ start: [4, 1], end: [0, 1], floor: "up", height: 2.5,
                        openings: [{ at: 1, width: 1, height: 2 }] }],
              stairs: [{ start: [0, 0], end: [0, 3], rise: 1, width: 1, steps: 2 }] }
            """)
        let boxes = scenario.solids.map(\.box)
        #expect(boxes.count == 4 + 3 + 2)
        let floor = boxes.prefix(4).map { ($0.high.x - $0.low.x) * ($0.high.y - $0.low.y) }.reduce(0, +)
        #expect(abs(floor - 96) < 1e-9)
        #expect(boxes[4] == Box(SIMD3(4, 0.94, 3), SIMD3(3, 1.06, 5.5)))
        #expect(boxes[5] == Box(SIMD3(3, 0.94, 5), SIMD3(2, 1.06, 5.5)))
        #expect(boxes[6] == Box(SIMD3(2, 0.94, 3), SIMD3(0, 1.06, 5.5)))
        #expect(boxes[7] == Box(SIMD3(-0.5, 0, 0), SIMD3(0.5, 1.5, 0.5)))
        #expect(boxes[8] == Box(SIMD3(-0.5, 1.5, 0), SIMD3(0.5, 3, 1)))
    }

    @Test func `a cabin rises with its walls, and its door is there while it is closed`() throws {
        let scenario = try Scenes.scenario(
            """
            { walk: [{ at: [0.7, 0.7] }], duration: 60, \(Scenes.exact),
              cabins: [{ low: [0, 0], high: [1.4, 1.4], door: "+x", closed: [{ from: 9, until: 21 }],
                         moves: [{ t: 10, duration: 10, height: 30 }] }] }
            """)
        let middle = 240 * 640 + 320
        #expect(Scenes.render(scenario, at: 8).samples[middle] == 0)
        #expect(Scenes.render(scenario, at: 9).samples[middle] == 700)
        let tops = [9.0, 15, 20, 40].compactMap { seconds in
            scenario.solids.compactMap { $0.box(at: seconds)?.high.z }.max()
        }
        #expect(zip(tops, [2.25, 17.25, 32.25, 32.25]).allSatisfy { abs($0 - $1) < 1e-9 })
    }
}
