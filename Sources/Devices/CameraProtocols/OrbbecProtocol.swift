/// The requests of Orbbec cameras over their extension unit: bytes to send, and what comes back.
///
/// A request is the mark 0x4D47, the number of 16-bit words behind the eight bytes of head, the operation and a number
/// of its own; an answer has the mark 0x4252, and an error code before its data.
package enum OrbbecProtocol {
    /// The operations that are used here.
    package enum Operation: UInt16, Sendable {
        /// Asks for a property: its value, and what it may be.
        case getProperty = 1
        /// Sets a property.
        case setProperty = 2
        /// Begins to ask for a list of bytes; the answer says how many there are.
        case beginList = 29
        /// Asks for a part of the list.
        case readList = 30
        /// Ends the list.
        case endList = 31
    }

    /// The properties that are used here.
    package enum Property: UInt32, Sendable {
        /// Millimetres for one unit of depth, a floating-point number.
        case depthUnit = 176
        /// The laser: 0 off, 1 on, 2 automatic.
        case laser = 182
        /// A list: intrinsics of depth and colour for each resolution.
        case alignmentCalibration = 4027
    }

    private static let requestMark: UInt16 = 0x4D47
    private static let answerMark: UInt16 = 0x4252
    private static let headBytes = 8

    /// The bytes of a request, not padded.
    ///
    /// Asking for the depth unit is 12 bytes: mark, 2 words, operation 1, number, property 176. At most 1016 bytes
    /// of data are sent.
    package static func request(_ operation: Operation, _ property: Property, number: UInt16, data: [UInt8] = [])
        -> [UInt8]
    {
        var body: [UInt8] = []
        LittleEndian.append(property.rawValue, to: &body)
        body += data.prefix(1012)
        if body.count % 2 == 1 { body.append(0) }
        var bytes: [UInt8] = []
        LittleEndian.append(requestMark, to: &bytes)
        LittleEndian.append(UInt16(body.count / 2), to: &bytes)
        LittleEndian.append(operation.rawValue, to: &bytes)
        LittleEndian.append(number, to: &bytes)
        return bytes + body
    }

    /// The control and its length that carry a request, or the answer to an operation.
    ///
    /// Controls differ by their length: 1 has 512 bytes, 2 has 64, 3 has 1024.
    package static func channel(bytes: Int) -> (selector: UInt8, length: Int) {
        bytes <= 64 ? (2, 64) : bytes <= 512 ? (1, 512) : (3, 1024)
    }

    /// The control that carries the answer to an operation.
    package static func answerChannel(_ operation: Operation) -> (selector: UInt8, length: Int) {
        operation == .readList ? channel(bytes: 1024) : channel(bytes: 64)
    }

    /// The data of an answer.
    package static func data(
        inAnswer answer: [UInt8], of operation: Operation, number: UInt16
    ) throws(OrbbecError) -> ArraySlice<UInt8> {
        let bytes = answer[...]
        guard let mark = LittleEndian.word(bytes, 0), let words = LittleEndian.word(bytes, 2),
            let echo = LittleEndian.word(bytes, 4), let echoed = LittleEndian.word(bytes, 6),
            let code = LittleEndian.word(bytes, 8)
        else { throw .wrongSize(bytes: answer.count) }
        guard mark == answerMark else { throw .wrongMark(mark) }
        guard echo == operation.rawValue, echoed == number else { throw .otherRequest(operation: echo, number: echoed) }
        guard code == 0 else { throw .refused(code: code) }
        let end = headBytes + Int(words) * 2
        guard words >= 1, end <= answer.count else { throw .wrongSize(bytes: answer.count) }
        return bytes[(headBytes + 2)..<end]
    }
}

/// Why an Orbbec camera's answer is none.
package enum OrbbecError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The control pipe failed.
    case control(CameraControlError)
    /// The answer has a length that cannot be.
    case wrongSize(bytes: Int)
    /// The answer does not begin as answers do.
    case wrongMark(UInt16)
    /// The answer belongs to another request.
    case otherRequest(operation: UInt16, number: UInt16)
    /// The camera says why not.
    case refused(code: UInt16)

    /// Whether the same request may succeed a little later.
    package var isPassing: Bool {
        switch self {
        case .control(let error): error.isPassing
        case .refused(let code): code == 3
        case .otherRequest: true
        case .wrongSize, .wrongMark: false
        }
    }

    private static let names: [UInt16: String] = [
        1: "invalid", 2: "not supported", 3: "busy", 4: "forbidden", 5: "failed", 6: "not found", 0x8000: "repeated",
    ]

    /// What went wrong, for the operator.
    package var description: String {
        switch self {
        case .control(let error): error.description
        case .wrongSize(let bytes): "the camera's answer has a length that cannot be (\(bytes) bytes)"
        case .wrongMark(let mark): "the camera's answer begins with \(mark) and is none"
        case .otherRequest(let operation, let number):
            "the camera answers another request (operation \(operation), number \(number))"
        case .refused(let code): "the camera answers: \(Self.names[code] ?? "error") (\(code))"
        }
    }
}
