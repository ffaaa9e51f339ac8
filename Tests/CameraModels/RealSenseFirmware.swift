/// The firmware of a model RealSense camera: answers to commands over its extension unit.
package struct RealSenseFirmware: Equatable, Sendable {
    /// Build, patch, minor, major, as the camera stores them.
    package var version: [UInt8] = [1, 0, 16, 5]
    /// The serial number in six bytes.
    package var serial: [UInt8] = [0x84, 0x12, 0x12, 0x07, 0x09, 0x34]
    /// The depth unit in micrometres.
    package var unitMicrometres: UInt32 = 1000
    /// Whether the advanced mode is on.
    package var isAdvanced = true
    /// The stereo calibration; nil where the table is empty.
    package var table: [UInt8]? = RealSenseFirmware.table()
    /// The ready-made intrinsics; nil where the firmware is too old to know the command.
    package var resolutions: [UInt8]? = RealSenseFirmware.item(640, 480, [390.4315, 390.4315, 331.3879, 242.1873])
    /// The calibration of a lidar; nil for stereo cameras.
    package var lidar: [UInt8]?
    /// So many commands are answered with "not ready" first.
    package var notReady = 0

    /// Makes the firmware of a camera like the one of the recorded pair.
    package init() {}

    /// The block that is read after a block was written: 1024 bytes, the number of data bytes in the last four.
    package mutating func answer(_ request: [UInt8]) -> [UInt8] {
        guard request.count >= 24, request[2] == 0xAB, request[3] == 0xCD else { return Self.failure(-1) }
        if notReady > 0 {
            notReady -= 1
            return Self.failure(-7)
        }
        let opcode = Int(request[4]) | Int(request[5]) << 8
        let parameter = request[8]
        switch opcode {
        case 0x10: return Self.success(opcode, information)
        case 0x15:
            return parameter == 25 ? table.map { Self.success(opcode, $0) } ?? Self.failure(-25) : Self.failure(-6)
        case 0x2C: return parameter == 9 ? Self.success(opcode, depthTable) : Self.failure(-6)
        case 0x30: return Self.success(opcode, [isAdvanced ? 1 : 0, 0, 0, 0])
        case 0x5A: return lidar.map { Self.success(opcode, $0) } ?? Self.failure(-1)
        case 0x7E: return resolutions.map { Self.success(opcode, $0) } ?? Self.failure(-1)
        default: return Self.failure(-1)
        }
    }

    private var information: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 240)
        bytes.replaceSubrange(12..<16, with: version)
        bytes.replaceSubrange(48..<54, with: serial)
        bytes[166] = 2
        bytes[170] = 1
        return bytes
    }

    private var depthTable: [UInt8] {
        DescriptorBytes.long(Int(unitMicrometres)) + DescriptorBytes.long(0) + DescriptorBytes.long(65_535)
            + [UInt8](repeating: 0, count: 8)
    }

    private static func success(_ opcode: Int, _ data: [UInt8]) -> [UInt8] {
        let used = DescriptorBytes.long(opcode) + data
        return used + [UInt8](repeating: 0, count: 1020 - used.count) + DescriptorBytes.long(data.count)
    }

    private static func failure(_ code: Int32) -> [UInt8] {
        DescriptorBytes.long(Int(UInt32(bitPattern: code))) + [UInt8](repeating: 0, count: 1020)
    }

    /// A number of 32 bits as bytes.
    package static func float(_ value: Double) -> [UInt8] { DescriptorBytes.long(Int(Float(value).bitPattern)) }

    /// An item of the ready-made intrinsics: focal lengths, then the axis.
    package static func item(_ width: Int, _ height: Int, _ numbers: [Double]) -> [UInt8] {
        DescriptorBytes.word(width) + DescriptorBytes.word(height) + numbers.flatMap { float($0) }
    }

    /// Table 25 with its checksum; row 2 (640×480) is that of a real D435, the others are scaled from it.
    package static func table(baseline: Double = -50.1707, type: Int = 25) -> [UInt8] {
        var body = [UInt8](repeating: 0, count: 144) + float(baseline) + [UInt8](repeating: 0, count: 92)
        let scales: [(Double, Double, Double)] = [
            (1171.2945, 994.1637, 546.5619), (780.863, 662.7758, 364.3746), (390.4315, 331.3879, 242.1873),
            (424.6, 433.2, 242.4), (390.4315, 331.3879, 182.1873), (212.3, 216.6, 121.2),
        ]
        for row in 0..<16 {
            let (focal, x, y) = row < scales.count ? scales[row] : (0, 0, 0)
            body += [focal, focal, x, y].flatMap { float($0) }
        }
        body += [UInt8](repeating: 0, count: 64)
        let head = [1, 0] + DescriptorBytes.word(type) + DescriptorBytes.long(body.count) + DescriptorBytes.long(0)
        return head + DescriptorBytes.long(Int(checksum(body))) + body
    }

    /// The calibration of a lidar with one resolution, upright 640×480, and its scale in units a millimetre.
    package static func lidarTable(scale: Double = 4) -> [UInt8] {
        func block(_ width: Int, _ height: Int, _ numbers: [Double]) -> [UInt8] {
            DescriptorBytes.long(width) + DescriptorBytes.long(height) + numbers.flatMap { float($0) }
        }
        let rest = [Double](repeating: 0, count: 7)
        return [0, 0, 0, 0, 0, 0, 0, 0] + float(4.5) + [0, 0, 0, 1]
            + block(480, 640, [460, 460, 240, 320] + rest + [scale])
            + block(640, 480, [460, 460, 320, 240] + rest + [scale])
    }

    /// CRC-32 bit by bit.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }
}
