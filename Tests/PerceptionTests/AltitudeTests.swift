import Foundation
import Perception
import Readings
import Testing

@Suite("Altitude")
struct AltitudeTests {
    @Test(
        "the standard atmosphere's own table is met within 0.2 %",
        arguments: [(898.75, 1000.0), (794.95, 2000), (701.08, 3000), (540.2, 5000), (1013.25, 0)])
    func standardTable(hectopascals: Double, metres: Double) {
        #expect(abs(Altitude.metres(hectopascals: hectopascals, above: 1013.25) - metres) <= metres * 0.002 + 1e-9)
    }

    @Test("the worked numbers hold")
    func worked() {
        #expect(abs(Altitude.metres(hectopascals: 1000, above: 1013.25) - 110.9) < 0.05)
        #expect(abs(Altitude.hectopascals(metres: 3, above: 1013.25) - 1012.890) < 0.001)
    }

    @Test("the formula agrees with the C library's power to a nanometre over the whole range")
    func power() {
        for step in 0...800 {
            let pressure = 300 + Double(step)
            for base in [300.0, 700, 1013.25, 1100] {
                let expected = 44330.77 * (1 - pow(pressure / base, 0.190263))
                #expect(abs(Altitude.metres(hectopascals: pressure, above: base) - expected) < 1e-9)
            }
        }
    }

    @Test("pressure to altitude and back is the same pressure", arguments: [-500.0, -2, 0, 0.001, 3, 70, 8000])
    func inverse(metres: Double) {
        let pressure = Altitude.hectopascals(metres: metres, above: 1005)
        #expect(abs(Altitude.metres(hectopascals: pressure, above: 1005) - metres) < 1e-8)
    }

    @Test(
        "plausible is 300 to 1100 hPa, both included",
        arguments: [
            (300.0, true), (1100, true), (299.999, false), (1100.001, false), (0, false), (-5, false),
            (Double.nan, false), (Double.infinity, false), (1013.25, true),
        ])
    func plausible(hectopascals: Double, expected: Bool) {
        #expect(Altitude.isPlausible(hectopascals: hectopascals) == expected)
    }
}
