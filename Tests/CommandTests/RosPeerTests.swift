import Evidence
import Foundation
import Testing

/// What a ROS 2 peer that shares no line with the service hears of it, and how it leads a person through a building.
@Suite(.serialized, .ownThreads, .enabled(if: RosPeer.isPossible, Comment(rawValue: RosPeer.absence)))
struct RosPeerTests {
    /// Frames that are 1.5 m in every place, and then without any sample; pressure of 1013.25 hPa.
    private static func layRecording(in folder: String) {
        var index = "t,file\n"
        for number in 0..<320 {
            // a millimetre more in every other sample, and not always in the same, or the camera would count as stuck
            let samples = (0..<(16 * 12)).flatMap { place -> [UInt8] in
                number < 200 ? [UInt8(0xDC + (number + place) % 2), 0x05] : [0, 0]
            }
            Files.write(samples, to: folder + "/\(number).z16")
            index += "\(Double(number) / 10),\(number).z16\n"
        }
        Files.write(index, to: folder + "/index.csv")
        let rows = (0..<800).map { "\(Double($0) / 25),1013.25" }
        Files.write("t,hPa\n" + rows.joined(separator: "\n") + "\n", to: folder + "/pressure.csv")
    }

    @Test func `The topics bear ROS's names, types and hashes, and the numbers are those of the recording`() throws {
        _ = try Files.withTemporaryFolder { folder in
            Self.layRecording(in: folder)
            let source = ["--from", ".", "--width", "16", "--height", "12"]
            let settings =
                "enabled: true, domain: 60, namespace: \"fleet/robot1\", depthFrame: \"eyes\", fieldOfView: 0.5"
            return try RosPeer.with(source, in: folder, ros2: settings) { service in
                let peer = try RosPeer(domain: 60, namespace: "fleet/robot1")
                #expect(peer.hears("nearest_surface") { $0["metres"] as? Double == 1.5 })
                #expect(peer.hears("nearest_surface") { $0["metres"] as? String == "nan" }, "lost sight is not told")
                #expect(peer.hears("pressure") { abs(($0["pascals"] as? Double ?? 0) - 101_325) < 0.001 })
                #expect(peer.hears("diagnostics") { $0["name"] as? String == "/fleet/robot1/companion: decision loop" })
                let range = try #require(peer.told("nearest_surface").first)
                #expect(range["frame"] as? String == "eyes")
                #expect(range["field"] as? Double == 0.5)
                #expect(range["radiation"] as? Int == 1)
                #expect(abs((range["maximum"] as? Double ?? 0) - 5) < 0.001)
                let age = (range["now"] as? Double ?? 0) - (range["stamp"] as? Double ?? 0)
                #expect(abs(age) < 20, "the stamp is not the wall clock's")
                try Self.checkTopics(peer)
            }
        }
    }

    private static func checkTopics(_ peer: RosPeer) throws {
        let expected = [
            ("publishes", "rt/fleet/robot1/nearest_surface", "sensor_msgs::msg::dds_::Range_", "RIHS01_b42b6256"),
            ("publishes", "rt/fleet/robot1/pressure", "sensor_msgs::msg::dds_::FluidPressure_", "RIHS01_22dfb2b1"),
            ("publishes", "rt/diagnostics", "diagnostic_msgs::msg::dds_::DiagnosticArray_", "RIHS01_5a8a36ef"),
            ("publishes", "rt/fleet/robot1/said", "std_msgs::msg::dds_::String_", "RIHS01_df668c74"),
            ("publishes", "rt/fleet/robot1/path", "nav_msgs::msg::dds_::Path_", "RIHS01_1957a5bb"),
            ("publishes", "rt/fleet/robot1/probe", "std_msgs::msg::dds_::String_", "RIHS01_df668c74"),
            (
                "subscribes", "rt/fleet/robot1/amcl_pose",
                "geometry_msgs::msg::dds_::PoseWithCovarianceStamped_", "RIHS01_26432f98"
            ),
            ("subscribes", "rt/fleet/robot1/odom", "nav_msgs::msg::dds_::Odometry_", "RIHS01_3cc97dc7"),
            ("subscribes", "rt/fleet/robot1/probe_answer", "std_msgs::msg::dds_::String_", "RIHS01_df668c74"),
        ]
        for (what, topic, type, hash) in expected {
            #expect(
                peer.hears(what) {
                    $0["topic"] as? String == topic && $0["type"] as? String == type
                        && ($0["userData"] as? String ?? "").hasPrefix("typehash=\(hash)")
                }, "\(topic)")
        }
        let isKept = { (topic: String) in
            peer.told("publishes").contains {
                $0["topic"] as? String == topic && ($0["durability"] as? String ?? "").contains("TransientLocal")
            }
        }
        #expect(isKept("rt/fleet/robot1/path"))
        #expect(!isKept("rt/fleet/robot1/nearest_surface"))
    }

    @Test func `A peer's poses lead a whole walk, from the first instruction to the arrival`() throws {
        let run = try RosPeer.with(domain: 61) { service in
            let peer = try RosPeer(domain: 61)
            try #require(try peer.meets(service))
            peer.does(["do": "walk", "x": 0, "y": 0, "toX": 0.4, "toY": 0, "speed": 0.2])
            #expect(peer.hears("walked") { _ in true })
            #expect(try service.call("go", "cafe").status == 0)
            #expect(peer.hears("path") { ($0["points"] as? [[Double]])?.last == [14, 5, 0] })
            for (x, y, toX, toY) in [(0.4, 0, 4, 0), (4, 0, 14, 0), (14, 0, 14, 5)]
                as [(Double, Double, Double, Double)]
            {
                peer.does(["do": "walk", "x": x, "y": y, "toX": toX, "toY": toY, "speed": 1.4])
            }
            #expect(RosPeer.says("\"kind\":\"arrived\"", service), "\(service.program.output)")
            #expect(peer.hears("said") { ($0["text"] as? String ?? "").contains("Café") })
            #expect(peer.hears("path") { ($0["points"] as? [[Double]])?.isEmpty == true })
            try Self.checkWords(peer, service)
            #expect((try RosPeer.status(service)["poses"] as? Int ?? 0) > 100)
        }
        let steps = run.outcome.lines.filter { $0.contains("\"type\":\"step\"") }
        #expect(steps.count == 3, "\(steps)")
        #expect(run.outcome.lines.contains { $0.contains("\"type\":\"ended\",\"why\":\"arrived\"") })
    }

    /// What the peer heard is what was handed to the voice, word for word and in order.
    private static func checkWords(_ peer: RosPeer, _ service: RunningService) throws {
        let said = service.program.output.split(separator: "\n").filter { $0.contains("\"type\":\"say\"") }
        let texts = try said.map { line in
            let members = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return members?["text"] as? String ?? ""
        }
        let heard = peer.told("said").compactMap { $0["text"] as? String }
        #expect(heard.count >= 4)
        #expect(texts.suffix(heard.count) == heard[...], "\(texts) and not \(heard)")
    }

    @Test func `Who comes late hears of the way, and of the question where the robot is`() throws {
        // Thirty seconds at rest, and then up one floor in ten seconds.
        let pressure = (0..<1200).map { step -> String in
            let seconds = Double(step) / 10
            let metres = min(max((seconds - 12) / 8, 0), 1) * 3.6
            return #"{"t":\#(seconds),"type":"pressure","hPa":\#(1013.25 - metres * 0.12)}"#
        }
        let log = [#"{"t":0,"type":"place","id":"ternwick-ground"}"#] + pressure
        let run = try RosPeer.with(domain: 62, log: log) { service in
            #expect(try service.call("go", "cafe", "--from", "foyer").status == 0)
            let isAsked = service.program.wait(limit: 60) { $0.output.contains("\"type\":\"probe\"") }
            try #require(isAsked, "\(service.program.output)")
            let peer = try RosPeer(domain: 62)
            #expect(peer.hears("path") { ($0["points"] as? [[Double]])?.count == 3 })
            #expect(peer.hears("probe") { ($0["text"] as? String ?? "").contains("ternwick-first") })
            let text = try #require(peer.told("probe").last?["text"] as? String)
            let asked = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
            let id = try #require(asked?["id"] as? Int)
            try #require(try peer.meets(service))
            peer.does(["do": "answer", "text": #"{"id":\#(id),"place":"cellar"}"#])
            peer.does(["do": "answer", "text": #"{"id":\#(id),"place":"ternwick-first"}"#])
            let arrives = service.program.wait(limit: 30) {
                $0.output.contains("\"type\":\"place\",\"id\":\"ternwick-first\"")
            }
            #expect(arrives, "\(service.program.output)")
            let ignored = try RosPeer.status(service)["ignored"] as? [String: Any]
            #expect(ignored?["notAsked"] as? Int == 1)
        }
        #expect(!run.outcome.errors.contains("cellar"))
    }
}
