import Bridge
import Documents
import Readings
import Testing

struct BridgeSettingsTests {
    private static func settings(_ values: [(String, SettingValue)]) throws -> Settings {
        var settings = Settings()
        for (key, value) in values { try settings.set(key, value).get() }
        return settings
    }

    @Test func `It is off, and keeps to this machine, unless it is told otherwise`() {
        #expect(!Settings().isOn("ros2.enabled"))
        #expect(BridgeSettings(Settings()).isLoopback)
        #expect(BridgeSettings(Settings()) == BridgeSettings())
    }

    @Test func `Every setting reaches the bridge`() throws {
        let settings = BridgeSettings(
            try Self.settings([
                ("ros2.domain", .number(42)), ("ros2.interface", .text("wlan0")), ("ros2.namespace", .text("robot1")),
                ("ros2.distribution", .text("humble")), ("ros2.poseTopic", .text("/pose")),
                ("ros2.odometryTopic", .text("wheels/odom")), ("ros2.covarianceLimit", .number(0.5)),
                ("ros2.mapFrame", .text("world")), ("ros2.odometryFrame", .text("o")), ("ros2.depthFrame", .text("d")),
                ("ros2.pressureFrame", .text("p")), ("ros2.radiation", .text("ultrasound")),
                ("ros2.fieldOfView", .number(1.5)), ("depth.minimum", .number(0.3)), ("depth.maximum", .number(4)),
            ]))
        #expect(settings.domain == 42)
        #expect(settings.interface == "wlan0")
        #expect(!settings.hasVariance)
        #expect(BridgeTopic.pose.name(settings) == "/pose")
        #expect(settings.names.onWire(BridgeTopic.odometry.name(settings)) == "rt/robot1/wheels/odom")
        #expect(settings.rules.covarianceLimit == 0.5)
        #expect((settings.rules.mapFrame, settings.rules.odometryFrame) == ("world", "o"))
        #expect((settings.depthFrame, settings.pressureFrame) == ("d", "p"))
        #expect((settings.radiation, settings.fieldOfViewRadians) == (.ultrasound, 1.5))
        #expect(settings.rangeMetres == 0.3...4)
    }

    @Test(
        arguments: [
            (nil, "odom", "rt/odom"), ("robot1", "odom", "rt/robot1/odom"), ("/a/b", "odom", "rt/a/b/odom"),
            ("robot1", "/diagnostics", "rt/diagnostics"),
        ] as [(String?, String, String)])
    func `A name goes over the wire under its namespace, unless it is whole`(space: String?, name: String, wire: String)
    {
        #expect(RosNames(namespace: space).onWire(name) == wire)
    }

    @Test func `The loopback interface is told to carry multicast and to try the address; another one is not`() {
        var settings = BridgeSettings()
        #expect(settings.domainConfiguration.contains(#"<NetworkInterface name="lo" multicast="true"/>"#))
        #expect(settings.domainConfiguration.contains(#"<Peer address="127.0.0.1"/>"#))
        settings.interface = "wlan0"
        #expect(settings.domainConfiguration.contains(#"<NetworkInterface name="wlan0"/>"#))
        #expect(!settings.domainConfiguration.contains("Peer"))
    }
}
