import Readings

/// What a camera told of itself when it was asked over its vendor's channel, with the profile where it did not.
package struct CameraAnswers: Equatable, Sendable {
    /// Where a value comes from.
    package enum Origin: String, Sendable {
        /// The camera.
        case camera
        /// The calibration profile.
        case profile
    }

    /// The serial number in its memory, which is the one on its box; nil where it tells none.
    package var serial: String?
    /// Its firmware: `5.16.0.1`; nil where it tells none.
    package var firmware: String?
    /// Metres for one unit of depth.
    package var depthUnit: Double
    /// Who told the unit.
    package var unitOrigin = Origin.profile
    /// The intrinsics of the mode in use; nil where nobody knows them: then ground awareness is off.
    package var intrinsics: CameraIntrinsics?
    /// Who told the intrinsics.
    package var intrinsicsOrigin = Origin.profile
    /// The distance between the imagers in metres; nil where nobody knows it, or the camera is no stereo pair.
    package var baselineMetres: Double?
    /// Whole sentences for the operator.
    package var notes: [String] = []

    /// What the profile alone knows.
    init(profile: CameraProfile, mode: DepthMode) {
        depthUnit = profile.depthUnitMetres
        intrinsics = profile.intrinsics.first { $0.width == mode.width && $0.height == mode.height }
        baselineMetres = profile.baselineMetres
    }
}

/// Asks a camera for what only it knows. Whatever it does not answer stays as the profile has it; nothing that goes
/// wrong here keeps depth from being read.
struct CameraInquiry<Controls: CameraControls> {
    /// How long one command may go on being refused.
    private static var patience: RetryRule { RetryRule(tries: 15, pause: .milliseconds(100), total: .seconds(2)) }
    private static var transferLimit: Duration { .seconds(1) }

    let controls: Controls
    let unit: CameraDescription.ControlUnit
    let profile: CameraProfile
    let mode: DepthMode

    /// What the camera answers. Whether it is gone shows in whatever comes next.
    func answers() -> CameraAnswers {
        var answers = CameraAnswers(profile: profile, mode: mode)
        switch profile.control {
        case .realSense, .realSenseLidar: askRealSense(&answers)
        case .none, .realSenseCodedLight, .orbbec: break
        }
        if answers.intrinsics == nil {
            answers.notes.append(
                "Neither the camera nor a profile tells the intrinsics of \(mode.width)×\(mode.height); ground awareness is off.")
        }
        return answers
    }

    private func askRealSense(_ answers: inout CameraAnswers) {
        guard let information = ask(.deviceInformation).flatMap({ RealSenseInformation($0) }) else {
            answers.notes.append("The camera does not tell its serial number and firmware; its profile is used.")
            return
        }
        answers.serial = information.serial
        answers.firmware = information.firmwareText
        if let least = profile.leastFirmware, !information.isFirmware(atLeast: least) {
            let wanted = least.map { String($0) }.joined(separator: ".")
            answers.notes.append("The camera's firmware is \(information.firmwareText); \(wanted) or newer is advised.")
        }
        if profile.control == .realSenseLidar { askLidar(&answers) } else { askStereo(&answers) }
    }

    private func askStereo(_ answers: inout CameraAnswers) {
        if let flag = ask(.isAdvanced)?.first, flag != 0,
            let table = ask(.advancedTable, [9, 0]).flatMap({ RealSenseDepthTable($0) })
        {
            answers.depthUnit = table.depthUnit
            answers.unitOrigin = .camera
        }
        let table = ask(.calibrationTable, [25]).flatMap { Coefficients.read($0) }
        if let table { answers.baselineMetres = table.baselineMetres }
        let listed = ask(.resolutionParameters).flatMap {
            RealSenseResolutions.intrinsics($0, width: mode.width, height: mode.height)
        }
        take(listed ?? table?.intrinsics(width: mode.width, height: mode.height), &answers)
    }

    private func askLidar(_ answers: inout CameraAnswers) {
        guard let found = ask(.lidarCalibration).flatMap({ LidarCalibration($0) }) else { return }
        answers.depthUnit = found.depthUnit
        answers.unitOrigin = .camera
        take(found.intrinsics(width: mode.width, height: mode.height), &answers)
    }

    private func take(_ intrinsics: CameraIntrinsics?, _ answers: inout CameraAnswers) {
        guard let intrinsics else { return }
        answers.intrinsics = intrinsics
        answers.intrinsicsOrigin = .camera
    }

    /// The data of an answer, or nil where there is none.
    private func ask(
        _ command: HardwareMonitor.Command, _ parameters: [UInt32] = []
    ) -> ArraySlice<UInt8>? {
        let began = controls.now
        var done = 0
        while true {
            do throws(HardwareMonitorError) {
                return try once(command, parameters)
            } catch {
                done += 1
                guard error.isPassing, Self.patience.allows(after: done, began: began, now: controls.now),
                    controls.pause(Self.patience.pause)
                else { return nil }
            }
        }
    }

    private func once(
        _ command: HardwareMonitor.Command, _ parameters: [UInt32]
    ) throws(HardwareMonitorError) -> ArraySlice<UInt8> {
        let address = ControlAddress(interface: unit.interface, entity: unit.id, selector: HardwareMonitor.selector)
        let block: [UInt8]
        do throws(CameraControlError) {
            try controls.set(
                HardwareMonitor.block(HardwareMonitor.request(command, parameters)), address, limit: Self.transferLimit)
            block = try controls.get(
                .getCurrent, address, length: HardwareMonitor.blockBytes, limit: Self.transferLimit)
        } catch { throw .control(error) }
        return try HardwareMonitor.data(inBlock: block, of: command)
    }
}

private enum Coefficients {
    static func read(_ data: ArraySlice<UInt8>) -> DepthCoefficients? {
        do throws(DepthCoefficients.Failure) {
            return try DepthCoefficients(data)
        } catch { return nil }
    }
}
