import Readings

/// How the door stands, and what is to be announced.
extension DoorCore {
    /// Whether anybody may connect: a device is paired, or pairing is open or under way.
    package func wantsToListen(at now: Instant) -> Bool { !devices.isEmpty || window.isOpen(at: now) || !lines.isEmpty }

    /// Whether pairing is open.
    func isOpen(at now: Instant) -> Bool { window.isOpen(at: now) }

    /// What is announced in an hour, counted since 1970 UTC: one name for each device, and the robot's own only while
    /// pairing is open.
    package func announcements(hour: Int64, at now: Instant) -> [Announcement] {
        var all = devices.map { device in
            Announcement(name: Derivation.findName(device.secret, hour: hour), texts: ["v=1"], mayBeRenamed: false)
        }
        if window.isOpen(at: now) {
            all.append(Announcement(name: parts.name, texts: ["v=1", "i=\(instanceId)"], mayBeRenamed: true))
        }
        return all
    }

    /// How everything stands, but for what the network says.
    package func status(at now: Instant) -> PairingStatus {
        PairingStatus(
            openSeconds: window.openUntil.flatMap { now < $0 ? Self.seconds(until: $0, from: now) : nil },
            closedSeconds: window.closedUntil.flatMap { now < $0 ? Self.seconds(until: $0, from: now) : nil },
            request: window.request.map { request in
                .init(
                    device: request.device, name: request.name, digits: request.digits,
                    secondsLeft: Self.seconds(until: request.lapsesAt, from: now))
            }, asked: asked, devices: devices.map(status), refusals: refusals.total)
    }

    private var asked: PairingStatus.Asked? {
        for line in lines.values {
            if case .asking(let ask, let name) = line.phase { return .init(name: name, digits: ask.digits) }
        }
        return nil
    }

    private func status(of device: PairedDevice) -> PairingStatus.Device {
        var (isConnected, isHere) = (false, false)
        for case .linked(let peer, device.id) in lines.values.map(\.phase) {
            (isConnected, isHere) = (true, peer.sharesPlace && peer.isHeard)
        }
        return .init(
            id: device.id, name: device.name, kind: device.kind.rawValue, pairedAt: device.pairedAt,
            fingerprint: device.fingerprint.hexadecimal, isConnected: isConnected, isHere: isHere)
    }
}

/// One instance that is announced on the local network.
package struct Announcement: Hashable, Sendable {
    /// The instance's name.
    package var name: String
    /// Its TXT record, `key=value` each.
    package var texts: [String]
    /// Whether it is announced under another name where this one is taken.
    package var mayBeRenamed: Bool

    /// Makes an announcement.
    package init(name: String, texts: [String], mayBeRenamed: Bool) {
        self.name = name
        self.texts = texts
        self.mayBeRenamed = mayBeRenamed
    }
}
