import Perception
import Readings
import Testing

struct ProximityAlertTests {
    private func at(_ seconds: Double) -> Instant { Instant(seconds: seconds) }

    private func surface(_ metres: Double) -> DepthObservation { DepthObservation(reading: .surface(metres: metres)) }

    private func take(
        _ alert: inout ProximityAlert, _ metres: Double, _ seconds: Double, isBelieved: Bool = true
    ) -> ProximityAlert.Alert? {
        let decided = alert.take(surface(metres), isBelieved: isBelieved, at: at(seconds))
        if let decided { alert.said(decided) }
        return decided
    }

    @Test func `The first alert is urgent, and its repeats are gentle`() {
        var alert = ProximityAlert(settings: Settings())
        #expect(take(&alert, 0.8, 1)?.isGentle == false)
        #expect(take(&alert, 0.8, 4)?.isGentle == true)
    }

    @Test(arguments: [(0.55, false), (0.550001, true)])
    func `A repeat is urgent again once 0.25 m nearer than the last said`(metres: Double, isGentle: Bool) {
        var alert = ProximityAlert(settings: Settings())
        _ = take(&alert, 0.8, 1)
        #expect(take(&alert, metres, 4)?.isGentle == isGentle)
    }

    @Test func `Nearness is counted from the last alert said, not from the first`() {
        var alert = ProximityAlert(settings: Settings())
        _ = take(&alert, 1, 1)
        #expect(take(&alert, 0.8, 4)?.isGentle == true)
        #expect(take(&alert, 0.6, 7)?.isGentle == true)
        #expect(take(&alert, 0.35, 10)?.isGentle == false)
    }

    @Test func `A threshold of 0.3 m re-arms at exactly 0.55 m`() {
        var settings = Settings()
        _ = settings.set("depth.threshold", .number(0.3))
        var alert = ProximityAlert(settings: settings)
        #expect(take(&alert, 0.3, 1) != nil)
        #expect(take(&alert, 0.549999, 1.1) == nil)
        #expect(take(&alert, 0.3, 1.2) == nil)
        #expect(take(&alert, 0.55, 1.3) == nil)
        #expect(take(&alert, 0.3, 1.4)?.isGentle == false)
    }

    @Test func `A reading that is not believed neither alerts nor re-arms`() {
        var alert = ProximityAlert(settings: Settings())
        _ = take(&alert, 0.5, 1)
        #expect(take(&alert, 3, 1.1, isBelieved: false) == nil)
        #expect(take(&alert, 0.5, 1.2) == nil)
    }

    @Test func `A blocked view counts as an alert`() {
        var alert = ProximityAlert(settings: Settings())
        alert.countAlert(at: at(1))
        #expect(take(&alert, 0.5, 3.999999999) == nil)
        #expect(take(&alert, 0.5, 4) != nil)
    }

    @Test func `Asked again it goes by the last distance, if that is at most a second old`() {
        var alert = ProximityAlert(settings: Settings())
        #expect(alert.askAgain(at: at(0)) == nil)
        _ = take(&alert, 0.5, 1)
        #expect(alert.askAgain(at: at(2))?.metres == 0.5)
        #expect(alert.askAgain(at: at(2.000000001)) == nil)
        _ = take(&alert, 1.1, 3)
        #expect(alert.askAgain(at: at(3)) == nil, "what is beyond the threshold is no alert")
    }

    @Test func `A clear floor forgets the last distance`() {
        var alert = ProximityAlert(settings: Settings())
        _ = take(&alert, 0.5, 1)
        _ = alert.take(DepthObservation(reading: .clear), isBelieved: true, at: at(1.1))
        #expect(alert.current() == nil)
        #expect(alert.askAgain(at: at(1.2)) == nil)
    }

    @Test func `Changed settings leave what has been said alone`() {
        var alert = ProximityAlert(settings: Settings())
        _ = take(&alert, 0.8, 1)
        var settings = Settings()
        _ = settings.set("depth.threshold", .number(2))
        alert.apply(settings)
        #expect(take(&alert, 1.9, 2) == nil, "disarmed still")
        #expect(take(&alert, 1.9, 4) != nil)
    }
}
