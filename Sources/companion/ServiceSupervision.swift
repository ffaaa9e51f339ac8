import Platform
import Service

/// What ties the service to whoever supervises it: the watchdog, and what the kernel may give away of it.
enum ServiceSupervision {
    /// Makes the watchdog of a loop, where a service manager listens; where it cannot be told, the log says so.
    static func watchdog(
        _ loaded: LoadedConfiguration, _ output: ServiceOutput, _ bridge: BridgeLink?, _ memory: Memory?,
        _ recorder: Recorder?, log: ServiceLog, clock: MonotonicClock
    ) -> ([WatchedThread]) -> Watchdog? {
        let fault = loaded.substitute.map { "The configuration is refused; \($0) are in force." }
        let writers: [(name: String, life: SignOfLife?)] = [
            ("the output", output.life), ("the bridge to ROS 2", bridge?.door.life),
            ("the memory", memory?.signOfLife), ("the recorder", recorder?.signOfLife),
        ]
        let others = writers.compactMap { writer in writer.life.map { (WatchedThread.writer(writer.name), $0) } }
        return { threads in
            do throws(SystemError) {
                guard let notification = try ServiceNotification() else { return nil }
                return Watchdog(
                    notification, threads: threads, others: others, configurationFault: fault, log: log,
                    at: clock.now())
            } catch {
                log.say(.warning, "The service manager cannot be told how the service is: \(error.description).")
                return nil
            }
        }
    }

    /// Keeps the memory of this process out of core files; where that fails the log says so.
    static func keepMemoryPrivate(_ log: ServiceLog) {
        do throws(SystemError) {
            try ProcessPrivacy.forbidDumps()
        } catch {
            log.say(.warning, "The memory of this process is open to a core file: \(error.description).")
        }
    }
}
