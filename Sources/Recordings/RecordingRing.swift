import Glibc
import Platform
import Readings

/// The flight recorder's ring on disk: whole recordings of a minute each, of which the oldest goes when there are enough.
///
/// Which minutes are kept goes by their number and size alone, so that no clock that jumps removes one. Each is private
/// to the service, and readable up to its last whole chunk whatever ended it.
package struct RecordingRing: Sendable {
    /// How long one part of the ring is.
    package static let partSpan = Duration.seconds(60)
    /// How many whole parts are kept beside the one that is being written.
    package static let parts = 10

    /// Its folder.
    package let folder: String
    private let byteLimit: UInt64

    /// A ring in a folder, which is made when the first part begins, of so many bytes at most.
    package init(folder: String, byteLimit: UInt64) {
        self.folder = folder
        self.byteLimit = byteLimit
    }

    /// How large a part may become before the next one begins, so that the ring is never one part alone.
    package var partBytes: UInt64 { byteLimit / UInt64(Self.parts) }

    /// Makes room and opens the next part.
    package func begin() throws(SystemError) -> Descriptor {
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw .last("make the folder \(folder)") }
        guard chmod(folder, 0o700) == 0 else { throw .last("keep \(folder) private") }
        prune()
        let last = Self.numbers(in: folder).last ?? 0
        return try Descriptor.open(path(last + 1), O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    }

    /// The paths of the parts, the oldest first.
    package var paths: [String] { Self.numbers(in: folder).map(path) }

    /// How many bytes all parts have.
    package var bytes: UInt64 { paths.reduce(0) { $0 + Self.size($1) } }

    /// Removes the oldest parts, until one more fits by number and size.
    private func prune() {
        var kept = paths.map { (path: $0, size: Self.size($0)) }
        while !kept.isEmpty {
            let total = kept.reduce(0) { $0 + $1.size }
            guard kept.count > Self.parts || total + partBytes > byteLimit else { return }
            _ = unlink(kept.removeFirst().path)
        }
    }

    private func path(_ number: Int) -> String {
        let digits = String(number)
        return "\(folder)/ring-\(String(repeating: "0", count: max(0, 8 - digits.count)))\(digits).mcap"
    }

    private static func size(_ path: String) -> UInt64 {
        var facts = stat()
        return stat(path, &facts) == 0 ? UInt64(facts.st_size) : 0
    }

    private static func numbers(in folder: String) -> [Int] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var numbers: [Int] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name.hasPrefix("ring-"), name.hasSuffix(".mcap"), let number = Int(name.dropFirst(5).dropLast(5))
            else { continue }
            numbers.append(number)
        }
        return numbers.sorted()
    }
}
