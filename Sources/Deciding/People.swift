import Announcing
import Readings
import Wayfinding

/// A phone's request to be paired that was put to the person, who may answer with yes or no.
public struct PairingQuestion: Equatable, Sendable {
    /// The device that asks.
    public var device: String
    /// The three digits that were said.
    public var digits: String
    /// When they were said last.
    public var voicedAt: Instant
}

/// The last sighting of each paired device, in memory only, and what pairing asks of the owner.
struct People {
    /// How long until a pairing request is said again.
    static let reminder = Duration.seconds(20)
    /// How long a pairing request waits for its owner.
    static let lapse = Duration.seconds(60)

    /// A phone that asks to be paired.
    private struct Request {
        let device: String
        var name: String
        var digits: String?
        let askedAt: Instant
        var isReminded = false
        /// When it was put to the person last, and in which words; nil as long as it was not.
        var voicedAt: Instant?
        var voicedDigits: String?
    }

    private(set) var sightings: [String: Sighting] = [:]
    private var requests: [Request] = []
    private let words = Words()

    /// Takes a position of a device; its name is cleaned here, once, and told apart from the others'.
    ///
    /// False where it is no position: beyond 10 km, as of a pose.
    mutating func heard(_ peer: PeerPosition, at time: Instant) -> Bool {
        let pose = Pose(place: peer.place, x: peer.position.x, y: peer.position.y, z: peer.position.z)
        guard pose.isPlausible else { return false }
        sightings[peer.device] = Sighting(
            name: name(peer.name, of: peer.device), place: peer.place, position: peer.position, time: time)
        return true
    }

    private func name(_ name: String, of device: String) -> String {
        let used = Set(sightings.filter { $0.key != device }.map(\.value.name))
        return DeviceName.distinct(DeviceName.cleaned(name), used: used)
    }

    mutating func quiet(_ device: String) { sightings[device]?.isQuiet = true }

    mutating func removed(_ device: String) { sightings[device] = nil }

    // MARK: pairing

    /// A phone asks to be paired, or the asking is over; who asks again while the request waits says nothing new.
    mutating func pairing(_ pairing: PairingChange, into decisions: inout Decisions) {
        decisions.touchesSpeech = true
        requests.removeAll { $0.askedAt + Self.lapse <= decisions.time }
        guard pairing.state == .asked else { return requests.removeAll { $0.device == pairing.device } }
        let name = name(pairing.name, of: pairing.device)
        if let index = requests.firstIndex(where: { $0.device == pairing.device }) {
            requests[index].name = name
            requests[index].digits = pairing.digits
        } else {
            requests.append(
                Request(
                    device: pairing.device, name: name, digits: pairing.digits, askedAt: decisions.time))
            say(requests[requests.count - 1], into: &decisions)
        }
    }

    /// Notes that a request has been put to the person.
    mutating func voiced(_ announcement: Announcement, at time: Instant) {
        guard announcement.kind == .pairingRequest,
            let index = requests.firstIndex(where: { Self.key($0) == announcement.key })
        else { return }
        (requests[index].voicedAt, requests[index].voicedDigits) = (time, requests[index].digits)
    }

    /// The request that was put to the person last and still waits, as it was put.
    func question(at time: Instant) -> PairingQuestion? {
        let waiting = requests.filter { $0.voicedAt != nil && time - $0.askedAt < Self.lapse }
        guard let last = waiting.max(by: { ($0.voicedAt ?? .start) < ($1.voicedAt ?? .start) }),
            let digits = last.voicedDigits, digits == last.digits, let voicedAt = last.voicedAt
        else { return nil }
        return PairingQuestion(device: last.device, digits: digits, voicedAt: voicedAt)
    }

    /// When a request is said again.
    var nextDeadline: Instant? { requests.first { !$0.isReminded }.map { $0.askedAt + Self.reminder } }

    /// Says each request once more that nobody answered.
    mutating func advance(into decisions: inout Decisions) {
        for index in requests.indices
        where !requests[index].isReminded && requests[index].askedAt + Self.reminder <= decisions.time {
            requests[index].isReminded = true
            say(requests[index], into: &decisions)
        }
    }

    private func say(_ request: Request, into decisions: inout Decisions) {
        decisions.say(.pairingRequest, text(request), key: Self.key(request))
    }

    private func text(_ request: Request) -> String {
        guard let digits = request.digits else { return words.text(.pairingRequest, ["name": request.name]) }
        let spaced = digits.map(String.init).joined(separator: " ")
        return words.text(.pairingRequestDigits, ["name": request.name, "digits": spaced])
    }

    private static func key(_ request: Request) -> String { "pairing " + request.device }

    func judge(_ announcement: Announcement, at time: Instant) -> Judgement {
        guard let request = requests.first(where: { Self.key($0) == announcement.key }),
            time - request.askedAt < Self.lapse
        else { return .overtaken }
        return .holdsAs(text(request))
    }
}
