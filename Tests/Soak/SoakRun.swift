import Announcing
import Deciding
import Platform
import Readings
import Service

/// The simulated hours.
struct SoakRun {
    private static let minuteLength = Duration.seconds(60)

    private var loop: SoakLoop
    private var plan: SoakPlan
    private var sensors: SoakSensors
    private let disk: SoakDisk
    private let doors: SoakDoors
    /// What is not heard, to show that the soak would notice.
    private let deafTo: AnnouncementKind?
    private(set) var report = SoakReport()
    private var now = Instant.start
    private var dropped: UInt64 = 0

    /// Prepares a run; nil where there is no profile of the camera.
    init?(
        seed: UInt64, framesEvery: Int, deafTo: AnnouncementKind?, disk: SoakDisk, doors: SoakDoors
    ) throws(SystemError) {
        guard let sensors = SoakSensors(seed: seed) else { return nil }
        self.sensors = sensors
        self.disk = disk
        self.doors = doors
        self.deafTo = deafTo
        plan = SoakPlan(seed: seed, framesEvery: framesEvery)
        loop = try SoakLoop { disk.keep($0) }
    }

    /// Starts the robot: a minute without a fault, in which it becomes ready.
    mutating func warmUp() -> [String] {
        loop.feed(.place("hall"), at: now)
        let quiet = SoakMinute(number: -1, fault: .cameraBursts, begin: 100, approach: 100, isFrames: false)
        play(quiet)
        let said = loop.takeHeard().compactMap { if case .say(let say) = $0.effect { say.text } else { nil } }
        return said == ["Ready."] ? [] : ["at the start \(said) was said, not “Ready.” alone"]
    }

    /// Plays the minute of a number; gives what was wrong.
    mutating func minute(_ number: Int) -> (minute: SoakMinute, faults: [String]) {
        let minute = plan.minute(number)
        let start = now
        var faults = play(minute)
        let hushed = loop.hushed
        var heard = loop.takeHeard()
        if let deafTo { heard.removeAll { if case .say(let say) = $0.effect { say.kind == deafTo } else { false } } }
        let verdict = SoakJudge.judge(minute, heard, loop.voice, start: start)
        faults +=
            verdict.faults + SoakJudge.endings(minute, heard, loop.voice, hushed: hushed)
            + SoakJudge.speech(minute, heard)
        if minute.fault == .voiceHangs { faults += [loop.voice.faultOfHanging].compactMap { $0 } }
        faults += lost(minute) + [disk.fault()].compactMap { $0 }
        loop.voice.forgetEndings()
        report.note(minute, said: heard.count { $0.effect.type == "say" }, lateness: verdict.lateness, faults: faults)
        (report.events, report.frames) = (loop.events, sensors.frames.count)
        report.longestUntold = loop.longestUntold
        return (minute, faults)
    }

    /// Letters may be dropped only where more came at once than a mailbox holds: forty, of which eight are kept.
    private mutating func lost(_ minute: SoakMinute) -> [String] {
        defer { dropped = loop.dropped }
        let expected: UInt64 = minute.fault == .cameraBursts ? 33 : 0
        let found = loop.dropped - dropped
        return found == expected ? [] : ["\(found) readings were dropped, not \(expected)"]
    }

    /// Plays a minute; gives what went wrong outside of what is said.
    @discardableResult
    private mutating func play(_ minute: SoakMinute) -> [String] {
        let start = now
        var faults: [String] = []
        var rest = script(minute)[...]
        var wasSleeping = false
        for (time, sensor) in SoakSensors.moments(start) {
            while let next = rest.first, start + next.after <= time {
                rest.removeFirst()
                if !wasSleeping { loop.run(until: start + next.after) }
                faults += act(next.what, minute, at: start + next.after)
            }
            if isAsleep(minute, time, start) {
                wasSleeping = true
                continue
            }
            // Whoever wakes up finds deadlines that are over; nobody was there to meet them.
            if !wasSleeping { loop.run(until: time) }
            wasSleeping = false
            deliver(sensor, minute, second: (time - start).inSeconds, at: time)
        }
        now = start + Self.minuteLength
        loop.run(until: now)
        return faults
    }

    private func isAsleep(_ minute: SoakMinute, _ time: Instant, _ start: Instant) -> Bool {
        let second = (time - start).inSeconds
        return minute.fault == .clockSleeps && second >= minute.begin && second < minute.end
    }

    private mutating func deliver(_ sensor: Sensor, _ minute: SoakMinute, second: Double, at time: Instant) {
        switch sensor {
        case .depth:
            guard let observation = sensors.depth(minute, second: second, at: time) else { return }
            loop.put(.depth(observation), of: .depth, at: time)
            let isBurst = minute.fault == .cameraBursts && second >= minute.begin && second < minute.begin + 1.0 / 30
            for _ in 0..<(isBurst ? 40 : 0) { loop.put(.depth(observation), of: .depth, at: time) }
        case .barometer:
            guard let pressure = sensors.pressure(minute, second: second) else { return }
            loop.put(.pressure(hectopascals: pressure, reference: nil), of: .barometer, at: time)
        }
        loop.turn(at: time)
    }
}

/// What happens in a minute beside the sensors.
extension SoakRun {
    private enum Deed {
        case begin
        case end
        case notice
    }

    private func script(_ minute: SoakMinute) -> [(after: Duration, what: Deed)] {
        guard minute.begin < 60 else { return [] }
        let begin = Duration.nanoseconds(Int64(minute.begin * 1e9))
        let hasNotice = minute.fault == .voiceHangs || minute.fault == .voiceFails
        let notice: [(Duration, Deed)] = hasNotice ? [(begin + .milliseconds(500), .notice)] : []
        return [(begin, .begin)] + notice + [(begin + .nanoseconds(Int64(minute.fault.length * 1e9)), .end)]
    }

    private mutating func act(_ deed: Deed, _ minute: SoakMinute, at time: Instant) -> [String] {
        let isOn = deed == .begin
        if deed == .notice {
            loop.feed(.notice(Notice(key: "bell", text: SoakNotice.text)), at: time)
            return []
        }
        switch minute.fault {
        case .cameraUnplugged: loop.feed(.sensor(.depth, isConnected: !isOn), at: time)
        case .voiceHangs: loop.voice.manners[0] = isOn ? .hangs : .speaks
        case .voiceFails: loop.voice.manners = isOn ? [.fails, .fails] : [.speaks, .speaks]
        case .diskFills: return disk.fill(isOn) ? [] : ["the disk could not be made full"]
        case .doorsFlood: return isOn ? [doors.flood()].compactMap { $0 } : []
        default: break
        }
        return []
    }
}
