import Bridge
import Control
import Deciding
import Documents
import Pairing
import Platform
import Readings
import Speech

/// What of a running service is asked and told from outside.
package final class ServiceControl {
    /// The control socket's desk; nil where there is no socket.
    var desk: ControlDesk?
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
        server: ControlServer?, board: StatusBoard, memory: Memory?, phones: PairingDoor? = nil, isWorldStored: Bool,
        recorder: Recorder? = nil
    ) {
        desk = server.map { ControlDesk(door: $0.door, memory: memory, phones: phones, recorder: recorder) }
        self.board = board
        self.memory = memory
        self.isWorldStored = isWorldStored
        numbers = [server?.door.number, memory?.news.number].compactMap { $0 }
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
        guard let door = control.desk?.door else { return }
        for _ in 0..<ControlDesk.requestsATurn {
            guard let request = door.next() else { return }
            perform(core.advance(to: clock.now()), speech)
            let now = clock.now()
            if request.method == "status" {
                door.answer(request.ticket, .result(control.board.report(statusNow(at: now)).json))
                continue
            }
            let reply = control.desk?.take(request, core: &core, settings: &inForce, at: now)
            perform(reply?.effects ?? [], speech)
            if let outcome = reply?.outcome { door.answer(request.ticket, outcome) }
        }
    }

    /// Tells who asks that it is too late.
    func refuseRequests() {
        control?.dropNews()
        while let request = control?.desk?.door.next() {
            let error = ControlError(.stopping, "the service is stopping", remedy: "ask again when it runs")
            control?.desk?.door.answer(request.ticket, .error(error))
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
