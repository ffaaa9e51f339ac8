import Readings

/// Asks a RealSense camera about itself, over the control "hardware monitor" of its extension unit.
///
/// Commands come one at a time: a dialogue must have the control pipe to itself.
package struct RealSenseDialogue<Controls: CameraControls> {
    private let controls: Controls
    private let address: ControlAddress
    /// librealsense's 100 ms are too short in the field.
    private static var limit: Duration { .seconds(1) }

    /// A dialogue over the unit of a video function.
    package init(_ controls: Controls, interface: UInt8, unit: UInt8) {
        self.controls = controls
        address = ControlAddress(interface: interface, entity: unit, selector: HardwareMonitor.selector)
    }

    /// The data of an answer; asks again by `rule` while the camera says that it is not ready.
    package func ask(
        _ command: HardwareMonitor.Command, _ parameters: [UInt32] = [], rule: RetryRule = .vendorCommand
    ) throws(HardwareMonitorError) -> ArraySlice<UInt8> {
        let began = controls.now
        var done = 0
        while true {
            do throws(HardwareMonitorError) {
                return try askOnce(command, parameters)
            } catch {
                done += 1
                guard error.isPassing, rule.allows(after: done, began: began, now: controls.now),
                    controls.pause(rule.pause)
                else { throw error }
            }
        }
    }

    /// Resets the camera; it answers nothing, goes, and comes back as a new device within about five seconds.
    package func reset() throws(CameraControlError) {
        let request = HardwareMonitor.request(.reset)
        do throws(CameraControlError) {
            try controls.set(HardwareMonitor.block(request), address, limit: Self.limit)
        } catch {
            // A camera that goes at once has done what was asked.
            if error != .disconnected { throw error }
        }
    }

    private func askOnce(
        _ command: HardwareMonitor.Command, _ parameters: [UInt32]
    ) throws(HardwareMonitorError) -> ArraySlice<UInt8> {
        let request = HardwareMonitor.request(command, parameters)
        let block: [UInt8]
        do throws(CameraControlError) {
            try controls.set(HardwareMonitor.block(request), address, limit: Self.limit)
            block = try controls.get(
                .getCurrent, address, length: HardwareMonitor.blockBytes, limit: Self.limit)
        } catch { throw .control(error) }
        return try HardwareMonitor.data(inBlock: block, of: command)
    }
}
