/// The rule of the house: a room imports only what it declares, and only rooms that stand above it.
enum ImportRule {
    /// What a product room may import besides rooms.
    static let system: Set = [
        "Swift", "FoundationEssentials", "Glibc", "Musl", "Darwin", "Synchronization", "Dispatch",
    ]
    /// What tests may import besides.
    static let forTests: Set = ["Foundation", "FoundationXML", "Testing"]
    /// The rooms that are pure, and so know no operating system.
    static let pure: Set = ["Documents", "Readings", "Perception", "Wayfinding", "Announcing", "Deciding"]
    /// The modules that would make a pure room impure.
    static let world: Set = ["FoundationEssentials", "Glibc", "Musl", "Darwin", "Dispatch"]
    /// The files of pure rooms that may import the C library for the mathematics in it.
    static let mathematics: Set<String> = []

    /// The modules that a source file imports, each with its line.
    static func imports(in source: String) -> [(module: String, line: Int)] {
        BareCode(source).lines.enumerated().flatMap { number, line in
            line.split(separator: ";").compactMap { part in module(in: part).map { ($0, number + 1) } }
        }
    }

    private static func module(in statement: Substring) -> String? {
        let words = statement.split { $0 == " " || $0 == "\t" }
        guard let at = words.firstIndex(of: "import"), at + 1 < words.count else { return nil }
        let access: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
        guard words[..<at].allSatisfy({ $0.hasPrefix("@") || access.contains($0) }) else { return nil }
        let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
        let name = kinds.contains(words[at + 1]) && at + 2 < words.count ? words[at + 2] : words[at + 1]
        return name.split(separator: ".").first.map(String.init)
    }

    /// What is wrong with the imports of a file, each finding as `path:line: sentence`.
    static func findings(_ page: House.Page, in manifest: Manifest) -> [String] {
        guard let room = manifest.room(of: page.path) else {
            return ["\(page.path):1: lies in no room of Package.swift"]
        }
        return imports(in: page.text).compactMap { module, line in
            let fault =
                manifest.index(of: module) == nil
                ? faultOfSystem(module, room, page.path) : faultOfRoom(module, room, manifest)
            return fault.map { "\(page.path):\(line): \($0)" }
        }
    }

    private static func faultOfRoom(_ module: String, _ room: Manifest.Room, _ manifest: Manifest) -> String? {
        if !room.dependencies.contains(module) { return "\(room.name) imports \(module) without declaring it" }
        guard let here = manifest.index(of: room.name), let there = manifest.index(of: module) else { return nil }
        return there < here ? nil : "\(room.name) imports \(module), which does not stand above it"
    }

    private static func faultOfSystem(_ module: String, _ room: Manifest.Room, _ path: String) -> String? {
        let allowed = room.isProduct ? system : system.union(forTests)
        if !allowed.contains(module) { return "\(room.name) may not import \(module)" }
        guard pure.contains(room.name), world.contains(module), !mathematics.contains(path) else { return nil }
        return "\(room.name) is pure and may not import \(module)"
    }
}
