/// Finds where bytes stop being UTF-8.
public enum UTF8Check {
    /// The offset, from 0, of the first byte that does not belong to well-formed UTF-8 (RFC 3629), or nil.
    ///
    /// Overlong forms, encoded surrogates and code points above U+10FFFF are not well formed.
    public static func firstInvalid(in bytes: [UInt8]) -> Int? {
        bytes.withUnsafeBufferPointer { buffer in
            var index = 0
            let count = buffer.count
            while index < count {
                let lead = buffer[index]
                if lead < 0x80 {
                    index += 1
                    continue
                }
                guard let length = sequenceLength(buffer, at: index) else { return index }
                index += length
            }
            return nil
        }
    }

    /// The length of the well-formed sequence of several bytes at `index`, or nil.
    private static func sequenceLength(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int? {
        let lead = bytes[index]
        func follows(_ offset: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
            index + offset < bytes.count && range.contains(bytes[index + offset])
        }
        switch lead {
        case 0xC2...0xDF: return follows(1) ? 2 : nil
        case 0xE0: return follows(1, 0xA0...0xBF) && follows(2) ? 3 : nil
        case 0xED: return follows(1, 0x80...0x9F) && follows(2) ? 3 : nil
        case 0xE1...0xEF: return follows(1) && follows(2) ? 3 : nil
        case 0xF0: return follows(1, 0x90...0xBF) && follows(2) && follows(3) ? 4 : nil
        case 0xF1...0xF3: return follows(1) && follows(2) && follows(3) ? 4 : nil
        case 0xF4: return follows(1, 0x80...0x8F) && follows(2) && follows(3) ? 4 : nil
        default: return nil
        }
    }
}
