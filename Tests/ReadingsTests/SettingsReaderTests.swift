import Documents
import Readings
import Testing

struct SettingsReaderTests {
    private func read(_ text: String) throws -> (settings: Settings, findings: [SettingFinding]) {
        SettingsReader.read(try Document(Array(text.utf8), dialect: .json5))
    }

    @Test func `Five mistakes are all reported, each with its line`() throws {
        let text = """
            // a robot
            {
              depth: {
                treshold: 1.2,
                repeat: "often",
                rearmMargin: 7,
              },
              unts: "metric",
              language: "tlh",
            }
            """
        let findings = try read(text).findings
        #expect(findings.map(\.line) == [4, 5, 6, 8, 9])
        #expect(findings.map(\.code) == ["unknownKey", "wrongType", "outOfRange", "unknownKey", "outOfRange"])
        #expect(findings[0].message.contains("did you mean depth.threshold?"))
        #expect(findings[2].message.contains("0.05 to 2 m"))
        #expect(findings[3].message.contains("did you mean units?"))
    }

    @Test func `cppalliance/mrdocs#992: a misspelt key is refused with the one that was meant`() throws {
        let finding = try #require(try read("{ depth: { thresold: 1 } }").findings.first)
        #expect(finding.code == "unknownKey")
        #expect(finding.key == "depth.thresold")
        #expect(finding.message == "there is no setting depth.thresold; did you mean depth.threshold?")
    }

    @Test func `A key like no other is told where the list is`() throws {
        let finding = try #require(try read("{ zzzzzzzzzzzzzzzzzzzzzz: 1 }").findings.first)
        #expect(finding.message.contains("config show"))
    }

    @Test func `Values are taken from their sections`() throws {
        let (settings, findings) = try read(
            "{ depth: { threshold: 1.5, strips: false }, units: 'imperial', speech: { hooks: [['say'], ['beep', '1']] } }"
        )
        #expect(findings.isEmpty)
        #expect(settings.depthThresholdMetres == 1.5)
        #expect(!settings.isOn("depth.strips"))
        #expect(settings.isImperial)
        #expect(settings.commands("speech.hooks") == [["say"], ["beep", "1"]])
    }

    @Test func `A dotted key is refused and told how to write it`() throws {
        let (settings, findings) = try read("{ 'depth.threshold': 1.5 }")
        #expect(findings.map(\.code) == ["unknownKey"])
        #expect(findings[0].message.contains("depth: { threshold"))
        #expect(settings == Settings())
    }

    @Test(arguments: [
        ("{ depth: 1 }", "wrongType"), ("{ units: { metric: true } }", "wrongType"), ("[]", "wrongType"),
        ("7", "wrongType"), ("{ depth: { threshold: { metres: 1 } } }", "wrongType"),
        ("{ depth: { threshold: null } }", "wrongType"), ("{ depth: { threshold: true } }", "wrongType"),
        ("{ depth: { threshold: NaN } }", "outOfRange"), ("{ depth: { threshold: Infinity } }", "outOfRange"),
        ("{ depth: { threshold: 1e400 } }", "outOfRange"), ("{ console: { port: 8437.5 } }", "wrongType"),
        ("{ console: { port: 80 } }", "outOfRange"), ("{ console: { port: 1e400 } }", "outOfRange"),
        ("{ speech: { hooks: [] } }", "wrongType"), ("{ speech: { hooks: 'espeak-ng --stdin' } }", "wrongType"),
        ("{ speech: { hooks: [['']] } }", "wrongType"), ("{ speech: { hooks: [['a\\u0000b']] } }", "wrongType"),
        ("{ signal: { command: [['a'], ['b']] } }", "wrongType"),
    ])
    func `What does not fit its row is refused`(text: String, code: String) throws {
        let (settings, findings) = try read(text)
        #expect(findings.map(\.code) == [code], "\(text)")
        #expect(settings == Settings())
    }

    @Test(arguments: [
        ("{ depth: {\n threshold: 0.3,\n minimum: 0.3 } }", "depth.threshold", 2),
        ("{ depth: {\n minimum: 2,\n maximum: 1.5,\n threshold: 4, rearmMargin: 0.05 } }", "depth.maximum", 3),
        ("{ depth: {\n threshold: 4,\n rearmMargin: 1.5 } }", "depth.rearmMargin", 3),
    ])
    func `Related values are checked together`(text: String, key: String, line: Int) throws {
        let finding = try #require(try read(text).findings.first { $0.key == key })
        #expect(finding.code == "contradiction")
        #expect(finding.line == line)
    }

    @Test func `Values that only just fit together are accepted`() throws {
        #expect(try read("{ depth: { threshold: 4, rearmMargin: 1 } }").findings.isEmpty)
        #expect(try read("{ depth: { threshold: 0.300001, minimum: 0.3 } }").findings.isEmpty)
    }

    @Test func `realsenseai/librealsense#2129: a threshold within the camera's blind range is refused`() throws {
        let findings = try read("{ depth: { threshold: 0.4, minimum: 0.5 } }").findings
        #expect(findings.map(\.key) == ["depth.threshold"])
    }

    @Test func `ArduPilot/ardupilot#28385: a minimum of 0 means the camera's own`() throws {
        let settings = try read("{ depth: { minimum: 0 } }").settings
        #expect(settings.depthMinimumMetres == 0.1)
    }

    @Test func `An empty file of one object is the standard`() throws {
        let (settings, findings) = try read("{}")
        #expect(findings.isEmpty)
        #expect(settings == Settings())
    }
}
