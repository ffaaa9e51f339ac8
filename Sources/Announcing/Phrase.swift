/// The keys of the phrase table; every text of the decision core that is spoken has one.
///
/// The named arguments of a phrase stand in backquotes.
public enum Phrase: String, CaseIterable, Sendable {
    /// A surface is near; `distance`.
    case proximity
    /// The same, decided by a strip on the left; `distance`.
    case proximityLeft
    /// The same, decided by a strip on the right; `distance`.
    case proximityRight
    /// Readings stopped right after something was very near.
    case blocked
    /// The floor drops away.
    case dropOff
    /// Depth is lost: too little can be measured.
    case depthUnmeasurable
    /// Depth is lost after a blocked view.
    case depthVeryClose
    /// Depth is lost: the camera has stopped.
    case depthStopped
    /// Depth is lost: the camera has not started.
    case depthNotStarted
    /// Depth is back.
    case depthBack
    /// The barometer is lost.
    case barometerUnavailable
    /// The barometer is back.
    case barometerBack
    /// Everything needed reads.
    case ready
    /// Depth is missing after the start.
    case notReadyCamera
    /// The baseline is missing after the start.
    case notReadyBarometer
    /// Both are missing after the start.
    case notReadyBoth
    /// The floor was left upwards.
    case floorUp
    /// The floor was left downwards.
    case floorDown
    /// A ride came back.
    case floorReturned
    /// Guidance has said nothing yet.
    case nothingToRepeat
    /// The service shuts down with a route under way.
    case stopping
    /// The route is on a made-up map.
    case demoMap
    /// The route keeps to step-free ways.
    case stepFreeWay
    /// The route only leads up to a landmark; `name`.
    case goTo
    /// The destination is reached; `name`.
    case arrivedAt
    /// A destination without a name is reached.
    case arrived
    /// It is not known where a route could begin.
    case noStart
    /// Something was asked that needs a route.
    case noRouteNow
    /// The person ended guidance.
    case stopped
    /// There is no step before this one.
    case firstStep
    /// What comes next; `step`.
    case afterThis
    /// Nothing comes next but the destination; `name`.
    case lastStepTo
    /// Nothing comes next but a destination without a name.
    case lastStep
    /// The walker was off the route and has a new one.
    case wayLeft
    /// The walker is off every way.
    case wayLost
    /// A connection on the way cannot be used; `name`.
    case wayBlocked
    /// A connection that can be used now makes a better way; `name`.
    case wayOpened
    /// There is a better way, for another reason.
    case wayBetter
    /// The robot was found in a place off the route.
    case wayElsewhere
    /// The place is not known.
    case whereUnknown
    /// The place; `place`.
    case wherePlace
    /// The place and its floor; `place`, `floor`.
    case wherePlaceFloor
    /// The place where tracking was lost; `place`.
    case whereLastPlace
    /// The place where tracking was lost and its floor; `place`, `floor`.
    case whereLastPlaceFloor
    /// The nearest landmark; `name`, `distance`.
    case whereNear
    /// The landmark confirmed last; `name`.
    case whereLast
    /// The nearest surface; `distance`.
    case surfaceAhead
    /// Only floor is ahead.
    case clearAhead
    /// There is no fresh depth reading.
    case nothingMeasured
    /// The map has no bounds.
    case edgeNotWatched
    /// Tracking is lost.
    case trackingLost
    /// Tracking is lost with a route under way.
    case trackingLostOnTheWay
    /// Tracking is found.
    case trackingFound
    /// Whether the robot is on a floor; `floor`.
    case questionFloor
    /// Whether it is in a place; `place`.
    case questionPlace
    /// Whether it is in one of several places of a floor; `place`, `floor`.
    case questionPlaceFloor
    /// A floor is confirmed; `floor`.
    case nowOnFloor
    /// A place is confirmed; `place`.
    case nowInPlace
    /// A place on another floor is confirmed; `place`, `floor`.
    case nowInPlaceFloor
    /// The floor that the altitude suggests; `floor`.
    case floorLikely
    /// Looking for the place takes long.
    case stillLooking
    /// Guidance ended at the edge of the map.
    case edgeOfMap
    /// The person gone to is reached; `name`.
    case personHere
    /// The person was last seen here; `name`.
    case personLastSeen
    /// The same, with its age; `name`, `age`.
    case personLastSeenAge
    /// An age of a minute.
    case oneMinute
    /// An age of several minutes; `number`.
    case minutes
    /// The person moves on; `name`.
    case personMoved
    /// The person is heard no more; `name`.
    case personQuiet
    /// The person is heard again; `name`.
    case personBack
    /// The person is no longer paired; `name`.
    case personGone
    /// Whoever is to be gone to was never heard, so that nothing is known of them.
    case personUnknown
    /// A person was last seen here, without their name.
    case someoneLastSeen
    /// A phone asks to be paired; `name`.
    case pairingRequest
    /// A phone asks to be paired and shows digits; `name`, `digits`, one by one.
    case pairingRequestDigits
}
