import CEmulatedDevices
import Devices
import Glibc
import Platform
import Readings
import Synchronization

/// One emulated camera with the thread that shows it pictures.
final class EmulatedCamera: Sendable {
    private enum Showing {
        case going
        case held
        case frozen
    }

    private struct State {
        var maker: any FrameMaker & Sendable
        var showing = Showing.going
        var repeats = false
        var unplugAfter = 0
        var backAfter = 0
        var clockStep = 0
        var hardwareResets = 0
        var isClosed = false
        var confidence = ConfidenceShown()
    }

    /// What the stream of confidence carries beside the pictures.
    private struct ConfidenceShown {
        /// The bytes of one picture; nil for full trust everywhere.
        var bytes: [UInt8]?
        /// With each so many-th picture.
        var every = 1
        /// By how much its numbers run ahead of the pictures'.
        var ahead = 0
    }

    private let pointer: Camera
    private let state = Mutex(State(maker: RampMaker()))
    private let kind: CameraKind
    private let thread: Mutex<WorkerThread?> = Mutex(nil)

    /// It may be used by any thread: it points to memory that is never freed, and whose every use in C is under a lock.
    private struct Camera: @unchecked Sendable { let pointer: OpaquePointer }

    init(_ kind: CameraKind, port: String, _ arguments: Arguments) {
        self.kind = kind
        pointer = Camera(pointer: kind.make(port: port, arguments))
        kind.answerCommands(pointer.pointer)
        thread.withLock {
            $0 = try? WorkerThread(name: "camera \(port)") {
                while !self.state.withLock({ $0.isClosed }) { self.turn() }
            }
        }
    }

    func close() {
        state.withLock { $0.isClosed = true }
        _ = thread.withLock { $0?.join(limit: .seconds(2)) }
        unplug()
    }

    /// Plugs it in; one that is just being pulled out is waited for.
    func plug() -> Bool {
        for _ in 0..<Self.plugTries {
            let result = emulated_camera_plug(pointer.pointer)
            guard result == -EALREADY else { return result == 0 }
            usleep(10_000)
        }
        return false
    }

    private static let plugTries = 200

    func unplug() { emulated_camera_unplug(pointer.pointer) }
    func unplug(afterBytes bytes: Int) { state.withLock { $0.unplugAfter = bytes } }
    func comesBack(afterMilliseconds span: Int) { state.withLock { $0.backAfter = span } }

    func step(byMilliseconds span: Int) { state.withLock { $0.clockStep += span * 1000 } }

    func show(_ arguments: Arguments) -> Bool {
        let made: (any FrameMaker & Sendable)?
        switch arguments.plain.first {
        case "ramp": made = RampMaker()
        case "hold", "freeze", "repeat", "go": return change(arguments.plain[0])
        case nil:
            if let path = arguments["file"] {
                made = (try? ReadFile.whole(path, limit: 1 << 24)).map { FileMaker(bytes: $0) }
            } else {
                made = arguments["scenario"].flatMap { ScenarioMaker($0) }
            }
        default: made = nil
        }
        guard let made else { return false }
        state.withLock { state in
            state.maker = made
            state.showing = .going
            state.repeats = false
        }
        return true
    }

    func showConfidence(_ arguments: Arguments) -> Bool {
        var shown = state.withLock { $0.confidence }
        if let path = arguments["file"] {
            guard let bytes = try? ReadFile.whole(path, limit: 1 << 24) else { return false }
            shown.bytes = bytes
        }
        shown.every = max(arguments.number("every") ?? shown.every, 1)
        shown.ahead = arguments.number("ahead") ?? shown.ahead
        state.withLock { [shown] in $0.confidence = shown }
        return true
    }

    private func change(_ word: String) -> Bool {
        state.withLock { state in
            state.showing = word == "hold" ? .held : word == "freeze" ? .frozen : .going
            state.repeats = word == "repeat"
        }
        return true
    }

    func setFaults(_ arguments: Arguments) -> Bool {
        var faults = emulated_camera_faults(pointer.pointer)
        if arguments.plain == ["none"] {
            faults = emulated_faults()
        } else if !faults.set(arguments.named) {
            return false
        }
        emulated_camera_set_faults(pointer.pointer, &faults)
        return true
    }

    func keepAnswer(_ words: [String]) -> Bool {
        guard words.count >= 2, let opcode = UInt32(words[0], radix: 16), let parameter = UInt32(words[1]) else {
            return false
        }
        let bytes = CameraKind.bytes(hexadecimal: words.count > 2 ? words[2] : "")
        emulated_camera_answer(pointer.pointer, opcode, parameter, bytes, bytes.count)
        return true
    }

    var counts: String {
        let counts = emulated_camera_counts(pointer.pointer)
        let left = emulated_camera_faults(pointer.pointer)
        let fields = [
            ("submitted", counts.submitted), ("reaped", counts.reaped), ("calledBack", counts.called_back),
            ("claims", counts.claims), ("clearHalts", counts.clear_halts), ("resets", counts.resets),
            ("selections", counts.selections), ("commits", counts.commits), ("commands", counts.commands),
            ("hardwareResets", counts.hardware_resets), ("frames", counts.frames), ("missed", counts.missed),
            ("pending", Int(counts.pending)), ("confidenceFrames", counts.confidence_frames),
            ("confidenceCommits", counts.confidence_commits), ("probeStalls", Int(left.probe_stalls)),
            ("commitStalls", Int(left.commit_stalls)),
        ]
        return "{" + fields.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
    }

    // MARK: - The thread

    private typealias Picture = (number: UInt32, header: [UInt8], bytes: [UInt8])
    private let shown = Mutex<(number: UInt32, last: Picture?)>((0, nil))

    /// One picture, at the rate of the mode; or a short rest.
    private func turn() {
        comeBack()
        emulated_camera_tell_pulled(pointer.pointer)
        var mode = emulated_mode()
        guard emulated_camera_streams(pointer.pointer, Int32(emulated_depth), &mode), let size = kind.size(mode) else {
            usleep(2000)
            return
        }
        let began = MonotonicClock()
        if let picture = picture(size) {
            let unplugAfter = state.withLock { state in
                defer { state.unplugAfter = 0 }
                return state.unplugAfter
            }
            // A format that carries infrared has a plane of it before the depth.
            let infrared = [UInt8](repeating: 1, count: max(0, Int(mode.bytes) - picture.bytes.count))
            let bytes = infrared + picture.bytes
            let depth = Int32(emulated_depth)
            _ = emulated_camera_send(pointer.pointer, depth, picture.header, bytes, bytes.count, unplugAfter)
            sendConfidence(besides: picture.number)
        }
        let left = kind.frameTime - (began.now() - .start)
        if left > .zero { usleep(UInt32(left.wholeNanoseconds / 1000)) }
    }

    /// The confidence of the picture with a number, where the camera streams it.
    private func sendConfidence(besides number: UInt32) {
        let stream = Int32(emulated_confidence)
        var mode = emulated_mode()
        let shown = state.withLock { $0.confidence }
        guard Int(number) % shown.every == 0, emulated_camera_streams(pointer.pointer, stream, &mode) else { return }
        let bytes = shown.bytes ?? [UInt8](repeating: 0xFF, count: Int(mode.bytes))
        let step = UInt32(truncatingIfNeeded: state.withLock { $0.clockStep })
        let header = Wire.header(
            number: number &+ UInt32(truncatingIfNeeded: shown.ahead), microseconds: Self.microseconds &+ step)
        _ = emulated_camera_send(pointer.pointer, stream, header, bytes, bytes.count, 0)
    }

    private func picture(_ size: PictureSize) -> Picture? {
        let (showing, repeats) = state.withLock { ($0.showing, $0.repeats) }
        return shown.withLock { shown in
            switch showing {
            case .held: return nil
            case .frozen: return shown.last
            case .going: break
            }
            let bytes = repeats ? shown.last?.bytes : state.withLock { $0.maker.next(size, number: shown.number) }
            guard let bytes else { return nil }
            let step = UInt32(truncatingIfNeeded: state.withLock { $0.clockStep })
            let header = Wire.header(number: shown.number, microseconds: Self.microseconds &+ step)
            shown.number &+= 1
            shown.last = (shown.number &- 1, header, bytes)
            return shown.last
        }
    }

    private static var microseconds: UInt32 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt32(truncatingIfNeeded: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }

    /// A camera that was told to reset goes, and comes back a while later.
    private func comeBack() {
        let resets = Int(emulated_camera_counts(pointer.pointer).hardware_resets)
        let after: Int? = state.withLock { state in
            guard resets > state.hardwareResets else { return nil }
            state.hardwareResets = resets
            return state.backAfter
        }
        guard let after else { return }
        unplug()
        usleep(UInt32(after) * 1000)
        _ = plug()
    }
}
