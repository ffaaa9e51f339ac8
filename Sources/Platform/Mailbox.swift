import Synchronization

/// A bounded box between two threads in which the newest wins: when it is full the oldest letter is dropped and
/// counted, and whoever puts one in never waits.
package final class Mailbox<Letter: Sendable>: Sendable {
    private struct State {
        var ring: [Letter?]
        var first = 0
        var count = 0
        var dropped: UInt64 = 0
    }

    private let state: Mutex<State>
    private let wake: WakeUp

    /// An empty box for `capacity` letters, 1 or more; throws where the process has no descriptor left.
    package init(capacity: Int) throws(SystemError) {
        precondition(capacity > 0, "a mailbox holds at least one letter")
        state = Mutex(State(ring: [Letter?](repeating: nil, count: capacity)))
        wake = try WakeUp()
    }

    /// The descriptor that reads as ready while there is a letter, for waiting on several things together.
    package var number: Int32 { wake.number }

    /// How many letters were dropped because nobody took them in time.
    package var dropped: UInt64 { state.withLock { $0.dropped } }

    /// Puts a letter in; where the box is full, the oldest makes room.
    package func put(_ letter: Letter) {
        state.withLock { state in
            let capacity = state.ring.count
            if state.count == capacity {
                state.ring[state.first] = nil
                state.first = (state.first + 1) % capacity
                state.count -= 1
                state.dropped += 1
            }
            state.ring[(state.first + state.count) % capacity] = letter
            state.count += 1
            wake.raise()
        }
    }

    /// Takes the oldest letter out, if there is one; never waits.
    package func take() -> Letter? {
        state.withLock { state in
            guard state.count > 0 else { return nil }
            let letter = state.ring[state.first]
            state.ring[state.first] = nil
            state.first = (state.first + 1) % state.ring.count
            state.count -= 1
            if state.count == 0 { wake.lower() }
            return letter
        }
    }

    /// Takes the oldest letter, waiting for one up to `limit`.
    package func take(limit: Duration) -> Letter? {
        if let letter = take() { return letter }
        return wake.wait(limit: limit) ? take() : nil
    }
}
