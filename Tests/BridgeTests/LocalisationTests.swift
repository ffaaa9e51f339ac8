import Bridge
import Readings
import Testing

struct LocalisationTests {
    private static let tolerance = 1e-9

    private static func estimate(
        _ x: Double, _ y: Double, yaw: Double = 0, frame: String = "map", variance: Double = 0.01
    ) -> RosPoseEstimate {
        var covariance = [Double](repeating: 0, count: 36)
        (covariance[0], covariance[7]) = (variance, variance)
        return RosPoseEstimate(
            header: RosHeader(wallNanoseconds: 0, frame: frame), pose: RosPose(x: x, y: y, yaw: yaw),
            covariance: covariance)
    }

    private static func at(_ seconds: Double) -> Instant { Instant(seconds: seconds) }

    private static func pose(_ outcome: Localisation.Outcome) -> Pose? {
        if case .pose(let pose) = outcome { pose } else { nil }
    }

    private static func isNear(_ pose: Pose?, _ x: Double, _ y: Double, _ yaw: Double = 0) -> Bool {
        guard let pose else { return false }
        return abs(pose.x - x) < tolerance && abs(pose.y - y) < tolerance && abs(pose.yaw - yaw) < tolerance
    }

    private static func take(_ estimate: RosPoseEstimate, here: String? = "hall") -> Localisation.Outcome {
        var localisation = Localisation(.init())
        return localisation.take(estimate, here: here, at: at(1)) { $0 == "hall" || $0 == "attic" }
    }

    @Test(
        arguments: [
            ("map", "hall", .pose(Pose(place: "hall", x: 1, y: 2))),
            ("attic", "hall", .pose(Pose(place: "attic", x: 1, y: 2))),
            ("attic", nil, .pose(Pose(place: "attic", x: 1, y: 2))),
            ("map", nil, .ignored(.noPlace)),
            ("cellar", "hall", .ignored(.foreignFrame)),
            ("", "hall", .ignored(.foreignFrame)),
            ("/map", "hall", .ignored(.foreignFrame)),
        ] as [(String, String?, Localisation.Outcome)])
    func `The map's frame is the present place, a place's name is that place, any other is foreign`(
        frame: String, here: String?, outcome: Localisation.Outcome
    ) {
        #expect(Self.take(Self.estimate(1, 2, frame: frame), here: here) == outcome)
    }

    @Test(arguments: [(0.25, TrackingQuality.normal), (0.2501, .limited), (0, .normal), (100, .limited)])
    func `Tracking is limited above the limit of the variance, and not at it`(
        variance: Double, quality: TrackingQuality
    ) {
        #expect(Self.pose(Self.take(Self.estimate(0, 0, variance: variance)))?.tracking == quality)
    }

    @Test func `The variance that counts is that of the worst direction, wherever it points`() {
        var estimate = Self.estimate(0, 0, variance: 0.2)
        (estimate.covariance[1], estimate.covariance[6]) = (0.1, 0.1)  // 0.3 along the diagonal
        #expect(Self.pose(Self.take(estimate))?.tracking == .limited)
        (estimate.covariance[1], estimate.covariance[6]) = (0.04, 0.04)
        #expect(Self.pose(Self.take(estimate))?.tracking == .normal)
    }

    @Test func `A height of 0 without a variance is none, as localisers of the plane send it`() {
        var estimate = Self.estimate(0, 0)
        #expect(Self.pose(Self.take(estimate))?.z == nil)
        estimate.covariance[14] = 0.1
        #expect(Self.pose(Self.take(estimate))?.z == 0)
        estimate = Self.estimate(0, 0)
        estimate.pose.z = 3.5
        #expect(Self.pose(Self.take(estimate))?.z == 3.5)
    }

    private static func spoiled(_ spoil: (inout RosPoseEstimate) -> Void) -> RosPoseEstimate {
        var estimate = estimate(1, 2)
        spoil(&estimate)
        return estimate
    }

    private static let meaningless: [(RosPoseEstimate, Localisation.Reason)] = [
        (spoiled { $0.pose.x = .nan }, .badNumbers), (spoiled { $0.pose.y = .infinity }, .badNumbers),
        (spoiled { $0.pose.z = -.infinity }, .badNumbers), (spoiled { $0.pose.x = 10_000.1 }, .badNumbers),
        (spoiled { $0.pose.quaternion = (0, 0, 0, 0) }, .badTurn), (spoiled { $0.pose.quaternion.w = .nan }, .badTurn),
        (spoiled { $0.pose.quaternion = (0, 0, 2, 2) }, .badTurn),
        (spoiled { $0.covariance[0] = .nan }, .badCovariance),
        (spoiled { $0.covariance[35] = .infinity }, .badCovariance),
        (spoiled { $0.covariance[7] = -1 }, .badCovariance), (spoiled { $0.covariance = [] }, .badCovariance),
    ]

    @Test(arguments: meaningless)
    func `What no localiser can mean is ignored, with the reason`(
        estimate: RosPoseEstimate, reason: Localisation.Reason
    ) {
        #expect(Self.take(estimate) == .ignored(reason))
    }

    @Test func `A pose of exactly 10 km is taken`() {
        #expect(Self.pose(Self.take(Self.estimate(10_000, -10_000))) != nil)
    }

    @Test(arguments: [0.0, 0.5, -2.5, 3.1])
    func `The turn of a quaternion is its yaw`(yaw: Double) {
        #expect(Self.isNear(Self.pose(Self.take(Self.estimate(1, 2, yaw: yaw))), 1, 2, yaw))
    }

    // MARK: the odometry

    private static func odometry(
        _ localisation: inout Localisation, _ x: Double, _ y: Double, yaw: Double = 0, at seconds: Double,
        frame: String = "odom"
    ) -> Localisation.Outcome {
        localisation.takeOdometry(estimate(x, y, yaw: yaw, frame: frame), here: "hall", at: at(seconds)) {
            $0 == "hall"
        }
    }

    private static func localiser(
        _ localisation: inout Localisation, _ x: Double, _ y: Double, yaw: Double = 0, at seconds: Double,
        variance: Double = 0.01
    ) -> Localisation.Outcome {
        localisation.take(estimate(x, y, yaw: yaw, variance: variance), here: "hall", at: at(seconds)) { $0 == "hall" }
    }

    @Test func `The odometry alone tells nothing`() {
        var localisation = Localisation(.init())
        #expect(Self.odometry(&localisation, 1, 0, at: 1) == .ignored(.notLocalised))
    }

    @Test func `The odometry carries a pose on, turned as the localiser has it`() {
        var localisation = Localisation(.init())
        _ = Self.odometry(&localisation, 100, 50, at: 1)
        _ = Self.localiser(&localisation, 10, 5, yaw: .pi / 2, at: 1.1)
        // 1 m forward in the odometry is 1 m to +y in the map
        #expect(Self.isNear(Self.pose(Self.odometry(&localisation, 101, 50, at: 2)), 10, 6, .pi / 2))
        // and a turn to the left there is one here
        #expect(Self.isNear(Self.pose(Self.odometry(&localisation, 101, 50, yaw: 0.5, at: 2.1)), 10, 6, .pi / 2 + 0.5))
    }

    @Test func `A robot that stands is carried on for as long as it stands`() {
        var localisation = Localisation(.init())
        _ = Self.odometry(&localisation, 0, 0, at: 1)
        _ = Self.localiser(&localisation, 3, 4, at: 1)
        #expect(Self.isNear(Self.pose(Self.odometry(&localisation, 0, 0, at: 600)), 3, 4))
    }

    @Test func `After two metres without the localiser nothing is carried on, until it speaks again`() {
        var localisation = Localisation(.init())
        _ = Self.odometry(&localisation, 0, 0, at: 1)
        _ = Self.localiser(&localisation, 0, 0, at: 1)
        #expect(Self.pose(Self.odometry(&localisation, 1, 0, at: 2)) != nil)
        #expect(Self.pose(Self.odometry(&localisation, 2, 0, at: 3)) != nil)
        #expect(Self.odometry(&localisation, 2.01, 0, at: 4) == .ignored(.notLocalised))
        #expect(Self.odometry(&localisation, 2.01, 0, at: 5) == .ignored(.notLocalised))
        _ = Self.localiser(&localisation, 7, 0, at: 5.1)
        #expect(Self.isNear(Self.pose(Self.odometry(&localisation, 2.51, 0, at: 6)), 7.5, 0))
    }

    @Test func `Way back and forth is way`() {
        var localisation = Localisation(.init())
        _ = Self.odometry(&localisation, 0, 0, at: 1)
        _ = Self.localiser(&localisation, 0, 0, at: 1)
        for step in 1...4 {
            #expect(Self.pose(Self.odometry(&localisation, step % 2 == 0 ? 0 : 0.5, 0, at: 1 + Double(step))) != nil)
        }
        #expect(Self.odometry(&localisation, 0.5, 0, at: 6) == .ignored(.notLocalised))
    }

    @Test func `An odometry that starts anew far away carries nothing on`() {
        var localisation = Localisation(.init())
        _ = Self.odometry(&localisation, 50, 0, at: 1)
        _ = Self.localiser(&localisation, 3, 4, at: 1)
        #expect(Self.odometry(&localisation, 0, 0, at: 1.1) == .ignored(.notLocalised))
    }

    @Test(arguments: [(1.0, true), (1.001, false)])
    func `A pose is tied to an odometry of a second at the most`(age: Double, isTied: Bool) {
        var localisation = Localisation(.init())
        _ = Self.odometry(&localisation, 0, 0, at: 1)
        _ = Self.localiser(&localisation, 3, 4, at: 1 + age)
        #expect((Self.pose(Self.odometry(&localisation, 0.1, 0, at: 3.5)) != nil) == isTied)
    }

    @Test(arguments: [(1.0, true), (1.001, false)])
    func `A pose that came before any odometry is tied to the first one within a second`(age: Double, isTied: Bool) {
        var localisation = Localisation(.init())
        _ = Self.localiser(&localisation, 3, 4, at: 1)
        let pose = Self.pose(Self.odometry(&localisation, 70, 7, at: 1 + age))
        #expect((pose != nil) == isTied)
        if isTied { #expect(Self.isNear(pose, 3, 4)) }
    }

    @Test func `The way before a pose does not count, however long nothing was heard of it`() {
        var localisation = Localisation(.init())
        _ = Self.odometry(&localisation, 0, 0, at: 1)
        _ = Self.localiser(&localisation, 3, 4, at: 10)
        #expect(Self.isNear(Self.pose(Self.odometry(&localisation, 50, 0, at: 10.5)), 3, 4))
        #expect(Self.isNear(Self.pose(Self.odometry(&localisation, 51, 0, at: 11)), 4, 4))
    }

    @Test func `What is carried on is as sure as the localiser was`() {
        var localisation = Localisation(.init())
        _ = Self.odometry(&localisation, 0, 0, at: 1)
        _ = Self.localiser(&localisation, 3, 4, at: 1, variance: 4)
        #expect(Self.pose(Self.odometry(&localisation, 0.1, 0, at: 2))?.tracking == .limited)
    }

    @Test func `In another place nothing is carried on`() {
        var localisation = Localisation(.init())
        _ = Self.odometry(&localisation, 0, 0, at: 1)
        _ = Self.localiser(&localisation, 3, 4, at: 1)
        localisation.enterPlace()
        #expect(Self.odometry(&localisation, 0.1, 0, at: 1.2) == .ignored(.notLocalised))
    }

    @Test func `An odometry in the map's frame is a localiser itself`() {
        var localisation = Localisation(.init())
        #expect(Self.isNear(Self.pose(Self.odometry(&localisation, 8, 9, at: 1, frame: "map")), 8, 9))
        #expect(Self.odometry(&localisation, 8, 9, at: 1, frame: "elsewhere") == .ignored(.foreignFrame))
    }
}
