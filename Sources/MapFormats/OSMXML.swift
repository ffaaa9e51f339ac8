/// OSM XML, version 0.6: elements at the second level, tags and points inside them.
enum OSMXML {
    /// Goes through the elements; answers the date of the data.
    static func read(_ source: ByteSource, _ take: OSMTaker) throws(MapFormatError) -> String? {
        var depth = 0
        var date: String?
        var element: OSMElement?
        var parts = 0
        func end() throws(MapFormatError) {
            depth -= 1
            // Files of changes have the elements a level deeper.
            guard depth == 1 || depth == 2, let whole = element, depth == level else { return }
            element = nil
            try take(whole)
        }
        var level = 1
        try XMLStream(source).read(
            start: { tag throws(MapFormatError) in
                if depth == 0 {
                    guard tag.name == "osm" else {
                        throw .wrongFormat(
                            file: source.name,
                            what: "its outermost element is not <osm>, so it is no OSM file — export .osm instead")
                    }
                    date = tag["timestamp"]
                } else if element != nil {
                    parts += 1
                    guard parts <= OSMFile.partLimit else {
                        throw .tooMuch(file: source.name, what: "parts of one element", limit: OSMFile.partLimit)
                    }
                    add(tag, to: &element)
                } else if let started = begin(tag) {
                    element = started
                    parts = 0
                    level = depth
                } else if tag.name == "meta" {
                    date = tag["osm_base"] ?? date
                }
                depth += 1
            }, end: { _ throws(MapFormatError) in try end() })
        return date
    }

    private static func begin(_ tag: XMLTag) -> OSMElement? {
        let kind: OSMKind
        if tag.name == "node" {
            kind = .node
        } else if tag.name == "way" {
            kind = .way
        } else if tag.name == "relation" {
            kind = .relation
        } else {
            return nil
        }
        guard let id = tag.integer("id") else { return nil }
        var element = OSMElement(kind: kind, id: id)
        if kind == .node {
            let here = point(tag)
            element.impossible = here?.fault
            element.point = here?.fault == nil ? here : nil
        }
        element.timestamp = tag["timestamp"]
        element.isDeleted = tag["visible"] == "false" || tag["action"] == "delete"
        return element
    }

    private static func point(_ tag: XMLTag) -> GeodeticPoint? {
        guard let longitude = tag["lon"].flatMap(Double.init), let latitude = tag["lat"].flatMap(Double.init) else {
            return nil
        }
        return GeodeticPoint(longitude: longitude, latitude: latitude)
    }

    private static func add(_ tag: XMLTag, to element: inout OSMElement?) {
        if tag.name == "tag", let key = tag["k"], let value = tag["v"] {
            element?.tags[key] = value
        } else if tag.name == "nd", let id = tag.integer("ref") {
            element?.nodes.append(id)
            element?.points.append(point(tag).flatMap { $0.isPlausible ? $0 : nil })
        } else if tag.name == "member", let id = tag.integer("ref"), let kind = tag["type"].flatMap(OSMKind.init) {
            element?.members.append(.init(kind: kind, id: id, role: tag["role"] ?? ""))
        }
    }
}
