/// The firmware of a model Orbbec camera: answers to requests over its extension unit.
package struct OrbbecFirmware: Equatable, Sendable {
    /// Millimetres for one unit of depth.
    package var unitMillimetres = 1.0
    /// The list "alignment calibration"; nil where the camera has none.
    package var calibration: [UInt8]? = OrbbecFirmware.item(848, 480, [420, 420, 424, 240])
    /// So many requests are answered with "busy" first.
    package var busy = 0
    /// Whether a list is open.
    package private(set) var isListOpen = false

    /// Makes the firmware.
    package init() {}

    /// The answer to a request, not padded.
    package mutating func answer(_ request: [UInt8]) -> [UInt8] {
        guard request.count >= 12, request[0] == 0x47, request[1] == 0x4D else { return [] }
        let operation = Int(request[4]) | Int(request[5]) << 8
        let number = Array(request[6..<8])
        if busy > 0 {
            busy -= 1
            return reply(operation, number, code: 3)
        }
        let property = Int(request[8]) | Int(request[9]) << 8
        switch (operation, property) {
        case (1, 176):
            let value = RealSenseFirmware.float(unitMillimetres)
            return reply(operation, number, value + [UInt8](repeating: 0, count: 16))
        case (29, 4027):
            guard let calibration else { return reply(operation, number, code: 2) }
            isListOpen = true
            return reply(operation, number, DescriptorBytes.long(calibration.count))
        case (30, 4027):
            let start = Int(request[12]) | Int(request[13]) << 8
            let count = Int(request[16]) | Int(request[17]) << 8
            guard isListOpen, let calibration else { return reply(operation, number, code: 5) }
            return reply(operation, number, Array(calibration.dropFirst(start).prefix(count)))
        case (31, 4027):
            isListOpen = false
            return reply(operation, number)
        default: return reply(operation, number, code: 2)
        }
    }

    private func reply(_ operation: Int, _ number: [UInt8], _ data: [UInt8] = [], code: Int = 0) -> [UInt8] {
        [0x52, 0x42] + DescriptorBytes.word((data.count + 2) / 2) + DescriptorBytes.word(operation) + number
            + DescriptorBytes.word(code) + data
    }

    /// An item of the alignment calibration: depth intrinsics, the rest zero.
    package static func item(_ width: Int, _ height: Int, _ numbers: [Double]) -> [UInt8] {
        numbers.flatMap { RealSenseFirmware.float($0) } + DescriptorBytes.word(width) + DescriptorBytes.word(height)
            + [UInt8](repeating: 0, count: 132)
    }
}
