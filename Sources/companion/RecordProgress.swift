import Documents
import Glibc
import Readings

/// How a recording goes: how long, how large, and what is left of what bounds it.
struct RecordProgress {
    /// How long the recording goes on at the most; nil for as long as wanted.
    let span: Duration?
    /// How large it becomes at the most, in bytes; nil for as large as the disk has room.
    let byteLimit: UInt64?
    /// The file, whose disk is asked how much room it has.
    let path: String

    private static func number(_ state: JSONValue, _ key: String) -> Int {
        if case .number(let text)? = state[key] { Int(text) ?? 0 } else { 0 }
    }

    /// Whether the file is as large as it may become.
    func isFull(_ state: JSONValue) -> Bool { byteLimit.map { UInt64(Self.number(state, "bytes")) >= $0 } ?? false }

    /// "1 min 05 s, 12.4 MB, 975 pictures, 2410 events".
    static func summary(_ state: JSONValue) -> String {
        let dropped = number(state, "dropped")
        return
            "\(Progress.span(number(state, "seconds"))), \(size(UInt64(number(state, "bytes")))), "
            + "\(number(state, "frames")) pictures, \(number(state, "events")) events"
            + (dropped > 0 ? ", \(dropped) lost" : "")
    }

    /// The summary with what is left: "…; left: 8 min 55 s, 487.6 MB of 500.0 MB".
    func line(_ state: JSONValue) -> String {
        let bytes = UInt64(Self.number(state, "bytes"))
        let seconds = Self.number(state, "seconds")
        var left: [String] = []
        if let span { left.append(Progress.span(max(0, Int(span.inSeconds) - seconds))) }
        if let byteLimit {
            left.append("\(Self.size(byteLimit - min(bytes, byteLimit))) of \(Self.size(byteLimit))")
        } else if let free = free {
            let words = Self.size(free) + " on the disk"
            left.append(words + (Self.lasting(free, bytes: bytes, seconds: seconds).map { ", enough for \($0)" } ?? ""))
        }
        return Self.summary(state) + (left.isEmpty ? "" : "; left: " + left.joined(separator: ", "))
    }

    /// How long some room lasts at the rate so far; nil while that is not known well.
    static func lasting(_ free: UInt64, bytes: UInt64, seconds: Int) -> String? {
        guard seconds >= 5, bytes > 0 else { return nil }
        return Progress.span(Int(min(Double(free) / (Double(bytes) / Double(seconds)), 1e7)))
    }

    /// Bytes that are free for whoever records.
    private var free: UInt64? {
        var system = statvfs()
        guard statvfs(path, &system) == 0 else { return nil }
        return UInt64(system.f_bavail) * UInt64(system.f_frsize)
    }

    /// "12.4 MB", "23.1 GB".
    static func size(_ bytes: UInt64) -> String {
        let isLarge = bytes >= 1_000_000_000
        return DecimalText.fixed(Double(bytes) / (isLarge ? 1e9 : 1e6), digits: 1) + (isLarge ? " GB" : " MB")
    }
}
