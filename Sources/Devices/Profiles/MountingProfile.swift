/// How a camera is mounted on a robot: what ground awareness needs besides the camera's intrinsics.
package struct MountingProfile: Equatable, Sendable {
    /// The name, for people.
    package var name: String
    /// Whether it was measured on a robot.
    package var tried: Bool
    /// The camera's height above the floor.
    package var heightMetres: Double
    /// How far the camera looks down; negative for up.
    package var pitchDegrees: Double
    /// How far the camera leans to its right; negative for left.
    package var rollDegrees: Double

    /// What stands under `schema` in a mounting's profile.
    package static let schema = "companion-mounting-1"
    static let keys = ["schema", "name", "tried", "heightMetres", "pitchDegrees", "rollDegrees"]

    /// Reads a profile; nil exactly where something is reported.
    init?(_ fields: ProfileFields) {
        name = fields.text("name") ?? ""
        tried = fields.boolean("tried") ?? false
        heightMetres = fields.number("heightMetres", 0.05...2.5) ?? 0
        pitchDegrees = fields.number("pitchDegrees", -60...80) ?? 0
        rollDegrees = fields.number("rollDegrees", -45...45) ?? 0
        guard fields.findings.list.isEmpty else { return nil }
    }
}
