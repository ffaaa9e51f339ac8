/// What waits to be taken by one client: answers always, effects as far as there is room.
package struct ControlQueue: Sendable {
    private struct Line: Sendable {
        var bytes: ArraySlice<UInt8>
        var isEffect: Bool
    }

    private var lines: [Line] = []
    private var first = 0
    private var effects = 0
    /// How many bytes wait.
    package private(set) var bytes = 0
    /// How many effects were lost and not told of yet.
    package private(set) var lost = 0
    /// How many answers wait.
    package private(set) var answers = 0

    /// A queue in which nothing waits.
    package init() {}

    /// Whether nothing waits.
    package var isEmpty: Bool { bytes == 0 }

    /// The bytes that are written next.
    package var next: ArraySlice<UInt8>? { first < lines.count ? lines[first].bytes : nil }

    /// Adds an answer, with its newline.
    package mutating func add(answer: [UInt8]) {
        append(answer, isEffect: false)
        answers += 1
    }

    /// Adds an effect, or counts it as lost where too many wait or it is too long.
    package mutating func add(effect: [UInt8]) {
        guard effects < ControlLimits.effects, bytes < ControlLimits.output, effect.count <= ControlLimits.line else {
            lost += 1
            return
        }
        tellLost()
        append(effect, isEffect: true)
    }

    /// Counts effects that were lost before they came here.
    package mutating func lose(_ count: Int) {
        lost += count
        if isEmpty { tellLost() }
    }

    /// Takes note of bytes that the client has taken; where nothing waits any more, it is told what it lost.
    package mutating func took(_ count: Int) {
        guard first < lines.count else { return }
        bytes -= count
        lines[first].bytes = lines[first].bytes.dropFirst(count)
        guard lines[first].bytes.isEmpty else { return }
        if lines[first].isEffect { effects -= 1 } else { answers -= 1 }
        first += 1
        if first == lines.count || first >= 64 {
            lines.removeFirst(first)
            first = 0
        }
        if isEmpty { tellLost() }
    }

    /// What was lost is not told any more.
    package mutating func forgetLost() { lost = 0 }

    private mutating func tellLost() {
        guard lost > 0 else { return }
        let count = lost
        lost = 0
        append(ControlEffects.lost(count), isEffect: true)
    }

    private mutating func append(_ line: [UInt8], isEffect: Bool) {
        lines.append(Line(bytes: (line + [0x0A])[...], isEffect: isEffect))
        bytes += line.count + 1
        if isEffect { effects += 1 }
    }
}
