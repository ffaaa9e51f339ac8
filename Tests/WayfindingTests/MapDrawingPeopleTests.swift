import Foundation
import Testing
import Wayfinding

#if canImport(FoundationXML)
    import FoundationXML
#endif

struct MapDrawingPeopleTests {
    private static let people = [
        DrawingPerson(place: "ternwick-ground", position: Position(x: 3, y: 1), name: "Ada", kind: .here),
        DrawingPerson(
            place: "ternwick-ground", position: Position(x: 5, y: 1), name: "Sam <3", kind: .lastSeen(age: "3 min")),
        DrawingPerson(
            place: "ternwick-ground", position: Position(x: 1, y: 0), name: "The robot", kind: .robot(yaw: .pi / 2)),
        DrawingPerson(place: "ternwick-first", position: Position(x: 1, y: 0), name: "Elsewhere", kind: .here),
    ]

    private func count(_ part: String, in text: String) -> Int { text.components(separatedBy: part).count - 1 }

    @Test func `Who is heard is a dot, who was last seen a hollow ring with name and age`() throws {
        let svg = MapDrawing.svg(try MapDemo.maps()[0], people: Self.people)
        #expect(XMLParser(data: Data(svg.utf8)).parse())
        #expect(count("class=\"person\"", in: svg) == 2, "one on the map, one in the legend")
        #expect(count("class=\"ghost\"", in: svg) == 2)
        #expect(svg.contains(">Sam &lt;3 · 3 min</tspan>") && svg.contains(">Ada</tspan>"))
        #expect(svg.contains("<title>Sam &lt;3 · 3 min (last seen here)</title>"))
        #expect(svg.contains("On it: Ada, Sam &lt;3 · 3 min, The robot."))
        #expect(svg.contains("rotate(-90)"), "facing +y is up on the sheet")
        #expect(!svg.contains("Elsewhere"), "who is in another place is not on this map")
    }

    @Test func `In a building everybody is on the floor where they are`() throws {
        let world = try MapDemo.maps()
        let group = try #require(try MapDemo.groups().buildings.first)
        let svg = MapDrawing.svg(group, maps: world, people: Self.people)
        #expect(svg.contains(">Elsewhere</tspan>") && svg.contains(">Ada</tspan>"))
    }

    @Test func `Whoever is beyond the map stands at its edge`() throws {
        let far = DrawingPerson(place: "ternwick-ground", position: Position(x: 1e9, y: -1e9), name: "Far", kind: .here)
        let svg = MapDrawing.svg(try MapDemo.maps()[0], people: [far])
        #expect(svg.contains(">Far</tspan>") && !svg.contains("e+") && !svg.contains("0000000"))
    }

    @Test func `Where the drawing chose the places of things nobody is put among them`() throws {
        var map = try MapDemo.maps()[0]
        for index in map.landmarks.indices { map.landmarks[index].position = nil }
        let svg = MapDrawing.svg(map, people: Self.people)
        #expect(!svg.contains("class=\"person\"") && !svg.contains("On it:"))
    }

    @Test func `What stands in the way is ringed, and told in the legend`() throws {
        let blocked = DrawingRoute(legs: [], blocked: [.init(place: "ternwick-ground", id: "entrance-door")])
        let map = try MapDemo.maps()[0]
        let svg = MapDrawing.svg(map, route: blocked)
        #expect(count("class=\"halo\"", in: svg) == 2 && svg.contains(">In the way</text>"))
        #expect(!svg.contains("line route"))
        #expect(!MapDrawing.svg(map).contains("class=\"halo\""))
    }

    @Test func `Without its style a drawing has no style in it, and the page has the same`() throws {
        let map = try MapDemo.maps()[0]
        let bare = MapDrawing.svg(map, people: Self.people, isStyled: false)
        #expect(!bare.contains("<style") && !bare.contains(" style="))
        let styled = MapDrawing.svg(map, people: Self.people)
        #expect(styled.contains(MapDrawing.styleSheet))
        #expect(MapDrawing.styleSheet.contains(".map .ghost{stroke:#a86200"))
    }
}
