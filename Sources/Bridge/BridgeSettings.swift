import Readings

/// What the settings say of the bridge.
package struct BridgeSettings: Equatable, Sendable {
    /// The number of the domain.
    package var domain: UInt32 = 0
    /// The network interface.
    package var interface = "lo"
    /// The names of the topics.
    package var names = RosNames(namespace: nil)
    /// Whether a Range has a variance.
    package var hasVariance = true
    /// The localiser's topic, as it is set.
    package var poseTopic = "amcl_pose"
    /// The odometry's topic, as it is set.
    package var odometryTopic = "odom"
    /// What is made of poses.
    package var rules = Localisation.Rules()
    /// The frame of the nearest surface.
    package var depthFrame = "camera_link"
    /// The frame of the pressure.
    package var pressureFrame = "base_link"
    /// The kind of sensor that the nearest surface is told as.
    package var radiation = RosRange.Radiation.infrared
    /// The width of the region of interest, in radians.
    package var fieldOfViewRadians = 0.9
    /// The range of the depth camera, in metres.
    package var rangeMetres = 0.1...5.0

    /// The standard ones.
    package init() {}

    /// Those of the configuration.
    package init(_ settings: Settings) {
        domain = UInt32(settings.number("ros2.domain"))
        interface = settings.text("ros2.interface") ?? interface
        names = RosNames(namespace: settings.text("ros2.namespace"))
        hasVariance = settings.text("ros2.distribution") != "humble"
        poseTopic = settings.text("ros2.poseTopic") ?? poseTopic
        odometryTopic = settings.text("ros2.odometryTopic") ?? odometryTopic
        rules.mapFrame = settings.text("ros2.mapFrame") ?? rules.mapFrame
        rules.odometryFrame = settings.text("ros2.odometryFrame") ?? rules.odometryFrame
        rules.covarianceLimit = settings.number("ros2.covarianceLimit")
        depthFrame = settings.text("ros2.depthFrame") ?? depthFrame
        pressureFrame = settings.text("ros2.pressureFrame") ?? pressureFrame
        radiation = settings.text("ros2.radiation") == "ultrasound" ? .ultrasound : .infrared
        fieldOfViewRadians = settings.number("ros2.fieldOfView")
        rangeMetres = settings.depthMinimumMetres...max(settings.depthMinimumMetres, settings.depthMaximumMetres)
    }

    /// Whether nothing but this machine is reached.
    package var isLoopback: Bool { interface == "lo" }

    /// The configuration of the library, whole, so that no variable of the environment can change it.
    ///
    /// The loopback interface has no multicast by its own word, though it carries it; peers that use none are met by the
    /// address. What is longer than a megabyte is not even put together.
    package var domainConfiguration: String {
        let multicast = isLoopback ? " multicast=\"true\"" : ""
        let peers = isLoopback ? "<Peers><Peer address=\"127.0.0.1\"/></Peers>" : ""
        return "<CycloneDDS><Domain id=\"any\">"
            + "<General><Interfaces><NetworkInterface name=\"\(interface)\"\(multicast)/></Interfaces></General>"
            + "<Discovery><ParticipantIndex>auto</ParticipantIndex>"
            + "<MaxAutoParticipantIndex>32</MaxAutoParticipantIndex>\(peers)</Discovery>"
            + "<Internal><MaxSampleSize>1 MiB</MaxSampleSize></Internal>"
            + "</Domain></CycloneDDS>"
    }
}
