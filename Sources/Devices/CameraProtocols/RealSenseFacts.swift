import Readings

extension RealSenseDialogue {
    /// Firmware from here on has ready-made intrinsics.
    private static var listsResolutionsFrom: [UInt8] { [5, 11, 9, 5] }
    /// A command that the camera may not know is not asked for long.
    private static var brief: RetryRule { RetryRule(tries: 3, pause: .milliseconds(100), total: .seconds(3)) }

    /// Everything that a D400 camera tells, for pictures of a mode.
    ///
    /// What it does not tell comes from the profile, with a note. The unit is asked only while the advanced mode is
    /// on, as librealsense does; otherwise it is the profile's.
    package func facts(_ profile: CameraProfile, _ mode: DepthMode) -> CameraFacts {
        var facts = CameraFacts(profile, width: mode.width, height: mode.height)
        guard let information = information(&facts, profile) else {
            facts.conclude()
            return facts
        }
        readUnit(&facts)
        let table = coefficients(&facts)
        if let table { facts.baselineMetres = table.baselineMetres }
        if information.isFirmware(atLeast: Self.listsResolutionsFrom), let listed = listed(mode) {
            facts.intrinsics = listed
        } else if let computed = table?.intrinsics(width: mode.width, height: mode.height) {
            facts.intrinsics = computed
        }
        facts.conclude()
        return facts
    }

    /// What an L515 tells: its serial number, the unit and the intrinsics, for the upright picture.
    package func lidarFacts(_ profile: CameraProfile, _ mode: DepthMode) -> CameraFacts {
        let layout = DepthLayout(mode, profile)
        let (width, height) = layout.isTurned ? (mode.height, mode.width) : (mode.width, mode.height)
        var facts = CameraFacts(profile, width: width, height: height)
        if information(&facts, profile) != nil {
            switch answer(.lidarCalibration, rule: Self.brief) {
            case .success(let data):
                if let calibration = LidarCalibration(data) {
                    facts.depthUnit = calibration.depthUnit
                    facts.toldDepthUnit = true
                    facts.intrinsics = calibration.intrinsics(width: width, height: height) ?? facts.intrinsics
                } else {
                    facts.notes.append("the camera's calibration makes no sense, so its profile is used")
                }
            case .failure(let error):
                facts.notes.append("the camera does not tell its calibration, so its profile is used: \(error)")
            }
        }
        facts.conclude()
        return facts
    }

    private func answer(
        _ command: HardwareMonitor.Command, _ parameters: [UInt32] = [], rule: RetryRule
    ) -> Result<ArraySlice<UInt8>, HardwareMonitorError> {
        do throws(HardwareMonitorError) {
            return .success(try ask(command, parameters, rule: rule))
        } catch { return .failure(error) }
    }

    private func information(_ facts: inout CameraFacts, _ profile: CameraProfile) -> RealSenseInformation? {
        switch answer(.deviceInformation, rule: .vendorCommand) {
        case .failure(let error):
            facts.notes.append("the camera does not say which one it is, so its profile is used: \(error)")
            return nil
        case .success(let data):
            guard let information = RealSenseInformation(data) else {
                facts.notes.append("the camera's answer about itself is too short, so its profile is used")
                return nil
            }
            facts.serial = information.serial
            facts.firmware = information.firmwareText
            if let least = profile.leastFirmware, !information.isFirmware(atLeast: least) {
                let wanted = least.map { String($0) }.joined(separator: ".")
                facts.notes.append(
                    "the camera's firmware \(information.firmwareText) is older than \(wanted); update it with the vendor's tool"
                )
            }
            return information
        }
    }

    private func readUnit(_ facts: inout CameraFacts) {
        guard case .success(let mode) = answer(.isAdvanced, rule: Self.brief), mode.first.map({ $0 != 0 }) == true,
            case .success(let data) = answer(.advancedTable, [9, 0], rule: Self.brief),
            let table = RealSenseDepthTable(data)
        else { return }
        facts.depthUnit = table.depthUnit
        facts.toldDepthUnit = true
    }

    private func coefficients(_ facts: inout CameraFacts) -> DepthCoefficients? {
        switch answer(.calibrationTable, [25], rule: Self.brief) {
        case .failure(let error):
            facts.notes.append("the camera does not tell its calibration, so its profile is used: \(error)")
            return nil
        case .success(let data):
            do throws(DepthCoefficients.Failure) {
                return try DepthCoefficients(data)
            } catch {
                facts.notes.append("the camera's calibration is not believed, so its profile is used: \(error)")
                return nil
            }
        }
    }

    private func listed(_ mode: DepthMode) -> PinholeIntrinsics? {
        guard case .success(let data) = answer(.resolutionParameters, rule: Self.brief) else { return nil }
        return RealSenseResolutions.intrinsics(data, width: mode.width, height: mode.height)
    }
}
