/// What an element of OpenStreetMap is.
package enum OSMKind: String, Sendable {
    /// A point.
    case node
    /// A line or ring of points.
    case way
    /// A group of elements.
    case relation
}

/// An element of OpenStreetMap: a node, a way, or a relation.
package struct OSMElement: Sendable {
    /// A member of a relation.
    package struct Member: Sendable {
        /// What it is.
        package var kind: OSMKind
        /// Its id.
        package var id: Int64
        /// What it is in the relation, such as `outer`.
        package var role: String
    }

    /// What it is.
    package var kind: OSMKind
    /// Its id.
    package var id: Int64
    /// Where it is; nodes only.
    package var point: GeodeticPoint?
    /// Why its position is none on the Earth, such as "its latitude 951 is impossible"; nodes only.
    package var impossible: String?
    /// The ids of its points; ways only.
    package var nodes: [Int64] = []
    /// Where these points are, if the file says so in the way itself.
    package var points: [GeodeticPoint?] = []
    /// Its members; relations only.
    package var members: [Member] = []
    /// Its tags.
    package var tags: [String: String] = [:]
    /// When it was last changed, if the file says.
    package var timestamp: String?
    /// Whether the file says that it is deleted.
    package var isDeleted = false

    /// What reports and landmarks call it: `way/12`.
    package var source: String { "\(kind.rawValue)/\(id)" }
}

/// Takes one element after the other.
package typealias OSMTaker = (OSMElement) throws(MapFormatError) -> Void

/// Goes through a file of OpenStreetMap, as XML or as JSON of Overpass; the first bytes tell which it is.
package struct OSMFile {
    /// The most tags of one element, and points or members of one.
    static let partLimit = 200_000

    private let source: ByteSource
    private let isJSON: Bool

    /// Looks at the first bytes of a file.
    package init(_ source: ByteSource) throws(MapFormatError) {
        self.source = source
        var first: UInt8?
        let stop = MapFormatError.wrongFormat(file: source.name, what: "")
        do throws(MapFormatError) {
            try source.read { part throws(MapFormatError) in
                // A byte order mark and space are passed over.
                first = part.first { ![0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0x20, 0x09, 0x0A, 0x0D, 0].contains($0) }
                if first != nil { throw stop }
            }
        } catch { if error != stop { throw error } }
        isJSON = first == UInt8(ascii: "{")
        guard first != UInt8(ascii: "[") else { throw .wrongFormat(file: source.name, what: OSMJSON.notOverpass) }
        guard isJSON || first == UInt8(ascii: "<") else {
            throw .wrongFormat(
                file: source.name,
                what: "it is neither XML nor JSON — export it as .osm, or from Overpass as JSON; .pbf is not read")
        }
    }

    /// What messages call it.
    package var name: String { source.name }

    /// Goes through every element once; answers when the data was written down, where the file says so.
    package func read(_ take: OSMTaker) throws(MapFormatError) -> String? {
        isJSON ? try OSMJSON.read(source, take) : try OSMXML.read(source, take)
    }
}
