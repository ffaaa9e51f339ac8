import CEmulatedDevices

/// The names of what can go wrong with a camera.
extension emulated_faults {
    private static let switches: [String: any WritableKeyPath<emulated_faults, Bool> & Sendable] = [
        "silent": \.is_silent, "keepsCalls": \.keeps_calls, "hangs": \.hangs, "mute": \.is_mute,
        "confidenceSilent": \.confidence_is_silent,
    ]

    private static let numbers: [String: any WritableKeyPath<emulated_faults, Int32> & Sendable] = [
        "stalls": \.stalls, "noMemoryAt": \.no_memory_at, "noMemoryAfter": \.no_memory_after,
        "busyClaims": \.busy_claims, "overflows": \.overflows, "damages": \.damages, "errorFrames": \.error_frames,
        "shortFrames": \.short_frames, "probeBytes": \.probe_bytes, "refusedProbes": \.refused_probes,
        "probeStalls": \.probe_stalls, "commitStalls": \.commit_stalls,
        "confidenceStalls": \.confidence_stalls, "confidenceRefusals": \.confidence_refusals,
        "confidenceShort": \.confidence_short,
    ]

    /// Sets the faults that are named; false where a name is none, or a value no number.
    mutating func set(_ words: [String]) -> Bool {
        for word in words where !word.hasPrefix("camera=") {
            let parts = word.split(separator: "=").map(String.init)
            guard parts.count == 2, let value = Int32(parts[1]) else { return false }
            if let path = Self.switches[parts[0]] {
                self[keyPath: path] = value != 0
            } else if let path = Self.numbers[parts[0]] {
                self[keyPath: path] = value
            } else {
                return false
            }
        }
        return true
    }
}
