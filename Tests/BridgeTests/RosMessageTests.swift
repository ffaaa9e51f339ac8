import Bridge
import Evidence
import Foundation
import Testing

/// The messages against rosbags, which reads and writes them by ROS's own definitions.
struct RosMessageTests {
    static let absence = "PyPI's rosbags is absent: messages were not compared with another reader's"
    static let isPossible = TestPython.has("rosbags.typesys", "numpy")
    private static let head = RosHeader(wallNanoseconds: 1_796_040_096_692_276_700, frame: "camera_link")

    private static func range(_ metres: Float) -> RosRange {
        RosRange(
            header: head, radiation: .infrared, fieldOfViewRadians: 0.875, minimumMetres: 0.125, maximumMetres: 5,
            metres: metres)
    }

    /// What rosbags makes of questions, an answer each.
    private static func ask(_ questions: [[String: Any]]) throws -> [[String: Any]] {
        let lines = try questions.map {
            String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self)
        }
        let run = try Companion.run(
            program: TestPython.path, [TestPython.script("RosPeer/check_messages.py")],
            input: lines.joined(separator: "\n") + "\n", in: nil, environment: [:], limit: 60)
        try #require(run.status == 0, "\(run.errors)")
        return try run.lines.map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    /// A message of ours, as rosbags reads it; it must write the very same bytes.
    private static func read(_ bytes: [UInt8], _ type: String, store: String = "jazzy") throws -> [String: Any] {
        let hex = bytes.map { String(format: "%02x", $0) }.joined()
        let answer = try #require(try ask([["type": type, "store": store, "bytes": hex]]).first)
        #expect(answer["same"] as? Bool == true, "rosbags writes \(type) differently")
        return try #require(answer["message"] as? [String: Any])
    }

    @Test(.enabled(if: isPossible, Comment(rawValue: absence)))
    func `A Range is read with its variance, and of the form before Iron without`() throws {
        for (store, withVariance) in [("jazzy", true), ("humble", false)] {
            let read = try Self.read(
                Self.range(1.5).bytes(withVariance: withVariance), "sensor_msgs/msg/Range", store: store)
            #expect(read["range"] as? Double == 1.5)
            #expect(read["field_of_view"] as? Double == 0.875)
            #expect(read["min_range"] as? Double == 0.125)
            #expect(read["max_range"] as? Double == 5)
            #expect(read["radiation_type"] as? Int == 1)
            #expect((read["variance"] != nil) == withVariance)
            let header = try #require(read["header"] as? [String: Any])
            #expect(header["frame_id"] as? String == "camera_link")
            let stamp = try #require(header["stamp"] as? [String: Int])
            #expect(stamp == ["sec": 1_796_040_096, "nanosec": 692_276_700])
        }
    }

    @Test(.enabled(if: isPossible, Comment(rawValue: absence)), arguments: [(Float.infinity, "inf"), (.nan, "nan")])
    func `Open space is infinite and no reading is not a number`(metres: Float, word: String) throws {
        let read = try Self.read(Self.range(metres).bytes(withVariance: true), "sensor_msgs/msg/Range")
        #expect(read["range"] as? String == word)
    }

    @Test(.enabled(if: isPossible, Comment(rawValue: absence)))
    func `Pressure, texts, paths and diagnostics are read with every field`() throws {
        let pressure = RosPressure(header: Self.head, pascals: 101_325.125)
        #expect(
            try Self.read(pressure.bytes, "sensor_msgs/msg/FluidPressure")["fluid_pressure"] as? Double == 101_325.125)
        #expect(try Self.read(RosText("Grüße.").bytes, "std_msgs/msg/String")["data"] as? String == "Grüße.")
        let path = RosPath(header: Self.head, poses: [RosPose(x: 1, y: 2), RosPose(x: 3, y: 4, z: 5)])
        let poses = try #require(try Self.read(path.bytes, "nav_msgs/msg/Path")["poses"] as? [[String: Any]])
        let last = try #require((poses.last?["pose"] as? [String: Any])?["position"] as? [String: Double])
        #expect(last == ["x": 3, "y": 4, "z": 5])
        let status = RosDiagnostics.Status(
            level: .stale, name: "n", message: "m", hardware: "h", values: [.init("k", "v"), .init("", "")])
        let array = RosDiagnostics(header: Self.head, statuses: [status, status])
        let read = try #require(
            try Self.read(array.bytes, "diagnostic_msgs/msg/DiagnosticArray")["status"] as? [[String: Any]])
        #expect(read.count == 2)
        #expect(read[1]["level"] as? Int == 3)
        #expect((read[1]["values"] as? [[String: String]])?.first == ["key": "k", "value": "v"])
    }

    @Test(.enabled(if: isPossible, Comment(rawValue: absence)))
    func `An empty path is a message too`() throws {
        let read = try Self.read(RosPath(header: Self.head, poses: []).bytes, "nav_msgs/msg/Path")
        #expect((read["poses"] as? [Any])?.isEmpty == true)
    }

    @Test(.enabled(if: isPossible, Comment(rawValue: absence)))
    func `Poses and odometry that rosbags writes are read`() throws {
        let estimate: [String: Any] = [
            "pose": ["position": ["x": 1.5, "y": -2.25, "z": 0.5], "orientation": ["z": 0.6, "w": 0.8]],
            "covariance": (0..<36).map(Double.init),
        ]
        let head: [String: Any] = ["frame_id": "map", "stamp": ["sec": 12, "nanosec": 34]]
        let answers = try Self.ask([
            [
                "type": "geometry_msgs/msg/PoseWithCovarianceStamped", "make": ["header": head, "pose": estimate],
            ],
            [
                "type": "nav_msgs/msg/Odometry",
                "make": ["header": head, "child_frame_id": "base_link", "pose": estimate],
            ],
        ])
        let bytes = try answers.map { Self.bytes(try #require($0["bytes"] as? String)) }
        let read = [try RosPoseEstimate(poseBytes: bytes[0]), try RosPoseEstimate(odometryBytes: bytes[1])]
        for estimate in read {
            #expect(estimate.header == RosHeader(wallNanoseconds: 12_000_000_034, frame: "map"))
            #expect((estimate.pose.x, estimate.pose.y, estimate.pose.z) == (1.5, -2.25, 0.5))
            #expect(estimate.pose.quaternion == (0, 0, 0.6, 0.8))
            #expect(estimate.covariance == (0..<36).map(Double.init))
        }
    }

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.utf8.map { UInt8(String(UnicodeScalar($0)), radix: 16) ?? 0 }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    @Test func `A moment before 1970 or after 2038 is held to what the message can carry`() throws {
        for (given, read) in [(Int64(-5), Int64(0)), (4_000_000_000_000_000_000, 2_147_483_647_000_000_000)] {
            let path = RosPath(header: RosHeader(wallNanoseconds: given, frame: "map"), poses: [])
            var reader = try CDRReader(path.bytes)
            #expect(Int64(try reader.int32()) * 1_000_000_000 == read)
        }
    }
}
