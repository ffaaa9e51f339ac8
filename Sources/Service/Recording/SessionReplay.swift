import Deciding
import Documents
import Readings
import Recordings

/// A recorded run, made ready to be decided about again: the core as it was, and everything that it was given.
///
/// The same steps give the same effects at any pace, since the core reads no clock.
package struct SessionReplay: Sendable {
    /// What the core is given next.
    package enum Step: Sendable {
        /// An event; `stamp` is when it came about, and names the picture that it was read from.
        case event(Event, stamp: Instant)
        /// Other places and groups.
        case world(World)
    }

    /// Why a run cannot be replayed.
    package struct Failure: Error, Sendable, CustomStringConvertible {
        /// What is wrong, for a person.
        package var description: String
    }

    /// The places and groups at the beginning.
    package let world: World
    /// The settings at the beginning.
    package private(set) var settings: Settings
    /// What the core was given, in its order.
    package var steps: [(time: Instant, step: Step)] = []
    /// When the recording began; a recording of a whole run began with it.
    package let began: Instant
    /// Whether the recording has the run from its beginning, so that the effects are exactly those that it had.
    package let isWhole: Bool
    private let ending: Bool
    private let isBarometerConfigured: Bool
    /// By how much a fresh core's numbers of utterances lie below the recorded ones.
    private let numbersBefore: Int

    /// Makes a run ready; `settings` hold in place of the recorded ones where they are given.
    package init(_ session: RecordedSession, settings other: Settings? = nil) throws(Failure) {
        world = try Self.world(session.head.files)
        if let other { settings = other } else { settings = try Self.settings(session.head.files) }
        isWhole = session.head.isWhole
        began = isWhole ? .start : session.head.began
        ending = session.head.facts["ending"] != "estimated"
        isBarometerConfigured = session.head.facts["barometer"] == "yes"
        numbersBefore = isWhole ? 0 : Self.firstNumber(session.effects).map { $0 - 1 } ?? 0
        steps = try Self.steps(session, world: world, settings: settings)
        let hasEnd = steps.last.map { if case .event(.end, _) = $0.step { true } else { false } } ?? false
        // a run that was cut off went on at least as long as what is known of it
        if !hasEnd { steps.append((max(session.end, steps.last?.time ?? began), .event(.end, stamp: session.end))) }
        if !isWhole { begin(in: session.head.facts["place"]) }
    }

    private mutating func begin(in place: String?) {
        if let place, world.knows(place: place) { steps.insert((began, .event(.place(place), stamp: began)), at: 0) }
    }

    private static func steps(
        _ session: RecordedSession, world: World, settings: Settings
    ) throws(Failure) -> [(time: Instant, step: Step)] {
        var reader = EventReader(world: world, settings: settings, isRecorded: true)
        var steps: [(time: Instant, step: Step)] = []
        for step in session.steps {
            switch step {
            case .event(let line, let stamp, _):
                do throws(EventLineError) {
                    if let (time, event) = try reader.read(line) { steps.append((time, .event(event, stamp: stamp))) }
                } catch {
                    throw Failure(description: "the recorded event \(error.line) cannot be read: \(error.message)")
                }
            case .world(let json, let time): steps.append((time, .world(try Self.world(json))))
            }
        }
        return steps
    }

    // MARK: replaying

    /// A core as it was at the beginning.
    package func core() -> DecisionCore {
        DecisionCore(
            world: world,
            configuration: CoreConfiguration(
                settings: settings, ending: ending ? .reported : .estimated,
                isBarometerConfigured: isBarometerConfigured))
    }

    /// Gives the core everything, and hands on what it decides; `wait` is called before each moment at which something
    /// is decided.
    package func run(wait: (Instant) -> Void = { _ in }, body: (TimedEffect) -> Void) {
        var core = core()
        let offset = began - .start
        func show(_ effects: [TimedEffect]) {
            for timed in effects { body(TimedEffect(renumbered(timed.effect), at: timed.time + offset)) }
        }
        for (time, step) in steps {
            let moment = time - offset
            while let due = core.nextDeadline, due < moment {
                wait(due + offset)
                show(core.advance(to: due))
            }
            wait(time)
            switch step {
            case .event(.spoken(let id, let outcome), _):
                if id > numbersBefore { show(core.handle(.spoken(id: id - numbersBefore, outcome), at: moment)) }
            case .event(let event, _): show(core.handle(event, at: moment))
            case .world(let other): show(core.adopt(other, at: moment))
            }
        }
    }

    private func renumbered(_ effect: Effect) -> Effect {
        guard numbersBefore > 0 else { return effect }
        switch effect {
        case .say(var say):
            say.id += numbersBefore
            return .say(say)
        case .hush(let id): return .hush(id: id + numbersBefore)
        default: return effect
        }
    }

    private static func firstNumber(_ effects: [[UInt8]]) -> Int? {
        for line in effects {
            do throws(DocumentError) {
                let document = try Document(line, limits: .init(bytes: 1 << 20, depth: 16))
                guard document.root["type"]?.string == "say" else { continue }
                return document.root["id"]?.number.flatMap { Int(exactly: $0) }
            } catch { continue }
        }
        return nil
    }

    // MARK: what stood at the beginning

    private static func settings(_ files: [String: [UInt8]]) throws(Failure) -> Settings {
        guard let bytes = files[RecordingHead.settingsName] else { return Settings() }
        let document: Document
        do throws(DocumentError) { document = try Document(bytes) } catch {
            throw Failure(description: "the recorded settings cannot be read: \(error.description)")
        }
        var settings = Settings()
        for (key, _, value) in document.root.members {
            // a setting that this version does not know decides nothing here
            guard SettingsTable.row(key) != nil, let value = SettingValue(value) else { continue }
            if case .failure(let finding) = settings.set(key, value) {
                throw Failure(description: "the recorded settings cannot be used: \(finding.message)")
            }
        }
        return settings
    }

    private static func world(_ files: [String: [UInt8]]) throws(Failure) -> World {
        let places = files.filter { $0.key.hasPrefix(RecordingHead.placePrefix) }.sorted { $0.key < $1.key }
        return try world(
            places: places.map { WorldReader.Source(path: $0.key, bytes: $0.value) },
            groups: files[RecordingHead.groupsName].map {
                WorldReader.Source(path: RecordingHead.groupsName, bytes: $0)
            })
    }

    private static func world(_ json: [UInt8]) throws(Failure) -> World {
        let document: Document
        do throws(DocumentError) { document = try Document(json) } catch {
            throw Failure(description: "the recorded places cannot be read: \(error.description)")
        }
        let places = document.root["places"]?.items.map { JSONValue($0) } ?? []
        let groups = document.root["groups"].map { JSONValue($0) } ?? .array([])
        return try world(
            places: places.enumerated().map {
                WorldReader.Source(path: "place \($0.offset + 1)", bytes: DocumentWriter.compact($0.element))
            }, groups: WorldReader.Source(path: "groups", bytes: DocumentWriter.compact(groups)))
    }

    private static func world(
        places: [WorldReader.Source], groups: WorldReader.Source?
    ) throws(Failure) -> World {
        do throws(WorldReader.Failure) {
            // dates only make warnings, which nobody reads here
            return try WorldReader.world(places: places, groups: groups, now: .max)
        } catch {
            throw Failure(description: "the recorded places cannot be used: \(Self.words(error))")
        }
    }

    private static func words(_ failure: WorldReader.Failure) -> String {
        switch failure {
        case .cannotRead(let path, let error): "\(path): \(error.description)"
        case .noDocument(let path, let error): "\(path): \(error.description)"
        case .invalid(let path, let findings): "\(path): \(findings.first?.description ?? "it has errors")"
        case .samePlace(let path, let id): "\(path): the place \"\(id)\" is there twice"
        }
    }
}
