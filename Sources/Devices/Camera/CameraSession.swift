import Platform
import Readings

/// A camera that was opened: its interfaces are held, it was asked what it knows, and it streams when told to.
///
/// One thread uses it. Letting go of it closes it.
final class CameraSession {
    /// The mode it streams in.
    let mode: DepthMode
    /// What it told, with its profile where it did not.
    let facts: CameraFacts
    /// Its profile, or that of an unknown camera.
    let profile: CameraProfile
    /// The transfers; nil before the first start.
    private(set) var stream: CameraStream?

    /// The mode of its confidence; nil where it sends none.
    let confidenceMode: DepthMode?

    /// Bus and ports of the camera.
    var port: String { description.port }

    private let handle: CameraHandle
    private let confidence: ConfidenceStream?
    private let confidenceNote: String?
    private let description: CameraDescription
    private let clock: MonotonicClock

    /// What a camera is opened with.
    struct Request {
        var found: CameraScan.Found
        var serial: String?
        var profiles: CalibrationProfiles
        var clock: MonotonicClock
        var isStopped: @Sendable () -> Bool
    }

    /// Opens a camera, takes its interfaces, and asks it what it knows; nothing streams yet.
    init(_ request: Request, on bus: USBBus) throws(CameraFault) {
        description = request.found.description
        guard let mode = description.choice?.mode else { throw .refused(.noDepth) }
        self.mode = mode
        clock = request.clock
        profile = request.profiles.camera(vendor: description.vendor, product: description.product) ?? .unknown
        handle = try CameraHandle(request.found.device, on: bus, clock: clock, isStopped: request.isStopped)
        try handle.claim(mode.controlInterface)
        if mode.stream.interface != mode.controlInterface { try handle.claim(mode.stream.interface) }
        (confidenceMode, confidenceNote) = Self.claimConfidence(description, profile, mode, handle)
        let pairing = FramePairing(
            ticksPerSecond: profile.ticksPerSecond(declared: mode.clockHertz), frameTime: mode.frameTime)
        let layout = profile.metadata
        confidence = confidenceMode.map { [handle, clock] in
            ConfidenceStream(handle, $0, pairing: pairing, layout: layout, at: clock.now())
        }
        facts = CameraDialogue.facts(of: description.video ?? UVCDescription(), profile, mode, over: handle)
        if let wanted = request.serial, wanted != description.serial, wanted != facts.serial {
            throw .refused(.otherSerial(facts.serial ?? description.serial ?? "not told"))
        }
    }

    /// What the operator should know: about the mode, about what the camera did not tell, about memory.
    var notes: [String] {
        let memory = stream?.isShortOfMemory ?? false ? [CameraFault.noMemory.description] : []
        let confidence = confidenceNote.map { [$0] } ?? []
        let all = (description.choice?.notes ?? []) + facts.notes + confidence + memory
        return all.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }
    }

    /// Takes the interface of the confidence that belongs to a mode; else why there is none, for cameras that should
    /// have one.
    private static func claimConfidence(
        _ description: CameraDescription, _ profile: CameraProfile, _ mode: DepthMode, _ handle: CameraHandle
    ) -> (DepthMode?, String?) {
        guard profile.confidence == .nibbles, let video = description.video else { return (nil, nil) }
        let consequence = "so its confidence is that of cameras which send none"
        guard let found = ConfidenceMode.mode(beside: mode, in: video) else {
            let isListed = ConfidenceMode.isListed(beside: mode, in: video)
            let what = isListed ? "no confidence of the size of its depth" : "no confidence"
            return (nil, "the camera lists \(what), \(consequence)")
        }
        do throws(CameraFault) {
            try handle.claim(found.stream.interface)
            return (found, nil)
        } catch {
            return (nil, "the camera's confidence cannot be read (\(error.description)), \(consequence)")
        }
    }

    /// Agrees on the mode and starts the stream; one that runs is stopped first.
    func start() throws(CameraFault) {
        if let stream, !stream.stop() { throw .abandoned }
        handle.beginDialogue()
        let agreement: StreamAgreement
        do throws(NegotiationError) {
            agreement = try StreamNegotiation.agree(on: mode, over: handle)
        } catch {
            throw error == .control(.disconnected) ? .gone : .negotiation(error)
        }
        let stream = CameraStream(handle, agreement, layout: profile.metadata, clock: clock, confidence: confidence)
        self.stream = stream
        try stream.start()
    }

    /// Frees the stalled endpoint and sends the transfers out again, on what was agreed.
    func clearHalt() throws(CameraFault) {
        guard let stream else { return }
        guard try stream.clearHalt() else { throw .abandoned }
    }

    /// Resets the camera: by its own command where it has one, else by its port.
    func reset() throws(CameraFault) {
        if let stream, !stream.stop() { throw .abandoned }
        handle.beginDialogue()
        do throws(CameraControlError) {
            if let video = description.video,
                try CameraDialogue.reset(video, profile, interface: mode.controlInterface, over: handle)
            {
                return
            }
        } catch {
            // A camera that resets at once does not finish its answer; the port is what is left otherwise.
            if error == .disconnected { return }
        }
        try handle.resetPort()
    }

    /// Closes the camera; false where it had to be abandoned with a transfer that did not come back.
    func close() -> Bool {
        stream = nil
        return handle.close()
    }
}
