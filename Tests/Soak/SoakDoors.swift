import Control
import Documents
import Glibc
import Platform
import Readings

/// The real control socket, and those who flood it.
final class SoakDoors {
    private static let limit = Duration.seconds(20)
    private static let questions = 24

    private let server: ControlServer
    private let clock = MonotonicClock()
    /// Questions that were asked.
    private(set) var asked = 0

    /// Opens a socket in a folder.
    init(folder: String, log: ServiceLog) throws(ControlServer.Failure) {
        server = try ControlServer(folder: folder + "/run", programVersion: "0", clock: clock, log: log)
    }

    /// Floods it with what is no request, and asks beside that; what went wrong, or nil.
    func flood() -> String? {
        do throws(SystemError) {
            let noise = try UnixSocket.connect(server.path)
            let half = try UnixSocket.connect(server.path)
            let asking = try UnixSocket.connect(server.path)
            for socket in [noise.number, half.number, asking.number] {
                _ = fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK)
            }
            _ = Self.push([UInt8](repeating: 0x5B, count: 200_000), into: noise.number)
            _ = Self.push(Array("{\"jsonrpc\":\"2.0\",\"id\":1,".utf8), into: half.number)
            let answered = try ask(asking)
            return answered == Self.questions ? nil : "\(answered) of \(Self.questions) questions were answered"
        } catch { return "the socket cannot be used: \(error.description)" }
    }

    /// Asks for the status again and again; gives how many answers came.
    private func ask(_ socket: borrowing Descriptor) throws(SystemError) -> Int {
        var text: [UInt8] = []
        for number in 0..<Self.questions {
            text += Array("{\"jsonrpc\":\"2.0\",\"id\":\(number),\"method\":\"status\"}\n".utf8)
        }
        guard Self.push(text, into: socket.number) == text.count else { return 0 }
        asked += Self.questions
        var (lines, poll) = (0, PollSet())
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let end = clock.now() + Self.limit
        while lines < Self.questions, clock.now() < end {
            while let request = server.door.next() {
                server.door.answer(request.ticket, .result(.object([.init("summary", .string("All is well."))])))
            }
            poll.removeAll()
            poll.watch(socket.number, for: .reading)
            poll.watch(server.door.number, for: .reading)
            poll.wait(limit: .milliseconds(100))
            let count = read(socket.number, &buffer, buffer.count)
            if count == 0 { return lines }
            if count > 0 { lines += buffer[..<count].count { $0 == 0x0A } }
        }
        return lines
    }

    /// Writes as much as is taken without waiting.
    private static func push(_ bytes: [UInt8], into number: Int32) -> Int {
        max(0, send(number, bytes, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)))
    }

    /// Closes the socket.
    func end() { server.stop(limit: .seconds(1)) }
}
