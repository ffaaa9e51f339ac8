import Documents
import Readings

/// One calibration profile, of whichever kind.
package enum CalibrationProfile: Equatable, Sendable {
    /// A family of cameras.
    case camera(CameraProfile)
    /// A barometer chip.
    case barometer(BarometerProfile)
    /// A mounting.
    case mounting(MountingCalibration)

    private static let limits = Document.Limits(bytes: 1 << 18, depth: 8)

    /// Reads a profile (JSON5) and says everything that is wrong with it; the profile is nil exactly where there is a
    /// finding.
    package static func read(_ bytes: [UInt8], file: String) -> (
        profile: CalibrationProfile?, findings: [FileFinding]
    ) {
        do throws(DocumentError) {
            let root = try Document(bytes, dialect: .json5, limits: limits).root
            if root["schema"]?.string == MountingCalibration.schema { return mounting(bytes, file: file) }
            let findings = FileFindings(file: file)
            let profile = read(root, findings)
            return (profile, findings.list)
        } catch {
            return (nil, [FileFinding(file: file, error: error)])
        }
    }

    private static func mounting(_ bytes: [UInt8], file: String) -> (CalibrationProfile?, [FileFinding]) {
        let (mounting, findings) = MountingCalibration.read(bytes, file: file)
        return (mounting.map { .mounting($0) }, findings)
    }

    private static func read(_ root: JSONElement, _ findings: FileFindings) -> CalibrationProfile? {
        let schemas = [CameraProfile.schema, BarometerProfile.schema, MountingCalibration.schema]
        switch root["schema"]?.string {
        case CameraProfile.schema:
            return CameraProfile(CheckedFields(root, keys: CameraProfile.keys, findings: findings)).map { .camera($0) }
        case BarometerProfile.schema:
            return BarometerProfile(CheckedFields(root, keys: BarometerProfile.keys, findings: findings))
                .map { .barometer($0) }
        case let other:
            let found = other.map { "\"\($0)\" is none" } ?? "this is none"
            findings.add(
                "wrongSchema", "schema", at: root["schema"] ?? root,
                "\(found) of \(schemas.joined(separator: ", ")), the profiles that this version reads")
            return nil
        }
    }
}
