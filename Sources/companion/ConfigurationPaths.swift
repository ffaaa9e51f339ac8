import Glibc
import Storage

/// Where the system keeps what belongs to the service, or an ordinary user theirs.
enum ConfigurationPaths {
    /// The configuration file.
    static var configuration: String {
        if geteuid() == 0, variable("XDG_CONFIG_HOME") == nil { return "/etc/companion/companion.json5" }
        return (variable("XDG_CONFIG_HOME") ?? home + "/.config") + "/companion/companion.json5"
    }

    /// The state directory: what systemd gives, else the standard place.
    static var state: String { StateDirectory.standardPath(isRoot: geteuid() == 0, variable: variable) }

    private static var home: String { variable("HOME") ?? "" }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
