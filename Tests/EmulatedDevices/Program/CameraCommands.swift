import Synchronization

/// The commands for cameras. All take `camera=N`, counted from 0 in the order in which they were made, else 0.
///
/// - `camera KIND [port= serial= product= speed= payload=]`: makes a camera, not plugged in
/// - `plug`, `unplug`, `unplug-at BYTES`: the last pulls the plug in the midst of the next frame
/// - `frames ramp|hold|freeze|repeat`, `frames file=PATH`, `frames scenario=PATH`: what it shows
/// - `confidence file=PATH|none`: what its stream of confidence carries, full trust if not said
/// - `confidence every=N`, `confidence ahead=N`: only with each Nth picture; numbered as N pictures later
/// - `fault name=value …`: what goes wrong from now on, see `emulated_faults`; `fault none` ends all
/// - `answer OPCODE PARAMETER HEX`: what it answers to a command of its vendor's channel
/// - `comes-back MILLISECONDS`: how long after a hardware reset it is plugged in again
/// - `step MILLISECONDS`: sets its own clock on, or back
/// - `counts`: what it has seen, as one object
struct CameraCommands: Department {
    private let cameras = Cameras()

    func perform(_ words: [String]) -> String? {
        let arguments = Arguments(words)
        switch words[0] {
        case "camera": return cameras.make(arguments)
        case "counts" where !arguments.plain.isEmpty: return nil  // of a bus with this number
        case "plug", "unplug", "unplug-at", "frames", "fault", "answer", "comes-back", "step", "confidence", "counts":
            guard let camera = cameras[arguments.number("camera") ?? 0] else { return "error: no such camera" }
            return camera.perform(words[0], arguments)
        default: return nil
        }
    }

    func close() { cameras.close() }
}

/// The cameras that were made.
private final class Cameras: Sendable {
    private let list = Mutex<[EmulatedCamera]>([])

    subscript(index: Int) -> EmulatedCamera? {
        list.withLock { $0.indices.contains(index) ? $0[index] : nil }
    }

    func make(_ arguments: Arguments) -> String {
        guard let word = arguments.plain.first, let kind = CameraKind(word, arguments) else {
            return "error: no such kind"
        }
        let port = arguments["port"] ?? "2-1"
        list.withLock { $0.append(EmulatedCamera(kind, port: port, arguments)) }
        return "ok"
    }

    func close() { list.withLock { for camera in $0 { camera.close() } } }
}

extension EmulatedCamera {
    func perform(_ word: String, _ arguments: Arguments) -> String {
        switch word {
        case "plug": return plug() ? "ok" : "error: it is plugged in, or cannot be"
        case "unplug": unplug()
        case "unplug-at": unplug(afterBytes: arguments.plain.first.flatMap { Int($0) } ?? 1)
        case "frames": return show(arguments) ? "ok" : "error: no such frames"
        case "confidence": return showConfidence(arguments) ? "ok" : "error: no such confidence"
        case "fault": return setFaults(arguments) ? "ok" : "error: no such fault"
        case "answer": return keepAnswer(arguments.plain) ? "ok" : "error: opcode, parameter, hexadecimal bytes"
        case "step": step(byMilliseconds: arguments.plain.first.flatMap { Int($0) } ?? 0)
        case "comes-back": comesBack(afterMilliseconds: arguments.plain.first.flatMap { Int($0) } ?? 0)
        default: return counts
        }
        return "ok"
    }
}
