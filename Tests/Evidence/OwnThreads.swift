import Foundation
import Synchronization
import Testing

/// Runs the tests of a suite on threads beside those that all tests share.
///
/// The others run on as many threads as there are cores, in one long line. Tests that wait for programs, sockets or
/// emulated devices would keep these threads from them while the machine idles, and would stand in that line again
/// after each test: rows of them go on side by side with this, and beside the tests that compute.
public struct OwnThreads: SuiteTrait, TestScoping {
    /// Runs the suite, with all that is in it.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(Threads.shared) { try await function() }
    }

    /// A few threads that take what is to be done in its order.
    private final class Threads: TaskExecutor {
        static let shared = Threads(count: 8)

        private let jobs = Mutex<[UnownedJob]>([])
        private let waiting = DispatchSemaphore(value: 0)

        /// Starts the threads, which last as long as the program: few enough that the machine is not choked.
        init(count: Int) {
            for _ in 0..<count {
                let thread = Thread { [self] in
                    while true { takeOne() }
                }
                thread.stackSize = 8 << 20
                thread.start()
            }
        }

        private func takeOne() {
            waiting.wait()
            let job = jobs.withLock { $0.removeFirst() }
            job.runSynchronously(on: asUnownedTaskExecutor())
        }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            jobs.withLock { $0.append(job) }
            waiting.signal()
        }
    }
}

extension Trait where Self == OwnThreads {
    /// On threads of their own, because they wait for more than they compute.
    public static var ownThreads: OwnThreads { OwnThreads() }
}
