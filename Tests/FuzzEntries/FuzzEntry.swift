import CameraModels
import Devices
import Pairing
import Readings
import Recordings

/// What is fed with bytes of every kind: each takes any bytes, and traps where a promise is broken.
package enum FuzzEntry: String, CaseIterable, Sendable {
    /// The configuration descriptor of a device.
    case descriptor
    /// A stream of payloads.
    case payload
    /// Answers of a RealSense camera.
    case realSense
    /// Answers of an Orbbec camera.
    case orbbec
    /// A calibration profile.
    case profile
    /// What barometers, and the kernel in their place, say of themselves: trimming, samples, attributes.
    case barometer
    /// What anybody may send to the door for phones, as bytes.
    case linkMessage
    /// What strangers do at the door while pairing is open.
    case pairing
    /// What a paired phone sends once it has proved itself.
    case link
    /// A zip archive.
    case zip
    /// The files of an IMDF archive, each ended by a zero.
    case imdf
    /// OpenStreetMap data as XML.
    case osmXML
    /// OpenStreetMap data as the JSON of Overpass.
    case osmJSON
    /// A recording.
    case recording
    /// The map of a place.
    case place
    /// An event log.
    case events
    /// A configuration file.
    case configuration
    /// A PNG image of depth.
    case png
    /// What a program sends to the control socket.
    case control
    /// A scenario file.
    case scenario

    /// Feeds some bytes.
    package func run(_ bytes: UnsafeRawBufferPointer) {
        switch self {
        case .descriptor: Self.readDescriptor(Array(bytes))
        case .payload: Self.assemble(Array(bytes))
        case .realSense: Self.answerRealSense(Array(bytes))
        case .orbbec: Self.answerOrbbec(Array(bytes))
        case .profile: Self.readProfile(Array(bytes))
        case .barometer: BarometerTexts.take(Array(bytes))
        case .linkMessage: PairingFuzz.messages(Array(bytes))
        case .pairing: precondition(PairingFuzz.handshake(Array(bytes)) == 0, "paired without the owner's word")
        case .link: PairingFuzz.link(Array(bytes))
        case .zip: Self.unpack(Array(bytes))
        case .imdf: Self.importVenue(Array(bytes))
        case .osmXML, .osmJSON: Self.importBuilding(Array(bytes), pieces: bytes.count % 64 + 1)
        case .recording: Self.readRecording(Array(bytes))
        case .place: Self.readPlace(Array(bytes))
        case .events: Self.readEvents(Array(bytes))
        case .configuration: Self.readConfiguration(Array(bytes))
        case .png: Self.readPNG(Array(bytes))
        case .control: Self.talk(Array(bytes))
        case .scenario: Self.readScenario(Array(bytes))
        }
    }

    private static func readDescriptor(_ bytes: [UInt8]) {
        do throws(UVCDescriptorError) {
            let description = try UVCDescriptorParser.parse(bytes)
            for speed in [USBSpeed.high, .superSpeed] {
                guard let choice = DepthModeChoice(description, speed: speed, wantsInfrared: bytes.count % 2 == 1)
                else {
                    continue
                }
                precondition(choice.mode.pixelFormat.isDepth && choice.mode.frameBytes > 0, "a mode without pixels")
                precondition(choice.mode.stream.transfer != nil, "a mode without an endpoint")
                precondition(choice.mode.silenceLimit >= .milliseconds(500), "no patience with a stream")
                precondition(!choice.mode.description.isEmpty, "a mode without a name")
                if let confidence = ConfidenceMode.mode(beside: choice.mode, in: description) {
                    precondition(confidence.stream.interface != choice.mode.stream.interface, "depth for confidence")
                    precondition(confidence.stream.transfer != nil, "confidence without an endpoint")
                    precondition(confidence.width == choice.mode.width, "confidence of another size")
                }
                var block = ProbeBlock(Array(bytes.prefix(48))) ?? ProbeBlock()
                block = block.asking(for: choice.mode)
                precondition(block.payloadBytes(for: choice.mode) > 0, "a payload without bytes")
            }
        } catch {
            precondition(!error.description.isEmpty, "an error without words")
        }
    }

    /// The first byte chooses the frame's size, the second of each piece its length.
    private static func assemble(_ bytes: [UInt8]) {
        let size = Int(bytes.first ?? 0) + 1
        let layouts = FrameMetadata.Layout.allCases
        var assembler = PayloadAssembler(
            frameBytes: size, layout: layouts[bytes.count % layouts.count], ignoresFrameID: bytes.count % 5 == 0)
        var timeline = CameraTimeline(ticksPerSecond: 1_000_000)
        var last = (sequence: UInt64(0), time: Duration.zero)
        var memory = [UInt8](repeating: 0xEE, count: size + 8)
        var ended: UInt64 = 0
        var rest = bytes.dropFirst()
        while let length = rest.popFirst() {
            let payload = Array(rest.prefix(Int(length)))
            rest = rest.dropFirst(Int(length))
            memory.withUnsafeMutableBytes { memory in
                let frame = UnsafeMutableRawBufferPointer(rebasing: memory.prefix(size))
                var buffer = frame
                payload.withUnsafeBytes { payload in
                    assembler.take(payload, into: &buffer) { end in
                        ended += 1
                        precondition(end.bytes <= size, "more bytes than a frame has")
                        precondition(end.fault != nil || end.bytes == size, "a part taken for a frame")
                        let stamp = timeline.stamp(
                            counter: end.metadata.frameCounter, ticks: end.presentationTime,
                            arrival: Instant(nanoseconds: Int64(ended) * 33_333_333))
                        precondition(stamp.sequence >= last.sequence, "a sequence that goes back")
                        precondition((stamp.cameraTime ?? last.time) >= last.time, "a time that goes back")
                        last = (stamp.sequence, stamp.cameraTime ?? last.time)
                        return frame
                    }
                }
            }
            precondition(memory.suffix(8).allSatisfy { $0 == 0xEE }, "written past the buffer")
        }
        let counters = assembler.counters
        precondition(counters.complete + counters.broken <= ended, "frames counted that never ended")
    }

    private static func readProfile(_ bytes: [UInt8]) {
        let (profile, findings) = CalibrationProfile.read(bytes, file: "fuzz.json5")
        precondition((profile == nil) == !findings.isEmpty, "a profile and a finding, or neither")
        precondition(findings.allSatisfy { !$0.description.isEmpty }, "a finding without words")
        guard case .camera(let camera)? = profile else { return }
        let rule = ConfidenceRule(
            camera, depthUnit: camera.depthUnitMetres, focalPixels: camera.intrinsics.first?.focalX, baselineMetres: nil
        )
        precondition(rule.kernel.low > 0, "holes that are trusted")
        precondition(camera.ticksPerSecond(declared: 0) > 0, "a clock that stands")
    }
}
