import Glibc
import Platform

/// Writes an import into a folder, whole or not at all.
package enum ImportWriter {
    /// Writes every place as `<id>.json`, and `buildings.json`.
    ///
    /// All is written and made durable in a folder beside `folder` first. A folder that is not there, or is empty,
    /// appears with all of it in one step. In one that has something in it nothing is written without `force`; with it
    /// the files are put in their places one by one, `buildings.json` last, and other files stay.
    package static func write(_ result: ImportResult, to folder: String, force: Bool) throws(MapFormatError) {
        var target = folder
        while target.count > 1, target.hasSuffix("/") { target.removeLast() }
        let isFilled = try isFilled(target)
        guard force || !isFilled else { throw .alreadyThere(path: target) }
        let temporary = target + ".importing-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        let files = result.places.map { ($0.file, $0.bytes) } + [("buildings.json", result.groupBytes)]
        do throws(SystemError) {
            guard mkdir(temporary, 0o755) == 0 else { throw SystemError.last("make \(temporary)") }
            for (name, bytes) in files { try AtomicFile.replace(temporary + "/" + name, with: bytes, mode: 0o644) }
            if isFilled {
                for (name, _) in files { try move(temporary + "/" + name, to: target + "/" + name) }
                _ = rmdir(temporary)
            } else {
                try move(temporary, to: target)
            }
            let parent = target.contains("/") ? target + "/.." : "."
            try makeDurable(isFilled ? target : parent)
        } catch {
            for (name, _) in files { _ = unlink(temporary + "/" + name) }
            _ = rmdir(temporary)
            throw .cannotWrite(path: target, error)
        }
    }

    private static func move(_ from: String, to: String) throws(SystemError) {
        guard rename(from, to) == 0 else { throw .last("replace \(to)") }
    }

    private static func makeDurable(_ folder: String) throws(SystemError) {
        let descriptor = try Descriptor.open(folder, O_RDONLY | O_DIRECTORY)
        guard fsync(descriptor.number) == 0 else { throw .last("make \(folder) durable") }
    }

    /// Whether there is something in a folder; what is no folder counts as something.
    private static func isFilled(_ path: String) throws(MapFormatError) -> Bool {
        guard let stream = opendir(path) else {
            if errno == ENOENT { return false }
            throw .cannotWrite(path: path, .last("open \(path)"))
        }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { return true }
        }
        return false
    }
}
