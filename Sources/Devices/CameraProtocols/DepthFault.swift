/// What a D400 camera says is wrong with itself, by the control "last error" of its extension unit.
package struct DepthFault: Equatable, Sendable, CustomStringConvertible {
    /// The control's number in the extension unit; it holds one byte, 0 where all is well.
    package static let selector: UInt8 = 7

    /// The number that the camera gave.
    package var code: UInt8

    /// Takes the camera's answer; nil where all is well, or nothing was answered.
    package init?(_ answer: [UInt8]) {
        guard let code = answer.first, code != 0 else { return nil }
        self.code = code
    }

    private static let names: [UInt8: String] = [
        1: "the laser is dimmed because it is hot", 2: "the laser is off because it is hot",
        3: "the laser is off by its safety flag", 4: "the stereo module is missing", 5: "its memory is bad",
        6: "its calibration is bad", 11: "overflow in the USB part", 12: "overflow in the record part",
        13: "overflow in the camera part", 14: "the left imager fails", 15: "the right imager fails",
        22: "the depth stream does not start", 23: "the infrared stream does not start",
        24: "the colour stream does not start", 25: "the record part fails", 26: "USB 2 is too slow for this",
        27: "the laser is off because it is cold", 28: "the laser is off because its temperature is unknown",
        29: "the image processor does not start",
    ]

    /// What is wrong, for the operator.
    package var description: String { "the camera reports: \(Self.names[code] ?? "an unknown fault") (\(code))" }
}
