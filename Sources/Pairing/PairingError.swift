import Platform
import Storage

/// Why pairing cannot be offered.
package enum PairingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// OpenSSL refused to do this.
    case cryptography(String)
    /// The system refused.
    case system(SystemError)
    /// The state directory could not be read or written.
    case storage(StorageError)

    /// What is wrong and what to do, for a person.
    package var description: String {
        switch self {
        case .cryptography(let what): "OpenSSL cannot \(what) — check that libssl 3 is whole"
        case .system(let error): error.description
        case .storage(let error): error.description
        }
    }
}
