import CameraModels
import ChipModels

/// The bytes from which fuzzing starts, each built by this project's own models.
package struct FuzzSeed: Sendable {
    /// What is fed with it.
    package var entry: FuzzEntry
    /// Its file in the folder of the entry.
    package var name: String
    /// The bytes.
    package var bytes: [UInt8]

    /// Every seed.
    package static let all: [FuzzSeed] =
        descriptors + payloads + answers + profiles + barometers + phones + maps + texts + RecordingSeeds.all

    private static var descriptors: [FuzzSeed] {
        let names = ["d421", "d421-usb2", "isochronous", "l515", "orbbec", "sr300"]
        return zip(names, ModelCamera.all).map {
            FuzzSeed(entry: .descriptor, name: $0, bytes: $1.configurationDescriptor)
        }
    }

    private static var payloads: [FuzzSeed] {
        func seed(_ name: String, _ payloads: [PayloadModel]) -> FuzzSeed {
            let pieces = payloads.flatMap { [UInt8($0.bytes.count)] + $0.bytes }
            return FuzzSeed(entry: .payload, name: name, bytes: [7] + pieces)
        }
        let pixels: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
        let metadata = MetadataModel.timing(counter: 9) + MetadataModel.control(laser: 150, emitter: 1)
        return [
            seed("whole", (0..<4).map { PayloadModel(frameID: $0 % 2, pixels: pixels) }),
            seed(
                "parts",
                (0..<6).map {
                    PayloadModel(frameID: $0 / 2 % 2, endsFrame: $0 % 2 == 1, pixels: Array(pixels.prefix(4)))
                }),
            seed("same-id", (0..<8).map { _ in PayloadModel(frameID: 0, endsFrame: true, pixels: pixels) }),
            seed(
                "metadata",
                (0..<3).map {
                    PayloadModel(
                        frameID: $0 % 2, hasError: $0 == 1, presentationTime: UInt32($0) * 33_333, sourceClock: 1,
                        metadata: metadata, pixels: pixels)
                }),
        ]
    }

    /// Pieces as the pipe of the dialogue takes them: a kind, a length in fours, the bytes.
    private static func piece(_ data: [UInt8]) -> [UInt8] {
        let fours = (data.count + 3) / 4
        let padded = data + [UInt8](repeating: 0, count: fours * 4 - data.count)
        // The kind is the length as well; one that means "raw" is made the next that does not.
        let kind = fours % 4 == 3 ? fours + 1 : fours
        return [UInt8(kind), UInt8(fours)] + padded
    }

    private static var answers: [FuzzSeed] {
        var firmware = RealSenseFirmware()
        func data(_ opcode: UInt8, _ parameter: UInt8 = 0, _ count: Int) -> [UInt8] {
            let request: [UInt8] = [20, 0, 0xAB, 0xCD, opcode, 0, 0, 0, parameter] + [UInt8](repeating: 0, count: 15)
            return Array(firmware.answer(request).dropFirst(4).prefix(count))
        }
        let information = piece(data(0x10, 0, 240))
        let table = RealSenseFirmware.table()
        let stereo = information + piece([1, 0, 0, 0]) + piece(data(0x2C, 9, 20)) + piece(table)
        let list = RealSenseFirmware.item(848, 480, [425, 425, 424, 240])
        let lidar = RealSenseFirmware.lidarTable()
        let items = OrbbecFirmware.item(640, 480, [1, 1, 1, 1]) + OrbbecFirmware.item(848, 480, [420, 420, 424, 240])
        let orbbec =
            piece(RealSenseFirmware.float(0.5) + [UInt8](repeating: 0, count: 16)) + piece([0x30, 1, 0, 0])
            + piece(items) + piece([])
        return [
            FuzzSeed(entry: .realSense, name: "stereo", bytes: stereo + piece(list)),
            FuzzSeed(entry: .realSense, name: "table", bytes: table),
            FuzzSeed(entry: .realSense, name: "lidar", bytes: information + piece(lidar)),
            FuzzSeed(entry: .realSense, name: "lidar-bare", bytes: lidar),
            FuzzSeed(entry: .orbbec, name: "gemini", bytes: orbbec),
            FuzzSeed(entry: .orbbec, name: "list", bytes: items),
        ]
    }

    private static var barometers: [FuzzSeed] {
        let sample: [UInt8] = [0x6A, 0x30, 0x00, 0x81, 0x02, 0x00]
        let memory = MS5611Model.sampleMemory.flatMap { word -> [UInt8] in [UInt8(word >> 8), UInt8(word & 0xFF)] }
        // The trimming of the BMP280's data sheet, with the raw values of its example (415 148 and 519 888).
        let sheet = [27504, 26435, -1000, 36477, -10685, 3024, 2855, 140, -7, 15500, -14600, 6000]
        let words = sheet.flatMap { value -> [UInt8] in [UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF)] }
        let trimming: [UInt8] = words + [0x65, 0x5A, 0xC0, 0x7E, 0xED, 0]
        let seeds: [(String, [UInt8])] = [
            ("kernel", Array("100.653253906\n".utf8)), ("kernel-raw", Array("4150272\n0\n0.0000244140625\n".utf8)),
            ("bmp280", trimming), ("bmp388", BMP388Model.sampleTrimming + sample), ("ms5611", memory + sample),
            ("dps310", DPS310Model.sampleCoefficients + sample),
        ]
        return seeds.map { FuzzSeed(entry: .barometer, name: $0, bytes: $1) }
    }

    private static var profiles: [FuzzSeed] {
        let camera = """
            {schema: "companion-camera-1", name: "seed", vendorId: 0x8086, productIds: [1], tried: false,
            control: "none", resetsByCommand: false, depthUnitMetres: 1e-3, minimumMetres: .2, maximumMetres: 9,
            confidence: "stereo", baselineMetres: 0.05, disparityDeviationPixels: 0.1, leastEdgeMetres: 0.02,
            metadata: "blocks", stampTicksPerSecond: 0, intrinsics: [{width: 640, height: 480, focalXPixels: 390,
            focalYPixels: 390, centreXPixels: 320, centreYPixels: 240}]}
            """
        let mounting = """
            {schema: 'companion-mounting-1', name: "\\u0041", tried: true, heightMetres: 1, pitchDegrees: +1,
            rollDegrees: -0,} // end
            """
        return [("camera", camera), ("mounting", mounting)].map {
            FuzzSeed(entry: .profile, name: $0, bytes: Array($1.utf8))
        }
    }
}
