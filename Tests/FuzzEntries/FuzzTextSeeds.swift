import Deciding
import Evidence
import Wayfinding

/// Small files of each kind that people write.
extension FuzzSeed {
    /// A house of two floors, of which the lower has a map.
    static let world: World = {
        let hall = PlaceMap(
            id: "hall", name: "Hall", scannedAt: "2026-01-02T03:04:05Z", kind: .surveyed,
            landmarks: [
                Landmark(id: "door", name: "Door", kind: .entrance), Landmark(id: "desk", name: "Desk", kind: .desk),
            ],
            connections: [])
        let house = Building(
            id: "house", name: "House",
            floors: [
                Floor(id: "g", name: "Ground", places: ["hall"]), Floor(id: "u", name: "Upper", places: ["study"]),
            ])
        return World(places: [hall], groups: [house])
    }()

    /// The seeds of what people write, and of what programs say to the control socket.
    static var texts: [FuzzSeed] {
        [
            text(.place, "small", place), FuzzSeed(entry: .place, name: "canonical", bytes: canonical),
            text(.events, "walk", events), text(.events, "people", people), text(.configuration, "all", configuration),
            FuzzSeed(
                entry: .png, name: "depth",
                bytes: SmallPNG.depth(width: 3, height: 2, samples: [0, 1, 2, 500, 1000, 65_535])),
            FuzzSeed(entry: .png, name: "grey8", bytes: SmallPNG.image(bits: 8, colour: 0, width: 2, height: 2)),
            text(.control, "calls", control), text(.scenario, "room", scenario),
        ]
    }

    private static func text(_ entry: FuzzEntry, _ name: String, _ text: String) -> FuzzSeed {
        FuzzSeed(entry: entry, name: name, bytes: Array(text.utf8))
    }

    private static var canonical: [UInt8] { world.places.first.map { MapWriter.canonical($0) } ?? [] }

    private static let place = """
        {"format":"companion.place","version":1,"id":"p","name":"Place","scannedAt":"2026-01-02T03:04:05Z",
        "kind":"surveyed","landmarks":[{"id":"a","name":"Ä","kind":"entrance","position":{"x":0,"y":1.5}},
        {"id":"b","name":"B","kind":"desk","aliases":["bee"],"position":{"x":-3e0,"y":2}}],
        "connections":[{"id":"c","from":"a","to":"b","kind":"walk","cost":4.5,"direction":"both",
        "stepFree":"confirmed","availability":"available","instruction":"Go on.","returnInstruction":"Go back.",
        "verification":{"status":"simulated"}}]}
        """

    private static let events = """
        {"t":0,"type":"place","id":"hall"}
        {"t":0.1,"type":"depth","surface":0.87,"strips":[null,1,2,3,0.5],"dropOff":1.2}
        {"t":0.2,"type":"depth","none":"tooFewUsable"}
        {"t":0.3,"type":"pressure","hPa":1000.5,"referenceHPa":1001}
        {"t":1,"type":"go","to":"Desk","from":"door"}
        {"t":2,"type":"confirm"}
        {"t":3,"type":"sensor","sensor":"depth","state":"disconnected"}
        {"t":4,"type":"setting","key":"depth.threshold","value":1.5}
        {"t":5,"type":"notice","key":"k","text":"A word.","priority":"trust"}
        {"t":6,"type":"talking","on":true}
        {"t":7,"type":"spoken","id":1,"outcome":"finished"}
        {"t":90,"type":"end"}

        """

    private static let people = """
        {"t":0,"type":"peer","device":"d","name":"Sam","place":"hall","x":1,"y":2}
        {"t":1,"type":"go","person":"d"}
        {"t":2,"type":"probeResult","place":null}
        {"t":3,"type":"peerQuiet","device":"d"}
        {"t":4,"type":"where"}

        """

    private static let configuration = """
        // what an operator writes
        { depth: { threshold: 1.5, rearmMargin: .25, strips: false, minimumConfidence: 'high', },
          speech: { hooks: [["espeak-ng", "--stdin"]], startAhead: true }, units: "imperial",
          barometer: { enabled: false, rate: 0x19 }, announcements: { audience: "everyone" } }
        """

    private static let control = """
        0{"jsonrpc":"2.0","id":1,"method":"status"}
        {"jsonrpc":"2.0","id":"x","method":"go","params":{"to":"Desk"}}
        {"jsonrpc":"2.0","method":"subscribe","params":{"types":["say"]}}
        [{"jsonrpc":"2.0","id":2,"method":"version"}]
        {"jsonrpc":"2.0","id":3,"method":"upload","params":{"text":"abc"}}
        {"jsonrpc":"2.0","id":4,"method":"pose","params":{"x":1,"y":2,"yaw":0.5,"place":"hall"}}

        """

    private static let scenario = """
        { title: "A room", seed: 7, duration: 2, walk: [{ at: [0, 0], heading: 90, pause: 0.5 }, { at: [2, 0], speed: 1 }],
          walls: [{ start: [3, -2], end: [3, 2] }], boxes: [{ at: [1, 1], size: [0.2, 0.2, 1] }],
          camera: { width: 16, height: 12, rate: 5 }, barometer: { rate: 5 },
          faults: [{ camera: 'frozen', from: 1, until: 1.5 }], events: [{ t: 0.5, type: 'tick' }] }
        """
}
