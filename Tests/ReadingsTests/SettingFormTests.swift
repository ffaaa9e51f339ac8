import Readings
import Testing

struct SettingFormTests {
    @Test(
        arguments: [
            ("robot1", true), ("/robot1", true), ("fleet/robot_1", true), ("/a/b/c", true), ("_a", true),
            ("a_b_c", true),
            ("", false), ("/", false), ("a/", false), ("//a", false), ("a//b", false), ("1robot", false),
            ("a/1b", false), ("a__b", false), ("robot-1", false), ("robot 1", false), ("rôle", false), ("~/a", false),
            ("a\n", false), ("a\"b", false), (String(repeating: "a", count: 100), true),
            (String(repeating: "a", count: 101), false),
        ])
    func `A ROS name is tokens of letters, digits and single underscores`(text: String, isAccepted: Bool) {
        #expect(SettingForm.rosName.accepts(text) == isAccepted)
    }

    @Test(
        arguments: [
            ("map", true), ("robot1/map", true), ("", false), ("/map", false), ("a b", false), ("kärte", false),
            (String(repeating: "m", count: 64), true), (String(repeating: "m", count: 65), false),
        ])
    func `A frame is visible, and no slash begins it`(text: String, isAccepted: Bool) {
        #expect(SettingForm.rosFrame.accepts(text) == isAccepted)
    }

    @Test(
        arguments: [
            ("lo", true), ("wlan0", true), ("enp3s0.10", true), ("br-1a2b", true), ("eth0:1", true), ("", false),
            ("a\"/><x", false), ("eth 0", false), ("sixteen-letters-", false), ("fifteen-letters", true),
        ])
    func `A network interface is a name that Linux gives, and nothing that means more elsewhere`(
        text: String, isAccepted: Bool
    ) {
        #expect(SettingForm.networkInterface.accepts(text) == isAccepted)
    }

    @Test func `A setting with a form refuses what has another, and says what it takes`() throws {
        let row = try #require(SettingsTable.row("ros2.namespace"))
        #expect(row.complaint(about: .text("robot1")) == nil)
        #expect(row.complaint(about: .absent) == nil)
        #expect(row.complaint(about: .text("1robot"))?.code == "outOfRange")
        #expect(row.complaint(about: .text("1robot"))?.allowed.contains("robot1") == true)
        #expect(row.complaint(about: .number(1))?.code == "wrongType")
    }
}
