import CDepthCamera
import Glibc
import Platform
import Readings

/// The transfers of one endpoint of an opened camera, and the frames that they bring.
final class CameraLane {
    /// What a transfer came to.
    enum Outcome: Equatable {
        /// It was taken, and sent out again.
        case taken
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
    /// So many damaged transfers in a row, and the stream is broken.
    static let damagesInARow = 16

    /// The buffers with the newest whole frames.
    let buffers: FrameBuffers
    /// Broken frames, headers that made no sense, and damaged transfers.
    var malformed: UInt64 { assembler.counters.broken + assembler.counters.badHeaders + damaged }
    /// Whole frames that have come.
    var complete: UInt64 { assembler.counters.complete }
    /// Whether there was memory for only a few transfers.
    private(set) var isShortOfMemory = false

    private let number: Int32
    private let handle: CameraHandle
    private let agreement: StreamAgreement
    private var assembler: PayloadAssembler
    private var damaged: UInt64 = 0
    private var idle: [Int32] = []
    private var damagesInRow = 0

    /// Prepares stream `number` of the handle, on which camera and host have agreed; nothing is sent out yet.
    init(
        _ handle: CameraHandle, _ agreement: StreamAgreement, number: Int32, layout: FrameMetadata.Layout,
        keeps: Int = 1
    ) {
        self.handle = handle
        self.agreement = agreement
        self.number = number
        buffers = FrameBuffers(frameBytes: agreement.mode.frameBytes, keeps: keeps)
        assembler = PayloadAssembler(frameBytes: agreement.mode.frameBytes, layout: layout)
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
    }

    private func sendAll() throws(CameraFault) {
        var request = usb_stream_request(
            endpoint: agreement.mode.stream.endpoint, transfers: Self.bulkTransfers, packets: 0, bytes: bulkBytes)
        if let setting = agreement.setting {
            request.transfers = Self.packetTransfers
            request.packets = Self.packets
            request.bytes = Int32(clamping: setting.capacity)
        }
        var result = usb_stream_start(handle.pointer, number, &request)
        if result == -ENOMEM {
            isShortOfMemory = true
            request.transfers = Self.fewestTransfers
            result = usb_stream_start(handle.pointer, number, &request)
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
        let isBack = usb_stream_stop(pointer, number, Self.stopLimit.milliseconds) == 0
        if isBack, agreement.setting != nil {
            _ = usb_camera_select(pointer, agreement.mode.stream.interface, 0)
        } else if isBack {
            _ = usb_camera_clear_halt(pointer, agreement.mode.stream.endpoint)
        }
        return isBack
    }

    /// Whether nothing is in flight, so that nothing can come.
    var isDry: Bool { usb_stream_flying(handle.pointer, number) == 0 }

    /// Takes a transfer of this stream that came back, and sends it out again.
    func take(_ arrival: usb_arrival, at now: Instant) -> Outcome {
        switch -arrival.status {
        case 0: takeBytes(arrival, now)
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
        case 0: return .taken
        case ENOMEM:
            idle.append(transfer)
            return .taken
        case let number where number == ENODEV || number == ENOENT || number == EIO: return .gone
        case let number: return .failed(.system(number, during: "ask for more"))
        }
    }

    /// Transfers for which there was no memory are tried again.
    func sendIdle() {
        while let transfer = idle.popLast() {
            guard usb_stream_send(handle.pointer, transfer) == 0 else { return idle.append(transfer) }
        }
    }

    private func takeBytes(_ arrival: usb_arrival, _ now: Instant) {
        damagesInRow = 0
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
