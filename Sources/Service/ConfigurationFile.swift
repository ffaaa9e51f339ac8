import Documents
import Platform
import Readings

/// The configuration file: JSON with comments, used only where nothing in it is wrong.
package enum ConfigurationFile {
    /// The most bytes that a configuration may have.
    package static let byteLimit = 1 << 20

    /// Why a file is not used.
    package enum Failure: Error, Sendable {
        /// It cannot be read.
        case cannotRead(SystemError)
        /// It is no JSON5.
        case noDocument(DocumentError)
        /// Some of its settings are wrong.
        case findings([SettingFinding])
    }

    /// The settings of a file over the standard ones, or everything that is wrong with it.
    package static func read(_ path: String) -> Result<Settings, Failure> { load(path).map(\.settings) }

    /// The settings of a file over the standard ones and the bytes that gave them, or everything that is wrong with it.
    package static func load(_ path: String) -> Result<(settings: Settings, bytes: [UInt8]), Failure> {
        do throws(SystemError) {
            let bytes = try ReadFile.whole(path, limit: byteLimit + 1)
            return parse(bytes).map { ($0, bytes) }
        } catch {
            return .failure(.cannotRead(error))
        }
    }

    /// The settings of a configuration text over the standard ones, or everything that is wrong with it.
    package static func parse(_ bytes: [UInt8]) -> Result<Settings, Failure> {
        do throws(DocumentError) {
            let document = try Document(bytes, dialect: .json5, limits: .init(bytes: byteLimit, depth: 8))
            let (settings, findings) = SettingsReader.read(document)
            return findings.isEmpty ? .success(settings) : .failure(.findings(findings))
        } catch {
            return .failure(.noDocument(error))
        }
    }
}
