import CDepthCamera
import Glibc
import Platform
import Readings

/// The transfers of an opened camera, and the newest frame in them.
final class CameraStream {
    /// What a wait for a frame came to.
    enum Outcome: Equatable {
        /// A whole frame is in the buffers.
        case frame
        /// None came in time.
        case nothing
        /// The endpoint stalled.
        case stalled
        /// The camera is gone, or as good as that.
        case gone
        /// Transfers fail for another reason.
        case failed(CameraFault)
    }

    /// Bulk transfers in flight: four frames, so that a caller that is late by one or two loses none.
    static let bulkTransfers: Int32 = 4
    /// Where the kernel has no memory for that many, two will do.
    static let fewestTransfers: Int32 = 2
    /// Isochronous transfers in flight, and the packets of each: 8 × 32 microframes are 32 ms of the bus.
    static let packetTransfers: Int32 = 8
    static let packets: Int32 = 32
    /// How long transfers may take to come back.
    static let stopLimit = Duration.milliseconds(500)
    /// Frames that came while nobody asked for so long may be as old as that, and are not handed over.
    static let oldestUnattended = Duration.milliseconds(250)
    /// So many damaged transfers in a row, and the stream is broken.
    static let damagesInARow = 16

    /// The buffers with the newest frame.
    let buffers: FrameBuffers
    private var damaged: UInt64 = 0
    /// Broken frames, headers that made no sense, and damaged transfers.
    var malformed: UInt64 { assembler.counters.broken + assembler.counters.badHeaders + damaged }
    /// Whether there was memory for only a few transfers.
    private(set) var isShortOfMemory = false

    private let handle: CameraHandle
    private let clock: MonotonicClock
    private let agreement: StreamAgreement
    private var assembler: PayloadAssembler
    private var attended: Instant
    private var idle: [Int32] = []
    private var damagesInRow = 0

    /// Prepares a stream on which camera and host have agreed; nothing is sent out yet.
    init(_ handle: CameraHandle, _ agreement: StreamAgreement, layout: FrameMetadata.Layout, clock: MonotonicClock) {
        self.handle = handle
        self.agreement = agreement
        self.clock = clock
        buffers = FrameBuffers(frameBytes: agreement.mode.frameBytes)
        assembler = PayloadAssembler(frameBytes: agreement.mode.frameBytes, layout: layout)
        attended = clock.now()
        idle.reserveCapacity(usb_stream_most_transfers)
    }

    /// Sends all transfers out; with an isochronous endpoint after its alternate setting was chosen, with a bulk one
    /// after it was freed, which begins its data toggle anew.
    func start() throws(CameraFault) {
        let stream = agreement.mode.stream
        if let setting = agreement.setting {
            try handle.select(setting.number, of: stream.interface)
        } else {
            try handle.clearHalt(stream.endpoint)
        }
        assembler.restart()
        buffers.drop()
        idle.removeAll(keepingCapacity: true)
        damagesInRow = 0
        try sendAll()
        attended = clock.now()
    }

    private func sendAll() throws(CameraFault) {
        var request = usb_stream_request(
            endpoint: agreement.mode.stream.endpoint, transfers: Self.bulkTransfers, packets: 0, bytes: bulkBytes)
        if let setting = agreement.setting {
            request.transfers = Self.packetTransfers
            request.packets = Self.packets
            request.bytes = Int32(clamping: setting.capacity)
        }
        var result = usb_stream_start(handle.pointer, &request)
        if result == -ENOMEM {
            isShortOfMemory = true
            request.transfers = Self.fewestTransfers
            result = usb_stream_start(handle.pointer, &request)
        }
        try CameraHandle.check(result, "start the stream")
    }

    /// The bytes of a bulk transfer.
    ///
    /// A payload that holds a whole frame ends in a short packet, if there is room for one more than it needs. One that
    /// holds less may end with a full packet, and the buffer with it.
    private var bulkBytes: Int32 {
        let packet = max(agreement.mode.stream.settings.first?.packetBytes ?? 512, 1)
        let whole = agreement.mode.frameBytes + Self.longestHeader
        let isSplit = agreement.payloadBytes < agreement.mode.frameBytes
        let bytes = isSplit ? agreement.payloadBytes : whole
        let rounded = (bytes + packet - 1) / packet * packet
        return Int32(clamping: isSplit ? rounded : rounded + packet)
    }

    private static let longestHeader = 255

    /// Calls all transfers back and ends the stream; false where one did not come.
    func stop() -> Bool {
        guard let pointer = handle.pointer else { return true }
        let isBack = usb_stream_stop(pointer, Self.stopLimit.milliseconds) == 0
        if isBack, agreement.setting != nil {
            _ = usb_camera_select(pointer, agreement.mode.stream.interface, 0)
        } else if isBack {
            _ = usb_camera_clear_halt(pointer, agreement.mode.stream.endpoint)
        }
        return isBack
    }

    /// Waits until `deadline` for a whole frame, and takes everything that has come by then: the newest stays.
    func next(until deadline: Instant) -> Outcome {
        defer { attended = clock.now() }
        if clock.now() - attended > Self.oldestUnattended {
            let outcome = sweep()
            buffers.drop()
            guard outcome == .nothing || outcome == .frame else { return outcome }
        }
        while true {
            let outcome = sweep()
            guard outcome == .nothing else { return outcome }
            let left = deadline - clock.now()
            guard left > .zero else { return .nothing }
            let waited = takeOne(limit: left)
            guard waited == .nothing || waited == .frame else { return waited }
        }
    }

    /// Takes all that has come, without waiting.
    private func sweep() -> Outcome {
        sendIdle()
        for _ in 0..<Self.most {
            switch takeOne(limit: .zero) {
            case .nothing: return buffers.newest == nil ? nothingInFlight ?? .nothing : .frame
            case .frame: continue
            case let outcome: return outcome
            }
        }
        return buffers.newest == nil ? .nothing : .frame
    }

    /// A fast camera could keep a sweep going for ever.
    private static let most = 2 * usb_stream_most_transfers

    private var nothingInFlight: Outcome? {
        usb_stream_flying(handle.pointer) == 0 ? .failed(.noMemory) : nil
    }

    /// Takes one transfer: `.frame` says only that one came.
    private func takeOne(limit: Duration) -> Outcome {
        var arrival = usb_arrival()
        let result = usb_stream_next(handle.pointer, limit.milliseconds, &arrival)
        guard result != 0 else { return .nothing }
        guard result > 0 else { return .gone }
        switch -arrival.status {
        case 0: take(arrival)
        case EPIPE: return .stalled
        case ENODEV: return .gone
        default:
            damaged += 1
            damagesInRow += 1
            assembler.loses()
            if damagesInRow >= Self.damagesInARow { return .failed(.system(-arrival.status, during: "receive")) }
        }
        return send(arrival.transfer)
    }

    private func send(_ transfer: Int32) -> Outcome {
        switch -usb_stream_send(handle.pointer, transfer) {
        case 0: return .frame
        case ENOMEM:
            idle.append(transfer)
            return .frame
        case let number where number == ENODEV || number == ENOENT || number == EIO: return .gone
        case let number: return .failed(.system(number, during: "ask for more"))
        }
    }

    /// Transfers for which there was no memory are tried again.
    private func sendIdle() {
        while let transfer = idle.popLast() {
            guard usb_stream_send(handle.pointer, transfer) == 0 else { return idle.append(transfer) }
        }
    }

    private func take(_ arrival: usb_arrival) {
        damagesInRow = 0
        let now = clock.now()
        if arrival.packets == 0 {
            assemble(UnsafeRawBufferPointer(start: arrival.bytes, count: arrival.length), now)
            return
        }
        var packet = usb_packet()
        for index in 0..<arrival.packets {
            guard usb_stream_packet(handle.pointer, arrival.transfer, index, &packet) == 0 else { return }
            if packet.status == 0 {
                assemble(UnsafeRawBufferPointer(start: packet.bytes, count: packet.length), now)
            } else {
                damaged += 1
                assembler.loses()
            }
        }
    }

    private func assemble(_ payload: UnsafeRawBufferPointer, _ now: Instant) {
        var place = buffers.assembling
        assembler.take(payload, into: &place) { buffers.end($0, arrival: now) }
    }
}
