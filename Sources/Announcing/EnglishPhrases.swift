/// English: what is said for each key, with named arguments in braces.
///
/// Another language is one more file like this.
enum EnglishPhrases {
    static let table: [Phrase: String] = [
        .proximity: "{distance}. Something ahead.",
        .proximityLeft: "{distance}. Something ahead, left.",
        .proximityRight: "{distance}. Something ahead, right.",
        .blocked: "Something is very close.",
        .dropOff: "Stop. The floor drops away ahead.",
        .depthUnmeasurable: "Depth readings are unavailable. I cannot measure ahead.",
        .depthVeryClose: "Depth readings are unavailable. Something may still be very close.",
        .depthStopped: "Depth readings are unavailable. The camera has stopped.",
        .depthNotStarted: "Depth readings are unavailable. The camera has not started.",
        .depthBack: "Depth readings are back.",
        .barometerUnavailable: "The barometer has stopped. I may not notice a change of floor.",
        .barometerBack: "The barometer is back.",
        .ready: "Ready.",
        .notReadyCamera: "Not ready yet. The camera has given no depth reading.",
        .notReadyBarometer: "Not ready yet. The barometer has given no steady reading.",
        .notReadyBoth: "Not ready yet. The camera and the barometer have given no reading.",
        .floorUp: "We have left the floor, going up.",
        .floorDown: "We have left the floor, going down.",
        .floorReturned: "We are back on the floor we left.",
        .nothingToRepeat: "Nothing to repeat.",
        .stopping: "Stopping.",
    ]
}
