/// Puts payloads together into frames.
///
/// It keeps the rules of USB Video Class 1.5 §2.4.3 as cameras really follow them: a frame ends with the bit EOF, or
/// where FID toggles, or — where one payload is all of it — with that payload. What came before the first end that is
/// seen may be a part of a frame and is dropped. It owns no memory, and nothing is allocated for a frame.
package struct PayloadAssembler: Sendable {
    /// What became of a frame.
    package enum Fault: String, CaseIterable, Sendable {
        /// The first after a start: its beginning may be missing.
        case first
        /// Fewer bytes than a frame has.
        case short
        /// More bytes than a frame has.
        case overflow
        /// The camera said that something went wrong.
        case reported
        /// A packet of it was lost on the bus.
        case lost
    }

    /// A frame that has ended.
    package struct Ended: Equatable, Sendable {
        /// What is wrong with it; nil where it is whole.
        package var fault: Fault?
        /// The bytes that were kept.
        package var bytes: Int
        /// When it was begun, in ticks of the camera.
        package var presentationTime: UInt32?
        /// What the camera says of it.
        package var metadata: FrameMetadata
    }

    /// What has been seen since the start.
    package struct Counters: Equatable, Sendable {
        /// Whole frames.
        package var complete: UInt64 = 0
        /// Broken frames; the first one after a start is not among them.
        package var broken: UInt64 = 0
        /// Payloads whose header made no sense.
        package var badHeaders: UInt64 = 0
        /// Payloads with pixels that belong to no frame.
        package var stray: UInt64 = 0
    }

    /// Called with each frame that ended while the buffer still holds it; the answer is where the next one goes.
    package typealias Handover = (Ended) -> UnsafeMutableRawBufferPointer

    /// The bytes of a whole frame.
    package let frameBytes: Int
    /// What has been seen since the start.
    package private(set) var counters = Counters()

    /// After so many ends in a row without a toggle the camera is taken for one whose FID never toggles.
    private static let endsWithoutToggle = 3

    private enum State {
        /// No pixels of a frame have come yet.
        case between
        /// Pixels of a frame have come.
        case within
    }

    private let layout: FrameMetadata.Layout
    private var state = State.between
    private var frameID: UInt8?
    /// Whether the frame of this FID has ended.
    private var hasEnded = false
    private var filled = 0
    private var payloads = 0
    private var fault: Fault?
    private var isFirst = true
    private var ignoresFrameID: Bool
    private var endsInARow = 0
    private var strayBytes = 0
    private var presentationTime: UInt32?
    private var metadata = FrameMetadata()

    /// Makes an assembler for frames of so many bytes; `ignoresFrameID` for cameras that are known never to toggle it.
    package init(frameBytes: Int, layout: FrameMetadata.Layout = .none, ignoresFrameID: Bool = false) {
        self.frameBytes = frameBytes
        self.layout = layout
        self.ignoresFrameID = ignoresFrameID
    }

    /// Takes one payload, header included: what one bulk transfer or one isochronous packet brought.
    ///
    /// The pixels go into `buffer`, of which no more than a frame is written. One payload may end two frames: the one
    /// before it, and its own.
    package mutating func take(
        _ payload: UnsafeRawBufferPointer, into buffer: inout UnsafeMutableRawBufferPointer, ended: Handover
    ) {
        if payload.isEmpty { return }
        guard let header = PayloadHeader(payload) else {
            counters.badHeaders += 1
            if state == .within { note(.lost) }
            return
        }
        if toggles(header) { begin(header, &buffer, ended) }
        let pixels = UnsafeRawBufferPointer(rebasing: payload[header.length...])
        if isStray {
            takeStray(header, pixels.count)
            return
        }
        frameID = header.frameID
        read(header, payload)
        append(pixels, to: buffer)
        let isWhole = payloads == 1 && filled == frameBytes && !pixels.isEmpty
        let hasBegun = state == .within || fault != nil
        if isWhole || (header.endsFrame && hasBegun) { end(&buffer, ended) }
    }

    /// Says that a packet of the frame under way was lost: an isochronous packet with a bad status.
    package mutating func loses() {
        if state == .within { note(.lost) }
    }

    /// Begins anew, as after a restart of the stream: the next frame may be a part.
    package mutating func restart() {
        let counted = counters
        self = PayloadAssembler(frameBytes: frameBytes, layout: layout, ignoresFrameID: ignoresFrameID)
        counters = counted
    }

    private func toggles(_ header: PayloadHeader) -> Bool {
        !ignoresFrameID && frameID != nil && frameID != header.frameID
    }

    /// The old frame ends where FID toggles, if it has not ended yet.
    private mutating func begin(
        _ header: PayloadHeader, _ buffer: inout UnsafeMutableRawBufferPointer, _ ended: Handover
    ) {
        endsInARow = 0
        strayBytes = 0
        if state == .within { end(&buffer, ended) }
        hasEnded = false
    }

    /// Whether what comes belongs to a frame that has ended already.
    private var isStray: Bool { hasEnded && !ignoresFrameID }

    private mutating func takeStray(_ header: PayloadHeader, _ pixels: Int) {
        if pixels > 0 { counters.stray += 1 }
        strayBytes = min(strayBytes + pixels, frameBytes)
        guard strayBytes > 0, header.endsFrame || strayBytes == frameBytes else { return }
        strayBytes = 0
        endsInARow += 1
        if endsInARow >= Self.endsWithoutToggle { ignoresFrameID = true }
    }

    private mutating func read(_ header: PayloadHeader, _ payload: UnsafeRawBufferPointer) {
        if header.hasError { note(.reported) }
        if presentationTime == nil { presentationTime = header.presentationTime }
        guard layout != .none, header.length > header.metadataStart, metadata.frameCounter == nil else { return }
        metadata = FrameMetadata(
            UnsafeRawBufferPointer(rebasing: payload[header.metadataStart..<header.length]), layout: layout)
    }

    private mutating func append(_ pixels: UnsafeRawBufferPointer, to buffer: UnsafeMutableRawBufferPointer) {
        if pixels.isEmpty { return }
        state = .within
        payloads += 1
        let room = min(frameBytes, buffer.count) - filled
        if pixels.count > room { note(.overflow) }
        let count = min(pixels.count, room)
        guard count > 0 else { return }
        UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<filled + count])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: pixels[..<count]))
        filled += count
    }

    /// The first fault of a frame is the one that is told.
    private mutating func note(_ new: Fault) {
        if fault == nil { fault = new }
    }

    /// Closes the frame.
    private mutating func end(_ buffer: inout UnsafeMutableRawBufferPointer, _ ended: Handover) {
        defer {
            state = .between
            filled = 0
            payloads = 0
            fault = nil
            hasEnded = true
            presentationTime = nil
            metadata = FrameMetadata()
        }
        if filled < frameBytes { note(.short) }
        if isFirst, fault != nil { fault = .first }
        if fault == nil {
            counters.complete += 1
        } else if fault != .first {
            counters.broken += 1
        }
        isFirst = false
        buffer = ended(
            Ended(fault: fault, bytes: filled, presentationTime: presentationTime, metadata: metadata))
    }
}
