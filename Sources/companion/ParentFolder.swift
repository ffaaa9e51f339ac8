import Glibc
import Platform

/// The folder of a file that is to be written.
enum ParentFolder {
    /// Makes the folders that a path needs and that are not there.
    static func make(of path: String) throws(SystemError) {
        var made = path.hasPrefix("/") ? "/" : ""
        for name in path.split(separator: "/").dropLast() {
            made += name + "/"
            guard mkdir(made, 0o755) == 0 || errno == EEXIST || errno == EISDIR else { throw .last("make \(made)") }
        }
    }
}
