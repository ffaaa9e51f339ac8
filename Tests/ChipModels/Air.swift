import Foundation

/// The air around a modelled chip: what it would measure at a moment, in nanoseconds.
package final class Air {
    /// The pressure in pascals at a moment.
    package var pascals: (Int64) -> Double
    /// The temperature in °C.
    package var celsius: Double

    /// Still air.
    package init(pascals: Double = 100_000, celsius: Double = 21.5) {
        self.pascals = { _ in pascals }
        self.celsius = celsius
    }

    /// The standard atmosphere's pressure `metres` above the level where it is `base` pascals; 3 m above 101325 Pa are
    /// 101289 Pa.
    package static func pascals(metres: Double, above base: Double) -> Double {
        base * pow(1 - metres / 44330.77, 5.25588)
    }

    /// Lets the altitude above the level of `base` pascals follow a function of seconds.
    package func follow(base: Double = 100_000, metres: @escaping (Double) -> Double) {
        pascals = { Self.pascals(metres: metres(Double($0) / 1e9), above: base) }
    }
}

/// Small noise that is the same for the same number, from −1 to 1; real chips never give one value for long.
package func ripple(_ number: Int64) -> Double {
    var z = UInt64(bitPattern: number) &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((z ^ (z >> 31)) >> 11) / 4_503_599_627_370_496 - 1
}

/// The whole number at which a function comes nearest to a value; the function must rise or fall throughout.
package func inverse(_ value: Double, in range: ClosedRange<Int>, of function: (Int) -> Double) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    let rises = function(high) > function(low)
    while high - low > 1 {
        let middle = (low + high) / 2
        if (function(middle) < value) == rises { low = middle } else { high = middle }
    }
    return (function(low) - value).magnitude <= (function(high) - value).magnitude ? low : high
}
