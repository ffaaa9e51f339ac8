import Announcing

/// Why something is said, or is not, in a sentence for whoever reviews a walk.
enum ReasonWords {
    static func why(_ kind: AnnouncementKind) -> String {
        switch kind {
        case .proximity: "The nearest surface came within the distance at which it is announced."
        case .blocked: "Something was too close to be measured."
        case .dropOff: "The floor was seen to break off ahead."
        case .depthUnavailable: "No depth reading could be relied on for a second."
        case .depthBack: "Depth readings can be relied on again; that they could not was said."
        case .trackingLost: "Where the robot is was not known for a second and a half."
        case .trackingFound: "Where the robot is is known again; that it was not was said."
        case .edgeOfMap: "The robot has left the mapped floor while guiding, and no neighbouring place was found."
        case .barometerUnavailable: "The barometer could not be relied on, and this building has floors."
        case .barometerBack: "The barometer can be relied on again; that it could not was said."
        case .notReady: "Twenty seconds after the start something was still missing."
        case .reply: "It answers a request."
        case .question: "The place must be confirmed, and the person is the one who can tell."
        case .notice: "Another part of the robot had something to say."
        case .floorChanged: "The altitude shows a ride to another floor, or a floor was confirmed."
        case .floorReturned: "The ride ended on the floor where it began."
        case .floorLikely: "The altitude suggests this floor; it is not confirmed."
        case .placeChanged: "Another place was confirmed."
        case .instruction: "It is the step of the route that is now to be walked."
        case .beforeYouGo: "The route uses a connection that may not be open."
        case .demoMap: "The route leads through a map that is made up."
        case .arrived: "The destination was reached."
        case .wayChanged: "The route was planned anew."
        case .noRoute: "There is no way on."
        case .personHere: "The person who is gone to was reached."
        case .personLastSeenHere: "The spot was reached where the person was last heard."
        case .personMoved: "The person who is gone to walked on."
        case .personQuiet: "The phone of the person who is gone to was not heard any more."
        case .personBack: "The phone of the person who is gone to is heard again."
        case .personGone: "The phone of the person who is gone to is not paired any more."
        case .ready: "Everything that is needed reads, for the first time since the start."
        case .stillLooking: "Nobody has told yet where the robot is, for ten seconds."
        case .pairingRequest: "A phone asks to be paired."
        }
    }

    static func why(_ reason: DropReason) -> String {
        switch reason {
        case .expired: "it could not be said in time, and would have been late."
        case .superseded: "something newer took its place, or it no longer held."
        case .overflow: "too much was waiting."
        case .audience: "it is for other listeners."
        case .silenced: "quiet was asked for."
        }
    }
}
