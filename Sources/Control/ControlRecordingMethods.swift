/// Recording what the sensors read, what was decided and what was said.
extension ControlMethods {
    /// The methods that take a file which is sent along (`SCM_RIGHTS`) with their line.
    package static let takeFile: Set<String> = ["record.start", "record.last"]

    private static let state =
        "isRecording, seconds, bytes, frames, events, dropped, ended (why a recording ended by itself, or null), ring "
        + "(isOn, bytes)"
    private static let nothing =
        #"{"isRecording":false,"seconds":0,"bytes":0,"frames":0,"events":0,"dropped":0,"ended":null,"ring":{"isOn":false,"bytes":0}}"#

    static let recording: [ControlMethod] = [
        ControlMethod(
            "record.start", by: .recorder,
            "Begins to record into the file that is sent along: everything but what was paired, and it is said aloud.",
            [
                ControlParameter(
                    "frames", .number(0...240), "pictures a second, 0 for none, every one where it is left out")
            ],
            result: state, errors: [.refused],
            example: (
                "{}",
                #"{"isRecording":true,"seconds":0,"bytes":9120,"frames":0,"events":0,"dropped":0,"ended":null,"ring":{"isOn":false,"bytes":0}}"#
            )),
        ControlMethod(
            "record.status", by: .recorder,
            "Tells how the recording goes; one that nobody asks about for 15 s is ended.", result: state,
            example: ("{}", nothing)),
        ControlMethod(
            "record.stop", by: .recorder, "Ends the recording; the file is whole then.", result: state,
            errors: [.refused], example: ("{}", nothing)),
        ControlMethod(
            "record.last", by: .recorder,
            "Writes the end of what the ring of the last minutes holds into the file that is sent along.",
            [
                ControlParameter(
                    "seconds", .number(1...86_400), required: true, "how far back")
            ],
            result: "bytes, runs, seconds, whole (from the beginning of its first run on)", errors: [.refused],
            example: (#"{"seconds":600}"#, #"{"bytes":81230441,"runs":1,"seconds":600,"whole":false}"#)),
    ]
}
