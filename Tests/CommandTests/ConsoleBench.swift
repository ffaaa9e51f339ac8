import Evidence
import Foundation
import Storage
import Testing

/// A running service with its page, and Python scripts that use it from outside.
struct ConsoleBench {
    static let checkout =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
    /// The Python environment of the tests.
    static let python = checkout + "/.build/python/bin/python3"
    /// Where screenshots go, for whoever looks.
    static let pictures = checkout + "/.build/console-screenshots"

    static let hasBrowser: Bool = {
        let isThere = FileManager.default.isExecutableFile
        guard isThere("/usr/bin/chromium"), isThere(python) else { return false }
        let words = ["-c", "import playwright.sync_api, axe_playwright_python.sync_playwright"]
        let run = try? Companion.run(
            program: python, words, input: nil, in: nil, environment: [:], limit: 60)
        return run?.status == 0
    }()
    static let absence = "chromium or Playwright is not installed: the page was not tried in a browser"

    /// The robot stands before a wall; what is near is in the region of its camera.
    static let standing = """
        {
            building: "demo", walk: [{ at: [0, 0], heading: 0, pause: 3000 }],
            walls: [{ start: [2.6, -6], end: [2.6, 6] }, { start: [2, 0.5], end: [2, 1.5] }],
            camera: { width: 80, height: 60, rate: 15, disparityNoise: 0.02 }, barometer: {},
            events: [{ t: 0, type: "place", id: "ternwick-ground" }],
        }
        """

    /// A small place that nobody knows yet.
    static let place = """
        {"format":"companion.place","version":1,"id":"tiny","name":"Tiny house","scannedAt":"2026-05-01T10:00:00Z",
        "kind":"demo","bounds":{"box":{"min":{"x":-1,"y":-1},"max":{"x":6,"y":4}}},
        "landmarks":[
        {"id":"door","name":"Front door","kind":"entrance","position":{"x":0,"y":0}},
        {"id":"sofa","name":"Sofa","kind":"spot","position":{"x":5,"y":2}}],
        "connections":[{"id":"way","from":"door","to":"sofa","kind":"path","direction":"both","availability":"available",
        "stepFree":"confirmed","cost":5,"instruction":"Walk to the sofa.","returnInstruction":"Walk to the door.",
        "verification":{"status":"simulated"}}]}
        """

    let service: RunningService
    /// Where the page is, as `console` tells.
    let address: String

    /// Runs a body beside a service whose page is open; what is spoken goes to the file `spoken.txt`.
    static func with<Result>(
        _ scenario: String = standing, options: [String] = [], _ body: (ConsoleBench) throws -> Result
    ) throws -> (result: Result, outcome: Companion.Outcome) {
        let configuration = """
            { speech: { hooks: [["/bin/sh", "-c", "cat >> spoken.txt; echo >> spoken.txt"]] }, console: { enabled: true } }
            """
        return try RunningService.with(
            scenario, options: ["--json"] + options, configuration: configuration,
            prepare: { folder in
                Files.write(place, to: folder + "/place.json")
                try fill(folder + "/state")
            }
        ) { service in
            #expect(service.comesToDo("console", "--print"), "\(service.program.errors)")
            let told = try service.call("console", "--json")
            let answer = try JSONSerialization.jsonObject(with: Data(told.output.utf8)) as? [String: Any]
            let address = try #require(answer?["address"] as? String, "\(told)")
            return try body(ConsoleBench(service: service, address: address))
        }
    }

    /// Two things that were seen, in the state directory that `--state state` names.
    private static func fill(_ state: String) throws {
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
        let writer = try StateDirectory(state).writer()
        let store = try writer.openSeen(now: 0).store
        try store.append(at: 1_796_033_472, place: "hall", kind: "arrived", text: "A first thing.")
        try store.append(at: 1_796_033_500, place: nil, kind: "proximity", text: "A second thing.")
    }

    /// Runs one of the scripts; `words` follow the address and the path of the control socket.
    func run(_ script: String, _ words: [String], program: String = "/usr/bin/python3", limit: Double) throws
        -> Companion.Outcome
    {
        try Companion.run(
            program: program, [Self.checkout + "/Tests/ConsolePage/" + script, address, service.socket] + words,
            input: nil, in: service.folder, environment: ["PYTHONDONTWRITEBYTECODE": "1"], limit: limit)
    }

    /// Runs checks in the browser, each of which must be well.
    func check(_ names: String..., sourceLocation: SourceLocation = #_sourceLocation) throws {
        let run = try run(
            "console_page.py", [Self.pictures] + names, program: Self.python, limit: 120 + 90 * Double(names.count))
        let good = run.lines.filter { $0.hasPrefix("ok ") }.map { String($0.dropFirst(3)) }
        print(run.output)
        #expect(good == names, "\(run.output)\(run.errors)", sourceLocation: sourceLocation)
    }
}
