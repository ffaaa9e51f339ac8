import Evidence
import Foundation

/// The checkout that this test was built from.
enum House {
    /// Its top folder.
    static let root: String = {
        let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        return parts.dropLast(3).joined(separator: "/")
    }()

    /// A file of the house, by its path from the top.
    struct Page: CustomStringConvertible {
        var path: String
        var text: String
        var description: String { path }

        /// Its lines, without their ends.
        var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

        /// How many lines it has; the end of the last one begins no other.
        var lineCount: Int { lines.count - (text.hasSuffix("\n") ? 1 : 0) }
    }

    private static let unread: Set = [".build", ".git", ".cache", ".swiftpm"]

    /// Every text file, or those under one of some folders, sorted by path.
    static func pages(under folders: [String] = [""], endings: Set<String>? = nil) -> [Page] {
        let paths = folders.flatMap { folder in files(under: folder) }.sorted()
        return paths.compactMap { path in
            if let endings, !endings.contains((path as NSString).pathExtension) { return nil }
            guard let bytes = Files.read(root + "/" + path), let text = String(validating: bytes, as: UTF8.self) else {
                return nil
            }
            return Page(path: path, text: text)
        }
    }

    /// One file, or nil where it is missing.
    static func page(_ path: String) -> Page? {
        Files.text(root + "/" + path).map { Page(path: path, text: $0) }
    }

    private static func files(under folder: String) -> [String] {
        let start = folder.isEmpty ? root : root + "/" + folder
        let names = (try? FileManager.default.contentsOfDirectory(atPath: start)) ?? []
        return names.filter { !unread.contains($0) }.flatMap { name -> [String] in
            let path = folder.isEmpty ? name : folder + "/" + name
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: root + "/" + path, isDirectory: &isFolder) else { return [] }
            return isFolder.boolValue ? files(under: path) : [path]
        }
    }
}
