extension SettingsTable {
    /// What ROS 2 is told and asked.
    static let ros2: [SettingRow] = [
        .init(
            "ros2.enabled", .switchOnOff, .boolean(false),
            "Whether readings, words and the way are published for ROS 2, and poses are taken from there."),
        .init(
            "ros2.domain", .whole(0...101), .number(0),
            "The domain, as ROS_DOMAIN_ID names it; 0 is the one that everybody uses."),
        .init(
            "ros2.interface", .form(.networkInterface), .text("lo"),
            "The network interface; lo keeps to this machine, and any other lets everybody who reaches it read and send poses."
        ),
        .init(
            "ros2.namespace", .form(.rosName), .absent,
            "What stands before the names of the topics, so that several robots can share a domain."),
        .init(
            "ros2.distribution", .choice(["humble", "iron", "jazzy", "kilted", "lyrical", "rolling"]), .text("jazzy"),
            "The distribution that the messages are meant for; for humble a Range has no variance."),
        .init(
            "ros2.poseTopic", .form(.rosName), .text("amcl_pose"),
            "The topic of the localiser's PoseWithCovarianceStamped, relative to the namespace unless it begins with a slash."
        ),
        .init("ros2.odometryTopic", .form(.rosName), .text("odom"), "The topic of the Odometry, likewise."),
        .init(
            "ros2.covarianceLimit", .number(0.0001...100), .number(0.25), unit: "m²",
            "The variance of the position, in its worst direction, above which tracking counts as limited."),
        .init(
            "ros2.mapFrame", .form(.rosFrame), .text("map"),
            "The frame whose poses are of the place that the robot is in; a frame named as a place is of that place."),
        .init(
            "ros2.odometryFrame", .form(.rosFrame), .text("odom"),
            "The frame of the odometry, which carries the pose on between two of the localiser's."),
        .init(
            "ros2.depthFrame", .form(.rosFrame), .text("camera_link"), "The frame that the nearest surface is told in."),
        .init(
            "ros2.pressureFrame", .form(.rosFrame), .text("base_link"), "The frame that the pressure is told in."),
        .init(
            "ros2.radiation", .choice(["infrared", "ultrasound"]), .text("infrared"),
            "The kind of sensor that the nearest surface is told as."),
        .init(
            "ros2.fieldOfView", .number(0.01...3.14), .number(0.9), unit: "rad",
            "The width of the region of interest as an angle: about half of what a wide depth camera sees."),
    ]
}
