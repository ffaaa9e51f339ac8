import Bridge
import Deciding
import Documents
import Readings
import Service
import Speech
import Testing

struct BridgeDiagnosisTests {
    private static func at(_ seconds: Double) -> Instant { Instant(seconds: seconds) }

    /// A core that has seen frames up to a second.
    private static func core(depthUntil: Double?, now: Double) -> CoreStatus {
        var core = DecisionCore(
            world: World(), configuration: .init(ending: .estimated, isBarometerConfigured: false))
        if let depthUntil {
            for step in 0..<Int(depthUntil * 10) {
                let observation = DepthObservation(reading: .surface(metres: 3))
                _ = core.handle(.depth(observation), at: at(Double(step) / 10))
            }
        }
        _ = core.advance(to: at(now))
        return core.status(at: at(now))
    }

    private static func diagnosis(
        depthUntil: Double? = 3, now: Double = 3, speech: SpeechHealth? = .ok(hook: ["cat"])
    ) -> BridgeDiagnosis {
        BridgeDiagnosis(
            core: core(depthUntil: depthUntil, now: now), speech: speech, loop: LoopHealth(),
            dropped: 0, frames: depthUntil.map { (at($0), 30) }, samples: nil, conditions: [], now: at(now))
    }

    private static func level(_ name: String, of diagnosis: BridgeDiagnosis) -> RosDiagnostics.Level? {
        diagnosis.statuses.first { $0.name == name }?.level
    }

    @Test func `Each sensor, the localiser, the voice and the loop are told of, always in one order`() {
        let names = ["depth camera", "barometer", "localiser", "speech", "decision loop"]
        #expect(Self.diagnosis().statuses.map(\.name) == names)
        #expect(Self.diagnosis(depthUntil: nil, speech: nil).statuses.map(\.name) == names)
    }

    @Test func `A camera that reads is well, one that never came is waited for, one that fell silent is stale`() {
        #expect(Self.level("depth camera", of: Self.diagnosis()) == .ok)
        #expect(Self.level("depth camera", of: Self.diagnosis(depthUntil: nil, now: 1)) == .warning)
        #expect(Self.level("depth camera", of: Self.diagnosis(depthUntil: 3, now: 10)) == .stale)
    }

    @Test(
        arguments: [
            ("off", nil, .ok), ("ok", 9.9, .ok), ("starting", nil, .warning), ("unavailable", nil, .stale),
            ("unavailable", 8.9, .stale), ("unavailable", 9.0, .error),
        ] as [(String, Double?, RosDiagnostics.Level)])
    func `A barometer that is off by intent is well, one that is silent is stale, one that lies is wrong`(
        state: String, last: Double?, level: RosDiagnostics.Level
    ) {
        var diagnosis = Self.diagnosis(now: 10)
        diagnosis.core.barometer = state
        diagnosis.samples = last.map { (Self.at($0), 7) }
        #expect(Self.level("barometer", of: diagnosis) == level)
    }

    @Test(
        arguments: [
            (.ok(hook: ["cat"]), .ok), (.textOnly(reason: "no hook"), .warning),
            (.unavailable(reason: "it hangs"), .error), (nil, .warning),
        ] as [(SpeechHealth?, RosDiagnostics.Level)])
    func `The voice is as it says of itself`(health: SpeechHealth?, level: RosDiagnostics.Level) {
        #expect(Self.level("speech", of: Self.diagnosis(speech: health)) == level)
    }

    @Test(arguments: [(100, RosDiagnostics.Level.ok), (101, .warning)])
    func `A loop that decides late is worth a warning`(milliseconds: Int, level: RosDiagnostics.Level) {
        var diagnosis = Self.diagnosis()
        diagnosis.loop.decide(stamp: .start, at: .start + .milliseconds(milliseconds))
        #expect(Self.level("decision loop", of: diagnosis) == level)
        let values = diagnosis.statuses.last?.values.map { "\($0.key)=\($0.value)" } ?? []
        #expect(values.contains("latency (ms)=\(milliseconds).000"))
    }

    @Test func `A device is told by its name, and long texts are cut`() throws {
        var diagnosis = Self.diagnosis()
        let words = String(repeating: "x", count: 500)
        diagnosis.conditions = [
            ("camera", .init(state: "ok", words: words, details: [.init("name", .string("RealSense D435 f0123"))]))
        ]
        let status = try #require(diagnosis.statuses.first)
        #expect(status.hardware == "RealSense D435 f0123")
        #expect(status.values.last == .init("device", String(repeating: "x", count: 200)))
        #expect(diagnosis.statuses.dropFirst().allSatisfy { $0.hardware == "none" })
    }

    // MARK: the bridge's own state

    private static func condition(_ state: BridgeStatus.State) -> StatusPart.Condition {
        var status = BridgeStatus()
        status.state = state
        (status.readers, status.writers, status.written, status.poses) = (3, 1, 250, 40)
        status.ignored = ["foreignFrame": 2, "malformed": 1]
        return BridgeLink.condition(status, BridgeSettings())
    }

    @Test(
        arguments: [
            (.notBuilt, "notBuilt", "ros2Missing"), (.libraryMissing, "libraryMissing", "ros2Missing"),
            (.refused("no such interface"), "refused", "ros2Refused"), (.running, "running", nil),
            (.starting, "starting", nil),
        ] as [(BridgeStatus.State, String, String?)])
    func `The status names the bridge's state, and what is to be done`(
        state: BridgeStatus.State, word: String, problem: String?
    ) {
        let condition = Self.condition(state)
        #expect(condition.state == word)
        #expect(condition.problem?.code == problem)
        #expect(condition.problem?.remedy.isEmpty != true)
    }

    @Test func `A bridge that runs tells who is there and what went through it`() {
        let condition = Self.condition(.running)
        #expect(
            condition.words
                == "/companion on domain 0, lo: 3 readers and 1 writers matched, 250 messages published, 40 poses taken, "
                + "3 messages ignored")
        #expect(condition.json["ignored"]?["foreignFrame"] == .number("2"))
    }

    // MARK: the doctor

    @Test(
        arguments: [
            (.off, nil), (.ready, nil), (.notBuilt, "ros2NotBuilt"), (.libraryMissing, "ros2LibraryMissing"),
            (.noInterface("wlan7"), "ros2NoInterface"),
        ] as [(MachineFacts.Ros2, String?)])
    func `The doctor names what keeps ROS 2 away, where it is turned on`(state: MachineFacts.Ros2, code: String?) {
        var facts = MachineFacts()
        facts.ros2 = state
        let found = Doctor.findings(facts).filter { $0.code.hasPrefix("ros2") }
        #expect(found.map(\.code) == [code].compactMap { $0 })
        #expect(found.allSatisfy { $0.severity == .error && !$0.remedy.isEmpty })
    }

    @Test func `The doctor looks for the interface only where ROS 2 is turned on`() throws {
        var settings = Settings()
        try settings.set("ros2.interface", .text("nothere0")).get()
        #expect(MachineLook.ros2(settings) == .off)
        try settings.set("ros2.enabled", .boolean(true)).get()
        if BridgeLibrary.state == .there { #expect(MachineLook.ros2(settings) == .noInterface("nothere0")) }
        try settings.set("ros2.interface", .text("lo")).get()
        if BridgeLibrary.state == .there { #expect(MachineLook.ros2(settings) == .ready) }
    }
}
