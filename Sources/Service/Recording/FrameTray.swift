import Platform
import Readings
import Synchronization

/// Room for a few pictures on their way from the camera's thread to the recorder's: whoever has one never waits, and
/// what finds no room is counted.
///
/// The places are filled again and again, so that nothing is allocated for a picture once all were used.
final class FrameTray: Sendable {
    /// How many pictures wait at most.
    static let places = 8

    private final class Place: Sendable {
        let frame = Mutex(DepthFrame(width: 1, height: 1, samples: [0]))
    }

    private let places: [Place]
    private let free: Mutex<[Int]>
    private let filled: Mailbox<Int>
    private let lost = Atomic<Int>(0)

    /// An empty tray; throws where the process has no descriptor left.
    init() throws(SystemError) {
        places = (0..<Self.places).map { _ in Place() }
        free = Mutex(Array(0..<Self.places))
        filled = try Mailbox(capacity: Self.places)
    }

    /// The descriptor that reads as ready while a picture waits.
    var number: Int32 { filled.number }
    /// How many pictures found no room.
    var dropped: Int { lost.load(ordering: .relaxed) }

    /// Puts a copy of a picture in; false where there was no room.
    func put(_ frame: borrowing DepthFrame) -> Bool {
        guard let index = free.withLock({ $0.popLast() }) else {
            lost.add(1, ordering: .relaxed)
            return false
        }
        places[index].frame.withLock { Self.copy(frame, into: &$0) }
        filled.put(index)
        return true
    }

    /// Hands the oldest picture to `body`; false where there is none.
    func take(_ body: (borrowing DepthFrame) -> Void) -> Bool {
        guard let index = filled.take() else { return false }
        places[index].frame.withLock { body($0) }
        free.withLock { $0.append(index) }
        return true
    }

    /// Copies into the memory that is there: an array that was shared would be copied by the camera at its next picture.
    private static func copy(_ frame: borrowing DepthFrame, into target: inout DepthFrame) {
        (target.width, target.height, target.depthUnit) = (frame.width, frame.height, frame.depthUnit)
        (target.sequence, target.cameraTime, target.arrival) = (frame.sequence, frame.cameraTime, frame.arrival)
        copy(frame.samples, into: &target.samples)
        guard let levels = frame.confidence else {
            target.confidence = nil
            return
        }
        var own = target.confidence.take() ?? []
        copy(levels, into: &own)
        target.confidence = own
    }

    private static func copy<Sample: FixedWidthInteger>(_ samples: [Sample], into target: inout [Sample]) {
        if target.count != samples.count { target = [Sample](repeating: 0, count: samples.count) }
        target.withUnsafeMutableBytes { room in samples.withUnsafeBytes { room.copyMemory(from: $0) } }
    }
}

/// Which pictures of a stream are taken at a rate.
package struct FramePace: Equatable, Sendable {
    /// The span from one to the next; zero for every one, nil for none.
    let interval: Duration?
    private var next: Instant?

    /// A pace of so many a second: nil for every picture, 0 for none.
    package init(hertz: Double?) {
        guard let hertz else {
            interval = .zero
            return
        }
        interval = hertz > 0 ? .nanoseconds(Int64((1_000_000_000 / hertz).rounded())) : nil
    }

    /// Whether a picture of this moment is taken.
    package mutating func takes(_ time: Instant) -> Bool {
        guard let interval else { return false }
        guard let next, time < next else {
            // after a pause the pace begins anew, else it keeps its beat
            let due = self.next.map { time - $0 < interval ? $0 : time } ?? time
            self.next = due + interval
            return true
        }
        return false
    }
}
