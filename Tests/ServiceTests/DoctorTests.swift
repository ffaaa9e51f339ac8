import Service
import Testing

@Suite struct DoctorTests {
    /// A machine in good order, changed by `change`.
    private func findings(_ change: (inout MachineFacts) -> Void) -> [DoctorFinding] {
        var facts = MachineFacts()
        facts.voices = [("espeak-ng", true)]
        facts.isServiceRunning = true
        facts.isUnitInstalled = true
        facts.isClockKept = true
        change(&facts)
        return Doctor.findings(facts)
    }

    @Test func `A machine in good order has nothing to tell`() {
        #expect(findings { _ in }.isEmpty)
    }

    @Test func `Every finding says what to do`() {
        let all = findings { facts in
            facts.voices = [("missing", false)]
            facts.sound = .none
            facts.state = .init(path: "/x", isWritable: false)
            facts.configurationProblems = ["companion.json5:3: unknown"]
            facts.profileProblems = ["d435.json5:2: unknown"]
            facts.wallSeconds = 0
            facts.isServiceRunning = false
        }
        let codes = [
            "noVoice", "noAudioDevice", "statePermission", "configuration", "calibration", "clockUnset",
            "serviceStopped",
        ]
        #expect(all.map(\.code) == codes)
        #expect(all.allSatisfy { !$0.remedy.isEmpty && !$0.message.isEmpty })
    }

    @Test func `The second voice is told where the first is missing`() {
        let found = findings { $0.voices = [("piper", false), ("espeak-ng", true)] }
        #expect(found.map(\.code) == ["secondVoice"] && found[0].message.contains("piper"))
        #expect(findings { $0.voices = [] }.map(\.code) == ["noVoice"])
    }

    @Test func `Without the network's directory phones need the address, which is a warning with its remedy`() {
        let found = findings { $0.hasDirectory = false }
        #expect(found.map(\.code) == ["noDirectory"] && found[0].message.contains("address"))
        #expect(found[0].remedy.contains("avahi-daemon"))
    }

    @Test func `A sound device that is forbidden names the group`() {
        let found = findings { $0.sound = .forbidden }
        #expect(found.map(\.code) == ["audioPermission"] && found[0].remedy.contains("-aG audio"))
    }

    @Test(arguments: [(Doctor.leastFreeBytes, false), (Doctor.leastFreeBytes - 1, true), (0, true)])
    func `Exactly enough room is enough, a byte less is not`(free: UInt64, isFound: Bool) {
        let found = findings { $0.state = .init(path: "/x", freeBytes: free) }
        #expect(found.map(\.code) == (isFound ? ["stateFull"] : []))
    }

    @Test func `A file in the place of the state directory is told as that and not as a permission`() {
        let found = findings {
            $0.state = .init(path: "/x", isWritable: false)
            $0.state.isFile = true
        }
        #expect(found.map(\.code) == ["stateIsFile"])
    }

    @Test func `A damaged store is an error, what was seen before only a warning, each with what to do`() {
        let found = findings {
            $0.damage = [
                .init(path: "/s/devices.json", store: .devices, why: "byte 1: not UTF-8"),
                .init(path: "/s/seen.sqlite", store: .seen, why: "no database"),
            ]
        }
        #expect(found.map(\.code) == ["damagedDevices", "damagedSeen"])
        #expect(found.map(\.severity) == [.error, .warning])
        #expect(found[0].message.contains("/s/devices.json") && found[0].message.contains("must pair again"))
        #expect(found.allSatisfy { $0.remedy.contains("kept") })
    }

    @Test func `A read-only file system is told as that and not as a permission`() {
        let found = findings { $0.state = .init(path: "/x", isWritable: false, isReadOnly: true) }
        #expect(found.map(\.code) == ["stateReadOnly"])
    }

    @Test(arguments: [
        (Doctor.earliestWallSeconds, true, [String]()), (Doctor.earliestWallSeconds - 1, true, ["clockUnset"]),
        (Doctor.earliestWallSeconds, false, ["clockFree"]),
    ])
    func `A clock before its time is wrong, a free one is worth a note`(
        seconds: Int64, isKept: Bool, codes: [String]
    ) {
        let found = findings {
            $0.wallSeconds = seconds
            $0.isClockKept = isKept
        }
        #expect(found.map(\.code) == codes)
    }

    @Test func `Without the package a stopped service is no fault`() {
        let found = findings {
            $0.isServiceRunning = false
            $0.isUnitInstalled = false
        }
        #expect(found.map(\.severity) == [.note])
    }

    @Test(arguments: [
        (
            "c.json5:1: there is no setting recrod; did you mean record?",
            "c.json5:1: there is no setting recrod; did you mean record?"
        ),
        ("speech.hooks is empty", "speech.hooks is empty."), ("there is no voice", "There is no voice."),
        ("/var/lib/x is full!", "/var/lib/x is full!"), ("it is over.", "It is over."), ("", "."),
    ])
    func `A finding is a sentence that ends once, and a name at its beginning stays as it is`(
        message: String, sentence: String
    ) {
        #expect(DoctorFinding(.error, "x", message).sentence == sentence)
    }
}
