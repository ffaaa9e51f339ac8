/// What was agreed with a camera about a stream.
package struct StreamAgreement: Equatable, Sendable {
    /// The mode.
    package var mode: DepthMode
    /// The most bytes of a payload with its header.
    package var payloadBytes: Int
    /// What payload headers promise; 0 where the camera says nothing.
    package var framing: UInt8
    /// The alternate setting to choose; nil for bulk streams, which have but one.
    package var setting: UVCAlternateSetting?
}

/// Why a stream was not agreed on.
package enum NegotiationError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A request failed.
    case control(CameraControlError)
    /// An answer is too short to be a probe.
    case shortAnswer(bytes: Int)
    /// The camera grants something else.
    case notGranted(format: UInt8, frame: UInt8, interval: UInt32)

    /// What went wrong, for the operator.
    package var description: String {
        switch self {
        case .control(let error): error.description
        case .shortAnswer(let bytes): "the camera answered with \(bytes) bytes where 26 are the least"
        case .notGranted(let format, let frame, let interval):
            "the camera offers format \(format), size \(frame), interval \(interval) instead of what it lists"
        }
    }
}

/// Agrees with a camera on a mode: probe, check, commit (USB Video Class 1.5 §4.3.1.1).
package enum StreamNegotiation {
    private static let probe: UInt8 = 1
    private static let commit: UInt8 = 2
    /// Linux waits as long for these.
    private static let limit: Duration = .seconds(5)

    /// Probes and commits; the stream may be started afterwards.
    package static func agree(
        on mode: DepthMode, over controls: some CameraControls
    ) throws(NegotiationError) -> StreamAgreement {
        let length = ProbeBlock.length(version: mode.version)
        let start = try highest(length, mode, controls)
        try set(start.asking(for: mode), Self.probe, length, mode, controls)
        let granted = try block(.getCurrent, length, mode, controls)
        guard granted.grants(mode) else {
            throw .notGranted(
                format: granted.formatIndex, frame: granted.frameIndex, interval: granted.interval)
        }
        try set(granted, Self.commit, length, mode, controls)
        let payload = granted.payloadBytes(for: mode)
        return StreamAgreement(
            mode: mode, payloadBytes: payload, framing: granted.framing,
            setting: mode.stream.transfer == .isochronous ? mode.stream.setting(forPayload: payload) : nil)
    }

    /// What the camera says is the most; an empty block where it answers that badly, as some do.
    private static func highest(
        _ length: Int, _ mode: DepthMode, _ controls: some CameraControls
    ) throws(NegotiationError) -> ProbeBlock {
        do throws(NegotiationError) {
            return try block(.getMaximum, length, mode, controls)
        } catch {
            if error == .control(.disconnected) { throw error }
            return ProbeBlock()
        }
    }

    private static func block(
        _ request: UVCRequest, _ length: Int, _ mode: DepthMode, _ controls: some CameraControls
    ) throws(NegotiationError) -> ProbeBlock {
        let address = ControlAddress(interface: mode.stream.interface, selector: probe)
        let bytes: [UInt8]
        do throws(CameraControlError) {
            bytes = try RetryRule.transfer.run(over: controls) { () throws(CameraControlError) in
                try controls.get(request, address, length: length, limit: limit)
            }
        } catch { throw .control(error) }
        guard let block = ProbeBlock(bytes) else { throw .shortAnswer(bytes: bytes.count) }
        return block
    }

    private static func set(
        _ block: ProbeBlock, _ selector: UInt8, _ length: Int, _ mode: DepthMode, _ controls: some CameraControls
    ) throws(NegotiationError) {
        let address = ControlAddress(interface: mode.stream.interface, selector: selector)
        do throws(CameraControlError) {
            try RetryRule.transfer.run(over: controls) { () throws(CameraControlError) in
                try controls.set(block.encoded(length: length), address, limit: limit)
            }
        } catch { throw .control(error) }
    }
}
