import Storage

/// What was found out about a machine, for the doctor to judge: facts only, so that every machine can be thought up.
package struct MachineFacts: Sendable {
    /// The sound of the machine.
    package enum Sound: Equatable, Sendable {
        /// There is a device to play on, and this user may.
        case ready
        /// There is one, and this user may not.
        case forbidden
        /// There is none.
        case none
    }

    /// The state directory.
    package struct State: Equatable, Sendable {
        /// Where it is.
        package var path: String
        /// Whether it, or the nearest folder above it that is there, can be written by this user.
        package var isWritable: Bool
        /// Whether a file stands in its place, or above it.
        package var isFile = false
        /// Whether it lies on a file system that is mounted read-only.
        package var isReadOnly: Bool
        /// Bytes that are free for it.
        package var freeBytes: UInt64

        /// Makes the facts of a state directory.
        package init(path: String, isWritable: Bool = true, isReadOnly: Bool = false, freeBytes: UInt64 = 1 << 40) {
            self.path = path
            self.isWritable = isWritable
            self.isReadOnly = isReadOnly
            self.freeBytes = freeBytes
        }
    }

    /// How the camera's mounting is known.
    package enum Mounting: Equatable, Sendable {
        /// By a file that is in order.
        case known
        /// Nobody measured it.
        case absent(path: String)
        /// By a file that is refused, with every reason.
        case refused([String])
    }

    /// The program of each voice that the configuration names, and whether it is there.
    package var voices: [(program: String, isThere: Bool)] = []
    /// The sound of the machine.
    package var sound = Sound.ready
    /// The state directory.
    package var state = State(path: "/var/lib/companion")
    /// The files of the state directory that cannot be read, or not whole.
    package var damage: [StoreDamage] = []
    /// What is wrong with the configuration file, each in a line.
    package var configurationProblems: [String] = []
    /// The wall clock, in seconds since 1970.
    package var wallSeconds: Int64 = 1_800_000_000
    /// Whether the clock is kept by a time service; nil where that cannot be told.
    package var isClockKept: Bool?
    /// How the camera's mounting is known.
    package var mounting = Mounting.known
    /// Whether a service of Companion is running.
    package var isServiceRunning = false
    /// Whether the unit of the package is installed.
    package var isUnitInstalled = false
    /// What is wrong with the calibration profiles, each in a line.
    package var profileProblems: [String] = []
    /// Whether phones can find the robot by the local network's directory.
    package var hasDirectory = true

    /// Whether and how ROS 2 can be reached.
    package var ros2 = Ros2.off

    /// The bridge to ROS 2, before it is opened.
    package enum Ros2: Equatable, Sendable {
        /// It is turned off.
        case off
        /// It is turned on, and this program was built without it.
        case notBuilt
        /// It is turned on, and the library is not installed.
        case libraryMissing
        /// It is turned on, and there is no such network interface.
        case noInterface(String)
        /// It is turned on, and can be opened.
        case ready
    }

    /// Makes the facts of a machine in good order, with no voice.
    package init() {}
}
