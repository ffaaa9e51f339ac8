import Control
import Documents
import Readings

/// One connection without a socket, with the time drawn by hand.
final class ControlBench {
    var connection = ControlConnection(at: .start)
    var uploads = ControlLimits.uploads
    var now = Instant.start

    /// Sends text, and gives the requests that come out for other threads.
    func send(_ text: String) -> [ControlConnection.Request] { send(bytes: Array(text.utf8)) }

    func send(bytes: [UInt8]) -> [ControlConnection.Request] {
        connection.take(bytes[...], at: now)
        return requests()
    }

    func requests() -> [ControlConnection.Request] {
        var requests: [ControlConnection.Request] = []
        let facts = ControlFacts(programVersion: "1.2.3")
        while let request = connection.next(at: now, facts: facts, uploads: &uploads) { requests.append(request) }
        return requests
    }

    /// Lets time pass; false where the connection is to be broken off.
    func pass(_ span: Duration) -> Bool {
        now = now + span
        return connection.advance(to: now)
    }

    /// Takes everything that waits for the client, as lines.
    func read() -> [String] {
        var bytes: [UInt8] = []
        while let next = connection.queue.next {
            bytes += next
            connection.took(next.count, at: now)
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// A request as a line.
    static func line(_ method: String, id: Int? = 1, params: String? = nil) -> String {
        let idPart = id.map { ",\"id\":\($0)" } ?? ""
        return "{\"jsonrpc\":\"2.0\"\(idPart),\"method\":\"\(method)\"\(params.map { ",\"params\":" + $0 } ?? "")}\n"
    }
}

/// The code of the error in an answer.
func errorCode(_ line: String) -> Int? {
    guard let document = try? Document(Array(line.utf8)), let code = document.root["error"]?["code"]?.number else {
        return nil
    }
    return Int(code)
}
