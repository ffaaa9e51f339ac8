import Glibc
import Platform

/// Keeping a file under a dated name before another takes its place.
enum SetAside {
    /// Gives the file at `path` a second, dated name beside it, and gives that name.
    ///
    /// `index.json` becomes `index.damaged-2026-11-30T101112Z.json` as well, with `-2` and so on where that is taken;
    /// no file is ever replaced. The file also stays where it was, so that whoever is killed now leaves it whole;
    /// called again on the same file, it gives the name from then. `word` says why; `now` is in seconds since 1970 UTC.
    static func keep(_ path: String, word: String = "damaged", now: Int64) throws(StorageError) -> String {
        let (folder, stem, ending) = parts(of: path)
        let start = "\(stem).\(word)-"
        if let earlier = try earlier(path, folder, start) { return earlier }
        let dated = start + CalendarTime.compact(now)
        var number = 1
        while true {
            let name = dated + (number == 1 ? "" : "-\(number)") + ending
            if try give(path, folder + "/" + name) {
                try FolderNames.makeDurable(folder)
                return folder + "/" + name
            }
            number += 1
        }
    }

    /// Writes noughts over a text in every file that was kept of `path`; the rest of them stays as it is.
    static func erase(_ text: [UInt8], fromCopiesOf path: String) throws(StorageError) {
        let (folder, stem, ending) = parts(of: path)
        for name in try FolderNames.orNone(in: folder)
        where name.hasPrefix(stem + ".") && name.hasSuffix(ending) && folder + "/" + name != path {
            try erase(text, from: folder + "/" + name)
        }
    }

    private static func erase(_ text: [UInt8], from path: String) throws(StorageError) {
        do throws(SystemError) {
            var bytes = try ReadFile.whole(path, limit: .max)
            defer { SecretMemory.erase(bytes) }
            var isFound = false
            var start = 0
            while !text.isEmpty, start + text.count <= bytes.count {
                if bytes[start] == text[0], bytes[start..<start + text.count].elementsEqual(text) {
                    for index in start..<start + text.count { bytes[index] = UInt8(ascii: "0") }
                    isFound = true
                }
                start += 1
            }
            guard isFound else { return }
            let mode = try FolderNames.status(path).map { $0.st_mode & 0o777 } ?? 0o600
            try AtomicFile.replace(path, with: bytes, mode: mode)
        } catch {
            throw .cannotWrite(path: path, error)
        }
    }

    /// The folder, the name without its ending, and the ending with its dot.
    static func parts(of path: String) -> (folder: String, stem: String, ending: String) {
        let slash = path.lastIndex(of: "/")
        let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        return (folder, String(name[..<dot]), String(name[dot...]))
    }

    /// The dated name that this very file has already.
    private static func earlier(_ path: String, _ folder: String, _ start: String) throws(StorageError) -> String? {
        var own = stat()
        guard lstat(path, &own) == 0, own.st_nlink > 1 else { return nil }
        return try FolderNames.orNone(in: folder).first { name in
            var other = stat()
            return name.hasPrefix(start) && lstat(folder + "/" + name, &other) == 0 && other.st_ino == own.st_ino
                && other.st_dev == own.st_dev
        }.map { folder + "/" + $0 }
    }

    /// Gives the second name; false where it is taken.
    private static func give(_ path: String, _ name: String) throws(StorageError) -> Bool {
        if link(path, name) == 0 { return true }
        switch errno {
        case EEXIST: return false
        case EPERM, EOPNOTSUPP, ENOSYS, EMLINK: return try copy(path, to: name)
        default: throw .cannotWrite(path: name, .last("set \(path) aside"))
        }
    }

    /// Where the file system has no second names.
    private static func copy(_ path: String, to name: String) throws(StorageError) -> Bool {
        do throws(SystemError) {
            let mode = try FolderNames.status(path).map { $0.st_mode & 0o777 } ?? 0o600
            let bytes = try ReadFile.whole(path, limit: .max)
            let file = try Descriptor.open(name, O_WRONLY | O_CREAT | O_EXCL, mode: mode)
            try file.writeAll(bytes)
            guard fchmod(file.number, mode) == 0, fsync(file.number) == 0 else { throw .last("set \(path) aside") }
            return true
        } catch  where error.number == EEXIST {
            return false
        } catch {
            throw .cannotWrite(path: name, error)
        }
    }
}
