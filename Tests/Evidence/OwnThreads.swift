import Foundation
import Testing

/// Gives each test of a suite a thread of its own.
///
/// Tests run on as many threads as there are cores. Those that wait for programs, sockets or emulated devices would
/// keep these from the others while the machine idles: rows of them stand side by side with this.
public struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
    /// Whether it holds for the suites and tests within as well.
    public var isRecursive: Bool { true }

    /// Runs one test, or one case of it, on a thread of its own.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        await Places.shared.take()
        do {
            try await withTaskExecutorPreference(Threads.shared) { try await function() }
        } catch {
            await Places.shared.give()
            throw error
        }
        await Places.shared.give()
    }

    /// How many may run side by side: what they start must still find a machine that is not choked.
    private actor Places {
        static let shared = Places()
        private var free = 8
        private var waiting: [CheckedContinuation<Void, Never>] = []

        func take() async {
            if free > 0 { free -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
        }

        func give() {
            if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
        }
    }

    /// Runs each job on a thread that is made for it, and ends with it.
    private final class Threads: TaskExecutor {
        static let shared = Threads()

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            let executor = asUnownedTaskExecutor()
            let thread = Thread { job.runSynchronously(on: executor) }
            thread.stackSize = 8 << 20
            thread.start()
        }
    }
}

extension Trait where Self == OwnThreads {
    /// Each test on a thread of its own, because it waits for more than it computes.
    public static var ownThreads: OwnThreads { OwnThreads() }
}
