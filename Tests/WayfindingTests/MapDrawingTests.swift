import Documents
import Foundation
import Testing
import Wayfinding

#if canImport(FoundationXML)
    import FoundationXML
#endif

struct MapDrawingTests {
    private func isXML(_ text: String) -> Bool { XMLParser(data: Data(text.utf8)).parse() }

    private static let route = DrawingRoute(legs: [
        .init(
            place: "ternwick-ground", landmarks: ["main-entrance", "foyer", "crossing", "lobby", "elevator"],
            connections: ["entrance-door", "corridor-west", "corridor-east", "lobby-elevator", "elevator-ground-first"]),
        .init(place: "ternwick-first", landmarks: ["elevator", "lobby"], connections: ["lobby-elevator"]),
    ])

    private func count(_ part: String, in text: String) -> Int { text.components(separatedBy: part).count - 1 }

    @Test func `A drawing is XML that names every landmark and is marked as a demo`() throws {
        let map = try MapDemo.maps()[0]
        let svg = MapDrawing.svg(map)
        #expect(isXML(svg))
        for landmark in map.landmarks { #expect(svg.contains(">\(landmark.name)</tspan>"), "\(landmark.name)") }
        #expect(svg.contains(">DEMO MAP</text>"))
        #expect(svg.contains("role=\"img\"") && svg.contains("<title id=\"map-title\">Demo map: Ternwick Hall"))
        #expect(svg.contains("prefers-color-scheme:dark"))
        #expect(svg.contains(">Scale</text>") && svg.contains("class=\"floor\""))
        #expect(!svg.contains("http://") || count("http://", in: svg) == count("http://www.w3.org/2000/svg", in: svg))
        #expect(MapDrawing.svg(map) == svg)
    }

    @Test func `A surveyed place is not marked as a demo`() throws {
        let map = try #require(try readPlace(PlaceCorpus.valid).map)
        #expect(!MapDrawing.svg(map).contains("DEMO"))
    }

    @Test func `The walked connections are marked, and told to who cannot see them`() throws {
        let map = try MapDemo.maps()[0]
        let svg = MapDrawing.svg(map, route: Self.route)
        #expect(count("class=\"line route\" d=", in: svg) == 4 + 1, "four ways and the legend")
        #expect(svg.contains("The route: Main entrance, Foyer, Corridor crossing, Elevator lobby, Elevator."))
        #expect(count("class=\"ring\"", in: svg) == 5)
    }

    @Test func `One-way, unknown and closed ways have their signs`() throws {
        var map = try MapDemo.maps()[0]
        map.connections[1].availability = .unavailable
        let svg = MapDrawing.svg(map)
        #expect(count("class=\"arrow\"", in: svg) == 2 && svg.contains(">One way only<"))
        #expect(count(">?</text>", in: svg) == 2 && svg.contains(">Not known to be open<"))
        #expect(count("class=\"cross\"", in: svg) == 2 && svg.contains(">Closed<"))
    }

    /// Where the signs of a class stand on the sheet.
    private func places(of sign: String, in svg: String) -> [(x: Double, y: Double)] {
        let parts = svg.components(separatedBy: "<g transform=\"translate(").dropFirst()
        return parts.filter {
            $0.contains(sign)
                && ($0.range(of: sign)?.lowerBound ?? $0.endIndex) < ($0.range(of: "</g>")?.lowerBound ?? $0.startIndex)
        }
        .compactMap { part in
            let numbers = part.prefix { $0 != ")" }.split(separator: " ").compactMap { Double($0) }
            return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
        }
    }

    @Test(arguments: [
        ("class=\"cross\"", Connection.Availability.unavailable), ("class=\"arrow\"", .available),
        (">?</text>", .unknown),
    ])
    func `The signs of a short way stand beside the marks that would cover them`(
        sign: String, availability: Connection.Availability
    ) throws {
        var map = try MapDemo.maps()[0]
        let index = try #require(map.connections.firstIndex { $0.path.isEmpty })
        let ends = [map.connections[index].from, map.connections[index].to]
        let first = try #require(map.landmarks.first { $0.id == ends[0] }?.position)
        let second = try #require(map.landmarks.firstIndex { $0.id == ends[1] })
        map.landmarks[second].position = Position(x: first.x + 0.3, y: first.y)
        for other in map.connections.indices {
            map.connections[other].availability = .available
            map.connections[other].direction = .both
        }
        map.connections[index].availability = availability
        map.connections[index].direction = .oneWay
        let svg = MapDrawing.svg(map)
        let marks = places(of: "class=\"mark", in: svg)
        let signs = places(of: sign, in: svg).filter { sign in !marks.isEmpty && sign.y < 5000 }
        #expect(!signs.isEmpty && marks.count >= map.landmarks.count)
        // The last sign is that of the legend.
        for here in signs.dropLast() {
            let nearest = marks.map {
                (($0.x - here.x) * ($0.x - here.x) + ($0.y - here.y) * ($0.y - here.y)).squareRoot()
            }
            #expect((nearest.min() ?? 0) >= 14, "\(here)")
        }
        #expect(signs.count == 2)
    }

    @Test func `Without positions the drawing lays itself out, says so and shows no scale`() throws {
        var map = try MapDemo.maps()[0]
        for index in map.landmarks.indices { map.landmarks[index].position = nil }
        let svg = MapDrawing.svg(map)
        #expect(svg.contains("laid out by the drawing") && !svg.contains(">Scale<") && !svg.contains("class=\"floor\""))
        let spots = svg.matches(of: /translate\(([-0-9. ]+)\)"><title>/).map { String($0.output.1) }
        #expect(spots.count == map.landmarks.count)
        #expect(Set(spots).count == map.landmarks.count, "no two landmarks on one spot")
        var some = try MapDemo.maps()[0]
        some.landmarks[3].position = nil
        #expect(MapDrawing.svg(some).contains("1 of 13 positions are not recorded"))
    }

    @Test func `A hostile name stays a name`() throws {
        var map = try MapDemo.maps()[1]
        map.landmarks[0].name = "<script>\u{202E}\"&'\u{2069}\u{FFFE}"
        map.name = "a\u{2067}b"
        let svg = MapDrawing.svg(map)
        #expect(isXML(svg))
        #expect(!svg.contains("<script>"))
        #expect(svg.contains("\u{2068}\u{2068}&lt;script&gt;\u{202E}&quot;&amp;&#39;\u{2069}\u{FFFD}\u{2069}"))
        #expect(svg.contains(">\u{2068}a\u{2067}b\u{2069}\u{2069}</text>"))
    }

    @Test func `A group is drawn with the highest floor at the top and its portals`() throws {
        let building = try MapDemo.groups().buildings[0]
        let svg = MapDrawing.svg(building, maps: try MapDemo.maps(), route: Self.route)
        #expect(isXML(svg))
        let order = ["Floor 2 ·", "Floor 1 ·", "Ground floor ·"].compactMap { svg.range(of: $0)?.lowerBound }
        #expect(order.count == 3 && order == order.sorted())
        #expect(count("class=\"link\" d=\"M", in: svg) >= 5)
        #expect(count("class=\"line route portal\"", in: svg) == 1)
        let alone = MapDrawing.svg(building, maps: [try MapDemo.maps()[1]])
        #expect(isXML(alone) && !alone.contains("Ground floor"))
    }

    @Test func `Nothing at all can be drawn too`() {
        let empty = PlaceMap(
            id: "e", name: "Empty", scannedAt: "", kind: .surveyed, landmarks: [], connections: [])
        #expect(isXML(MapDrawing.svg(empty)))
        #expect(isXML(MapDrawing.svg(Building(id: "b", name: "B", floors: []), maps: [])))
    }

    @Test func `A very long place is drawn whole in bounded time`() throws {
        let document = try Document(PlaceLimitsTests.row(landmarks: 5000, connections: 4999))
        let svg = MapDrawing.svg(try #require(PlaceMapReader.read(document, now: nowInTests).map))
        #expect(count("<title>Landmark ", in: svg) == 5000)
    }

    @Test func `Names in a dense place do not cover each other`() throws {
        let landmarks = (0..<25).map { index in
            Landmark(
                id: "l\(index)", name: "Room number \(index)", kind: .room,
                position: Position(x: Double(index % 5) * 4, y: Double(index / 5) * 2))
        }
        let map = PlaceMap(
            id: "d", name: "Dense", scannedAt: "", kind: .surveyed, landmarks: landmarks, connections: [])
        let pattern = try Regex("<tspan x=\"([0-9.]+)\" y=\"([0-9.]+)\">Room number")
        let places = MapDrawing.svg(map).matches(of: pattern).compactMap { match -> (Double, Double)? in
            guard let x = match[1].substring.flatMap({ Double($0) }), let y = match[2].substring.flatMap({ Double($0) })
            else { return nil }
            return (x, y)
        }
        #expect(places.count == 25)
        for (index, place) in places.enumerated() {
            for other in places[..<index] {
                #expect(abs(place.0 - other.0) >= 60 || abs(place.1 - other.1) >= 12, "\(place) and \(other)")
            }
        }
    }
}
