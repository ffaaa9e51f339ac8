import Readings

/// Buffers of a stream: one in which a frame is put together, and those that hold its newest whole frames.
///
/// Nothing is allocated after it is made. One thread uses it.
final class FrameBuffers {
    /// A whole frame.
    struct Whole {
        /// What the assembler knows of it.
        var ended: PayloadAssembler.Ended
        /// When its last payload came.
        var arrival: Instant
        fileprivate var bytes: UnsafeMutableRawBufferPointer

        /// By what it is paired with a frame of another stream.
        var mark: FramePairing.Mark {
            .init(counter: ended.metadata.frameCounter, ticks: ended.presentationTime, arrival: arrival)
        }
    }

    /// The newest whole frame; nil where there is none since the last was taken.
    var newest: Whole? { wholes.last }
    /// Whole frames that newer ones replaced before they were taken.
    private(set) var replaced: UInt64 = 0
    /// The place of the frame that is being put together.
    var assembling: UnsafeMutableRawBufferPointer
    private var wholes: [Whole] = []
    private var free: [UnsafeMutableRawBufferPointer]
    private let keeps: Int

    /// Makes buffers for frames of so many bytes, of which the newest `keeps` are kept.
    init(frameBytes: Int, keeps: Int = 1) {
        self.keeps = keeps
        assembling = .allocate(byteCount: frameBytes, alignment: 64)
        free = (0..<keeps).map { _ in .allocate(byteCount: frameBytes, alignment: 64) }
        wholes.reserveCapacity(keeps + 1)
    }

    deinit {
        assembling.deallocate()
        for place in free { place.deallocate() }
        for whole in wholes { whole.bytes.deallocate() }
    }

    /// Keeps a frame that ended in `assembling`, if it is whole; gives the place of the next one.
    func end(_ ended: PayloadAssembler.Ended, arrival: Instant) -> UnsafeMutableRawBufferPointer {
        guard ended.fault == nil else { return assembling }
        if wholes.count == keeps {
            replaced += 1
            free.append(wholes.removeFirst().bytes)
        }
        wholes.append(Whole(ended: ended, arrival: arrival, bytes: assembling))
        assembling = free.removeLast()
        return assembling
    }

    /// Hands the newest frame over, with its bytes, which are valid during the call, and lets the others go.
    func take<Result>(_ body: (Whole, UnsafeRawBufferPointer) -> Result) -> Result? {
        guard let newest = wholes.last else { return nil }
        free.append(newest.bytes)
        wholes.removeLast()
        drop()
        return body(newest, UnsafeRawBufferPointer(newest.bytes))
    }

    /// Shows the newest of the frames that are wanted, with its bytes; all stay.
    func look<Result>(_ isWanted: (Whole) -> Bool, _ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        wholes.last(where: isWanted).map { body(UnsafeRawBufferPointer($0.bytes)) }
    }

    /// Whether there is a frame that is wanted.
    func has(_ isWanted: (Whole) -> Bool) -> Bool { wholes.contains(where: isWanted) }

    /// Lets all whole frames go, because they are too old to be handed over.
    func drop() {
        replaced += UInt64(wholes.count)
        for whole in wholes { free.append(whole.bytes) }
        wholes.removeAll(keepingCapacity: true)
    }
}
