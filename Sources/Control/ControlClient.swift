import Documents
import Glibc
import Platform
import Readings

/// A client of the control socket, which asks one thing after the other and waits with a limit.
package struct ControlClient: ~Copyable {
    /// Why there is no answer.
    package enum Failure: Error, Equatable, Sendable {
        /// No service listens at any of the paths.
        case notRunning
        /// There is a socket, and this user may not use it.
        case mayNot(path: String)
        /// The service gave no answer, or none that can be understood; what was going on.
        case noAnswer(String)
        /// The service answered with an error.
        case refused(ControlError)
    }

    private static let chunk = 65_536
    private static let longestAnswer = 1 << 20

    private let socket: Descriptor
    private var lines = LineBuffer(limit: longestAnswer)
    private var number = 0
    private var passing: Int32?
    private let clock = MonotonicClock()

    /// Connects to the first of the paths where a service listens.
    package init(paths: [String]) throws(Failure) {
        var barred: String?
        for path in paths {
            do throws(SystemError) {
                socket = try UnixSocket.connect(path)
                return
            } catch {
                switch error.number {
                case EACCES, EPERM: barred = barred ?? path
                case ENOENT, ECONNREFUSED, ENOTDIR: break
                default: throw .noAnswer(error.description)
                }
            }
        }
        if let barred { throw .mayNot(path: barred) }
        throw .notRunning
    }

    /// Asks, and waits for the answer; `limit` is in all, and a `file` is sent along, which stays open here.
    package mutating func call(
        _ method: String, _ parameters: [JSONValue.Member] = [], limit: Duration = .seconds(10), file: Int32? = nil
    ) throws(Failure) -> JSONValue {
        number += 1
        passing = file
        let end = clock.now() + limit
        try send(
            .object([
                .init("jsonrpc", .string("2.0")), .init("id", .integer(number)), .init("method", .string(method)),
                .init("params", .object(parameters)),
            ]), until: end)
        while true {
            let line = try nextLine(until: end)
            if let answer = try Self.answer(line, to: number) { return answer }
        }
    }

    /// Sends a file before a method that takes one, in as many parts as it needs.
    package mutating func upload(_ text: [UInt8]) throws(Failure) {
        for part in Self.parts(text) {
            _ = try call("upload", [.init("text", .string(part))])
        }
    }

    /// Parts of a text that each fit a line, however much of it must be escaped; no character is cut.
    static func parts(_ text: [UInt8]) -> [String] {
        var parts: [String] = []
        var rest = text[...]
        while !rest.isEmpty {
            var end = rest.startIndex
            var size = 0
            while end < rest.endIndex, size < longestPart {
                size += rest[end] < 0x20 ? 6 : rest[end] == 0x22 || rest[end] == 0x5C ? 2 : 1
                end += 1
            }
            while end < rest.endIndex, rest[end] & 0xC0 == 0x80 { end += 1 }
            parts.append(String(decoding: rest[..<end], as: UTF8.self))
            rest = rest[end...]
        }
        return parts
    }

    private static let longestPart = 48_000

    private static func answer(_ line: [UInt8], to number: Int) throws(Failure) -> JSONValue? {
        let value: JSONValue
        do throws(DocumentError) {
            value = JSONValue(try Document(line).root)
        } catch { throw .noAnswer("the service answered with what is no JSON") }
        if let error = value["error"] {
            guard value["id"] == .null || value["id"] == .integer(number) else { return nil }
            guard let error = ControlError(json: error) else {
                throw .noAnswer("the service's error is not understood")
            }
            throw .refused(error)
        }
        return value["id"] == .integer(number) ? value["result"] ?? .null : nil
    }

    private mutating func send(_ value: JSONValue, until end: Instant) throws(Failure) {
        var rest = (DocumentWriter.compact(value) + [0x0A])[...]
        while !rest.isEmpty {
            do throws(SystemError) {
                if let file = passing {
                    rest = rest.dropFirst(try UnixSocket.send(rest, with: file, over: socket))
                    passing = nil
                } else {
                    rest = rest.dropFirst(try socket.write(rest))
                }
            } catch {
                // what the service said before it went is read; what else there is to read is told there
                if error.number == EPIPE { return }
                guard error.number == EAGAIN else { throw .noAnswer(error.description) }
                try wait(for: .writing, until: end)
            }
        }
    }

    private mutating func nextLine(until end: Instant) throws(Failure) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: Self.chunk)
        while true {
            if let line = lines.next() { return line }
            if lines.isTooLong { throw .noAnswer("the answer is too long") }
            do throws(SystemError) {
                let count = try socket.read(into: &buffer)
                if count == 0 { throw SystemError(ECONNRESET, "read") }
                lines.add(buffer[..<count])
            } catch {
                if error.number == ECONNRESET { throw .noAnswer("the service has ended the connection") }
                guard error.number == EAGAIN else { throw .noAnswer(error.description) }
                try wait(for: .reading, until: end)
            }
        }
    }

    private func wait(for interest: PollSet.Interest, until end: Instant) throws(Failure) {
        var set = PollSet()
        set.watch(socket.number, for: interest)
        guard set.wait(limit: end - clock.now()) else {
            throw .noAnswer("the service did not answer in time")
        }
    }
}
