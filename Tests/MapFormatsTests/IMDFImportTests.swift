import Documents
import Evidence
import MapFormats
import MapModels
import Testing
import Wayfinding

@Suite struct IMDFImportTests {
    private func imported(_ model: IMDFModel, trusting: Bool = false) throws -> ImportResult {
        let result = try IMDFImport.run(try model.archive, .standard(trusting: trusting))
        for place in result.places { #expect(place.isValid, "\(place.findings)") }
        #expect(result.groupFindings.isEmpty, "\(result.groupFindings)")
        return result
    }

    @Test func `levels become places, in a group whose floors are in order with their elevations`() throws {
        let result = try imported(.house())
        #expect(
            result.places.map(\.map.id) == ["harbour-house-floor-0", "harbour-house-floor-1", "harbour-house-floor-2"])
        #expect(result.places.map(\.map.name)[1] == "Harbour House, Floor 1")
        let group = try #require(result.groups.first)
        #expect(result.groups.count == 1 && group.name == "Harbour House")
        #expect(group.floors.map(\.name) == ["Floor 0", "Floor 1", "Floor 2"])
        #expect(group.floors.map(\.elevationMetres) == [0, 3.5, 7])
        #expect(group.floors.map(\.places) == result.places.map { [$0.map.id] })
        #expect(result.places.allSatisfy { $0.map.scannedAt == "2026-05-04T10:00:00Z" && $0.map.kind == .surveyed })
    }

    @Test func `the frame is metres east and north, and every level has the same`() throws {
        let result = try imported(.house())
        let origin = try #require(result.origin)
        let frame = try #require(GeodeticFrame(origin: origin))
        let zero = frame.metres(IMDFModel.origin)
        for floor in 0...2 {
            let room = try #require(result.landmark("unit/a\(floor)")?.position)
            // The middle of the room is (5, 11) in the model's frame; both frames are turned against each other by less than a second of arc.
            #expect(abs(room.x - zero.x - 5) < 0.01 && abs(room.y - zero.y - 11) < 0.01, "\(room) \(zero)")
        }
    }

    @Test func `a way over three levels is the nearer stairs, and the elevator where it must be step-free`() throws {
        let routes = ImportedRoutes(try imported(.house(), trusting: true))
        let stairs = routes.words("Main entrance", "Room 2B")
        #expect(
            stairs == [
                "Go through the door into the corridor.", "Go along the corridor.",
                "Go through the opening into the stairs.", "Take the stairs up.",
                "Leave the stairs through the opening into the corridor.", "Go along the corridor.",
                "Go through the door into Room 2B.",
            ], "\(stairs)")
        let lift = routes.words("Main entrance", "Room 2B", stepFree: true)
        #expect(
            lift.filter { $0.contains("elevator") } == [
                "Go through the door into the elevator.", "Take the elevator up.",
                "Leave the elevator through the door into the corridor.",
            ], "\(lift)")
        #expect(!lift.contains { $0.contains("stairs") })
    }

    @Test func `what is marked for wheelchairs is unknown unless it is trusted, and the route says why there is none`()
        throws
    {
        let result = try imported(.house())
        #expect(result.connection("opening/door-a0")?.stepFree == .unknown)
        #expect(result.report.codes(changed: "accessibility") == ["wheelchairNotTrusted"])
        let answer = ImportedRoutes(result).answer("Main entrance", "Room 2B", stepFree: true)
        #expect(answer.failure?.reason == "blocked", "\(answer)")
        let trusted = try imported(.house(), trusting: true)
        #expect(trusted.connection("opening/door-a0")?.stepFree == .confirmed)
        #expect(trusted.connection("opening/door-stairs0")?.stepFree == .unknown)
        #expect(
            trusted.portals.filter { $0.connection.kind == .stairs }.allSatisfy {
                $0.connection.stepFree == .unsuitable
            })
    }

    @Test func `lengths come from the drawing: straight through a room, around a corner, never through a wall`() throws
    {
        let routes = ImportedRoutes(try imported(.house()))
        // (10, 4) in, 0.3 m on to (10, 4.3), along to (5, 7.7), through the door at (5, 8), to the middle (5, 11).
        let expected = 0.3 + (25 + 3.4 * 3.4).squareRoot() + 0.3 + 0.3 + 2.7
        let cost = try #require(routes.cost("Main entrance", "Room 0A"))
        #expect(abs(cost - expected) < 0.02 * expected, "\(cost) for \(expected)")
        #expect(routes.result.places.flatMap(\.map.connections).allSatisfy { $0.displayLengthMetres == nil })
    }

    @Test func `nothing imported is verified, and everything names its source`() throws {
        let result = try imported(.house(), trusting: true)
        let all = result.places.flatMap(\.map.connections) + result.portals.map(\.connection)
        #expect(!all.isEmpty)
        for connection in all {
            #expect(connection.verification.status == .unverified)
            #expect(connection.verification.source?.hasPrefix("IMDF 1.0.0 ") ?? false)
        }
        let text = String(decoding: result.places[0].bytes, as: UTF8.self)
        #expect(text.contains(#""source": "IMDF 1.0.0 unit/a0""#) && text.contains(#""axes": "x east, y north, z up""#))
    }

    /// The house with one of everything that it lacks.
    private static func furnished() -> IMDFModel {
        var model = IMDFModel.house()
        model.add("address", "ad", #""address":"1 Quay""#)
        model.add(
            "footprint", "fp", #""category":"ground","building_ids":["b"]"#, geometry: IMDFModel.box(-4...33, 4...14))
        model.add("geofence", "gf", #""category":"paidarea""#, geometry: IMDFModel.box(0...5, 4...5))
        model.add("detail", "dt", #""level_id":"l0""#, geometry: IMDFModel.line([(1, 9), (2, 9)]))
        model.add(
            "section", "se", #""category":"seating","level_id":"l0","name":{"en":"Reading corner"}"#,
            geometry: IMDFModel.box(1...3, 9...11))
        model.add("fixture", "fx", #""category":"furniture","level_id":"l0""#, geometry: IMDFModel.box(12...18, 5...7))
        model.add("anchor", "an", #""unit_id":"b0""#, geometry: IMDFModel.point(15, 11))
        model.add("anchor", "an2", #""unit_id":"hall0""#, geometry: IMDFModel.point(22, 5))
        model.add("anchor", "an3", #""unit_id":"hall0""#, geometry: IMDFModel.point(23, 5))
        model.add("occupant", "oc", #""category":"office","anchor_id":"an","name":{"en":"Registry"}"#)
        model.add(
            "kiosk", "ki", #""level_id":"l0","anchor_id":"an2","name":{"en":"Ticket kiosk"}"#,
            geometry: IMDFModel.box(21.5...22.5, 4.5...5.5))
        model.add(
            "amenity", "am", #""category":"drinkingfountain","unit_ids":["hall1"]"#, geometry: IMDFModel.point(3, 5))
        model.add(
            "amenity", "am2", #""category":"restroom.unisex","unit_ids":["wc0"]"#, geometry: IMDFModel.point(25, 11))
        model.unit("pillar", "l0", "column", IMDFModel.box(24...25, 5...6))
        model.unit("void", "l1", "opentobelow", IMDFModel.box(12...14, 5...6))
        model.add("parcel", "pa", "")
        return model
    }

    @Test func `every kind of feature is used, or left out with its reason`() throws {
        let result = try imported(Self.furnished())
        let leftOut = Dictionary(grouping: result.report.leftOut, by: \.feature).mapValues { $0.map(\.code) }
        #expect(
            leftOut == [
                "address/ad": ["address"], "footprint/fp": ["footprint"], "geofence/gf": ["geofence"],
                "detail/dt": ["detail"], "anchor/an3": ["unusedAnchor"], "unit/void": ["notWalkable"],
                "parcel/pa": ["unknownKind"],
            ], "\(leftOut)")
        let used = Dictionary(result.report.used.map { ($0.feature, $0.role) }, uniquingKeysWith: { first, _ in first })
        #expect(used["fixture/fx"] == "obstacle" && used["unit/pillar"] == "obstacle")
        #expect(used["occupant/oc"] == "name of unit/b0" && used["amenity/am2"] == "part of unit/wc0")
        #expect(result.landmark("unit/b0")?.name == "Registry")
        #expect(result.landmark("unit/b0")?.aliases == ["Room 0B"])
        #expect(result.landmark("section/se")?.name == "Reading corner")
        #expect(result.landmark("kiosk/ki")?.kind == .desk)
        #expect(result.landmark("amenity/am")?.name == "Drinking fountain")
    }

    @Test func `a desk in a corridor is walked around`() throws {
        var model = IMDFModel.house()
        model.add(
            "fixture", "fx", #""category":"furniture","level_id":"l0""#, geometry: IMDFModel.box(14...16, 4.5...7.5))
        let result = try imported(model)
        let map = result.places[0].map
        let positions = Dictionary(map.landmarks.map { ($0.id, $0.position) }, uniquingKeysWith: { first, _ in first })
        let origin = try #require(result.origin)
        let zero = try #require(GeodeticFrame(origin: origin)).metres(IMDFModel.origin)
        let desk = try PlanPolygon(
            outer: [(14.01, 4.51), (15.99, 4.51), (15.99, 7.49), (14.01, 7.49)].map {
                PlanPoint(x: $0.0 + zero.x, y: $0.1 + zero.y)
            })
        var lines = 0
        for connection in map.connections where connection.id.hasPrefix("unit/hall0/") {
            let from = try #require(positions[connection.from] ?? nil)
            let to = try #require(positions[connection.to] ?? nil)
            let line = [from] + connection.path + [to]
            for (a, b) in zip(line, line.dropFirst()) {
                lines += 1
                for share in stride(from: 0.0, through: 1, by: 0.01) {
                    let point = PlanPoint(x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share)
                    #expect(!desk.contains(point), "\(connection.id) runs through the desk at \(point)")
                }
            }
        }
        #expect(lines > 5)
        #expect(ImportedRoutes(result).cost("unit/stairs0", "unit/lift0") != nil)
    }

    @Test func `a directed traversal makes its door one-way, and two of them make it both`() throws {
        var model = IMDFModel.house()
        model.relationship(
            "out", "traversal", from: ("unit", "a0"), to: ("unit", "hall0"), directed: true,
            through: [("opening", "door-a0")])
        let one = try imported(model)
        let door = try #require(one.connection("opening/door-a0"))
        #expect(door.direction == .oneWay && door.from == "unit/a0" && door.returnInstruction == nil)
        #expect(ImportedRoutes(one).cost("Room 0A", "Room 0B") != nil)
        #expect(ImportedRoutes(one).answer("Room 0B", "Room 0A").failure?.reason == "notConnected")
        model.relationship(
            "in", "traversal", from: ("unit", "hall0"), to: ("unit", "a0"), directed: true,
            through: [("opening", "door-a0")])
        #expect(try imported(model).connection("opening/door-a0")?.direction == .both)
    }

    @Test func `an escalator goes one way, and a ring of relationships is walked like any other`() throws {
        var model = IMDFModel.house()
        model.relationship("ring", "elevator", from: ("unit", "lift2"), to: ("unit", "lift0"))
        model.relationship("same", "stairs", from: ("unit", "stairs0"), to: ("unit", "stairs0"))
        model.relationship("own", "stairs", from: ("relationship", "own"), to: ("unit", "stairs0"))
        model.relationship("esc", "escalator", from: ("unit", "a0"), to: ("unit", "a1"), directed: true)
        let result = try imported(model)
        #expect(result.report.codes(leftOut: "relationship/same") == ["selfLoop"])
        #expect(result.report.codes(leftOut: "relationship/own") == ["unknownEnd"])
        let escalator = try #require(result.portals.first { $0.connection.kind == .escalator })
        #expect(escalator.connection.direction == .oneWay && escalator.connection.stepFree == .unsuitable)
        #expect(ImportedRoutes(result).words("Room 0A", "Room 1A") == ["Take the escalator up."])
        #expect(ImportedRoutes(result).words("unit/lift0", "unit/lift2") == ["Take the elevator up."])
    }

    @Test func `stops on the way of a relationship join level by level`() throws {
        var model = IMDFModel.house()
        model.relationship(
            "through", "ramp", from: ("unit", "a0"), to: ("unit", "a2"), through: [("unit", "a1"), ("unit", "gone")])
        let result = try imported(model)
        #expect(result.report.codes(changed: "relationship/through") == ["unknownIntermediary"])
        let ramps = result.portals.filter { $0.connection.kind == .ramp }
        #expect(
            ramps.map { [$0.connection.from, $0.connection.to] } == [["unit/a0", "unit/a1"], ["unit/a1", "unit/a2"]])
    }

    @Test func `a missing level, bad geometry and a missing id are listed, and the rest stands`() throws {
        var model = IMDFModel.house()
        model.unit("lost", "l9", "room", IMDFModel.box(0...1, 0...1))
        model.add("unit", "nowhere", #""category":"room""#, geometry: IMDFModel.box(0...1, 0...1))
        model.unit("bow", "l0", "room", IMDFModel.polygon([(0, 20), (4, 24), (4, 20), (0, 24)]))
        model.unit("thin", "l0", "room", IMDFModel.polygon([(0, 20), (4, 20), (8, 20)]))
        model.unit("pointy", "l0", "room", IMDFModel.point(1, 1))
        model.unit("far", "l0", "room", #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}"#)
        model.unit("huge", "l0", "room", #"{"type":"Polygon","coordinates":[[[1e400,0],[1,0],[1,1],[0,0]]]}"#)
        model.addRaw("unit", #"{"type":"Feature","geometry":null,"properties":{"category":"room","level_id":"l0"}}"#)
        model.add("level", "l7", #""building_ids":["b"],"name":{"en":"No number"}"#)
        model.add("level", "l8", #""ordinal":8,"building_ids":["b"],"name":{"en":"Roof"}"#)
        let result = try imported(model)
        let codes = Dictionary(grouping: result.report.leftOut, by: \.feature).mapValues { $0.map(\.code) }
        #expect(codes["unit/lost"] == ["unknownLevel"] && codes["unit/nowhere"] == ["noLevel"])
        #expect(codes["unit/bow"] == ["badGeometry"] && codes["unit/thin"] == ["badGeometry"])
        #expect(codes["unit/pointy"] == ["badGeometry"] && codes["unit/far"] == ["tooFar"])
        #expect(codes["unit/huge"] == ["badGeometry"])
        #expect(codes["level/l7"] == ["noOrdinal"] && codes["level/l8"] == ["emptyLevel"])
        #expect(codes.keys.contains { $0.hasPrefix("unit/#") })
        #expect(result.places.count == 3)
    }

    @Test func `opentripplanner/OpenTripPlanner#4061: an id that stands twice is refused, naming both places`() throws {
        var model = IMDFModel.house()
        model.unit("a0", "l0", "room", IMDFModel.box(0...1, 0...1))
        let archive = try model.archive
        #expect {
            try IMDFImport.run(archive, .standard())
        } throws: { error in
            let text = (error as? MapFormatError)?.description ?? ""
            return text.contains("\"a0\" stands twice, in unit.geojson, entry 2 and in unit.geojson, entry 19")
        }
    }

    @Test func `dmsl/anyplace#141: what no way joins is counted as an island`() throws {
        var model = IMDFModel.house()
        model.unit("alone", "l0", "room", IMDFModel.box(40...44, 4...8), name: "Shed")
        let result = try imported(model)
        #expect(result.places[0].islands.count == 2 && result.places[0].islands[1] == 1)
        #expect(result.places[1].islands.count == 1)
    }

    @Test func `names come in the wanted language, the others as aliases`() throws {
        var model = IMDFModel.house()
        model.add(
            "unit", "x", #""category":"room","level_id":"l0","name":{"de":"Saal","en":"Hall","fr":"Salle"}"#,
            geometry: IMDFModel.box(0...4, 20...24))
        var options = ImportOptions.standard()
        options.language = "fr"
        let result = try IMDFImport.run(try model.archive, options)
        #expect(result.landmark("unit/x")?.name == "Salle")
        #expect(result.landmark("unit/x")?.aliases == ["Hall", "Saal"])
    }

    @Test(
        arguments: [
            ("manifest.json", nil, "manifest.json"), ("manifest.json", "[]", "no version"),
            ("manifest.json", "{", "1:"),
            ("unit.geojson", #"{"type":"FeatureCollection","features":{}}"#, "FeatureCollection"),
            ("unit.geojson", #"{"type":"FeatureCollection","features":[1]}"#, "list of objects"),
            ("unit.geojson", #"{"type":"FeatureCollection","features":[{"id":"x""#, "ends inside"),
            ("unit.geojson", #"{"type":"Topology","features":[]}"#, "no FeatureCollection"),
        ] as [(String, String?, String)])
    func `what is no archive is refused with the file and the reason`(file: String, text: String?, word: String) throws
    {
        var files = IMDFModel.house().files
        files[file] = text.map { Array($0.utf8) }
        #expect {
            _ = try IMDFImport.run(try IMDFArchive(name: "model", files: files), .standard())
        } throws: { error in
            let text = (error as? MapFormatError)?.description ?? ""
            return text.contains(word)
        }
    }
}
