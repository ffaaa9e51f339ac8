import Evidence
import Foundation
import Testing

/// What happened to others with their cameras, played as scenarios through the whole program.
@Suite(.enabled(if: Companion.isPresent, "\(Companion.absence)")) struct SensorFaultTests {
    private struct Said: Decodable {
        var t: Double
        var text: String
    }

    /// What is said where someone stands before a wall and the camera has a fault from 5 s on.
    private func said(_ fault: String, wall: Double = 3, duration: Int = 14) throws -> [Said] {
        try Files.withTemporaryFolder { folder in
            Files.write(
                """
                {
                    walk: [{ at: [0, 0], heading: 0, pause: \(duration) }],
                    walls: [{ start: [\(wall), -6], end: [\(wall), 6] }],
                    camera: { width: 80, height: 60, disparityNoise: 0.01 }, barometer: false,
                    faults: [\(fault)],
                }
                """, to: folder + "/s.json5")
            let run = try Companion.run(["simulate", "s.json5", "--json", "--effects", "say"], in: folder)
            try #require(run.status == 0, "\(run.errors)")
            #expect(!run.output.contains("nan") && !run.output.contains("inf,"))
            return try run.lines.map { try JSONDecoder().decode(Said.self, from: Data($0.utf8)) }
        }
    }

    @Test(arguments: [
        "{ camera: 'stopped', from: 5, until: 9 }", "{ camera: 'frozen', from: 5, until: 9 }",
        "{ camera: 'frozen', from: 5, until: 9, advances: true }",
    ])
    func `rai-opensource/spot_ros2#605: a camera that no longer sees is told within 1.5 s, once, and so is its return`(
        fault: String
    ) throws {
        let said = try said(fault)
        let losses = said.filter { $0.text.hasPrefix("Depth readings are unavailable.") }
        let returns = said.filter { $0.text == "Depth readings are back." }
        try #require(losses.count == 1 && returns.count == 1, "\(said)")
        #expect((5.9...6.5).contains(losses[0].t), "\(losses[0].t)")
        #expect(losses[0].text == "Depth readings are unavailable. The camera has stopped.")
        #expect((9.9...10.3).contains(returns[0].t), "\(returns[0].t)")
    }

    @Test func `realsenseai/librealsense#10543: a camera that is unplugged is told at once`() throws {
        let said = try said("{ camera: 'disconnected', from: 5, until: 7 }")
        let losses = said.filter { $0.text.hasPrefix("Depth readings are unavailable.") }
        #expect(losses.count == 1 && (5...5.3).contains(losses[0].t), "\(said)")
        #expect(said.filter { $0.text == "Depth readings are back." }.count == 1)
    }

    @Test func `analogdevicesinc/ToF#136: zeros after something near are blocked, zeros in the open are not`() throws {
        let near = try said("{ camera: 'zeros', from: 5, until: 20 }", wall: 0.5, duration: 18)
        let blocked = near.filter { $0.text == "Something is very close." }
        #expect(blocked.count == 3 && (5...5.3).contains(blocked[0].t), "\(near)")
        #expect(
            near.contains { $0.text == "Depth readings are unavailable. Something may still be very close." }, "\(near)"
        )
        let open = try said("{ camera: 'zeros', from: 5, until: 20 }", wall: 4)
        #expect(!open.contains { $0.text == "Something is very close." })
        #expect(open.contains { $0.text == "Depth readings are unavailable. I cannot measure ahead." }, "\(open)")
    }

    @Test func `PX4/PX4-Autopilot#13502: while nothing is read the last distance is not said`() throws {
        let said = try said("{ camera: 'stopped', from: 5, until: 13 }", wall: 0.8)
        #expect(!said.contains { $0.text.contains("metres") && (6.1..<13).contains($0.t) }, "\(said)")
    }

    @Test func `A camera that flickers says one thing once`() throws {
        let faults = (0..<16).map {
            "{ camera: 'stopped', from: \(5 + Double($0) * 0.5), until: \(5.4 + Double($0) * 0.5) }"
        }
        let said = try said(faults.joined(separator: ", "), duration: 16)
        #expect(said.filter { $0.text.hasPrefix("Depth readings are unavailable.") }.count <= 1, "\(said)")
    }
}
