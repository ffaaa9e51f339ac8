import Glibc
import Platform

/// Opens an address in the browser of whoever sits at this machine.
enum BrowserOpening {
    /// How long the desktop may take to hand it on.
    private static let limit = Duration.seconds(10)

    /// Whether it was handed to a browser: there is a display, and a program that opens addresses.
    static func open(_ address: String) -> Bool {
        let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].contains { (name: String) in
            getenv(name).map { $0.pointee != 0 } ?? false
        }
        guard hasDisplay, let program = ChildEnvironment.program("xdg-open"),
            let apart = ChildEnvironment.program("setsid")
        else { return false }
        do throws(SystemError) {
            // in a session of its own: it may become the browser, which outlives this command
            return try ChildProcess([apart, "--fork", program, address]).wait(limit: limit) == .exit(0)
        } catch {
            return false
        }
    }
}
