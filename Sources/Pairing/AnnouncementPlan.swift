import Readings

/// What is announced in which slot, and under which name: a state machine with the time as an argument.
///
/// A name that is somebody else's is followed by another where that is allowed; what must have its name is tried again
/// later.
package struct AnnouncementPlan {
    /// How long until what could not be announced is tried again.
    package static let retryPause = Duration.seconds(60)
    /// The slots that there are.
    package static let slotLimit = 64
    /// The longest name of an instance, in bytes (RFC 6763 §4.1.1).
    package static let nameLimit = 63

    /// What is to be done.
    package enum Step: Equatable {
        /// Announce this in a slot, in place of what was there.
        case publish(slot: Int, name: String, texts: [String], port: UInt16)
        /// Withdraw what is in a slot.
        case withdraw(slot: Int)
    }

    private struct Entry {
        let announcement: Announcement
        let port: UInt16
        var attempt = 1
        var isEstablished = false
        var retryAt: Instant?

        var name: String { AnnouncementPlan.name(announcement.name, attempt: attempt) }
    }

    private var entries: [Int: Entry] = [:]
    private var isUsable = false

    /// Nothing is announced, and nothing can be.
    package init() {}

    /// Makes it so that exactly these are announced.
    package mutating func want(_ announcements: [Announcement], port: UInt16) -> [Step] {
        var missing = announcements
        var steps: [Step] = []
        for (slot, entry) in entries.sorted(by: { $0.key < $1.key }) {
            if entry.port == port, let index = missing.firstIndex(of: entry.announcement) {
                missing.remove(at: index)
            } else {
                entries[slot] = nil
                steps.append(.withdraw(slot: slot))
            }
        }
        for announcement in missing {
            guard let slot = (0..<Self.slotLimit).first(where: { entries[$0] == nil }) else { break }
            entries[slot] = Entry(announcement: announcement, port: port)
            steps += publish(slot)
        }
        return steps
    }

    private func publish(_ slot: Int) -> [Step] {
        guard isUsable, let entry = entries[slot] else { return [] }
        return [.publish(slot: slot, name: entry.name, texts: entry.announcement.texts, port: entry.port)]
    }

    /// The directory can be used, or cannot; what was announced is announced anew.
    package mutating func becomes(usable: Bool) -> [Step] {
        isUsable = usable
        for slot in entries.keys {
            entries[slot]?.isEstablished = false
            entries[slot]?.retryAt = nil
        }
        return usable ? entries.keys.sorted().flatMap(publish) : []
    }

    /// What is in a slot is announced now.
    package mutating func established(_ slot: Int) { entries[slot]?.isEstablished = true }

    /// The name of a slot is somebody else's.
    package mutating func taken(_ slot: Int, at now: Instant) -> [Step] {
        guard let entry = entries[slot] else { return [] }
        entries[slot]?.isEstablished = false
        guard entry.announcement.mayBeRenamed else {
            entries[slot]?.retryAt = now + Self.retryPause
            return []
        }
        entries[slot]?.attempt += 1
        return publish(slot)
    }

    /// A slot cannot be announced.
    package mutating func failed(_ slot: Int, at now: Instant) {
        entries[slot]?.isEstablished = false
        entries[slot]?.retryAt = now + Self.retryPause
    }

    /// Tries again what is due.
    package mutating func advance(to now: Instant) -> [Step] {
        var steps: [Step] = []
        for slot in entries.keys.sorted() {
            guard let due = entries[slot]?.retryAt, due <= now else { continue }
            entries[slot]?.retryAt = nil
            steps += publish(slot)
        }
        return steps
    }

    /// The name under which what may be renamed is announced now.
    package var establishedName: String? {
        entries.values.first { $0.isEstablished && $0.announcement.mayBeRenamed }?.name
    }

    /// "Companion", then "Companion 2" and so on, cut so that it fits.
    package static func name(_ name: String, attempt: Int) -> String {
        let ending = attempt == 1 ? "" : " \(attempt)"
        var stem = name
        while stem.utf8.count + ending.utf8.count > nameLimit { stem.removeLast() }
        return stem + ending
    }
}
