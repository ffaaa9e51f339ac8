import Deciding
import Documents
import Readings
import Service

/// `console`: opens the page for bench and review, of the running service or of one that it starts for that.
enum ConsoleCommand {
    static let description = CommandDescription(
        name: "console",
        summary: "Opens the page for bench and review in a browser, or prints its address.",
        options: [
            .json, .config, .stateDirectory, .groups, .place, ScenarioOption.seed,
            CommandOption(
                name: "--simulate", value: "SCENARIO",
                meaning: "start a service with simulated sensors for it; the word demo is the bundled scenario"),
            CommandOption(name: "--print", meaning: "only print the address"),
        ],
        examples: [
            ("companion console", "the page of the running service, where console.enabled is on"),
            ("companion console --simulate demo", "without a robot: the bundled walk, until Ctrl-C"),
            (
                "companion console --place ground.json --place first.json --groups buildings.json",
                "without a robot: these maps and their routes, until Ctrl-C"
            ),
        ]
    ) { invocation throws(CommandFailure) in
        try invocation.noMoreOperands(than: 0)
        if invocation.has("--simulate") {
            try refuse(["--place", "--groups"], beside: "--simulate", invocation)
            return try simulate(invocation)
        }
        try refuse(["--seed"], without: "--simulate", invocation)
        if invocation.has("--place") || invocation.has("--groups") { return try review(invocation) }
        try refuse(["--config", "--state"], without: "--simulate or --place", invocation)
        guard case .string(let address)? = try ControlCommand.call("console")["address"] else {
            throw CommandFailure(
                code: "noAnswer", message: "the service told no address", remedy: "ask again", exit: 1)
        }
        show(address, invocation)
        return 0
    }

    private static func refuse(
        _ names: [String], beside: String, _ invocation: Invocation
    ) throws(CommandFailure) {
        guard let stray = names.first(where: invocation.has) else { return }
        throw .usage("\(stray) does nothing beside \(beside)", remedy: "leave it out")
    }

    private static func refuse(
        _ names: [String], without: String, _ invocation: Invocation
    ) throws(CommandFailure) {
        guard let stray = names.first(where: invocation.has) else { return }
        throw .usage("\(stray) does nothing without \(without)", remedy: "leave it out, or give \(without)")
    }

    /// Opens or prints an address.
    private static func show(_ address: String, _ invocation: Invocation) {
        let output = Output(flushesLines: true)
        if invocation.isJSON { return output.line(.object([.init("address", .string(address))])) }
        let isOpened = !invocation.has("--print") && BrowserOpening.open(address)
        output.line(isOpened ? "Opened in the browser: \(address)" : address)
    }

    private static func page(_ invocation: Invocation) -> ServicePage {
        ServicePage(isWanted: true, standsIn: true) { show($0, invocation) }
    }

    /// A walk without a robot.
    private static func simulate(_ invocation: Invocation) throws(CommandFailure) -> Int32 {
        let path = invocation.value("--simulate")
        let file = try ScenarioOption.read(path, invocation)
        let loaded = LoadedConfiguration(invocation)
        var run = try ServiceRun(invocation, loaded: loaded, world: file.world)
        run.page = page(invocation)
        run.isQuiet = invocation.has("--print")
        return try run.run { clock in
            var input = SimulatedInput.input(file, settings: loaded.settings)(clock)
            // the page stays when the walk is over
            input.script.removeAll { $0.event == .end }
            input.ends = false
            return input
        }
    }

    /// Maps without a robot.
    private static func review(_ invocation: Invocation) throws(CommandFailure) -> Int32 {
        let loaded = LoadedConfiguration(invocation)
        let world = try WorldFiles.world(
            places: invocation.all("--place"), groups: invocation.value("--groups"))
        var run = try ServiceRun(invocation, loaded: loaded, world: world)
        run.page = page(invocation)
        run.isQuiet = invocation.has("--print")
        return try run.run { _ in
            var input = ServiceInput()
            input.ends = false
            if let first = world.places.first { input.script = [(.start, .place(first.id))] }
            return input
        }
    }
}
