import Readings

/// The clock that a recording is played by: the host's time, a wait that ends early when the player is to stop, and
/// when playing began.
package struct RecordingClock: Sendable {
    /// The host's time now.
    package var now: @Sendable () -> Instant
    /// Waits for a span; false where the player is to stop.
    package var wait: @Sendable (Duration) -> Bool
    /// When playing began, on the host's clock.
    package var beginning: Instant

    /// Makes a clock.
    package init(
        beginning: Instant, now: @escaping @Sendable () -> Instant, wait: @escaping @Sendable (Duration) -> Bool
    ) {
        self.beginning = beginning
        self.now = now
        self.wait = wait
    }

    /// Waits for a moment of the recording, at most up to a limit; whether the moment has come.
    func reaches(_ moment: Instant, limit: Duration) -> Bool {
        let due = beginning + (moment - .start)
        let span = min(due - now(), limit)
        if span > .zero { _ = wait(span) }
        return now() >= due
    }
}

/// Plays recorded depth frames behind the camera's seam, each at its time; a late player skips to the newest.
package struct RecordedDepthSource: DepthSource {
    private let folder: RecordedFolder
    private let clock: RecordingClock
    private var index = 0

    /// Makes a player of a folder's frames.
    package init(_ folder: RecordedFolder, clock: RecordingClock) {
        self.folder = folder
        self.clock = clock
    }

    /// Waits up to `limit` for the next frame and loads it.
    package mutating func next(into frame: inout DepthFrame, limit: Duration) -> Delivery<Void> {
        guard index < folder.frames.count else { return .ended }
        guard clock.reaches(folder.frames[index].time, limit: limit) else { return .nothing }
        let elapsed = Instant.start + (clock.now() - clock.beginning)
        while index + 1 < folder.frames.count, folder.frames[index + 1].time <= elapsed { index += 1 }
        folder.load(index, into: &frame, arrival: clock.now())
        index += 1
        return .reading(())
    }
}

/// Plays a recorded pressure log behind the barometer's seam, each sample at its time; none is skipped.
package struct RecordedPressureSource: PressureSource {
    private let samples: [PressureSample]
    private let clock: RecordingClock
    private var index = 0

    /// Makes a player of a folder's samples.
    package init(_ folder: RecordedFolder, clock: RecordingClock) {
        samples = folder.pressure ?? []
        self.clock = clock
    }

    /// Waits up to `limit` for the next sample; its time is that of the recording on the host's clock.
    package mutating func next(limit: Duration) -> Delivery<PressureSample> {
        guard index < samples.count else { return .ended }
        guard clock.reaches(samples[index].time, limit: limit) else { return .nothing }
        var sample = samples[index]
        sample.time = clock.beginning + (sample.time - .start)
        index += 1
        return .reading(sample)
    }
}
