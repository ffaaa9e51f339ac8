import Glibc
import Platform

/// The names in a folder of profiles.
enum ProfileFolder {
    /// Entries of a folder beyond this many are not looked at.
    private static let entryLimit = 4096

    /// The names that end in `.json5`, sorted; none where the folder does not exist.
    static func names(in folder: String) throws(SystemError) -> [String] {
        guard let stream = opendir(folder) else {
            if errno == ENOENT { return [] }
            throw .last("read \(folder)")
        }
        defer { closedir(stream) }
        var names: [String] = []
        for _ in 0..<entryLimit {
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { throw .last("read \(folder)") }
                break
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(".json5"), !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}
