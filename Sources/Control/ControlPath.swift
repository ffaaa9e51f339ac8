import Glibc
import Platform

/// Where the control socket is.
package enum ControlPath {
    /// The name of the socket in its folder.
    package static let name = "control.socket"
    /// The name of the lock beside it, which the service that listens holds.
    package static let lockName = "control.lock"
    /// The group whose members may talk to the service.
    package static let group = "companion"
    /// The folder of the service that the system runs.
    package static let systemFolder = "/run/companion"

    /// The folder by rule: the first of `$RUNTIME_DIRECTORY`, else `/run/companion`; as an ordinary user `companion` in
    /// `$XDG_RUNTIME_DIR`, or in the state directory where that is not set.
    ///
    /// `variable` gives a variable of the environment.
    package static func folder(isRoot: Bool, stateFolder: String, variable: (String) -> String?) -> String {
        if let given = variable("RUNTIME_DIRECTORY")?.split(separator: ":").first { return String(given) }
        if isRoot { return systemFolder }
        if let own = variable("XDG_RUNTIME_DIR"), own.hasPrefix("/") { return own + "/companion" }
        return stateFolder
    }

    /// The sockets that a client tries, its own user's first.
    package static func candidates(folder: String) -> [String] {
        var folders = [folder]
        if folder != systemFolder { folders.append(systemFolder) }
        return folders.map { $0 + "/" + name }
    }

    /// Makes a folder with those above it; one that is there is left as it is.
    static func make(_ folder: String) throws(SystemError) {
        var made = folder.hasPrefix("/") ? "" : "."
        for part in folder.split(separator: "/") {
            made += "/" + part
            guard mkdir(made, 0o755) == 0 || errno == EEXIST || errno == EISDIR else { throw .last("make \(made)") }
        }
    }
}
