import Bridge
import Glibc
import Pairing
import Platform
import Readings
import Speech
import Storage

/// Finds out what the doctor judges, without changing anything.
package enum MachineLook {
    private static let soundFolder = "/dev/snd"
    private static let units = [
        "/etc/systemd/system/companion.service", "/lib/systemd/system/companion.service",
        "/usr/lib/systemd/system/companion.service",
    ]

    /// The facts that need nothing but the system itself: voice, sound, state directory, clock, unit.
    package static func facts(speech: SpeechSettings, statePath: String) -> MachineFacts {
        var facts = MachineFacts()
        facts.voices = speech.hooks.compactMap(\.first).map { ($0, isProgram($0)) }
        facts.sound = sound()
        facts.state = state(statePath)
        facts.damage = StateDirectory(statePath).damage(now: WallClock.seconds)
        facts.wallSeconds = WallClock.seconds
        facts.isClockKept = WallClock.isKept
        facts.hasDirectory = AvahiDiscovery.isThere
        facts.isUnitInstalled = units.contains { access($0, F_OK) == 0 }
        return facts
    }

    /// Whether the bridge to ROS 2 could be opened with these settings.
    package static func ros2(_ settings: Settings) -> MachineFacts.Ros2 {
        guard settings.isOn("ros2.enabled") else { return .off }
        let interface = BridgeSettings(settings).interface
        switch BridgeLibrary.state {
        case .notBuilt: return .notBuilt
        case .missing: return .libraryMissing
        case .there: return if_nametoindex(interface) == 0 ? .noInterface(interface) : .ready
        }
    }

    private static func isProgram(_ name: String) -> Bool {
        if name.contains("/") { return access(name, X_OK) == 0 }
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
        return path.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
    }

    /// A playback device ends in p: `pcmC0D0p`.
    private static func sound() -> MachineFacts.Sound {
        guard let folder = opendir(soundFolder) else { return .none }
        defer { closedir(folder) }
        var isThere = false
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.hasPrefix("pcm"), name.hasSuffix("p") else { continue }
            if access("\(soundFolder)/\(name)", R_OK | W_OK) == 0 { return .ready }
            isThere = true
        }
        return isThere ? .forbidden : .none
    }

    /// The folder, or the nearest above it that is there; a relative path ends at the working directory.
    private static func nearestFolder(_ path: String) -> String {
        var folder = path
        while access(folder, F_OK) != 0, folder != "/", folder != "." {
            guard let cut = folder.lastIndex(of: "/") else { return "." }
            folder = cut == folder.startIndex ? "/" : String(folder[..<cut])
        }
        return folder
    }

    private static func state(_ path: String) -> MachineFacts.State {
        let folder = nearestFolder(path)
        if StateDirectory(path).isFile {
            var state = MachineFacts.State(path: path, isWritable: false)
            state.isFile = true
            return state
        }
        let isWritable = access(folder, W_OK | X_OK) == 0
        let isReadOnly = !isWritable && errno == EROFS
        var system = statvfs()
        guard statvfs(folder, &system) == 0 else { return .init(path: path, isWritable: isWritable) }
        return .init(
            path: path, isWritable: isWritable, isReadOnly: isReadOnly,
            freeBytes: UInt64(system.f_bavail) * UInt64(system.f_frsize))
    }
}
