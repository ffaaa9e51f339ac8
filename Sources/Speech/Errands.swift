import Platform
import Readings

/// The operator's commands around the voice: those in the gate run one after the other and the voice waits for them;
/// those beside it run at the same time and nobody waits.
final class Errands {
    private var gate: [[String]] = []
    private var inGate: (command: [String], errand: Errand)?
    /// Commands that were at their limit in the gate, and until when the voice does not wait for them any more.
    private var passedOver: [[String]: Instant] = [:]
    private var beside: [Errand] = []
    private let log: ServiceLog
    private static let mostBeside = 4

    var limits = SpeechLimits()
    var environment: [String] = []

    init(log: ServiceLog) { self.log = log }

    /// Whether the voice may start.
    var isGateOpen: Bool { inGate == nil && gate.isEmpty }

    /// Whether nothing runs and nothing waits to run.
    var isEmpty: Bool { isGateOpen && beside.isEmpty }

    /// Runs a command that the next voice waits for; nothing where there is none, or where it hung a short while ago: a
    /// warning must not wait for it each time.
    func runInGate(_ command: [String]?, at now: Instant) {
        guard let command, !command.isEmpty, passedOver[command].map({ now >= $0 }) ?? true else { return }
        gate.append(command)
        startNextInGate(at: now)
    }

    /// Runs a command that nobody waits for; where four run already, the line is dropped and the log says so.
    func runBeside(_ command: [String]?, at now: Instant) {
        guard let command, let name = command.first else { return }
        guard beside.count < Self.mostBeside else {
            return log.fault(.warning, "Dropped a run of “\(name)”: four are still running.", at: now)
        }
        if let errand = start(command, limit: limits.signal, at: now) { beside.append(errand) }
    }

    /// Does what is due.
    func service(at now: Instant) {
        if let (command, errand) = inGate {
            let isGone = errand.service(at: now)
            if errand.isLate { passOver(command, at: now) }
            if errand.isGivenUp { beside.append(errand) }
            if isGone || errand.isGivenUp { inGate = nil }
        }
        startNextInGate(at: now)
        beside.removeAll { $0.service(at: now) }
    }

    private func passOver(_ command: [String], at now: Instant) {
        if passedOver[command].map({ now >= $0 }) ?? true {
            log.fault(
                .warning, "“\(command.first ?? "")” did not end in time: the voice does not wait for it for a while.",
                at: now)
        }
        passedOver[command] = now + limits.longestPause
    }

    /// Ends what runs beside the voice; what stands in the gate may still do its work within its limit.
    func stopBeside(at now: Instant) {
        for errand in beside { errand.stop(at: now) }
    }

    func watch(in set: inout PollSet) {
        inGate?.errand.watch(in: &set)
        for errand in beside { errand.watch(in: &set) }
    }

    var nextLook: Instant? {
        (beside.compactMap(\.nextLook) + [inGate?.errand.nextLook].compactMap { $0 }).min()
    }

    private func startNextInGate(at now: Instant) {
        while inGate == nil, !gate.isEmpty {
            let command = gate.removeFirst()
            inGate = start(command, limit: limits.errand, at: now).map { (command, $0) }
        }
    }

    private func start(_ command: [String], limit: Duration, at now: Instant) -> Errand? {
        do throws(SystemError) {
            return try Errand(
                command, environment: environment, limit: limit, killAfter: limits.killAfter, at: now)
        } catch {
            log.fault(.warning, "A command around the voice does not run: \(error).", at: now)
            return nil
        }
    }
}
