import Readings

/// What a RealSense camera says of itself.
package struct RealSenseInformation: Equatable, Sendable {
    /// The serial number, as it is printed on the camera's box.
    package var serial: String
    /// The firmware, major to build: `5.16.0.1`.
    package var firmware: [UInt8]
    /// Whether the camera has a projector; nil where the answer is too short to tell.
    package var hasProjector: Bool?

    /// Reads the answer to "device information"; nil where it is too short.
    package init?(_ data: ArraySlice<UInt8>) {
        guard data.count >= 54 else { return nil }
        let bytes = Array(data)
        firmware = [bytes[15], bytes[14], bytes[13], bytes[12]]
        serial = bytes[48..<54].map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
        hasProjector = LittleEndian.byte(data, 170).map { $0 != 0 }
    }

    /// The firmware with dots.
    package var firmwareText: String { firmware.map { String($0) }.joined(separator: ".") }

    /// Whether the firmware is at least another.
    package func isFirmware(atLeast other: [UInt8]) -> Bool { !firmware.lexicographicallyPrecedes(other) }
}

/// The depth settings of a D400 camera (advanced-mode table 9).
package struct RealSenseDepthTable: Equatable, Sendable {
    /// Metres for one unit of depth: 1000 µm are 0.001.
    package var depthUnit: Double

    /// Reads the table; nil where it is too short, or the unit lies outside 1 µm to 10 mm.
    package init?(_ data: ArraySlice<UInt8>) {
        guard data.count >= 20, let micrometres = LittleEndian.long(data, 0), (1...10_000).contains(micrometres) else {
            return nil
        }
        depthUnit = Double(micrometres) / 1_000_000
    }
}

/// The list of ready-made intrinsics: items of 20 bytes, width and height in 16 bits, then four numbers.
package enum RealSenseResolutions {
    /// The intrinsics of a resolution; nil where they are not listed, or cannot be.
    package static func intrinsics(_ data: ArraySlice<UInt8>, width: Int, height: Int) -> PinholeIntrinsics? {
        var start = 0
        while start + 20 <= data.count {
            defer { start += 20 }
            guard LittleEndian.word(data, start).map(Int.init) == width,
                LittleEndian.word(data, start + 2).map(Int.init) == height,
                let focalX = LittleEndian.float(data, start + 4), let focalY = LittleEndian.float(data, start + 8),
                let centreX = LittleEndian.float(data, start + 12), let centreY = LittleEndian.float(data, start + 16)
            else { continue }
            let found = PinholeIntrinsics(
                width: width, height: height, focalX: focalX, focalY: focalY, centreX: centreX, centreY: centreY)
            return found.isPlausible ? found : nil
        }
        return nil
    }
}
