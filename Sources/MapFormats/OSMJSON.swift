import Documents

/// The JSON that Overpass answers with (`[out:json]`), with or without the geometry in the ways.
enum OSMJSON {
    /// What other JSON is told.
    static let notOverpass =
        "it is JSON, but not Overpass's: it has no list \"elements\" — ask Overpass with [out:json], or export .osm"

    /// Goes through the elements; answers the date of the data.
    static func read(_ source: ByteSource, _ take: OSMTaker) throws(MapFormatError) -> String? {
        var number = 0
        let frame = try FeatureStream(source, list: "elements").read { document throws(MapFormatError) in
            number += 1
            guard let element = element(document.root) else { return }
            guard max(element.nodes.count, element.members.count) <= OSMFile.partLimit else {
                throw .tooMuch(file: source.name, what: "parts of one element", limit: OSMFile.partLimit)
            }
            try take(element)
        }
        guard frame.root.kind == .object, frame.root["elements"]?.kind == .array else {
            throw .wrongFormat(file: source.name, what: notOverpass)
        }
        return frame.root["osm3s"]?["timestamp_osm_base"]?.string
    }

    private static func element(_ value: JSONElement) -> OSMElement? {
        guard let kind = value["type"]?.string.flatMap(OSMKind.init), let id = integer(value["id"]) else { return nil }
        var element = OSMElement(kind: kind, id: id)
        switch kind {
        case .node:
            let here = anyPoint(value)
            element.impossible = here?.fault
            element.point = point(value)
        case .way:
            let points = value["geometry"]?.items.map { point($0) } ?? []
            element.nodes = value["nodes"]?.items.compactMap { integer($0) } ?? []
            // Without ids, points of the same place are the same point.
            if element.nodes.isEmpty { element.nodes = points.map { $0.map(ownId) ?? 0 } }
            element.points = points.count == element.nodes.count ? points : element.nodes.map { _ in nil }
        case .relation:
            element.members =
                value["members"]?.items.compactMap { member in
                    guard let kind = member["type"]?.string.flatMap(OSMKind.init), let id = integer(member["ref"])
                    else {
                        return nil
                    }
                    return .init(kind: kind, id: id, role: member["role"]?.string ?? "")
                } ?? []
        }
        for member in value["tags"]?.members.map({ $0 }) ?? [] {
            if let text = member.value.string { element.tags[member.key] = text }
        }
        element.timestamp = value["timestamp"]?.string
        return element
    }

    private static func integer(_ value: JSONElement?) -> Int64? { value?.numberText.flatMap { Int64($0) } }

    private static func anyPoint(_ value: JSONElement) -> GeodeticPoint? {
        guard let longitude = value["lon"]?.number, let latitude = value["lat"]?.number else { return nil }
        return GeodeticPoint(longitude: longitude, latitude: latitude)
    }

    private static func point(_ value: JSONElement) -> GeodeticPoint? {
        anyPoint(value).flatMap { $0.isPlausible ? $0 : nil }
    }

    /// An id for a point without one: its coordinates in ten-millionths of a degree, below every id of a file.
    private static func ownId(_ point: GeodeticPoint) -> Int64 {
        let (x, y) = (Int64((point.longitude * 1e7).rounded()), Int64((point.latitude * 1e7).rounded()))
        return -((x + 1_800_000_000) * 2_000_000_000 + (y + 900_000_000)) - 1
    }
}
