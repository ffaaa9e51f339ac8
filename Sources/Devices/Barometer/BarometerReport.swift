import Platform
import Readings

/// What the barometer's thread writes on its board and says in the log.
struct BarometerReport {
    let board: BarometerBoard
    let log: ServiceLog

    func searching() { board.update { $0.state = .searching } }

    func missed(_ findings: [BarometerFinding], next: Instant, at now: Instant) {
        board.update {
            $0.state = .disconnected
            $0.findings = findings
            $0.nextSearch = next
        }
        guard let first = findings.first else { return }
        log.fault(.warning, "barometer: \(first.message) \(first.remedy)", kind: "barometer " + first.code, at: now)
    }

    func found(_ instrument: any Instrument, _ findings: [BarometerFinding]) {
        board.update {
            $0.state = .starting
            $0.description = instrument.description
            $0.isCoarse = instrument.isCoarse
            $0.findings = findings
            $0.nextSearch = nil
        }
    }

    func droppedOne() { board.update { $0.dropped += 1 } }

    func delivered(_ hectopascals: Double, celsius: Double?, from instrument: any Instrument, at now: Instant) {
        var wasReading = true
        board.update {
            wasReading = $0.state == .reading || $0.state == .retrying
            $0.state = .reading
            $0.hectopascals = hectopascals
            $0.celsius = celsius.flatMap { $0.isNaN ? nil : $0 }
            $0.lastSample = now
            $0.delivered += 1
            $0.description = instrument.description
            if !wasReading, $0.wasLost {
                $0.reconnects += 1
                $0.wasLost = false
            }
        }
        if !wasReading {
            log.fault(
                .notice, "barometer: reads \(instrument.description)", kind: "barometer reads", at: now)
        }
    }

    func failed(_ instrument: any Instrument, _ fault: ChipFault, _ step: BarometerLadder.Step, at now: Instant) {
        let sentence = "barometer: \(instrument.description) \(fault.words)"
        board.update {
            $0.lastFault = sentence
            switch step {
            case .drop: $0.dropped += 1
            case .retry:
                $0.retries += 1
                if $0.state == .reading { $0.state = .retrying }
            case .restart:
                $0.restarts += 1
                $0.state = .restarting
            case .search(let at):
                $0.wasLost = $0.wasLost || $0.delivered > 0
                $0.state = .disconnected
                $0.nextSearch = at
                $0.findings = [.failing(name: instrument.description, fault: fault)]
            }
        }
        switch step {
        case .drop, .retry: return
        case .restart:
            log.fault(.warning, sentence + " (it is reset)", kind: "barometer restart \(fault)", at: now)
        case .search:
            log.fault(.warning, sentence + " (it is looked for again)", kind: "barometer lost \(fault)", at: now)
        }
    }
}
