import Glibc
import Platform

/// Temporary files of writers that were killed.
enum Leftovers {
    /// Removes what earlier replacements of the file at `path` left beside it.
    ///
    /// Only to be called by the one writer, so that whatever is there belongs to the dead.
    static func sweep(_ path: String) throws(StorageError) {
        let (folder, stem, ending) = SetAside.parts(of: path)
        let start = stem + ending + ".new-"
        for name in try FolderNames.orNone(in: folder) where name.hasPrefix(start) {
            let leftover = folder + "/" + name
            guard unlink(leftover) == 0 || errno == ENOENT else {
                throw .cannotWrite(path: leftover, .last("remove \(leftover)"))
            }
        }
    }
}
