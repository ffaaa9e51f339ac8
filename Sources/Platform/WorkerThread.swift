import CProcess
import Glibc
import Synchronization

/// A named thread that is waited for with a limit, and left behind when it does not come.
///
/// All signals but those of its own crashes are blocked in it, so that they reach `SystemSignals` alone.
package final class WorkerThread: Sendable {
    private let done: WakeUp
    private let handle: Mutex<pthread_t?>

    /// How many threads of this program have not come to their end, those that are left behind among them.
    package static var running: Int { count.load(ordering: .acquiring) }
    fileprivate static let count = Atomic<Int>(0)

    /// Starts a thread; the kernel keeps the first 15 bytes of its name.
    ///
    /// Throws where no thread can be had.
    package init(name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let done = try WakeUp()
        let thread = try startThread(ThreadWork(name: name, body: body, done: done))
        self.done = done
        handle = Mutex(thread)
    }

    deinit { handle.withLock { if let thread = $0 { pthread_detach(thread) } } }

    /// Whether the body has returned.
    package var hasEnded: Bool { done.wait(limit: .zero) }

    /// Waits for the body to return; false where it did not within `limit`: the thread is then left to itself.
    @discardableResult
    package func join(limit: Duration) -> Bool {
        let ended = done.wait(limit: limit)
        guard let thread = handle.withLock({ $0.take() }) else { return ended }
        if ended { pthread_join(thread, nil) } else { pthread_detach(thread) }
        return ended
    }
}

/// What a thread is started with.
private final class ThreadWork: Sendable {
    let name: String
    let body: @Sendable () -> Void
    let done: WakeUp

    init(name: String, body: @escaping @Sendable () -> Void, done: WakeUp) {
        self.name = name
        self.body = body
        self.done = done
    }
}

private func startThread(_ work: ThreadWork) throws(SystemError) -> pthread_t {
    let context = Unmanaged.passRetained(work)
    var thread = pthread_t()
    WorkerThread.count.add(1, ordering: .acquiringAndReleasing)
    let before = SystemSignals.blockAllHere()
    let result = pthread_create(&thread, nil, runThread, context.toOpaque())
    SystemSignals.restoreHere(before)
    guard result == 0 else {
        WorkerThread.count.subtract(1, ordering: .acquiringAndReleasing)
        context.release()
        throw SystemError(result, "start the thread \(work.name)")
    }
    return thread
}

private func runThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    let work = Unmanaged<ThreadWork>.fromOpaque(context).takeRetainedValue()
    _ = kernel_name_thread(work.name)  // a thread without a name works as well
    work.body()
    WorkerThread.count.subtract(1, ordering: .acquiringAndReleasing)
    work.done.raise()
    return nil
}
