import Documents
import Storage

/// `devices paired`: who is paired, as the state directory has it; no secret is shown.
enum PairedDevicesCommand {
    static let description = CommandDescription(
        name: "devices paired",
        summary: "Lists the paired devices, whether the service runs or not.",
        options: [.json, .stateDirectory],
        examples: [
            ("companion devices paired", "name, kind, when it was paired, id"),
            ("companion devices paired --json", "an object a line"),
        ]
    ) { invocation throws(CommandFailure) in
        try invocation.noMoreOperands(than: 0)
        let directory = try PlacesState.directory(invocation)
        let reading = try PlacesState.checked { () throws(StorageError) in try directory.devices.read() }
        PlacesState.report(reading.damage, of: directory.devices.path, kept: reading.records.count)
        let output = Output()
        if invocation.isJSON {
            for device in reading.records { output.line(json(device)) }
            return 0
        }
        if reading.records.isEmpty { output.line("No device is paired. companion pair open lets a phone ask.") }
        let width = reading.records.map(\.name.count).max() ?? 0
        for device in reading.records {
            output.line("\(device.name.padded(to: width))  \(device.kind.rawValue)  \(device.pairedAt)  \(device.id)")
        }
        return 0
    }

    private static func json(_ device: DeviceRecord) -> JSONValue {
        .object([
            .init("id", .string(device.id)), .init("name", .string(device.name)),
            .init("kind", .string(device.kind.rawValue)), .init("pairedAt", .string(device.pairedAt)),
            .init("fingerprint", .string(device.fingerprint)),
        ])
    }
}
