import Console
import Glibc
import Platform
import Readings
import Service

/// The page of a run: opened where the settings or the command want it; a service runs on without.
struct ServicePage {
    /// How long it may take to close.
    static let endLimit = Duration.milliseconds(300)

    /// Whether the page is wanted.
    var isWanted: Bool
    /// Whether the sensors are stand-ins.
    var standsIn: Bool
    /// Is told the address, once.
    var tell: @Sendable (String) -> Void = { _ in }

    /// Opens the page; where its port is taken, at another.
    func open(
        _ settings: Settings, _ input: ServiceInput, memory: Memory?, clock: MonotonicClock, log: ServiceLog
    ) -> ConsoleServer? {
        guard isWanted else { return nil }
        let parts = PageInput.parts(view: input.view, memory: memory, standsIn: standsIn, clock: clock, log: log)
        let wished = UInt16(clamping: Int(settings.number("console.port")))
        do throws(SystemError) {
            let server: ConsoleServer
            do throws(SystemError) {
                server = try ConsoleServer(port: wished, parts)
            } catch  where error.number == EADDRINUSE {
                server = try ConsoleServer(port: 0, parts)
                log.say(
                    .warning,
                    "Port \(wished) is taken, so the page is at port \(server.port); console.port names another for good."
                )
            }
            log.say(.info, "The page is open; companion console opens it in a browser.")
            tell(server.address)
            return server
        } catch {
            log.say(.error, "There is no page: \(error.description).")
            return nil
        }
    }

    /// How the page is, as a part of the status; its address is told to nobody but who asks for it.
    static func statusPart(_ server: ConsoleServer) -> StatusPart {
        let door = server.door
        return StatusPart("console") { now in
            guard door.signOfLife.age(at: now) < silence else {
                return .init(
                    state: "stuck", words: "the page does not answer",
                    problem: .init(
                        code: "consoleStuck", message: "the page does not answer",
                        remedy: "restart the service when nobody is being guided"))
            }
            let count = door.clientCount
            return .init(state: "open", words: "the page is open, \(count) connection\(count == 1 ? "" : "s")")
        }
    }

    private static let silence = Duration.seconds(10)
}
