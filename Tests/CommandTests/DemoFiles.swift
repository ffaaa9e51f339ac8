import Evidence
import Testing

/// The demo building's files, and a short ride in an elevator as an event log, laid out quickly.
enum DemoFiles {
    private static let ride = """
        {
            title: "up", building: "demo", camera: false,
            walk: [{ at: [0, 0], pause: 8 }, { at: [0, 0, 4], duration: 8, by: "elevator", pause: 12 }],
            barometer: { rate: 25 },
            events: [{ t: 0, type: "place", id: "ternwick-ground" }],
        }
        """

    /// Writes `buildings.json`, `ground.json`, `first.json`, `second.json` and `walk.jsonl` into a folder.
    static func lay(in folder: String) throws {
        Files.write(ride, to: folder + "/ride.json5")
        let run = try Companion.run(["simulate", "ride.json5", "--out", "walk.jsonl"], in: folder)
        try #require(run.status == 0, "\(run.errors)")
    }
}
