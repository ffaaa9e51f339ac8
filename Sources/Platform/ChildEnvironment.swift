import CProcess
import Glibc

/// What a child is told about the world, and where its program is found.
package enum ChildEnvironment {
    /// Names that are between systemd and the service alone.
    private static let withheld: Set<Substring> = [
        "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "MAINPID",
    ]

    /// The environment of this process without what belongs to systemd and the service, and with `added` names set.
    ///
    /// `environment` stands in for that of this process.
    package static func inherited(
        from environment: [String]? = nil, adding added: [(name: String, value: String)] = []
    ) -> [String] {
        let own = Set(added.map { Substring($0.name) })
        let kept = (environment ?? all()).filter { entry in
            let name = entry.prefix { $0 != "=" }
            return !withheld.contains(name) && !own.contains(name)
        }
        return kept + added.map { "\($0.name)=\($0.value)" }
    }

    /// The path of the program that a name means, or nil where none may be run: a name with a slash is itself, any
    /// other is looked for in PATH.
    package static func program(_ name: String) -> String? {
        if name.contains("/") { return isRunnable(name) ? name : nil }
        let path = all().first { $0.hasPrefix("PATH=") }?.dropFirst(5) ?? "/usr/local/bin:/usr/bin:/bin"
        let candidates = path.split(separator: ":").map { "\($0)/\(name)" }
        return name.isEmpty ? nil : candidates.first(where: isRunnable)
    }

    private static func isRunnable(_ path: String) -> Bool {
        var found = stat()
        return stat(path, &found) == 0 && found.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }

    private static func all() -> [String] {
        guard let first = child_process_environment() else { return [] }
        var entries: [String] = []
        var place = first
        while let entry = place.pointee {
            entries.append(String(cString: entry))
            place += 1
        }
        return entries
    }
}

/// Arrays of C strings that end in a null pointer, for the length of a call.
enum CStrings {
    static func withPointers<Result>(
        _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var pointers: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) }
        pointers.append(nil)
        defer { for pointer in pointers { free(pointer) } }
        return pointers.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { preconditionFailure("an array with an element has a base") }
            return body(base)
        }
    }
}
