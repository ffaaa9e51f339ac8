/// Judges what was found out about a machine: everything that can be wrong, each with what mends it.
package enum Doctor {
    /// Free space below which the stores are in danger, in bytes.
    package static let leastFreeBytes: UInt64 = 50 << 20
    /// The day before which no clock of a running robot can stand, in seconds since 1970: 1 January 2026.
    package static let earliestWallSeconds: Int64 = 1_767_225_600

    /// What is wrong with everything but the sensors.
    package static func findings(_ facts: MachineFacts) -> [DoctorFinding] {
        voice(facts) + sound(facts) + state(facts.state) + stores(facts) + configuration(facts) + mounting(facts)
            + clock(facts)
            + directory(facts) + ros2(facts.ros2) + service(facts)
    }

    private static func voice(_ facts: MachineFacts) -> [DoctorFinding] {
        guard !facts.voices.isEmpty else {
            return [
                .init(
                    .error, "noVoice", "speech.hooks is empty: nothing is spoken, only written to the journal",
                    remedy: "name a voice in speech.hooks, or leave the setting out")
            ]
        }
        guard let first = facts.voices.first(where: \.isThere) else {
            let names = facts.voices.map(\.program).joined(separator: ", ")
            return [
                .init(
                    .error, "noVoice", "there is no voice: \(names) is not installed",
                    remedy: "sudo apt-get install espeak-ng, or name another voice in speech.hooks")
            ]
        }
        guard !facts.voices[0].isThere else { return [] }
        return [
            .init(
                .warning, "secondVoice",
                "the first voice, \(facts.voices[0].program), is not installed; "
                    + "\(first.program) speaks", remedy: "install \(facts.voices[0].program)")
        ]
    }

    private static func sound(_ facts: MachineFacts) -> [DoctorFinding] {
        switch facts.sound {
        case .ready: []
        case .forbidden:
            [
                .init(
                    .error, "audioPermission", "there is a sound device, but this user may not play on it",
                    remedy: "sudo usermod -aG audio $USER, then log in again")
            ]
        case .none:
            [
                .init(
                    .warning, "noAudioDevice", "there is no sound device to play on",
                    remedy: "plug in a loudspeaker or headset; aplay -l lists the devices")
            ]
        }
    }

    private static func state(_ state: MachineFacts.State) -> [DoctorFinding] {
        if state.isFile {
            return [
                .init(
                    .error, "stateIsFile", "the state directory \(state.path) is a file, not a folder",
                    remedy: "name a folder with --state DIR, or move the file away")
            ]
        }
        if state.isReadOnly {
            return [
                .init(
                    .error, "stateReadOnly", "\(state.path) is on a file system that is mounted read-only",
                    remedy: "mount it for writing; look at dmesg, a failing disk is mounted read-only")
            ]
        }
        guard state.isWritable else {
            return [
                .init(
                    .error, "statePermission", "the state directory \(state.path) cannot be written by this user",
                    remedy: "run as the service's user, or name another with --state DIR")
            ]
        }
        guard state.freeBytes < leastFreeBytes else { return [] }
        return [
            .init(
                .error, "stateFull", "only \(state.freeBytes >> 20) MB are free for \(state.path)",
                remedy: "make room: companion seen clear erases what was seen, journalctl --vacuum-size=50M old logs")
        ]
    }

    private static func stores(_ facts: MachineFacts) -> [DoctorFinding] {
        facts.damage.map { .init($0.store == .seen ? .warning : .error, $0.code, $0.problem, remedy: $0.remedy) }
    }

    private static func configuration(_ facts: MachineFacts) -> [DoctorFinding] {
        facts.configurationProblems.map {
            .init(.error, "configuration", $0, remedy: "companion config check explains, companion config show lists")
        }
            + facts.profileProblems.map {
                .init(.warning, "calibration", $0, remedy: "mend or remove the file; the shipped profile is used")
            }
    }

    private static func clock(_ facts: MachineFacts) -> [DoctorFinding] {
        if facts.wallSeconds < earliestWallSeconds {
            return [
                .init(
                    .warning, "clockUnset", "the clock stands before 2026, so dates of what was seen will be wrong",
                    remedy:
                        "sudo timedatectl set-time \"2026-01-31 12:00\", or set-ntp true; decisions do not depend on it"
                )
            ]
        }
        guard facts.isClockKept == false else { return [] }
        return [
            .init(
                .note, "clockFree", "no time service keeps the clock; only dates depend on it",
                remedy: "sudo timedatectl set-ntp true")
        ]
    }

    private static func directory(_ facts: MachineFacts) -> [DoctorFinding] {
        guard !facts.hasDirectory else { return [] }
        return [
            .init(
                .warning, "noDirectory", "phones cannot find the robot by themselves and must be given its address",
                remedy: "sudo apt-get install avahi-daemon libavahi-client3")
        ]
    }

    private static func ros2(_ state: MachineFacts.Ros2) -> [DoctorFinding] {
        switch state {
        case .off, .ready: []
        case .notBuilt:
            [
                .init(
                    .error, "ros2NotBuilt", "ROS 2 is turned on, but this program was built without Cyclone DDS",
                    remedy: "build it where cyclonedds-dev is installed, or turn ros2.enabled off")
            ]
        case .libraryMissing:
            [
                .init(
                    .error, "ros2LibraryMissing", "ROS 2 is turned on, but Cyclone DDS is not installed",
                    remedy: "sudo apt-get install libddsc0debian, or turn ros2.enabled off")
            ]
        case .noInterface(let name):
            [
                .init(
                    .error, "ros2NoInterface", "ROS 2 is turned on, but there is no network interface \(name)",
                    remedy: "name another in ros2.interface; ip link lists them, and lo keeps to this machine")
            ]
        }
    }

    private static func service(_ facts: MachineFacts) -> [DoctorFinding] {
        guard !facts.isServiceRunning else { return [] }
        guard facts.isUnitInstalled else {
            return [
                .init(
                    .note, "serviceNotInstalled", "Companion is not installed as a service of this machine",
                    remedy: "companion run starts it in the foreground; the package installs it")
            ]
        }
        return [
            .init(
                .error, "serviceStopped", "the service is installed but does not run",
                remedy: "sudo systemctl start companion; journalctl -u companion tells why it stopped")
        ]
    }
}
