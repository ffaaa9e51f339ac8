import CameraModels
import Devices
import Testing

struct HardwareMonitorTests {
    private func block(_ head: [UInt8], count: Int) -> [UInt8] {
        head + [UInt8](repeating: 0, count: 1020 - head.count) + [UInt8(count & 0xFF), UInt8(count >> 8), 0, 0]
    }

    @Test func `a request is 24 bytes: length, mark, command, four parameters`() {
        let bytes = HardwareMonitor.request(.calibrationTable, [25])
        #expect(bytes == [20, 0, 0xAB, 0xCD, 0x15, 0, 0, 0, 25] + [UInt8](repeating: 0, count: 15))
        #expect(HardwareMonitor.request(.reset, data: [7, 8]).prefix(4) == [22, 0, 0xAB, 0xCD])
        #expect(HardwareMonitor.request(.reset, data: [UInt8](repeating: 1, count: 5000)).count == 1024)
        #expect(HardwareMonitor.block(bytes).count == 1024)
        #expect(HardwareMonitor.block([UInt8](repeating: 1, count: 3000)).count == 1024)
    }

    @Test func `the data of an answer are as many as its end says`() throws {
        #expect(
            try HardwareMonitor.data(inBlock: block([0x30, 0, 0, 0, 1, 2, 3], count: 2), of: .isAdvanced) == [1, 2])
        #expect(try HardwareMonitor.data(inBlock: block([0x30, 0, 0, 0], count: 0), of: .isAdvanced).isEmpty)
        #expect(try HardwareMonitor.data(inBlock: block([0x30], count: 1016), of: .isAdvanced).count == 1016)
    }

    @Test func `an answer that cannot be is refused by what is wrong with it`() {
        #expect(throws: HardwareMonitorError.wrongSize(bytes: 1023)) {
            try HardwareMonitor.data(inBlock: [UInt8](repeating: 0, count: 1023), of: .reset)
        }
        #expect(throws: HardwareMonitorError.wrongSize(bytes: 1017)) {
            try HardwareMonitor.data(inBlock: block([0x20], count: 1017), of: .reset)
        }
        #expect(throws: HardwareMonitorError.refused(code: -7)) {
            try HardwareMonitor.data(inBlock: block([0xF9, 0xFF, 0xFF, 0xFF], count: 0), of: .reset)
        }
        #expect(throws: HardwareMonitorError.otherCommand(0x10)) {
            try HardwareMonitor.data(inBlock: block([0x10], count: 0), of: .reset)
        }
        for count in 0..<4 {
            #expect(throws: HardwareMonitorError.wrongSize(bytes: count)) {
                try HardwareMonitor.data(inAnswer: [UInt8](repeating: 0x20, count: count)[...], of: .reset)
            }
        }
    }

    @Test(
        arguments: [
            (-7, "hardware not ready", true), (-41, "busy", true), (-32, "timed out", true),
            (-1, "wrong command", false), (-25, "empty table", false), (-99, "error", false),
        ] as [(Int32, String, Bool)])
    func `a camera's refusal has a name, and some pass`(code: Int32, name: String, passes: Bool) {
        let error = HardwareMonitorError.refused(code: code)
        #expect(error.description == "the camera answers: \(name) (\(code))")
        #expect(error.isPassing == passes)
    }

    @Test func `the checksum is that of zlib`() {
        #expect(CRC32.of(Array("123456789".utf8)) == 0xCBF4_3926)
        #expect(CRC32.of([]) == 0)
    }

    @Test func `the intrinsics of a real D435 come out of table 25`() throws {
        let table = try DepthCoefficients(RealSenseFirmware.table()[...])
        #expect(abs(table.baselineMetres - 0.0501707) < 1e-8)
        let found = try #require(table.intrinsics(width: 640, height: 480))
        #expect(abs(found.focalX - 390.4315) < 1e-4 && abs(found.focalY - 390.4315) < 1e-4)
        #expect(abs(found.centreX - 331.3879) < 1e-4 && abs(found.centreY - 242.1873) < 1e-4)
    }

    @Test func `cut and unlisted sizes follow from listed ones`() throws {
        let table = try DepthCoefficients(RealSenseFirmware.table()[...])
        let cut = try #require(table.intrinsics(width: 848, height: 100))
        #expect(abs(cut.focalX - 424.6) < 1e-4 && abs(cut.centreY - 52.4) < 1e-4)
        let small = try #require(table.intrinsics(width: 256, height: 144))
        #expect(abs(small.centreX - 162.1637) < 1e-3 && abs(small.centreY - 78.5619) < 1e-3)
        let half = try #require(table.intrinsics(width: 960, height: 544))
        #expect(abs(half.focalX - 585.64725) < 1e-3)
        #expect(abs(half.focalY - 1171.2945 * 544 / 1080) < 1e-3)
        #expect(table.intrinsics(width: 1280, height: 800) == nil)
    }

    @Test func `a table is believed only with its type, size, checksum and range`() {
        let table = RealSenseFirmware.table()
        for count in [0, 15, 511, 575] {
            #expect(throws: DepthCoefficients.Failure.short(bytes: count)) { try DepthCoefficients(table[..<count]) }
        }
        #expect(throws: DepthCoefficients.Failure.wrongTable(type: 32)) {
            try DepthCoefficients(RealSenseFirmware.table(type: 32)[...])
        }
        for baseline in [0, 4.9, 501, .nan, .infinity] {
            #expect(throws: DepthCoefficients.Failure.implausible) {
                try DepthCoefficients(RealSenseFirmware.table(baseline: baseline)[...])
            }
        }
        for index in [12, 15, 16, 160, 300, 575] {
            var changed = table
            changed[index] ^= 1
            #expect(throws: DepthCoefficients.Failure.wrongChecksum) { try DepthCoefficients(changed[...]) }
        }
        var huge = table
        huge.replaceSubrange(4..<8, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(throws: DepthCoefficients.Failure.short(bytes: 576)) { try DepthCoefficients(huge[...]) }
    }

    @Test func `ready-made intrinsics are found by their size, and not believed where they cannot be`() {
        let list =
            RealSenseFirmware.item(848, 480, [425, 425, 424, 240]) + RealSenseFirmware.item(640, 480, [1, 1, 320, 240])
        #expect(RealSenseResolutions.intrinsics(list[...], width: 848, height: 480)?.focalX == 425)
        #expect(RealSenseResolutions.intrinsics(list[...], width: 640, height: 480) == nil)
        #expect(RealSenseResolutions.intrinsics(list[...], width: 424, height: 240) == nil)
        #expect(RealSenseResolutions.intrinsics(list[..<19], width: 848, height: 480) == nil)
    }

    @Test(
        arguments: [(1000, 0.001), (100, 0.0001), (1, 0.000001), (10_000, 0.01), (0, nil), (10_001, nil)]
            as [(UInt32, Double?)])
    func `the depth unit is in micrometres, within reason`(micrometres: UInt32, unit: Double?) {
        let bytes =
            (0..<4).map { UInt8(truncatingIfNeeded: micrometres >> (8 * $0)) } + [UInt8](repeating: 0, count: 16)
        #expect(RealSenseDepthTable(bytes[...])?.depthUnit == unit)
        #expect(RealSenseDepthTable(bytes[..<19]) == nil)
    }

    @Test func `a lidar's unit and intrinsics are those of its upright block`() throws {
        let found = try #require(LidarCalibration(RealSenseFirmware.lidarTable()[...]))
        #expect(found.depthUnit == 0.00025)
        #expect(found.intrinsics(width: 640, height: 480)?.centreX == 320)
        #expect(found.intrinsics(width: 480, height: 640) == nil)
        #expect(LidarCalibration(RealSenseFirmware.lidarTable(scale: 0)[...]) == nil)
        #expect(LidarCalibration(RealSenseFirmware.lidarTable(scale: .nan)[...]) == nil)
        let bytes = RealSenseFirmware.lidarTable()
        for count in 0..<bytes.count { #expect(LidarCalibration(bytes[..<count]) == nil) }
    }

    @Test func `a camera's own fault has words, and none where all is well`() {
        #expect(DepthFault([0]) == nil)
        #expect(DepthFault([]) == nil)
        #expect(DepthFault([26])?.description == "the camera reports: USB 2 is too slow for this (26)")
        #expect(DepthFault([99])?.description == "the camera reports: an unknown fault (99)")
    }
}
