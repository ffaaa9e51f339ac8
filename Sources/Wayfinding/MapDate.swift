/// Dates as maps write them: RFC 3339 with a zone.
public enum MapDate {
    /// Whole seconds since 1970-01-01T00:00:00Z (fractions cut), or nil where the text is no such date.
    ///
    /// A bare date is its start in UTC, where `allowsBareDate`. A leap second counts as the second after it.
    /// `2026-11-30T10:11:12+01:00` is 1796029872.
    public static func unixSeconds(_ text: String, allowsBareDate: Bool = false) -> Int64? {
        var scanner = Scanner(bytes: Array(text.utf8.prefix(128)))
        guard text.utf8.count <= 64, let days = scanner.days() else { return nil }
        if scanner.isAtEnd { return allowsBareDate ? days * 86_400 : nil }
        guard scanner.letter("T"), let time = scanner.time(), let zone = scanner.zone(), scanner.isAtEnd else {
            return nil
        }
        return days * 86_400 + time - zone
    }

    private struct Scanner {
        let bytes: [UInt8]
        var index = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        var isAtEnd: Bool { index == bytes.count }

        mutating func digits(_ count: Int, _ range: ClosedRange<Int64>) -> Int64? {
            guard index + count <= bytes.count else { return nil }
            var value: Int64 = 0
            for byte in bytes[index..<index + count] {
                guard (0x30...0x39).contains(byte) else { return nil }
                value = value * 10 + Int64(byte - 0x30)
            }
            index += count
            return range.contains(value) ? value : nil
        }

        mutating func byte(_ scalar: Unicode.Scalar) -> Bool {
            guard index < bytes.count, bytes[index] == UInt8(ascii: scalar) else { return false }
            index += 1
            return true
        }

        /// A capital letter, or the same one small.
        mutating func letter(_ scalar: Unicode.Scalar) -> Bool {
            guard index < bytes.count, bytes[index] & 0xDF == UInt8(ascii: scalar) else { return false }
            index += 1
            return true
        }

        /// Days since 1970-01-01 in the proleptic Gregorian calendar.
        mutating func days() -> Int64? {
            guard let year = digits(4, 0...9999), byte("-"), let month = digits(2, 1...12), byte("-"),
                let day = digits(2, 1...31)
            else { return nil }
            let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let lengths: [Int64] = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            guard day <= lengths[Int(month - 1)] else { return nil }
            let before = year - 1
            let leapDays = year == 0 ? -1 : before / 4 - before / 100 + before / 400
            return year * 365 + leapDays + lengths.prefix(Int(month - 1)).reduce(0, +) + day - 1 - 719_527
        }

        mutating func time() -> Int64? {
            guard let hour = digits(2, 0...23), byte(":"), let minute = digits(2, 0...59), byte(":"),
                let second = digits(2, 0...60)
            else { return nil }
            if byte(".") {
                let start = index
                while index < bytes.count, (0x30...0x39).contains(bytes[index]) { index += 1 }
                guard index > start else { return nil }
            }
            return hour * 3600 + minute * 60 + second
        }

        /// Seconds east of UTC.
        mutating func zone() -> Int64? {
            if letter("Z") { return 0 }
            let west = byte("-")
            guard west || byte("+"), let hour = digits(2, 0...23), byte(":"), let minute = digits(2, 0...59) else {
                return nil
            }
            return (hour * 3600 + minute * 60) * (west ? -1 : 1)
        }
    }
}
