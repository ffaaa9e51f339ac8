/// What can be wrong with a place map or with the groups; the raw values are stable and are what the commands print.
public enum MapFindingCode: String, CaseIterable, Sendable {
    /// The document does not say that it is a place.
    case notAPlace
    /// The version is a number other than 1.
    case unsupportedVersion
    /// A required member is absent.
    case missingField
    /// A member is of another JSON type than it must be.
    case wrongType
    /// A word that is none of the allowed ones.
    case unknownEnumValue
    /// No RFC 3339 date with a zone.
    case badDate
    /// A character of Unicode's category Cc in a text.
    case controlCharacter
    /// A text of more than 4 KiB.
    case textTooLong
    /// More than 300,000 connections.
    case tooManyConnections
    /// More than 300,000 landmarks.
    case tooManyLandmarks
    /// A number of a magnitude above 1,000,000.
    case numberTooLarge
    /// An id that stands twice in its name space.
    case duplicateId
    /// A connection that names a landmark which is not there.
    case danglingReference
    /// A connection from a landmark to itself.
    case selfLoop
    /// A name, id or alias with nothing in it.
    case emptyName
    /// An instruction with nothing in it.
    case emptyInstruction
    /// A connection for both ways without words for the way back.
    case missingReturnInstruction
    /// A coordinate that overflows.
    case nonFinitePosition
    /// A cost below zero, or one that overflows.
    case negativeCost
    /// A length below zero, or one that overflows.
    case negativeLength
    /// Bounds that enclose no floor.
    case badBounds
    /// Stairs or an escalator that are said to be step-free.
    case stairsMarkedStepFree
    /// A demo place with a connection that is not simulated.
    case demoNotSimulated
    /// A surveyed place with a simulated connection.
    case simulatedInSurveyed
    /// A verified connection that does not say who checked it, or when.
    case verifiedWithoutCheck
    /// A landmark that no entrance leads to.
    case unreachableLandmark
    /// A region that can be entered and never left.
    case noWayOut
    /// Two connections of one kind between the same ends.
    case parallelConnections
    /// A recorded length far from the distance of the positions.
    case lengthDisagreesWithPositions
    /// Landmarks that can be reached, but not without steps.
    case notStepFreeReachable
    /// A check dated after now.
    case checkedInTheFuture
    /// A place without landmarks.
    case noLandmarks
    /// A place whose edge nobody recorded.
    case noBounds
    /// An elevator's landmark with a single connection.
    case elevatorWithOneDoor
    /// A site with more than one floor.
    case siteWithSeveralFloors
    /// A place that is a member twice.
    case placeInTwoGroups
    /// A group that names a place which is not there.
    case unknownPlace

    /// Whether it refuses the document.
    public var severity: MapFindingSeverity {
        switch self {
        case .unreachableLandmark, .noWayOut, .parallelConnections, .lengthDisagreesWithPositions,
            .notStepFreeReachable, .checkedInTheFuture, .noLandmarks, .noBounds, .elevatorWithOneDoor,
            .siteWithSeveralFloors, .placeInTwoGroups, .unknownPlace:
            .warning
        default: .error
        }
    }
}

/// How much a finding weighs.
public enum MapFindingSeverity: String, Sendable {
    /// The map, or the record of a group, is refused.
    case error
    /// It can be used as it is.
    case warning
}
