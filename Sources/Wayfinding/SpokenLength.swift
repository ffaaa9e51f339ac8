import Readings

/// The unit in which lengths are spoken.
public enum SpokenUnits: String, CaseIterable, Sendable {
    /// Metres.
    case metres
    /// Feet.
    case feet
}

/// A recorded length as it is spoken on the way: rounded down, so that nobody walks too far.
public struct SpokenLength: Equatable, Sendable {
    /// The number, as it is said: "7", "2.5".
    public let number: String
    /// The number with its unit.
    public let text: String
    /// The number as it is said and, in metres, as it was recorded, in millionths.
    private let millionths: [Int64]

    /// Rounds a length: metres to whole ones from 3 up and to halves below, feet to whole ones; nil where that is 0.
    ///
    /// 7.9 m is "7 metres", 2.9 m "2.5 metres", 1.2 m "1 metre", 0.4 m nothing; 2 m is "6 feet".
    public init?(metres: Double, units: SpokenUnits, phrases: RoutePhrases = .english) {
        guard metres.isFinite, metres > 0 else { return nil }
        let micrometres = Micrometres(metres: metres).count
        let halves: Int64
        switch units {
        case .metres: halves = micrometres >= 3_000_000 ? micrometres / 1_000_000 * 2 : micrometres / 500_000
        case .feet: halves = micrometres / 304_800 * 2
        }
        if halves == 0 { return nil }
        number = halves % 2 == 0 ? "\(halves / 2)" : "\(halves / 2).5"
        millionths = [halves * 500_000] + (units == .metres ? [micrometres] : [])
        let isOne = halves == 2
        let key: RoutePhrases.Key = units == .metres ? (isOne ? .metre : .metres) : (isOne ? .foot : .feet)
        text = phrases(key, ["number": number])
    }

    /// Whether a text already has this number: as digits of their own, not as a part of others ("Room A7", "17").
    func isIn(_ text: String) -> Bool { Self.numbers(in: text).contains(where: millionths.contains) }

    /// The numbers that stand in a text, in millionths; a comma or point between digits is a decimal point.
    private static func numbers(in text: String) -> [Int64] {
        let signs = Array(text)
        var found: [Int64] = []
        var index = 0
        while index < signs.count {
            guard isDigit(signs[index]) else {
                index += 1
                continue
            }
            let start = index
            var digits = ""
            while index < signs.count {
                if isDigit(signs[index]) {
                    digits.append(signs[index])
                } else if signs[index] == "." || signs[index] == ",", index + 1 < signs.count, isDigit(signs[index + 1])
                {
                    digits.append(".")
                } else {
                    break
                }
                index += 1
            }
            let isPartOfWord = start > 0 && signs[start - 1].isLetter
            if !isPartOfWord, let number = Double(digits), number < 1e9 {
                found.append(Int64((number * 1e6).rounded()))
            }
        }
        return found
    }

    private static func isDigit(_ sign: Character) -> Bool { sign.isASCII && sign.isNumber }
}
