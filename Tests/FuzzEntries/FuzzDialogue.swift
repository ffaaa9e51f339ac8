import CameraModels
import Devices
import Readings

/// A pipe that answers with pieces of some bytes, in a time of its own.
private final class FuzzControls: CameraControls {
    private var rest: ArraySlice<UInt8>
    private(set) var now = Instant.start
    private var head: [UInt8] = []
    private let isOrbbec: Bool

    init(_ bytes: [UInt8], isOrbbec: Bool) {
        rest = bytes[...]
        self.isOrbbec = isOrbbec
    }

    /// The first byte of each piece says whether the answer begins as it should, fails, or is raw.
    func get(
        _ request: UVCRequest, _ address: ControlAddress, length: Int, limit: Duration
    ) throws(CameraControlError) -> [UInt8] {
        guard let kind = rest.popFirst() else { throw .disconnected }
        if kind >= 0xF8 { throw [.stalled, .timedOut, .busy, .failed(-1)][Int(kind) % 4] }
        let count = Int(rest.popFirst() ?? 0) * 4
        let data = Array(rest.prefix(count))
        rest = rest.dropFirst(count)
        if kind % 4 == 3 { return data }
        let answer = isOrbbec ? orbbec(data) : realSense(data, count: kind)
        return Array(answer.prefix(length)) + [UInt8](repeating: 0, count: max(0, length - answer.count))
    }

    private func realSense(_ data: [UInt8], count: UInt8) -> [UInt8] {
        let echo = Array(head.dropFirst(4).prefix(4))
        let body = (echo + data).prefix(1020)
        let size = min(Int(count) * 4, 1100)
        return body + [UInt8](repeating: 0, count: 1020 - body.count) + [UInt8(size & 0xFF), UInt8(size >> 8), 0, 0]
    }

    private func orbbec(_ data: [UInt8]) -> [UInt8] {
        let words = (data.count + 2) / 2
        return [0x52, 0x42, UInt8(words & 0xFF), UInt8(words >> 8)] + head.dropFirst(4).prefix(4) + [0, 0] + data
    }

    func set(_ bytes: [UInt8], _ address: ControlAddress, limit: Duration) throws(CameraControlError) { head = bytes }

    func pause(_ span: Duration) -> Bool {
        now = now + span
        return now < Instant(seconds: 60)
    }
}

extension FuzzEntry {
    static func answerRealSense(_ bytes: [UInt8]) {
        for camera in [ModelCamera.d421, .l515] { dialogue(bytes, camera, isOrbbec: false) }
        let data = bytes[...]
        _ = RealSenseInformation(data)
        _ = RealSenseDepthTable(data)
        let found = [
            LidarCalibration(data)?.intrinsics(width: 640, height: 480),
            RealSenseResolutions.intrinsics(data, width: 640, height: 480),
        ]
        precondition(found.allSatisfy { $0?.isPlausible ?? true }, "intrinsics that cannot be")
        do throws(DepthCoefficients.Failure) {
            let table = try DepthCoefficients(data)
            for (width, height) in [(640, 480), (848, 100), (256, 144), (333, 77), (0, 0)] {
                precondition(
                    table.intrinsics(width: width, height: height)?.isPlausible ?? true, "intrinsics that cannot be")
            }
        } catch {
            return
        }
    }

    static func answerOrbbec(_ bytes: [UInt8]) {
        dialogue(bytes, .orbbec, isOrbbec: true)
        _ = OrbbecValues.depthUnit(bytes[...])
        precondition(
            OrbbecValues.intrinsics(bytes[...], width: 848, height: 480)?.isPlausible ?? true,
            "intrinsics that cannot be")
    }

    private static func dialogue(_ bytes: [UInt8], _ camera: ModelCamera, isOrbbec: Bool) {
        guard let known = FuzzCamera.known(camera) else { preconditionFailure("a model camera without a mode") }
        let facts = CameraDialogue.facts(
            of: known.description, known.profile, known.mode, over: FuzzControls(bytes, isOrbbec: isOrbbec))
        precondition(facts.depthUnit.isFinite && facts.depthUnit > 0, "a unit that cannot be")
        precondition(facts.intrinsics?.isPlausible ?? true, "intrinsics that cannot be")
        precondition(facts.confidenceRule(known.profile).kernel.low > 0, "holes that are trusted")
    }
}

/// A model camera with all that a dialogue needs, made once.
private struct FuzzCamera: Sendable {
    let description: UVCDescription
    let profile: CameraProfile
    let mode: DepthMode

    private static let all: [Int: FuzzCamera] = {
        let profiles = CalibrationProfiles()
        var all: [Int: FuzzCamera] = [:]
        for camera in [ModelCamera.d421, .l515, .orbbec] {
            guard let description = try? UVCDescriptorParser.parse(camera.configurationDescriptor),
                let profile = profiles.camera(vendor: UInt16(camera.vendor), product: UInt16(camera.product)),
                let mode = DepthModeChoice(description, speed: .superSpeed)?.mode
            else { continue }
            all[camera.product] = FuzzCamera(description: description, profile: profile, mode: mode)
        }
        return all
    }()

    static func known(_ camera: ModelCamera) -> FuzzCamera? { all[camera.product] }
}
