import Documents
import Storage

/// `devices paired`: who is paired, as the state directory has it; no secret is shown.
enum PairedDevicesCommand {
    static let description = CommandDescription(
        name: "devices paired",
        summary: "Lists the paired devices, whether the service runs or not.",
        options: [.json, .stateDirectory],
        examples: [
            (
                "companion devices paired",
                "name, kind, when it was paired, id; of the service that runs, else of the state directory"
            ),
            ("companion devices paired --json", "an object a line"),
        ]
    ) { invocation throws(CommandFailure) in
        try invocation.noMoreOperands(than: 0)
        if !invocation.has("--state"), let devices = try running() { return show(devices, invocation) }
        let directory = try PlacesState.directory(invocation)
        let reading = try PlacesState.checked { () throws(StorageError) in try directory.devices.read() }
        PlacesState.report(reading.damage, of: directory.devices.path, kept: reading.records.count)
        let (output, exit) = (Output(), Int32(reading.damage.isEmpty ? 0 : 1))
        if invocation.isJSON {
            for device in reading.records { output.line(json(device)) }
            return exit
        }
        if reading.records.isEmpty, exit == 0 {
            output.line("No device is paired in \(directory.path). companion pair open lets a phone ask.")
        }
        let width = reading.records.map(\.name.count).max() ?? 0
        for device in reading.records {
            output.line("\(device.name.padded(to: width))  \(device.kind.rawValue)  \(device.pairedAt)  \(device.id)")
        }
        if exit != 0 { Output.error("companion: a device that is not listed could not be read, and must pair again") }
        return exit
    }

    /// The paired devices of the service that runs, whose state may lie elsewhere; nil where none answers.
    private static func running() throws(CommandFailure) -> [JSONValue]? {
        do throws(CommandFailure) {
            guard case .array(let devices)? = try ControlCommand.call("pair.status")["devices"] else { return nil }
            return devices
        } catch {
            if error.code != "notRunning" { Output.error(error.line) }
            return nil
        }
    }

    private static func show(_ devices: [JSONValue], _ invocation: Invocation) -> Int32 {
        let output = Output()
        if invocation.isJSON {
            devices.forEach { output.line($0) }
            return 0
        }
        if devices.isEmpty {
            output.line("No device is paired with the service that runs. companion pair open lets a phone ask.")
        }
        let rows = devices.map { device in ["name", "kind", "pairedAt", "id"].map { text(device[$0]) } }
        let width = rows.map { $0[0].count }.max() ?? 0
        for row in rows { output.line(row[0].padded(to: width) + "  " + row[1...].joined(separator: "  ")) }
        return 0
    }

    private static func text(_ value: JSONValue?) -> String { if case .string(let text)? = value { text } else { "" } }

    private static func json(_ device: DeviceRecord) -> JSONValue {
        .object([
            .init("id", .string(device.id)), .init("name", .string(device.name)),
            .init("kind", .string(device.kind.rawValue)), .init("pairedAt", .string(device.pairedAt)),
            .init("fingerprint", .string(device.fingerprint)),
        ])
    }
}
