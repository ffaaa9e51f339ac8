import Pairing
import Readings
import Testing

/// What is announced under which name, and when it is tried again.
struct AnnouncementPlanTests {
    private static let robot = Announcement(
        name: "Companion", texts: ["v=1", "i=0011223344556677"], mayBeRenamed: true)
    private static let find = Announcement(name: "0123456789abcdef", texts: ["v=1"], mayBeRenamed: false)

    @Test func `nothing is announced before the daemon can be used, and everything when it can`() {
        var plan = AnnouncementPlan()
        #expect(plan.want([Self.robot, Self.find], port: 7).isEmpty)
        #expect(
            plan.becomes(usable: true) == [
                .publish(slot: 0, name: "Companion", texts: Self.robot.texts, port: 7),
                .publish(slot: 1, name: "0123456789abcdef", texts: ["v=1"], port: 7),
            ])
        #expect(plan.becomes(usable: false).isEmpty)
        #expect(plan.becomes(usable: true).count == 2)
    }

    @Test func `only what changes is withdrawn and announced`() {
        var plan = AnnouncementPlan()
        _ = plan.becomes(usable: true)
        _ = plan.want([Self.find], port: 7)
        #expect(plan.want([Self.find], port: 7).isEmpty)
        let next = Announcement(name: "fedcba9876543210", texts: ["v=1"], mayBeRenamed: false)
        #expect(
            plan.want([next], port: 7) == [
                .withdraw(slot: 0), .publish(slot: 0, name: "fedcba9876543210", texts: ["v=1"], port: 7),
            ])
        #expect(plan.want([next], port: 8).count == 2)
        #expect(plan.want([], port: 8) == [.withdraw(slot: 0)])
    }

    @Test func `a name that is taken gets a number, and is only shown once it stands`() {
        var plan = AnnouncementPlan()
        _ = plan.becomes(usable: true)
        _ = plan.want([Self.robot], port: 7)
        #expect(plan.establishedName == nil)
        #expect(
            plan.taken(0, at: .start) == [.publish(slot: 0, name: "Companion 2", texts: Self.robot.texts, port: 7)])
        #expect(
            plan.taken(0, at: .start) == [.publish(slot: 0, name: "Companion 3", texts: Self.robot.texts, port: 7)])
        plan.established(0)
        #expect(plan.establishedName == "Companion 3")
    }

    @Test func `a find name that is taken is tried again after a minute, under the same name`() {
        var plan = AnnouncementPlan()
        _ = plan.becomes(usable: true)
        _ = plan.want([Self.find], port: 7)
        #expect(plan.taken(0, at: .start).isEmpty)
        #expect(plan.advance(to: Instant(seconds: 59.999)).isEmpty)
        #expect(
            plan.advance(to: Instant(seconds: 60)) == [.publish(slot: 0, name: Self.find.name, texts: ["v=1"], port: 7)]
        )
        #expect(plan.advance(to: Instant(seconds: 61)).isEmpty)
        plan.failed(0, at: Instant(seconds: 61))
        #expect(plan.advance(to: Instant(seconds: 121)).count == 1)
    }

    @Test func `more announcements than slots leave the last ones out`() {
        var plan = AnnouncementPlan()
        _ = plan.becomes(usable: true)
        let many = (0..<70).map { Announcement(name: "\($0)", texts: [], mayBeRenamed: false) }
        #expect(plan.want(many, port: 7).count == 64)
    }

    @Test func `a name is cut at 63 bytes between characters, its number included`() {
        let long = String(repeating: "ü", count: 40)
        #expect(AnnouncementPlan.name(long, attempt: 1) == String(repeating: "ü", count: 31))
        #expect(AnnouncementPlan.name(long, attempt: 12) == String(repeating: "ü", count: 30) + " 12")
    }
}
