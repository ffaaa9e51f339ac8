extension Scenario {
    /// The bundled scenario's file: two minutes through Ternwick Hall, from the entrance along the corridor, up the
    /// stairs and down in the elevator.
    package static var bundled: [UInt8] { PackageResources.hall_json5 }
}
