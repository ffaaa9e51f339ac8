import Deciding
import Evidence
import Foundation
import Perception
import Platform
import Readings
import Service
import Synchronization
import Testing

/// A camera that goes and comes as another one, with what it tells of itself.
private final class ChangingCamera: Sendable {
    private struct State {
        var lens: PinholeIntrinsics?
        var openings: UInt64 = 1
        var isGone = false
        var delivered = 0
    }
    private let state: Mutex<State>

    init(_ lens: PinholeIntrinsics?) { state = Mutex(State(lens: lens)) }

    var own: OwnCamera {
        var own = OwnCamera()
        own.intrinsics = { self.state.withLock(\.lens) }
        own.openings = { self.state.withLock(\.openings) }
        return own
    }
    var delivered: Int { state.withLock(\.delivered) }

    /// Another camera comes; `isSeenGone` where the source has time to say that the last one is gone.
    func change(to lens: PinholeIntrinsics?, isSeenGone: Bool) {
        state.withLock { state in
            state.lens = lens
            if isSeenGone { state.isGone = true } else { state.openings += 1 }
        }
    }

    fileprivate func next() -> Bool {
        state.withLock { state in
            if state.isGone {
                state.isGone = false
                return false
            }
            state.delivered += 1
            return true
        }
    }

    fileprivate struct Source: DepthSource {
        let camera: ChangingCamera
        let clock: MonotonicClock
        let floor = FloorFrame.make(pitch: 0, height: 1)

        mutating func next(into frame: inout DepthFrame, limit: Duration) -> Delivery<Void> {
            usleep(5000)
            guard camera.next() else { return .disconnected }
            frame = floor
            frame.arrival = clock.now()
            return .reading(())
        }
    }
}

/// What the depth thread takes over from the camera that is open.
@Suite(.ownThreads) struct OwnCameraTests {
    private static let other = PinholeIntrinsics(
        width: 848, height: 480, focalX: 425, focalY: 425, centreX: 424, centreY: 240)

    /// The state of the floor after each camera, in turn.
    private func floors(
        _ lenses: [PinholeIntrinsics?], isSeenGone: Bool, mounting: MountingCalibration
    ) throws -> [GroundState?] {
        let clock = MonotonicClock()
        let camera = ChangingCamera(lenses[0])
        let view = SensorView()
        let thread = try SensorThread(
            depth: { _ in ChangingCamera.Source(camera: camera, clock: clock) }, settings: Settings(),
            own: camera.own, calibration: GroundCalibration(mounting: mounting), clock: clock,
            mailbox: try Mailbox(capacity: 8), view: view, log: ServiceLog(hasPriorities: false) { _ in true })
        var states: [GroundState?] = []
        for (index, lens) in lenses.enumerated() {
            if index > 0 { camera.change(to: lens, isSeenGone: isSeenGone) }
            let count = camera.delivered
            let end = clock.now() + .seconds(20)
            while camera.delivered < count + 3, clock.now() < end { usleep(2000) }
            states.append(view.ground)
        }
        #expect(thread.stop(limit: .seconds(20)))
        return states
    }

    private var bare: MountingCalibration {
        var mounting = FloorFrame.mounting
        mounting.intrinsics = nil
        return mounting
    }

    @Test(arguments: [true, false])
    func `a floor is judged by the lens of the camera that is open, never by that of the last one`(isSeenGone: Bool)
        throws
    {
        let states = try floors(
            [FloorFrame.optics, Self.other, FloorFrame.optics, nil], isSeenGone: isSeenGone, mounting: bare)
        let unfit = GroundState.unfit(width: 160, height: 120)
        #expect(states == [.on, unfit, .on, unfit])
    }

    @Test(arguments: [true, false])
    func `a lens that the mounting's file names holds, whatever the camera tells`(isSeenGone: Bool) throws {
        let states = try floors(
            [Self.other, nil, FloorFrame.optics], isSeenGone: isSeenGone, mounting: FloorFrame.mounting)
        #expect(states == [.on, .on, .on])
    }
}
