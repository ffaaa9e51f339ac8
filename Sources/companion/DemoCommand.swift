import Announcing
import Deciding
import Documents
import Platform
import Readings
import Service
import Speech

/// `demo`: the main job on the bundled building, as fast as it goes.
enum DemoCommand {
    static let description = CommandDescription(
        name: "demo",
        summary: "Shows the main job: a walk through a simulated building, printed as it would be spoken.",
        options: [
            .json, .config, ScenarioOption.seed,
            CommandOption(name: "--voice", meaning: "speak it as well, in real time, where a voice is installed"),
        ],
        examples: [
            ("companion demo", "two minutes of a walk in about ten seconds"),
            ("companion demo --voice", "the same, spoken, in two minutes"),
            ("companion demo --json", "every effect as a JSON line"),
        ]
    ) { invocation throws(CommandFailure) in
        try invocation.noMoreOperands(than: 0)
        if invocation.has("--voice") { return try RunCommand.simulate(nil, invocation) }
        let scenario = try ScenarioOption.read(nil, invocation)
        if !invocation.isJSON { introduce(scenario) }
        return try play(scenario, invocation)
    }

    private static func introduce(_ scenario: ScenarioFile) {
        let output = Output(flushesLines: true)
        output.line("\(scenario.scenario.title): simulated sensors, real decisions.")
        output.line("Each line is the time in the walk and what is spoken then.")
        output.line("")
    }

    /// Plays a scenario in its own time, as fast as it goes.
    static func play(_ file: ScenarioFile, _ invocation: Invocation) throws(CommandFailure) -> Int32 {
        let settings = try FileReading.settings(invocation)
        let printer = try EffectPrinter(invocation, flushesLines: true)
        let mounting = try CalibrationOption.mounting(invocation)
        var run = SimulatedRun(file.scenario, world: file.world, settings: settings, mounting: mounting)
        var core = DecisionCore(
            world: file.world,
            configuration: .init(settings: settings, ending: .estimated, isBarometerConfigured: run.hasBarometer))
        let recording = try FastRecording.begin(
            invocation, world: file.world, settings: settings, hasBarometer: run.hasBarometer)
        recording?.take(run.recordedPerception)
        if let recording { run.onFrame = { recording.take($0) } }
        while let (time, event) = try next(&run) {
            let effects = core.handle(event, at: time)
            effects.forEach { printer.print($0) }
            try recording?.take(event, at: time, effects)
        }
        try recording?.end()
        return 0
    }
    private static func next(_ run: inout SimulatedRun) throws(CommandFailure) -> (time: Instant, event: Event)? {
        do throws(EventLineError) { return try run.next() } catch {
            throw CommandFailure(code: "badEvent", message: error.description)
        }
    }
}
