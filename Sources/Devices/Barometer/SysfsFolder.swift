import Glibc
import Platform

/// A folder of `/sys`: names, short texts and where links lead; whatever cannot be read is nil or nothing.
struct SysfsFolder {
    let path: String

    /// The names in it but `.` and `..`, numbers inside them in the order of numbers: `i2c-2` before `i2c-10`.
    var names: [String] {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let name, name != ".", name != ".." { names.append(name) }
        }
        return names.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    }

    /// The folder of that name in it.
    subscript(_ name: String) -> SysfsFolder { SysfsFolder(path: "\(path)/\(name)") }

    /// Whether something of that name is in it.
    func has(_ name: String) -> Bool { access("\(path)/\(name)", F_OK) == 0 }

    /// The text of an attribute without the white space at its ends.
    func text(_ name: String) -> String? {
        do throws(SystemError) { return AttributeText.word(try bytes(name)) } catch { return nil }
    }

    /// The bytes of an attribute, 4096 at the most, as the kernel gives them in one go.
    func bytes(_ name: String) throws(SystemError) -> [UInt8] {
        try ReadFile.whole("\(path)/\(name)", limit: 4096)
    }

    /// The path with every link followed, or the path itself where that cannot be done.
    var followed: String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }
}
