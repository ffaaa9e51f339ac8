import Documents
import Evidence
import Foundation
import Testing

@Suite(.enabled(if: Companion.isPresent, "\(Companion.absence)"), .serialized, .ownThreads) struct ControlStatusTests {
    /// The codes and remedies of what is wrong, and the whole status.
    private func status(_ service: RunningService) throws -> (problems: [String: String], json: JSONValue) {
        let run = try service.call("status", "--json")
        #expect(run.status == 0 && run.lines.count == 1, "\(run)")
        let value = JSONValue(try Document(Array(run.output.utf8)).root)
        guard case .array(let items)? = value["problems"] else { return ([:], value) }
        var problems: [String: String] = [:]
        for item in items {
            if case .string(let code)? = item["code"], case .string(let remedy)? = item["remedy"] {
                problems[code] = remedy
            }
        }
        return (problems, value)
    }

    /// Whether the status comes to name a problem.
    private func comesToTell(_ code: String, _ service: RunningService) -> Bool {
        for _ in 0..<100 {
            if let found = try? status(service), found.problems[code] != nil { return true }
            usleep(100_000)
        }
        return false
    }

    private static let voice = "{ speech: { hooks: [[\"/bin/cat\"]] } }"

    @Test func `Where all is well it says so, in one sentence`() throws {
        _ = try RunningService.with(RunningService.standing(seconds: 60), configuration: Self.voice) { service throws in
            let isReady = service.program.wait(limit: 20) { $0.output.contains("Ready.") }
            #expect(isReady)
            let (problems, json) = try status(service)
            #expect(problems.isEmpty && json["summary"] == .string("All is well."), "\(json)")
            #expect(json["ready"] == .boolean(true) && json["waitsFor"] == .array([]))
            #expect(json["place"]?["id"] == .string("ternwick-ground"))
            #expect(json["running"]?["clients"] == .integer(1))
            let text = try service.call("status")
            #expect(text.lines.first == "All is well." && text.output.contains("Ternwick Hall, ground floor"))
        }
    }

    @Test(arguments: ["low", "medium"])
    func `luxonis/depthai-ros#699: the confidence in force is shown, and what of the picture it leaves`(level: String)
        throws
    {
        let more = "{ speech: { hooks: [[\"/bin/cat\"]] }, depth: { minimumConfidence: \"\(level)\" } }"
        _ = try RunningService.with(RunningService.standing(seconds: 60), configuration: more) { service throws in
            #expect(service.program.wait(limit: 20) { $0.output.contains("Ready.") })
            let measuring = try status(service).json["measuring"] ?? .null
            #expect(measuring["minimumConfidence"] == .string(level))
            guard case .number(let share)? = measuring["usableShare"], let value = Double(share) else {
                Issue.record("no share: \(measuring)")
                return
            }
            #expect(value > 0.25 && value <= 1, "what is read needs a quarter of the samples")
            let text = try service.call("status").output
            #expect(text.contains(" % of the samples ahead are usable, with \(level) confidence"), "\(text)")
            let table = try Companion.run(["config", "show"]).output
            #expect(table.contains("depth.minimumConfidence"))
        }
    }

    @Test func `A refused configuration is named with its mistake, at the start and when it is read again`() throws {
        let wrong = "{ speech: { hooks: [[\"/bin/cat\"]] }, depth: { alertDistence: 1 } }"
        _ = try RunningService.with(RunningService.standing(seconds: 60), configuration: wrong) { service throws in
            let (problems, json) = try status(service)
            #expect(problems["configurationRefused"]?.contains("companion config check") ?? false, "\(problems)")
            #expect(json["configuration"]?["inForce"] == .string("the standard settings"))
            Files.write(Self.voice, to: service.folder + "/companion.json5")
            service.program.send(SIGHUP)
            #expect(service.program.wait(limit: 10) { $0.errors.contains("The configuration was changed.") })
            #expect(try status(service).problems["configurationRefused"] == nil)
            Files.write("{ units: \"furlongs\" }", to: service.folder + "/companion.json5")
            service.program.send(SIGHUP)
            #expect(service.program.wait(limit: 10) { $0.errors.contains("The configuration was not changed") })
            let again = try status(service)
            #expect(again.problems["configurationRefused"] != nil)
            #expect(again.json["configuration"]?["inForce"] == .string("the settings from before"))
        }
    }

    @Test func `A voice that does not work is named`() throws {
        let broken = "{ speech: { hooks: [[\"/nonexistent/voice\"]] } }"
        _ = try RunningService.with(RunningService.standing(seconds: 60), configuration: broken) { service throws in
            #expect(service.program.wait(limit: 20) { $0.errors.contains("nonexistent") })
            #expect(comesToTell("noVoice", service), "\(service.program.errors)")
            let (problems, json) = try status(service)
            #expect(problems["noVoice"]?.contains("speech.hooks") ?? false)
            guard case .array(let faults)? = json["faults"] else { return }
            #expect(!faults.isEmpty && faults.allSatisfy { $0["remedy"] != nil && $0["count"] != nil })
        }
    }

    @Test func `A camera that is gone is named`() throws {
        let gone = """
            {
                building: "demo", walk: [{ at: [0, 0], heading: 0, pause: 60 }], barometer: false,
                walls: [{ start: [3, -6], end: [3, 6] }], camera: { width: 80, height: 60, rate: 15, disparityNoise: 0.02 },
                faults: [{ camera: "disconnected", from: 2, until: 55 }],
            }
            """
        _ = try RunningService.with(gone) { service throws in
            #expect(comesToTell("depthUnavailable", service), "\(service.program.errors)")
            #expect(try status(service).json["depth"]?["state"] == .string("unavailable"))
        }
    }

    @Test func `Without a map it says that nobody can be guided, and how to take one in`() throws {
        let bare = """
            {
                walk: [{ at: [0, 0], heading: 0, pause: 60 }], barometer: false,
                walls: [{ start: [3, -6], end: [3, 6] }], camera: { width: 80, height: 60, rate: 15, disparityNoise: 0.02 },
            }
            """
        _ = try RunningService.with(bare) { service throws in
            let remedy = try status(service).problems["noPlaces"] ?? ""
            #expect(remedy.contains("companion places import"))
        }
    }

    @Test func `Every damaged store is a problem with what to do, and one line of the journal`() throws {
        let files = ["places/index.json", "places/hall/map.json", "buildings.json", "devices.json", "seen.sqlite"]
        let prepare = { (folder: String) in
            let hall = folder + "/state/places/hall"
            try FileManager.default.createDirectory(atPath: hall, withIntermediateDirectories: true)
            for file in files { try #require(Files.write([0xFF, 0xFE, 0x00], to: "\(folder)/state/\(file)")) }
        }
        let options = ["--json", "--state", "state"]
        _ = try RunningService.with(RunningService.standing(seconds: 60), options: options, prepare: prepare) {
            service throws in
            for code in ["damagedPlaces", "damagedDevices", "damagedSeen"] {
                #expect(comesToTell(code, service), "\(service.program.errors)")
            }
            #expect(try status(service).json["stores"]?["state"] == .string("damaged"))
            for file in files {
                let lines = service.program.errors.split(separator: "\n").filter {
                    $0.contains("state/\(file) is damaged (")
                }
                #expect(lines.count == 1, "\(service.program.errors)")
            }
            #expect(!service.program.errors.contains("save the file as UTF-8"))
        }
    }

    @Test func `A state directory that cannot be written is named, and the service runs on`() throws {
        let options = ["--json", "--state", "state"]
        let prepare = { (folder: String) in _ = Files.write("no folder", to: folder + "/state") }
        _ = try RunningService.with(RunningService.standing(seconds: 60), options: options, prepare: prepare) {
            service throws in
            #expect(comesToTell("notFolder", service), "\(service.program.errors)")
            #expect(try status(service).json["stores"]?["state"] == .string("trouble"))
        }
    }
}
