import Documents
import Glibc
import Platform
import Readings

/// The file in which a robot's mounting is kept.
package enum MountingFile {
    /// Where it is where nothing else is said.
    package static let standardPath = "/etc/companion/calibration/mounting.json5"

    /// What the file holds.
    package enum Content: Equatable, Sendable {
        /// There is no such file.
        case absent
        /// A mounting.
        case mounting(MountingCalibration)
        /// A file that is refused, with every reason; there is at least one.
        case refused([FileFinding])
    }

    /// Reads a file.
    package static func read(_ path: String) -> Content {
        do throws(SystemError) {
            let bytes = try ReadFile.whole(path, limit: MountingCalibration.byteLimit)
            let (mounting, findings) = MountingCalibration.read(bytes, file: path)
            return mounting.map { .mounting($0) } ?? .refused(findings)
        } catch {
            if error.number == ENOENT { return .absent }
            return .refused([FileFinding(file: path, code: "unreadable", message: error.description)])
        }
    }
}
