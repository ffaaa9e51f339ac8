/// The demo building that is shipped with the project: three made-up places, one a floor, joined by portals.
package enum DemoBuilding {
    /// A file of the building: its name as it lies in the sources, and its bytes.
    package struct File: Sendable {
        /// The file's name, such as `buildings.json`.
        package var name: String
        /// Its bytes.
        package var bytes: [UInt8]
    }

    /// The word by which scenarios and commands name the building.
    package static let word = "demo"

    /// The group, in the form of `buildings.json`.
    package static var groups: File { File(name: "buildings.json", bytes: PackageResources.buildings_json) }

    /// The places, from the lowest floor.
    package static var places: [File] {
        [
            File(name: "ground.json", bytes: PackageResources.ground_json),
            File(name: "first.json", bytes: PackageResources.first_json),
            File(name: "second.json", bytes: PackageResources.second_json),
        ]
    }
}
