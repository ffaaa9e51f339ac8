import Foundation

/// Plain file access for tests.
public enum Files {
    /// The whole of a file, or nil where it cannot be read.
    public static func read(_ path: String) -> [UInt8]? {
        FileManager.default.contents(atPath: path).map { [UInt8]($0) }
    }

    /// The whole of a file as text, or nil where it cannot be read.
    public static func text(_ path: String) -> String? {
        read(path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Writes a file whole; false where it cannot be written.
    @discardableResult
    public static func write(_ bytes: [UInt8], to path: String) -> Bool {
        FileManager.default.createFile(atPath: path, contents: Data(bytes))
    }

    /// Writes text whole; false where it cannot be written.
    @discardableResult
    public static func write(_ text: String, to path: String) -> Bool { write(Array(text.utf8), to: path) }

    /// Runs `body` with a fresh folder, which is removed afterwards.
    public static func withTemporaryFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.path + "/companion-test-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return try body(folder)
    }
}
