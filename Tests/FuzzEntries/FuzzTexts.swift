import Control
import Deciding
import Documents
import Perception
import Readings
import Recordings
import Simulation
import Wayfinding

/// Files that people write or get from elsewhere, and what programs send to the control socket.
extension FuzzEntry {
    /// The moment by which dates are judged: 2026-11-30T00:00:00Z.
    private static let now: Int64 = 1_796_000_000

    static func readPlace(_ bytes: [UInt8]) {
        guard let document = document(bytes, .json) else { return }
        let (map, findings) = PlaceMapReader.read(document, now: now)
        precondition(map != nil || !findings.isEmpty, "a refusal without a finding")
        precondition(findings.allSatisfy { !$0.message.isEmpty }, "a finding without words")
        guard let map else { return }
        let written = MapWriter.canonical(map)
        guard let again = self.document(written, .json) else { preconditionFailure("a map that cannot be read back") }
        precondition(PlaceMapReader.read(again, now: now).map == map, "a map that reads back as another")
        let core = core(World(places: [map]), Settings())
        for landmark in map.landmarks.prefix(4) {
            var core = core
            _ = core.handle(.go(GoRequest(target: .words(landmark.id), from: map.landmarks.last?.id)), at: .start)
            _ = core.handle(.confirm, at: .start)
        }
    }

    private static func document(_ bytes: [UInt8], _ dialect: Document.Dialect) -> Document? {
        do throws(DocumentError) { return try Document(bytes, dialect: dialect) } catch {
            precondition(!error.description.isEmpty, "an error without words")
            return nil
        }
    }

    private static func core(_ world: World, _ settings: Settings) -> DecisionCore {
        DecisionCore(
            world: world, configuration: .init(settings: settings, ending: .estimated, isBarometerConfigured: true))
    }

    /// An event log: what is read is written as it was read, and the core bears it, whatever it says.
    static func readEvents(_ bytes: [UInt8]) {
        let world = FuzzSeed.world
        let events: [(time: Instant, event: Event)]
        do throws(EventLineError) {
            events = try EventReader.readAll(bytes, world: world, settings: Settings())
        } catch {
            precondition(!error.description.isEmpty, "an error without words")
            return
        }
        let lines = events.map { EventWriter.line($0.event, at: $0.time) + "\n" }.joined()
        do throws(EventLineError) {
            let again = try EventReader.readAll(Array(lines.utf8), world: world, settings: Settings())
            precondition(again.map(\.event) == events.map(\.event), "an event that reads back as another")
        } catch { preconditionFailure("an event that cannot be read back: \(error.description)") }
        var last = Instant.start
        // A day at most: a state that is said again every minute takes its time for ever.
        let day = events.prefix { $0.time < Instant(seconds: 86_400) }
        Replay.run(Array(day), world: world, settings: Settings()) { timed in
            precondition(timed.time >= last, "an effect that goes back")
            last = timed.time
            precondition(document(Array(EffectWriter.line(timed).utf8), .json) != nil, "an effect that is no JSON")
        }
    }

    static func readConfiguration(_ bytes: [UInt8]) {
        guard let document = document(bytes, .json5) else { return }
        let (settings, findings) = SettingsReader.read(document)
        precondition(findings.allSatisfy { !$0.message.isEmpty }, "a finding without words")
        guard findings.isEmpty else { return }
        for row in SettingsTable.rows {
            precondition(row.complaint(about: settings[row.key]) == nil, "a setting that its own row refuses")
        }
        precondition(settings.contradictions().isEmpty, "settings that contradict each other")
        _ = FramePerception(rules: DepthRules(settings: settings))
    }

    static func readPNG(_ bytes: [UInt8]) {
        do throws(DepthImageError) {
            let image = try DepthImage(png: bytes, file: "fuzz.png")
            precondition(image.samples.count == image.width * image.height, "samples that do not fill the image")
        } catch {
            precondition(error.description.contains("fuzz.png"), "an error that does not name the file")
        }
    }

    /// A connection of the control socket: the first byte chooses how much comes at once.
    static func talk(_ bytes: [UInt8]) {
        let step = Int(bytes.first ?? 0) + 1
        var connection = ControlConnection(at: .start)
        var (uploads, now) = (ControlLimits.uploads, Instant.start)
        let facts = ControlFacts(programVersion: "0")
        var rest = bytes.dropFirst()
        while !rest.isEmpty {
            connection.take(rest.prefix(step), at: now)
            rest = rest.dropFirst(step)
            now = now + .milliseconds(20)
            while let request = connection.next(at: now, facts: facts, uploads: &uploads) {
                precondition(ControlMethods.method(request.name) != nil, "a request for nothing in the table")
                connection.answer(call: request.call, .result(.object(request.parameters.members)))
            }
            readAnswers(&connection, at: now)
            guard connection.advance(to: now) else { return }
        }
        connection.takeEnd(at: now)
        _ = connection.next(at: now, facts: facts, uploads: &uploads)
        readAnswers(&connection, at: now)
        precondition(uploads <= ControlLimits.uploads && uploads >= 0, "room for uploads that never was")
    }

    private static func readAnswers(_ connection: inout ControlConnection, at now: Instant) {
        while let line = connection.queue.next {
            precondition(line.last == 0x0A && line.count <= ControlLimits.line + 1, "an answer that is no line")
            precondition(document(Array(line.dropLast()), .json) != nil, "an answer that is no JSON")
            connection.took(line.count, at: now)
        }
    }

    /// A scenario: one that is accepted can be played, which is done for its first moments where its picture is small.
    static func readScenario(_ bytes: [UInt8]) {
        let (scenario, findings) = Scenario.read(bytes)
        precondition((scenario == nil) == !findings.isEmpty, "a scenario and a finding, or neither")
        precondition(findings.allSatisfy { !$0.description.isEmpty }, "a finding without words")
        guard let scenario, scenario.solids.count <= 64 else { return }
        let pixels = scenario.camera.map { $0.mounting.intrinsics.map { $0.width * $0.height } ?? .max } ?? 0
        guard pixels <= 20_000 else { return }
        var world = SimulatedWorld(scenario)
        var frame = DepthFrame(width: 1, height: 1, samples: [0])
        for _ in 0..<12 where world.next(into: &frame) != nil {}
        precondition(frame.samples.count == frame.width * frame.height, "a frame that does not fit")
    }
}
