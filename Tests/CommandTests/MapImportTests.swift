import Evidence
import Foundation
import MapModels
import Testing

/// The built command from the file of another format to a route.
@Suite(.enabled(if: Companion.isPresent, "\(Companion.absence)")) struct MapImportTests {
    private func object(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    private static func names(_ folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    /// Away from its group the map cannot know that its elevator goes on, unless it is told.
    private func holdsAlone(_ file: String, besides check: Companion.Outcome, in folder: String) throws {
        #expect(!check.output.contains("parallelConnections"), "\(check.output)")
        try FileManager.default.copyItem(atPath: folder + "/venue/" + file, toPath: folder + "/" + file)
        let lone = try Companion.run(["map", "check", file, "--json"], in: folder)
        #expect(lone.status == 0 && lone.output.contains("elevatorWithOneDoor"), "\(lone.output)")
        let told = try Companion.run(["map", "check", file, "--groups", "venue/buildings.json", "--json"], in: folder)
        #expect(told.output == check.output)
    }

    @Test func `an archive becomes places that pass their check, and a way over three levels`() throws {
        try Files.withTemporaryFolder { folder in
            Files.write(ZipModel(IMDFModel.house().files).bytes, to: folder + "/venue.zip")
            let run = try Companion.run(
                ["map", "import", "--from", "imdf", "venue.zip", "--out", "venue", "--trust-wheelchair", "--json"],
                in: folder)
            #expect(run.status == 0 && run.errors.isEmpty && run.lines.count == 1, "\(run.errors)")
            let answer = try object(run.output)
            #expect(answer["imported"] as? Bool == true && (answer["places"] as? [Any])?.count == 3)
            #expect((answer["used"] as? [Any])?.isEmpty == false && (answer["leftOut"] as? [Any])?.isEmpty == true)
            let files = Self.names(folder + "/venue")
            #expect(files == ["buildings.json"] + (0...2).map { "harbour-house-floor-\($0).json" })
            for file in files.dropFirst() {
                let check = try Companion.run(["map", "check", "venue/" + file, "--json"], in: folder)
                #expect(check.status == 0 && !check.output.contains("elevatorWithOneDoor"), "\(check.output)")
                try holdsAlone(file, besides: check, in: folder)
            }
            let maps = files.dropFirst().map { "venue/" + $0 }
            let ends = ["--groups", "venue/buildings.json", "--from", "Main entrance", "--to", "Room 2B"]
            let way = try Companion.run(["map", "route"] + maps + ends, in: folder)
            #expect(
                way.lines == [
                    "1. Go through the door into the corridor.", "2. Go along the corridor.",
                    "3. Go through the opening into the stairs.", "4. Take the stairs up to Floor 2.",
                    "5. Leave the stairs through the opening into the corridor.", "6. Go along the corridor.",
                    "7. Go through the door into Room 2B.", "8. You have arrived at Room 2B.",
                ], "\(way.output)\(way.errors)")
            let free = try Companion.run(["map", "route"] + maps + ends + ["--step-free"], in: folder)
            #expect(free.status == 0 && free.output.contains("Take the elevator up to Floor 2."), "\(free.output)")
            #expect(!free.output.contains("stairs"))
            let drawing = try Companion.run(["map", "show"] + maps + ends, in: folder)
            #expect(drawing.status == 0 && drawing.output.hasPrefix("<svg"))
        }
    }

    @Test func `OpenStreetMap becomes places as well, and the report says in words what became of it`() throws {
        try Files.withTemporaryFolder { folder in
            var model = OSMModel.house()
            model.node(46, 16, 2, [("amenity", "bench"), ("level", "x")])
            Files.write(model.xml, to: folder + "/mill.osm")
            let run = try Companion.run(["map", "import", "--from", "osm", "mill.osm", "--out", "mill"], in: folder)
            #expect(run.status == 0, "\(run.errors)")
            #expect(
                run.output.contains("left out: node/46: its level \"x\" is no list of numbers and ranges"),
                "\(run.output)")
            #expect(run.output.contains("changed: wheelchair: ") && run.output.contains("give --trust-wheelchair"))
            #expect(run.lines.last == "Written to mill. Nothing in it is verified: walk it, and check it.")
            let again = try Companion.run(
                ["map", "import", "--from", "osm", "mill.osm", "--out", "mill", "--json"], in: folder)
            #expect(again.status == 2 && again.output.contains(#""code":"alreadyThere""#), "\(again.output)")
            let forced = try Companion.run(
                ["map", "import", "--from", "osm", "mill.osm", "--out", "mill", "--force", "--spoken-lengths"],
                in: folder)
            #expect(forced.status == 0)
            let way = try Companion.run(
                ["map", "route", "mill/mill-level-0.json", "--from", "Main entrance", "--to", "Office 0"], in: folder)
            #expect(way.lines.contains("2. Go along the corridor, 9 metres."), "\(way.output)")
        }
    }

    @Test(
        arguments: [
            (["x.zip", "--from", "imdf"], 2), (["x.zip", "--out", "o"], 2),
            (["x.zip", "--from", "kml", "--out", "o"], 2),
            (["--from", "imdf", "--out", "o"], 2), (["nowhere", "--from", "imdf", "--out", "o"], 2),
            (["x.zip", "--from", "imdf", "--out", "o"], 2), (["x.zip", "--from", "osm", "--out", "o"], 2),
            (["empty.osm", "--from", "osm", "--out", "o"], 1),
        ] as [([String], Int32)])
    func `what cannot be imported writes nothing and says why`(words: [String], status: Int32) throws {
        try Files.withTemporaryFolder { folder in
            Files.write("no archive", to: folder + "/x.zip")
            Files.write("<osm version=\"0.6\"></osm>", to: folder + "/empty.osm")
            let run = try Companion.run(["map", "import"] + words, in: folder)
            #expect(run.status == status && run.errors.hasPrefix("companion: "), "\(run.errors)")
            #expect(Self.names(folder) == ["empty.osm", "x.zip"])
        }
    }

    @Test(arguments: ["bomb", "outside"]) func `a zip bomb or a path outside is refused by name`(what: String) throws {
        try Files.withTemporaryFolder { folder in
            let bomb = ZipModel.Entry(name: "unit.geojson", bytes: [UInt8](repeating: 0x20, count: 30 << 20))
            let outside = ZipModel.Entry(name: "../unit.geojson", bytes: [1])
            Files.write(ZipModel(entries: [what == "bomb" ? bomb : outside]).bytes, to: folder + "/v.zip")
            let run = try Companion.run(
                ["map", "import", "--from", "imdf", "v.zip", "--out", "o", "--json"], in: folder)
            #expect(run.status == 2)
            #expect(run.output.contains(what == "bomb" ? "suspiciousRatio" : "unsafePath"), "\(run.output)")
            #expect(Self.names(folder) == ["v.zip"])
        }
    }

    @Test func `an export is GeoJSON that another program reads`() throws {
        try Files.withTemporaryFolder { folder in
            Files.write(OSMModel.house().json, to: folder + "/mill.json")
            _ = try Companion.run(["map", "import", "--from", "osm", "mill.json", "--out", "mill"], in: folder)
            let maps = (0...2).map { "mill/mill-level-\($0).json" }
            let run = try Companion.run(
                ["map", "export"] + maps + ["--groups", "mill/buildings.json", "--to", "geojson"], in: folder)
            #expect(run.status == 0, "\(run.errors)")
            Files.write(run.output, to: folder + "/all.geojson")
            let script = """
                import collections, json
                whole = json.load(open("all.geojson"))
                assert whole["type"] == "FeatureCollection"
                for feature in whole["features"]:
                    shape = feature["geometry"]
                    points = {"Point": lambda c: [c], "LineString": lambda c: c, "Polygon": lambda c: c[0]}[shape["type"]](shape["coordinates"])
                    assert all(11.49 < p[0] < 11.51 and 48.09 < p[1] < 48.11 for p in points), feature
                print(sorted(collections.Counter(f["properties"]["feature"] for f in whole["features"]).items()))
                """
            let python = try Companion.run(
                program: "/usr/bin/python3", ["-c", script], input: nil, in: folder, environment: [:], limit: 60)
            #expect(
                python.status == 0 && python.output.contains("('place', 3), ('portal', 3)"),
                "\(python.output)\(python.errors)")
            let wrong = try Companion.run(["map", "export", maps[0], "--to", "svg"], in: folder)
            #expect(wrong.status == 2)
        }
    }
}
