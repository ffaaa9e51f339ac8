import Control
import Glibc
import Platform
import Readings

/// The page for bench and review, served to browsers on this machine by a thread of its own.
package final class ConsoleServer: Sendable {
    /// How long the port may take to open.
    private static let openTime = Duration.seconds(5)

    /// What it shares with the decision thread: requests, answers and effects, as the control socket does.
    package let door: ControlDoor
    /// What the decision thread shows of itself.
    package let board: ConsoleBoard
    /// Where the page is: whoever knows this may use it.
    package let address: String
    /// The port that it has.
    package let port: UInt16
    private let stopping: WakeUp
    private let thread: WorkerThread

    /// Opens the page on 127.0.0.1 at a port, 0 for any; throws where the port cannot be had.
    package init(port: UInt16, _ parts: ConsoleParts) throws(SystemError) {
        let door = try ControlDoor(at: parts.clock.now())
        let stopping = try WakeUp()
        let opened = try Mailbox<Result<UInt16, SystemError>>(capacity: 1)
        let (board, token) = (ConsoleBoard(), ConsoleToken())
        // from the first effect on: what happened before the thread's first turn is shown as well
        door.note(clients: 0, subscribers: 1, turn: parts.clock.now())
        thread = try WorkerThread(name: "console") {
            let loop = ConsoleLoop(parts, door: door, board: board, token: token, stopping: stopping)
            do throws(SystemError) {
                opened.put(.success(try loop.open(port: port)))
                loop.run()
            } catch { opened.put(.failure(error)) }
        }
        guard let outcome = opened.take(limit: Self.openTime) else {
            stopping.raise()
            throw SystemError(ETIMEDOUT, "open the page")
        }
        let taken = try outcome.get()
        self.door = door
        self.board = board
        self.stopping = stopping
        self.port = taken
        address = "http://127.0.0.1:\(taken)/\(token.text)/"
    }

    /// Ends the thread and drops whoever is connected; false where that took longer than `limit`.
    @discardableResult
    package func stop(limit: Duration) -> Bool {
        stopping.raise()
        return thread.join(limit: limit)
    }
}
