/// Writes the plain little-endian CDR of ROS 2 messages: each number at a multiple of its own size, counted from behind the
/// four bytes in front that tell the form (OMG DDSI-RTPS 2.5, 10.2: `00 01 00 00`).
///
/// The string "hi" alone is `00 01 00 00  03 00 00 00  68 69 00`.
package struct CDRWriter {
    static let head: [UInt8] = [0, 1, 0, 0]

    /// What was written so far.
    package private(set) var bytes = head

    /// Begins a message.
    package init() {}

    private mutating func align(_ size: Int) {
        while (bytes.count - Self.head.count) % size != 0 { bytes.append(0) }
    }

    private mutating func put<Number: FixedWidthInteger>(_ number: Number) {
        align(MemoryLayout<Number>.size)
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Writes an octet.
    package mutating func octet(_ number: UInt8) { bytes.append(number) }
    /// Writes a whole number with a sign, in 32 bits.
    package mutating func int32(_ number: Int32) { put(number) }
    /// Writes a whole number without a sign, in 32 bits.
    package mutating func uint32(_ number: UInt32) { put(number) }
    /// Writes a number of single precision.
    package mutating func float(_ number: Float) { put(number.bitPattern) }
    /// Writes a number of double precision.
    package mutating func double(_ number: Double) { put(number.bitPattern) }

    /// Writes a text: its length with the zero at its end, its bytes, and the zero; a zero within it becomes a space.
    package mutating func string(_ text: String) {
        let utf8 = text.utf8
        uint32(UInt32(clamping: utf8.count + 1))
        for byte in utf8 { bytes.append(byte == 0 ? 0x20 : byte) }
        bytes.append(0)
    }

    /// Writes how many elements a sequence has, and then each.
    package mutating func sequence<Element>(_ elements: [Element], _ write: (inout CDRWriter, Element) -> Void) {
        uint32(UInt32(clamping: elements.count))
        for element in elements { write(&self, element) }
    }
}
