/// `diagnostic_msgs/DiagnosticArray`: how every part is.
package struct RosDiagnostics: Equatable, Sendable {
    /// How bad it is; the raw values are those of the message.
    package enum Level: UInt8, Sendable {
        /// All is well.
        case ok = 0
        /// It could be better.
        case warning = 1
        /// It does not work.
        case error = 2
        /// Nothing is heard from it.
        case stale = 3
    }

    /// How one part is.
    package struct Status: Equatable, Sendable {
        /// How bad it is.
        package var level: Level
        /// Which part, such as "companion: barometer".
        package var name: String
        /// What is to be said about it.
        package var message: String
        /// Which piece of hardware it is; "none" where it is none.
        package var hardware: String
        /// What else is known.
        package var values: [Value]

        /// Makes a status.
        package init(level: Level, name: String, message: String, hardware: String, values: [Value]) {
            (self.level, self.name, self.message) = (level, name, message)
            (self.hardware, self.values) = (hardware, values)
        }
    }

    /// Something that is known of a part.
    package struct Value: Equatable, Sendable {
        /// What it is.
        package var key: String
        /// Its value.
        package var value: String

        /// Makes a value.
        package init(_ key: String, _ value: String) {
            self.key = key
            self.value = value
        }
    }

    /// When.
    package var header: RosHeader
    /// The parts.
    package var statuses: [Status]

    /// Makes a message.
    package init(header: RosHeader, statuses: [Status]) { (self.header, self.statuses) = (header, statuses) }

    /// The bytes.
    package var bytes: [UInt8] {
        var out = CDRWriter()
        header.write(&out)
        out.sequence(statuses) { out, status in
            out.octet(status.level.rawValue)
            out.string(status.name)
            out.string(status.message)
            out.string(status.hardware)
            out.sequence(status.values) { out, value in
                out.string(value.key)
                out.string(value.value)
            }
        }
        return out.bytes
    }
}
