import Platform

/// Why a recording cannot be read.
package enum MCAPError: Error, Equatable, Sendable, CustomStringConvertible {
    /// It cannot be opened or read.
    case cannotRead(SystemError)
    /// It does not begin as a recording does.
    case notMCAP
    /// A chunk is compressed in a way that is not known here.
    case compression(String, at: UInt64)
    /// Memory ran out.
    case memory

    /// What is wrong, for a person.
    package var description: String {
        switch self {
        case .cannotRead(let error): "cannot be read: \(SystemError.words(for: error.number))"
        case .notMCAP: "is no MCAP recording: it does not begin as one"
        case .compression(let name, let offset):
            "holds a chunk at byte \(offset) that is compressed with \(name), which is not read here; "
                + "mcap compress --compression zstd writes it again"
        case .memory: "does not fit into memory"
        }
    }
}

/// How the reading of a recording ended.
package enum MCAPEnding: Equatable, Sendable {
    /// It is whole.
    case whole
    /// It ends early, as after a crash; everything before this byte was read.
    case cut(at: UInt64)
    /// It is damaged at this byte, in words; everything before it was read.
    case damaged(at: UInt64, String)

    /// What to tell a person; nil where it is whole.
    package var sentence: String? {
        switch self {
        case .whole: nil
        case .cut(let offset):
            "it was cut off, as by a crash or a full disk; everything up to the last whole chunk, byte \(offset), is used"
        case .damaged(let offset, let what):
            "it is damaged at byte \(offset): \(what); everything before that is used"
        }
    }
}
