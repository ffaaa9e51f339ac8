import Announcing
import Readings
import Wayfinding

/// The last sighting of each paired device, in memory only, and what pairing asks of the owner.
struct People {
    /// How long until a pairing request is said again.
    static let reminder = Duration.seconds(20)

    private(set) var sightings: [String: Sighting] = [:]
    private var request: (device: String, name: String, reminder: Instant?)?
    private let words = Words()

    /// Takes a position of a device; its name is cleaned here, once, and told apart from the others'.
    mutating func heard(_ peer: PeerPosition, at time: Instant) {
        let used = Set(sightings.filter { $0.key != peer.device }.map(\.value.name))
        let name = DeviceName.distinct(DeviceName.cleaned(peer.name), used: used)
        sightings[peer.device] = Sighting(name: name, place: peer.place, position: peer.position, time: time)
    }

    mutating func quiet(_ device: String) { sightings[device]?.isQuiet = true }

    mutating func removed(_ device: String) { sightings[device] = nil }

    /// A phone asks to be paired, or the asking is over.
    mutating func pairing(_ pairing: PairingChange, into decisions: inout Decisions) {
        guard pairing.state == .asked else {
            if request?.device == pairing.device { request = nil }
            decisions.touchesSpeech = true
            return
        }
        request = (pairing.device, DeviceName.cleaned(pairing.name), decisions.time + Self.reminder)
        sayRequest(into: &decisions)
    }

    var nextDeadline: Instant? { request?.reminder }

    /// Says a request once more that nobody answered.
    mutating func advance(into decisions: inout Decisions) {
        guard let due = request?.reminder, due <= decisions.time else { return }
        request?.reminder = nil
        sayRequest(into: &decisions)
    }

    private func sayRequest(into decisions: inout Decisions) {
        if let text = requestText { decisions.say(.pairingRequest, text) }
    }

    private var requestText: String? { request.map { words.text(.pairingRequest, ["name": $0.name]) } }

    func judge(_ announcement: Announcement) -> Judgement { announcement.text == requestText ? .holds : .overtaken }
}
