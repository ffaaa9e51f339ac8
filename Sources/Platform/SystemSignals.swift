import CProcess
import Glibc

/// The signals by which the service is told to stop or to read its configuration again, as events to read.
///
/// Made first thing in the main thread: threads started later inherit the blocking, and nothing is interrupted.
package struct SystemSignals: ~Copyable, Sendable {
    /// What a signal asks for.
    package enum Request: Equatable, Sendable {
        /// SIGTERM or SIGINT: stop.
        case stop
        /// SIGHUP: read the configuration again.
        case reload
    }

    private let descriptor: Descriptor

    /// Blocks the three signals in the calling thread, and opens the way to read them.
    package init() throws(SystemError) {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&set, signal) }
        let blocked = pthread_sigmask(SIG_BLOCK, &set, nil)
        guard blocked == 0 else { throw SystemError(blocked, "block signals") }
        var number: Int32 = -1
        let result = kernel_signals(&set, &number)
        guard result == 0 else { throw SystemError(result, "open the signal descriptor") }
        descriptor = Descriptor(owning: number)
    }

    /// The descriptor that reads as ready while a request waits.
    package var number: Int32 { descriptor.number }

    /// The next request, if one waits; never waits itself.
    package func next() -> Request? {
        let signal = kernel_next_signal(descriptor.number)
        guard signal > 0 else { return nil }
        return signal == SIGHUP ? .reload : .stop
    }

    /// Makes a write to a closed pipe or socket an error instead of the end of the process; once at start, for all
    /// threads.
    ///
    /// Children get the default back.
    package static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

    /// Blocks every signal in the calling thread, those of its own crashes excepted, and gives the mask before.
    static func blockAllHere() -> sigset_t {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        for signal in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS] { sigdelset(&all, signal) }
        pthread_sigmask(SIG_SETMASK, &all, &before)
        return before
    }

    static func restoreHere(_ mask: sigset_t) {
        var mask = mask
        pthread_sigmask(SIG_SETMASK, &mask, nil)
    }
}
