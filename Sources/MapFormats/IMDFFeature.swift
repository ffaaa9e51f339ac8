import Documents

/// One feature of an IMDF archive.
struct IMDFFeature {
    /// Its id, where it has one.
    let id: String?
    /// The file that it stands in, which says what it is: `unit`, `level`.
    let kind: String
    /// Its number in that file, from 1.
    let number: Int
    private let document: Document

    init(_ document: Document, kind: String, number: Int) {
        self.document = document
        self.kind = kind
        self.number = number
        let text = document.root["id"]?.string ?? document.root["id"]?.numberText
        id = PlanTexts.id(text)
    }

    /// What reports and landmarks call it: `unit/<id>`.
    var source: String { kind + "/" + (id ?? "#\(number)") }

    /// A property; a `null` one is absent.
    func property(_ key: StaticString) -> JSONElement? {
        guard let value = document.root["properties"]?[key], !value.isNull else { return nil }
        return value
    }

    /// A property that is a text.
    func text(_ key: StaticString) -> String? { property(key)?.string }

    /// A property that is a list of texts.
    func texts(_ key: StaticString) -> [String] { property(key)?.items.compactMap(\.string) ?? [] }

    /// The labels of a feature: the wanted language first, then the file's, then English, then any.
    func name(_ languages: [String]) -> PlanName {
        let labels = ["name", "alt_name"].flatMap { key in
            Self.labels(key == "name" ? property("name") : property("alt_name"), languages)
        }
        return PlanTexts.name(labels)
    }

    private static func labels(_ value: JSONElement?, _ languages: [String]) -> [String] {
        guard let value else { return [] }
        if let text = value.string { return [text] }
        let all = value.members.compactMap { member in
            member.value.string.map { (language: member.key.lowercased(), text: $0) }
        }
        func rank(_ language: String) -> Int {
            languages.firstIndex { language == $0 || language.hasPrefix($0 + "-") || $0.hasPrefix(language + "-") }
                ?? languages.count
        }
        let ranked = all.enumerated().sorted {
            (rank($0.element.language), $0.offset) < (rank($1.element.language), $1.offset)
        }
        return ranked.map(\.element.text)
    }

    /// Whether a list of accessibility names wheelchairs.
    var isForWheelchairs: Bool {
        texts("accessibility").contains("wheelchair") || text("category")?.hasSuffix(".wheelchair") ?? false
    }

    private var geometry: JSONElement? { document.root["geometry"] }

    /// Every point of the geometry, for the frame.
    var points: [GeodeticPoint] {
        var found: [GeodeticPoint] = []
        func visit(_ value: JSONElement, depth: Int) {
            if let point = IMDFGeometry.point(value) {
                found.append(point)
            } else if depth < 6 {
                for item in value.items { visit(item, depth: depth + 1) }
            }
        }
        if let coordinates = geometry?["coordinates"] { visit(coordinates, depth: 0) }
        return found
    }

    /// The rings of each polygon; nil where the geometry is none or a coordinate is no point.
    var polygons: [[[GeodeticPoint]]]? {
        guard let coordinates = geometry?["coordinates"] else { return nil }
        switch geometry?["type"]?.string {
        case "Polygon": return IMDFGeometry.rings(coordinates).map { [$0] }
        case "MultiPolygon":
            let parts = coordinates.items.map { IMDFGeometry.rings($0) }
            return parts.contains { $0 == nil } || parts.isEmpty ? nil : parts.compactMap { $0 }
        default: return nil
        }
    }

    /// The points of a line.
    var line: [GeodeticPoint]? {
        guard geometry?["type"]?.string == "LineString", let coordinates = geometry?["coordinates"] else { return nil }
        return IMDFGeometry.line(coordinates)
    }

    /// The one point of the geometry.
    var point: GeodeticPoint? {
        guard geometry?["type"]?.string == "Point", let coordinates = geometry?["coordinates"] else { return nil }
        return IMDFGeometry.point(coordinates)
    }

    /// Where the name is to be shown.
    var displayPoint: GeodeticPoint? { property("display_point")?["coordinates"].flatMap { IMDFGeometry.point($0) } }
}

/// Coordinates of GeoJSON (RFC 7946): longitude, latitude, and a height that is not used.
enum IMDFGeometry {
    static func point(_ value: JSONElement) -> GeodeticPoint? {
        var numbers: [Double] = []
        for item in value.items {
            guard let number = item.number, numbers.count < 4 else { return nil }
            numbers.append(number)
        }
        guard numbers.count >= 2, numbers.allSatisfy(\.isFinite) else { return nil }
        let point = GeodeticPoint(longitude: numbers[0], latitude: numbers[1])
        return point.isPlausible ? point : nil
    }

    static func line(_ value: JSONElement) -> [GeodeticPoint]? {
        let points = value.items.map { point($0) }
        return points.count < 2 || points.contains { $0 == nil } ? nil : points.compactMap { $0 }
    }

    static func rings(_ value: JSONElement) -> [[GeodeticPoint]]? {
        let rings = value.items.map { line($0) }
        return rings.isEmpty || rings.contains { $0 == nil } ? nil : rings.compactMap { $0 }
    }
}
