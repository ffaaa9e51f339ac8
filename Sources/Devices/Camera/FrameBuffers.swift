import Readings

/// Two buffers: one in which a frame is put together, one that holds the newest whole frame until it is taken.
///
/// Nothing is allocated after it is made. One thread uses it.
final class FrameBuffers {
    /// A whole frame that nobody has taken yet.
    struct Newest {
        /// What the assembler knows of it.
        var ended: PayloadAssembler.Ended
        /// When its last payload came.
        var arrival: Instant
    }

    /// The newest whole frame; nil where there is none since the last was taken.
    private(set) var newest: Newest?
    /// Whole frames that a newer one replaced before they were taken.
    private(set) var replaced: UInt64 = 0
    /// The place of the frame that is being put together.
    var assembling: UnsafeMutableRawBufferPointer
    private var whole: UnsafeMutableRawBufferPointer

    /// Makes buffers for frames of so many bytes.
    init(frameBytes: Int) {
        assembling = .allocate(byteCount: frameBytes, alignment: 64)
        whole = .allocate(byteCount: frameBytes, alignment: 64)
    }

    deinit {
        assembling.deallocate()
        whole.deallocate()
    }

    /// Keeps a frame that ended in `assembling`, if it is whole; gives the place of the next one.
    func end(_ ended: PayloadAssembler.Ended, arrival: Instant) -> UnsafeMutableRawBufferPointer {
        guard ended.fault == nil else { return assembling }
        if newest != nil { replaced += 1 }
        swap(&assembling, &whole)
        newest = Newest(ended: ended, arrival: arrival)
        return assembling
    }

    /// Hands the newest frame over, with its bytes, which are valid during the call.
    func take<Result>(_ body: (Newest, UnsafeRawBufferPointer) -> Result) -> Result? {
        guard let newest else { return nil }
        self.newest = nil
        return body(newest, UnsafeRawBufferPointer(whole))
    }

    /// Lets the newest frame go, because it is too old to be handed over.
    func drop() {
        if newest != nil { replaced += 1 }
        newest = nil
    }
}
