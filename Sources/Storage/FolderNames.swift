import Glibc
import Platform

/// The names in a folder.
enum FolderNames {
    /// Every name but `.` and `..`, sorted by bytes; names that are not UTF-8 are no file of this service and left out.
    static func all(in folder: String) throws(SystemError) -> [String] {
        guard let stream = opendir(folder) else { throw .last("read \(folder)") }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else { break }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let name, name != ".", name != ".." { names.append(name) }
        }
        guard errno == 0 else { throw .last("read \(folder)") }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Every name, or nothing where the folder is not there.
    static func orNone(in folder: String) throws(StorageError) -> [String] {
        do throws(SystemError) {
            return try all(in: folder)
        } catch  where error.number == ENOENT {
            return []
        } catch {
            throw .cannotRead(path: folder, error)
        }
    }

    /// What the kernel knows of a file, or nil where it is not there; a link is followed.
    static func status(_ path: String) throws(SystemError) -> stat? {
        var status = stat()
        if stat(path, &status) == 0 { return status }
        guard errno == ENOENT || errno == ENOTDIR else { throw .last("look at \(path)") }
        return nil
    }

    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The file that stands where the path needs a folder: the path itself, or one above it.
    static func fileInTheWay(of path: String) -> String? {
        var part = path[...]
        while !part.isEmpty {
            var status = stat()
            if stat(String(part), &status) == 0 {
                return status.st_mode & S_IFMT == S_IFDIR ? nil : String(part)
            }
            part = part[..<(part.lastIndex(of: "/") ?? part.startIndex)]
        }
        return nil
    }

    /// Makes a folder and those above it; one that is there is fine.
    static func make(_ path: String) throws(StorageError) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST && isFolder(path) { return }
        let error = SystemError.last("make \(path)")
        if [EEXIST, ENOTDIR].contains(error.number), let file = fileInTheWay(of: path) { throw .notFolder(path: file) }
        guard error.number == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
            throw .cannotWrite(path: path, error)
        }
        try make(String(path[..<slash]))
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .cannotWrite(path: path, .last("make \(path)")) }
    }

    /// Makes what was done in a folder outlast a loss of power.
    static func makeDurable(_ folder: String) throws(StorageError) {
        do throws(SystemError) {
            let descriptor = try Descriptor.open(folder, O_RDONLY | O_DIRECTORY)
            guard fsync(descriptor.number) == 0 else { throw SystemError.last("make \(folder) durable") }
        } catch {
            throw .cannotWrite(path: folder, error)
        }
    }

    /// Removes a folder with all that is in it; what is already gone is fine.
    static func remove(_ folder: String) throws(StorageError) {
        for name in try orNone(in: folder) {
            let path = folder + "/" + name
            var status = stat()
            if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
                try remove(path)
            } else if unlink(path) != 0, errno != ENOENT {
                throw .cannotWrite(path: path, .last("remove \(path)"))
            }
        }
        guard rmdir(folder) == 0 || errno == ENOENT else {
            throw .cannotWrite(path: folder, .last("remove \(folder)"))
        }
    }
}
