/// The keys of the phrase table; every text that is spoken has one.
public enum Phrase: String, CaseIterable, Sendable {

    case proximity, proximityLeft, proximityRight, blocked, dropOff
    case depthUnmeasurable, depthVeryClose, depthStopped, depthNotStarted, depthBack
    case barometerUnavailable, barometerBack
    case ready, notReadyCamera, notReadyBarometer, notReadyBoth
    case floorUp, floorDown, floorReturned
    case nothingToRepeat
    case stopping
}
