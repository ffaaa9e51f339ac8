import Deciding
import Perception
import Service
import Testing

/// How floor and glass are told in `status`, in the doctor, in the journal and to the person.
struct GroundStatusTests {
    private static let mismatch = GroundMismatch(degrees: 7.2, metres: 0.04)
    private let known = GroundStatus(path: "m.json5", isUsed: true, isRefused: false)

    @Test func `without a mounting the floor is off, which is no problem but is said`() {
        let off = GroundStatus(path: "m.json5", isUsed: false, isRefused: false).condition(nil)
        #expect(off.state == "off" && off.problem == nil && off.words.contains("not calibrated"))
    }

    @Test func `a mounting that is used is waiting until a frame comes, then on`() {
        #expect(known.condition(nil).state == "waiting" && known.condition(nil).problem == nil)
        #expect(known.condition(.on).state == "on" && known.condition(.on).problem == nil)
    }

    @Test func `what no frame shows now is not called good: neither the floor nor the glass`() {
        #expect(known.condition(.on, isSeen: false).state == "waiting")
        let glass = StatusPart.lens(SensorView()).condition(.start)
        #expect(glass.state == "waiting" && glass.words.contains("not known") && glass.problem == nil)
    }

    @Test(arguments: [
        (GroundState.rejected(mismatch), "calibrationRejected", "7.2 degrees"),
        (.unfit(width: 480, height: 270), "calibrationUnfit", "480×270"),
    ])
    func `one that does not fit is a problem with what to do`(state: GroundState, code: String, words: String) throws {
        let problem = try #require(known.condition(state).problem)
        #expect(problem.code == code && problem.message.contains(words) && problem.message.contains("steps"))
        #expect(problem.remedy.contains("companion calibrate camera"))
    }

    @Test func `a refused file is a problem, whatever frames say`() throws {
        let refused = GroundStatus(path: "m.json5", isUsed: false, isRefused: true)
        #expect(refused.condition(.off).problem?.code == "calibrationRefused")
    }

    @Test func `the doctor says how the floor is known`() {
        var facts = MachineFacts()
        facts.mounting = .refused(["m.json5:3: pitchDegres"])
        #expect(Doctor.findings(facts).contains { $0.code == "calibrationRefused" && $0.severity == .error })
        facts.mounting = .absent(path: "m.json5")
        #expect(Doctor.findings(facts).contains { $0.code == "cameraNotCalibrated" && $0.severity == .note })
    }

    @Test func `dirt on the glass is told once, with the part that a mounting would mask, and its end takes it back`() {
        var report = LensReport()
        let patch = LensPatch(left: 0.25, top: 0.5, right: 0.5, bottom: 0.75, metres: 0.31)
        #expect(report.take(.clear) == nil)
        let told = report.take(.patch(patch))
        #expect(told?.notice?.text == "Check the camera. Something may be on its glass.")
        #expect(told?.notice?.priority == .trust && told?.line.contains("31 cm") == true)
        #expect(
            told?.line.contains("{ left: 0.25, top: 0.5, right: 0.5, bottom: 0.75 }") == true, "\(told?.line ?? "")")
        #expect(report.take(.patch(LensPatch(left: 0, top: 0, right: 1, bottom: 1, metres: 0.3))) == nil)
        let over = report.take(.clear)
        #expect(over?.notice?.isOn == false && over?.notice?.key == LensReport.key)
        #expect(report.take(.clear) == nil)
    }

    @Test func `a part that measures nothing is for the operator alone`() {
        var report = LensReport()
        let told = report.take(.blind(share: 0.4))
        #expect(told?.notice == nil && told?.line.contains("40 of 100") == true)
        #expect(report.take(.clear)?.notice == nil)
    }

    @Test func `a sketch shows the floor on its line after, and not before`() throws {
        let frame = FloorFrame.make(pitch: 30, height: 0.6)
        let optics = FloorFrame.optics
        var mounting = FloorFrame.mounting
        (mounting.pitchDegrees, mounting.heightMetres) = (30, 0.6)
        let lines = CalibrationSketch.lines(frame, mounting, intrinsics: optics)
        let after = try #require(lines.firstIndex { $0.hasPrefix("after") })
        func floor(_ part: ArraySlice<String>) -> Int { part.joined().filter { $0 == "." }.count }
        func other(_ part: ArraySlice<String>) -> Int { part.joined().filter { $0 == "#" }.count }
        #expect(floor(lines[after...]) > 20 && other(lines[after...]) == 0)
        #expect(other(lines[..<after]) > floor(lines[..<after]))
        #expect(lines.allSatisfy { $0.count <= 80 && !$0.hasSuffix(" ") })
    }
}
