/// The rooms as Package.swift lists them, read from its text.
///
/// The text is read, and the package manager is not asked: that would take seconds, need its lock, and give the list
/// without what its author wrote. What this reading could miss is caught by a test that finds a room for every folder.
struct Manifest {
    /// One target.
    struct Room: Equatable, CustomStringConvertible {
        enum Kind: String {
            case library = "target", program = "executableTarget", tests = "testTarget", system = "systemLibrary"
        }
        var kind: Kind
        var name: String
        var path: String
        var dependencies: [String]
        var description: String { name }

        /// Whether it is part of what is installed.
        var isProduct: Bool { !path.hasPrefix("Tests/") }
    }

    /// In the order of the list.
    var rooms: [Room] = []

    init(_ text: String) {
        let list = text.components(before: "swiftLanguageModes").components(after: "targets: [\n")
        for call in Self.calls(in: list) {
            guard let name = Self.strings(after: "name:", in: call.arguments, list: false).first else { continue }
            let folder = call.kind == .tests ? "Tests/" : "Sources/"
            rooms.append(
                Room(
                    kind: call.kind, name: name,
                    path: Self.strings(after: "path:", in: call.arguments, list: false).first ?? folder + name,
                    dependencies: Self.strings(after: "dependencies:", in: call.arguments, list: true)))
        }
    }

    /// The room in whose folder a file lies; of rooms in each other the innermost.
    func room(of path: String) -> Room? {
        rooms.filter { path.hasPrefix($0.path + "/") }.max { $0.path.count < $1.path.count }
    }

    /// Where a room stands in the list.
    func index(of name: String) -> Int? { rooms.firstIndex { $0.name == name } }

    private static func calls(in text: String) -> [(kind: Room.Kind, arguments: Substring)] {
        var calls: [(Room.Kind, Substring)] = []
        var rest = text[...]
        while let dot = rest.firstIndex(of: ".") {
            rest = rest[rest.index(after: dot)...]
            let word = rest.prefix { $0.isLetter }
            guard let kind = Room.Kind(rawValue: String(word)) else { continue }
            let after = rest[word.endIndex...]
            guard after.first == "(" else { continue }
            let arguments = balanced(after)
            calls.append((kind, arguments))
            rest = text[arguments.endIndex...]
        }
        return calls
    }

    private static func balanced(_ text: Substring) -> Substring {
        var depth = 0
        for index in text.indices {
            if text[index] == "(" { depth += 1 }
            if text[index] == ")" { depth -= 1 }
            if depth == 0 { return text[...index] }
        }
        return text
    }

    private static func strings(after label: String, in text: Substring, list: Bool) -> [String] {
        guard let found = text.ranges(of: label).first else { return [] }
        let end = list ? text[found.upperBound...].firstIndex(of: "]") : nil
        let parts = text[found.upperBound..<(end ?? text.endIndex)].split(
            separator: "\"", omittingEmptySubsequences: false)
        let values = parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
        return list ? values : Array(values.prefix(1))
    }
}

extension String {
    fileprivate func components(before mark: String) -> String {
        ranges(of: mark).first.map { String(self[..<$0.lowerBound]) } ?? self
    }

    fileprivate func components(after mark: String) -> String {
        ranges(of: mark).last.map { String(self[$0.upperBound...]) } ?? self
    }
}
