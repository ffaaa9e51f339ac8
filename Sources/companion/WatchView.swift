import Documents
import Platform
import Readings
import Service

/// The thread that draws the live view ten times a second, or prints a line of it each second, and listens for q.
final class WatchView: Sendable {
    /// How the view is shown.
    enum Style: Sendable {
        /// On the whole terminal.
        case picture
        /// A line a second.
        case lines
        /// An object a second.
        case json
    }

    /// How many steps lie between two lines.
    private static let lineSteps = 10
    private static let endLimit = Duration.seconds(1)

    private let over: WakeUp
    private let thread: WorkerThread

    init(
        model: WatchModel, view: SensorView, clock: MonotonicClock, settings: Settings,
        devices: @escaping @Sendable () -> [String],
        style: Style, ender: WakeUp
    ) throws(SystemError) {
        let over = try WakeUp()
        self.over = over
        let screen = WatchScreen(
            size: .init(columns: 80, rows: 24), isColoured: Terminal.isColoured,
            threshold: settings.number("depth.threshold"), farthest: settings.number("depth.maximum"),
            devices: [])
        thread = try WorkerThread(name: "view") {
            let look = WatchLook(model: model, view: view, clock: clock, over: over, ender: ender)
            if style == .picture { look.draw(screen, devices) } else { look.print(asJSON: style == .json) }
        }
    }

    /// Ends the view, and gives the terminal back.
    func end() {
        over.raise()
        thread.join(limit: Self.endLimit)
    }

    /// One view, on its thread.
    private struct WatchLook {
        let model: WatchModel
        let view: SensorView
        let clock: MonotonicClock
        let over: WakeUp
        let ender: WakeUp

        func draw(_ screen: WatchScreen, _ devices: () -> [String]) {
            var screen = screen
            var history = WatchHistory()
            let terminal = Terminal()
            while !over.wait(limit: .zero) {
                history.take(view, at: clock.now())
                screen.size = terminal.size
                screen.devices = devices()
                terminal.draw(screen.lines(history, model.now, at: clock.now()))
                let key = terminal.key(limit: WatchHistory.step)
                if key == .character("q") || key == .character("Q") || key == .end { ender.raise() }
            }
        }

        func print(asJSON: Bool) {
            var history = WatchHistory()
            let output = Output(flushesLines: true)
            var steps = 0
            while !over.wait(limit: WatchHistory.step) {
                let now = clock.now()
                history.take(view, at: now)
                steps += 1
                guard steps % WatchView.lineSteps == 0 else { continue }
                if asJSON {
                    output.line(WatchText.json(history, model.now, at: now))
                } else {
                    output.line(WatchText.line(history, model.now, at: now))
                }
            }
        }
    }
}
