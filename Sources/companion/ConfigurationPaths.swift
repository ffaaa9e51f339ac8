import Glibc
import Storage

/// Where the system keeps what belongs to the service, or an ordinary user theirs.
enum ConfigurationPaths {
    /// The configuration file: in the folder that systemd names, else in the standard one.
    static var configuration: String {
        if let given = variable("CONFIGURATION_DIRECTORY")?.split(separator: ":").first {
            return given + "/companion.json5"
        }
        if geteuid() == 0, variable("XDG_CONFIG_HOME") == nil { return "/etc/companion/companion.json5" }
        return (variable("XDG_CONFIG_HOME") ?? home + "/.config") + "/companion/companion.json5"
    }

    /// The folders of calibration profiles, the later over the earlier: those that a package installs, the machine's own,
    /// and beside the configuration file where that is elsewhere.
    static var calibration: [String] {
        let beside = configuration.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/calibration"
        let folders = ["/usr/share/companion/calibration", "/etc/companion/calibration"]
        return folders.contains(beside) ? folders : folders + [beside]
    }

    /// The folder for what lasts until the machine is switched off: what systemd gives, else the standard place.
    static var run: String {
        if let given = variable("RUNTIME_DIRECTORY")?.split(separator: ":").first { return String(given) }
        if geteuid() == 0 { return "/run/companion" }
        return (variable("XDG_RUNTIME_DIR") ?? "/tmp") + "/companion"
    }

    /// The state directory: what systemd gives, else the standard place.
    static var state: String { StateDirectory.standardPath(isRoot: geteuid() == 0, variable: variable) }

    private static var home: String { variable("HOME") ?? "" }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
