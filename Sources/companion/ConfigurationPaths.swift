import Control
import Glibc
import Storage

/// Where the system keeps what belongs to the service, or an ordinary user theirs.
enum ConfigurationPaths {
    /// The configuration file: in the first of `$CONFIGURATION_DIRECTORY`, which systemd gives, else in `/etc/companion`;
    /// as an ordinary user, and wherever `$XDG_CONFIG_HOME` is set, in `companion` there or in `~/.config`.
    static var configuration: String {
        let name = "companion.json5"
        if let given = variable("CONFIGURATION_DIRECTORY")?.split(separator: ":").first { return "\(given)/\(name)" }
        if let folder = absolute("XDG_CONFIG_HOME") { return "\(folder)/companion/\(name)" }
        return geteuid() == 0 ? "/etc/companion/\(name)" : "\(home)/.config/companion/\(name)"
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

    /// The folder of the control socket, of a service that keeps its state in this directory.
    static func control(stateFolder: String) -> String {
        ControlPath.folder(isRoot: geteuid() == 0, stateFolder: stateFolder, variable: variable)
    }

    /// The control sockets that a command looks for.
    static var controlSockets: [String] { ControlPath.candidates(folder: control(stateFolder: state)) }

    private static func absolute(_ name: String) -> String? {
        variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    private static var home: String { variable("HOME") ?? "" }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
