import Deciding
import Readings
import Speech

/// How the service is, in a sentence for its operator: what is wrong, worst first.
package struct ServiceStatus: Equatable, Sendable {
    /// The state of depth, as `Effect.StateChange` names it.
    package var depth = "starting"
    /// The state of the barometer, likewise.
    package var barometer = "off"
    /// The state of tracking, likewise.
    package var tracking = "unknown"
    /// Why nothing is spoken; nil where there is a voice.
    package var speechFault: String?
    /// Which settings are in force in place of a wrong configuration; nil where none is wrong.
    package var configurationFault: String?
    /// The threads that show no sign of life.
    package var stuck: [String] = []
    /// Whether somebody is being guided.
    package var isGuiding = false

    /// A service that has just begun.
    package init() {}

    /// Takes what the core decided.
    package mutating func note(_ effect: Effect) {
        switch effect {
        case .state(.depth(let state)): depth = state
        case .state(.barometer(let state)): barometer = state
        case .state(.tracking(let state)): tracking = state
        case .step, .stepTo: isGuiding = true
        case .ended: isGuiding = false
        default: break
        }
    }

    /// Takes what the voice said of itself.
    package mutating func note(_ health: SpeechHealth) {
        switch health {
        case .ok: speechFault = nil
        case .textOnly(let reason): speechFault = "Nothing is spoken: \(reason)."
        case .unavailable(let reason): speechFault = "Nothing is spoken: \(reason)."
        }
    }

    /// The sentence; what is wrong comes with where its remedy is told.
    package var sentence: String {
        let faults = faults
        guard faults.isEmpty else { return faults.joined(separator: " ") + " See: companion status." }
        if !waiting.isEmpty { return "Waiting for \(waiting.joined(separator: " and "))." }
        return isGuiding ? "Guiding; everything works." : "Everything works."
    }

    private var waiting: [String] {
        (depth == "starting" ? ["the camera's first reading"] : [])
            + (barometer == "starting" ? ["the barometer to settle"] : [])
    }

    private var faults: [String] {
        var faults = stuck.map { "\(Self.capitalised($0)) is stuck." }
        if let speechFault { faults.append(speechFault) }
        switch depth {
        case "unavailable": faults.append("Depth readings are unavailable.")
        case "blocked": faults.append("The camera's view is blocked.")
        default: break
        }
        if tracking == "lost" { faults.append("Tracking is lost.") }
        if barometer == "unavailable" { faults.append("The barometer gives no reading.") }
        if let configurationFault { faults.append(configurationFault) }
        return faults
    }

    private static func capitalised(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
    }
}
