/// The commands of RealSense cameras: bytes to send, and what comes back.
///
/// A request is a length (of what follows the first four bytes), the mark 0xCDAB, the command, four parameters and
/// data, 32-bit numbers least significant byte first; the answer is the command again, or a negative error, then data.
/// Over the extension unit both are padded to 1024 bytes, and the last four of an answer say how many bytes of data
/// there are.
package enum HardwareMonitor {
    /// The commands that are used here.
    package enum Command: UInt32, Sendable {
        /// Device information: firmware, serial number, kind of sensor.
        case deviceInformation = 0x10
        /// A calibration table, by its number.
        case calibrationTable = 0x15
        /// Resets the camera; nothing is answered, it comes back as a new device.
        case reset = 0x20
        /// An advanced-mode table; of L515 cameras, a control.
        case advancedTable = 0x2C
        /// Whether the advanced mode is on.
        case isAdvanced = 0x30
        /// L515: the calibration of the depth camera.
        case lidarCalibration = 0x5A
        /// Ready-made intrinsics for each resolution.
        case resolutionParameters = 0x7E
    }

    /// The bytes of a block that goes over the extension unit.
    package static let blockBytes = 1024
    /// The control's number in the extension unit.
    package static let selector: UInt8 = 1
    private static let mark: UInt16 = 0xCDAB
    private static let headBytes = 24

    /// The bytes of a request, not padded.
    ///
    /// Without data they are 24, and its length says 20. At most 1000 bytes of data are sent.
    package static func request(_ command: Command, _ parameters: [UInt32] = [], data: [UInt8] = []) -> [UInt8] {
        let data = data.prefix(blockBytes - headBytes)
        var bytes: [UInt8] = []
        LittleEndian.append(UInt16(headBytes - 4 + data.count), to: &bytes)
        LittleEndian.append(mark, to: &bytes)
        LittleEndian.append(command.rawValue, to: &bytes)
        for index in 0..<4 { LittleEndian.append(index < parameters.count ? parameters[index] : 0, to: &bytes) }
        return bytes + data
    }

    /// A request as the extension unit takes it.
    package static func block(_ request: [UInt8]) -> [UInt8] {
        Array(request.prefix(blockBytes)) + [UInt8](repeating: 0, count: max(0, blockBytes - request.count))
    }

    /// The data of an answer that came over the extension unit.
    package static func data(inBlock block: [UInt8], of command: Command) throws(HardwareMonitorError) -> ArraySlice<
        UInt8
    > {
        guard block.count == blockBytes, let count = LittleEndian.long(block[...], blockBytes - 4) else {
            throw .wrongSize(bytes: block.count)
        }
        guard count <= blockBytes - 8 else { throw .wrongSize(bytes: Int(count)) }
        return try data(inAnswer: block[..<(4 + Int(count))], of: command)
    }

    /// The data of a bare answer, as it comes over the vendor's own interface.
    package static func data(
        inAnswer answer: ArraySlice<UInt8>, of command: Command
    ) throws(HardwareMonitorError) -> ArraySlice<UInt8> {
        guard let echo = LittleEndian.long(answer, 0) else { throw .wrongSize(bytes: answer.count) }
        if echo == command.rawValue { return answer.dropFirst(4) }
        let code = Int32(bitPattern: echo)
        if code < 0 { throw .refused(code: code) }
        throw .otherCommand(echo)
    }
}

/// Why a camera's answer to a command is none.
package enum HardwareMonitorError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The control pipe failed.
    case control(CameraControlError)
    /// The answer has a length that cannot be.
    case wrongSize(bytes: Int)
    /// The camera says why not.
    case refused(code: Int32)
    /// The answer belongs to another command.
    case otherCommand(UInt32)

    /// Whether the same command may succeed a little later.
    package var isPassing: Bool {
        switch self {
        case .control(let error): error.isPassing
        case .refused(let code): [-7, -32, -41].contains(code)
        case .otherCommand: true
        case .wrongSize: false
        }
    }

    private static let names: [Int32: String] = [
        -1: "wrong command", -6: "wrong parameter", -7: "hardware not ready", -14: "illegal address",
        -16: "invalid table", -18: "wrong size", -19: "wrong checksum", -21: "no data", -25: "empty table",
        -27: "locked", -32: "timed out", -41: "busy", -58: "not supported", -60: "not supported",
    ]

    /// What went wrong, for the operator.
    package var description: String {
        switch self {
        case .control(let error): error.description
        case .wrongSize(let bytes): "the camera's answer has a length that cannot be (\(bytes) bytes)"
        case .refused(let code): "the camera answers: \(Self.names[code] ?? "error") (\(code))"
        case .otherCommand(let echo): "the camera answers another command (\(echo))"
        }
    }
}
