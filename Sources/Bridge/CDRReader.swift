/// Reads plain CDR, of either byte order, from bytes of anybody: nothing is believed, and nothing is reserved before it is
/// known to be there.
package struct CDRReader {
    private let bytes: [UInt8]
    private var place = CDRWriter.head.count
    private let isLittle: Bool

    /// Begins at the first field; refuses another form than plain CDR.
    package init(_ bytes: [UInt8]) throws(CDRFault) {
        guard bytes.count >= CDRWriter.head.count else { throw .tooShort }
        guard bytes[0] == 0, bytes[1] <= 1 else { throw .foreignForm }
        isLittle = bytes[1] == 1
        self.bytes = bytes
    }

    private mutating func take<Number: FixedWidthInteger>(_: Number.Type) throws(CDRFault) -> Number {
        let size = MemoryLayout<Number>.size
        let past = (place - CDRWriter.head.count) % size
        let start = past == 0 ? place : place + size - past
        guard start + size <= bytes.count else { throw .tooShort }
        place = start + size
        var number: Number = 0
        withUnsafeMutableBytes(of: &number) { $0.copyBytes(from: bytes[start..<start + size]) }
        return isLittle ? Number(littleEndian: number) : Number(bigEndian: number)
    }

    /// Reads an octet.
    package mutating func octet() throws(CDRFault) -> UInt8 { try take(UInt8.self) }
    /// Reads a whole number with a sign, of 32 bits.
    package mutating func int32() throws(CDRFault) -> Int32 { try take(Int32.self) }
    /// Reads a whole number without a sign, of 32 bits.
    package mutating func uint32() throws(CDRFault) -> UInt32 { try take(UInt32.self) }
    /// Reads a number of single precision.
    package mutating func float() throws(CDRFault) -> Float { Float(bitPattern: try take(UInt32.self)) }
    /// Reads a number of double precision.
    package mutating func double() throws(CDRFault) -> Double { Double(bitPattern: try take(UInt64.self)) }

    /// Reads a text of so many bytes at most, the zero at its end not counted; what is no UTF-8 is refused.
    package mutating func string(limit: Int) throws(CDRFault) -> String {
        let length = Int(try uint32())
        guard length >= 1 else { throw .badString }
        guard length - 1 <= limit else { throw .tooLong }
        guard length <= bytes.count - place else { throw .tooShort }
        let text = bytes[place..<place + length - 1]
        guard bytes[place + length - 1] == 0, !text.contains(0), let string = String(validating: text, as: UTF8.self)
        else { throw .badString }
        place += length
        return string
    }

    /// Reads numbers of double precision, as many as are said.
    package mutating func doubles(_ count: Int) throws(CDRFault) -> [Double] {
        var numbers: [Double] = []
        for _ in 0..<count { numbers.append(try double()) }
        return numbers
    }
}

/// Why bytes are no message.
package enum CDRFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// They end before the message does.
    case tooShort
    /// They are in another form than plain CDR.
    case foreignForm
    /// A text is longer than any that is meant.
    case tooLong
    /// A text has no zero at its end, or one within it, or is no UTF-8.
    case badString

    /// The reason, a sentence part.
    package var description: String {
        switch self {
        case .tooShort: "it ends too early"
        case .foreignForm: "it is not in plain CDR"
        case .tooLong: "a text in it is too long"
        case .badString: "a text in it is broken"
        }
    }
}
