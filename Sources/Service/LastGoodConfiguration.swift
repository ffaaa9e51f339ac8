import Glibc
import Platform
import Readings
import Storage

/// The copy of the last configuration that was valid, kept in the state directory: a later mistake falls back to it.
package struct LastGoodConfiguration: Sendable {
    /// The name of the copy in the state directory.
    package static let name = "companion-last-good.json5"

    private let folder: String

    /// The copy in a state directory, which need not be there yet.
    package init(stateFolder: String) { folder = stateFolder }

    /// Where the copy lies.
    package var path: String { folder + "/" + Self.name }

    /// The settings of the copy; nil where there is none, or none that is valid.
    package func settings() -> Settings? {
        guard case .success(let settings) = ConfigurationFile.read(path) else { return nil }
        return settings
    }

    /// Keeps the bytes of a valid configuration, unless the copy has them already; throws where it cannot be written.
    package func keep(_ bytes: [UInt8]) throws(SystemError) {
        do throws(SystemError) {
            if try ReadFile.whole(path, limit: ConfigurationFile.byteLimit) == bytes { return }
        } catch {}  // what cannot be read is written anew
        try StateDirectory(folder).make()
        try AtomicFile.replace(path, with: bytes)
    }
}
