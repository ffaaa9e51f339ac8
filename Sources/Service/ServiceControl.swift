import Bridge
import Console
import Control
import Deciding
import Documents
import Pairing
import Platform
import Readings
import Speech

/// What of a running service is asked and told from outside.
package final class ServiceControl {
    /// The desks: of the control socket and of the page, where there are such.
    var desks: [ControlDesk]
    /// Where the page is shown how the core is; nil where there is no page.
    let page: ConsoleBoard?
    /// What the status is made of.
    let board: StatusBoard
    private let memory: Memory?
    private let isWorldStored: Bool
    /// The descriptors that read as ready while something waits.
    let numbers: [Int32]
    private var waitingWorld: World?
    private var isFresh = false

    /// Gathers the parts; where the world is the one that the memory keeps, changes to it reach the core.
    package init(
        server: ControlServer?, board: StatusBoard, memory: Memory?, phones: PairingDoor? = nil,
        console: ConsoleServer? = nil, isWorldStored: Bool, recorder: Recorder? = nil
    ) {
        let doors = [(server?.door, "say"), (console?.door, "page")]
        desks = doors.compactMap { door, name in
            door.map {
                ControlDesk(
                    door: $0, memory: memory, phones: phones, recorder: recorder, page: console?.address, name: name)
            }
        }
        page = console?.board
        self.board = board
        self.memory = memory
        self.isWorldStored = isWorldStored
        numbers = [server?.door.number, console?.door.number, memory?.news.number].compactMap { $0 }
    }

    /// Nothing is decided about places any more.
    func dropNews() { while memory?.news.take() != nil {} }

    /// The newest places and groups that the memory has told of, once no route uses what they change.
    func news(for core: DecisionCore) -> World? {
        while let world = memory?.news.take() {
            if isWorldStored { (waitingWorld, isFresh) = (world, true) }
        }
        // looked at when they come, and then when the route is over: comparing maps costs time
        guard let world = waitingWorld, isFresh || !core.isGuiding else { return nil }
        isFresh = false
        guard core.mayAdopt(world) else { return nil }
        waitingWorld = nil
        return world
    }
}

/// The loop's part of the control socket.
extension ServiceLoop {
    /// Answers what is asked, a few in a turn, and takes changed places and groups where no route uses them.
    mutating func answerRequests(_ speech: SpeechEngine) {
        guard let control else { return }
        if let world = control.news(for: core) {
            let effects = core.adopt(world, at: clock.now())
            recorder?.take(world, at: core.now)
            perform(effects, speech)
            log.say(.info, "The changed places and groups are in use.")
        }
        for index in control.desks.indices { answerRequests(at: index, of: control, speech) }
    }

    private mutating func answerRequests(at index: Int, of control: ServiceControl, _ speech: SpeechEngine) {
        let door = control.desks[index].door
        for _ in 0..<ControlDesk.requestsATurn {
            guard let request = door.next() else { return }
            perform(core.advance(to: clock.now()), speech)
            let now = clock.now()
            switch request.method {
            case "status":
                door.answer(request.ticket, .result(control.board.report(statusNow(at: now)).json))
            case ConsoleGlance.method:
                control.page?.show(ConsoleGlance(core, settings: inForce, at: now))
                door.answer(request.ticket, .result(.null))
            default:
                let reply = control.desks[index].take(request, core: &core, settings: &inForce, at: now)
                perform(reply.effects, speech)
                if let outcome = reply.outcome { door.answer(request.ticket, outcome) }
            }
        }
    }

    /// Tells who asks that it is too late.
    func refuseRequests() {
        control?.dropNews()
        let error = ControlError(.stopping, "the service is stopping", remedy: "ask again when it runs")
        for desk in control?.desks ?? [] {
            while let request = desk.door.next() { desk.door.answer(request.ticket, .error(error)) }
        }
    }

    /// Tells the bridge what has changed, and once a second how everything is.
    mutating func tellBridge() {
        let now = clock.now()
        guard let due = bridge?.nextReport else { return }
        let report = now >= due ? diagnosis(at: now).statuses : nil
        bridge?.turn(core, at: now, report: report)
    }

    private func diagnosis(at now: Instant) -> BridgeDiagnosis {
        BridgeDiagnosis(
            core: core.status(at: now), speech: speechHealth, loop: health,
            dropped: letters.reduce(0) { $0 + $1.dropped },
            frames: input.view.depth.map { ($0.arrival, $0.frames) },
            samples: input.view.pressure.map { ($0.time, $0.samples) },
            conditions: input.statusParts.map { ($0.name, $0.condition(now)) }, now: now)
    }

    private func statusNow(at now: Instant) -> StatusBoard.Now {
        StatusBoard.Now(
            core: core, health: health, speech: speechHealth, dropped: letters.reduce(0) { $0 + $1.dropped }, time: now)
    }
}
