import Documents

/// One calibration profile, of whichever kind.
package enum CalibrationProfile: Equatable, Sendable {
    /// A family of cameras.
    case camera(CameraProfile)
    /// A barometer chip.
    case barometer(BarometerProfile)
    /// A mounting.
    case mounting(MountingProfile)

    private static let limits = Document.Limits(bytes: 1 << 18, depth: 8)

    /// Reads a profile (JSON5) and says everything that is wrong with it; the profile is nil exactly where there is a
    /// finding.
    package static func read(_ bytes: [UInt8], file: String) -> (
        profile: CalibrationProfile?, findings: [ProfileFinding]
    ) {
        do throws(DocumentError) {
            let root = try Document(bytes, dialect: .json5, limits: limits).root
            let findings = ProfileFindings(file: file)
            let profile = read(root, findings)
            return (profile, findings.list)
        } catch {
            return (nil, [ProfileFinding(file: file, error: error)])
        }
    }

    private static func read(_ root: JSONElement, _ findings: ProfileFindings) -> CalibrationProfile? {
        let schemas = [CameraProfile.schema, BarometerProfile.schema, MountingProfile.schema]
        switch root["schema"]?.string {
        case CameraProfile.schema:
            return CameraProfile(ProfileFields(root, keys: CameraProfile.keys, findings: findings)).map { .camera($0) }
        case BarometerProfile.schema:
            return BarometerProfile(ProfileFields(root, keys: BarometerProfile.keys, findings: findings))
                .map { .barometer($0) }
        case MountingProfile.schema:
            return MountingProfile(ProfileFields(root, keys: MountingProfile.keys, findings: findings))
                .map { .mounting($0) }
        case let other:
            let found = other.map { "\"\($0)\" is none" } ?? "this is none"
            findings.add(
                "wrongSchema", "schema", at: root["schema"] ?? root,
                "\(found) of \(schemas.joined(separator: ", ")), the profiles that this version reads")
            return nil
        }
    }
}
