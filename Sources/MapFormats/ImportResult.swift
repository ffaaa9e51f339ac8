import Documents
import Wayfinding

/// A place that an import made of one level.
package struct ImportedPlace: Sendable {
    /// The map.
    package var map: PlaceMap
    /// The map in its canonical form, with its origin on the Earth and the source of every landmark.
    package var bytes: [UInt8]
    /// What the check of maps finds in it.
    package var findings: [MapFinding]
    /// The sizes of its parts that are not joined with each other, the largest first.
    package var islands: [Int]
    /// The level that it was made of.
    package var level: String
    /// The level's number.
    package var ordinal: Double
    /// The name of its file.
    package var file: String { map.id + ".json" }
    /// Whether the check of maps finds no error.
    package var isValid: Bool { !findings.contains { $0.severity == .error } }
}

/// What an import gave.
package struct ImportResult: Sendable {
    /// The format and its version.
    package var source: String
    /// The places, building by building, the lowest level first.
    package var places: [ImportedPlace]
    /// The groups.
    package var groups: [Building]
    /// What the check of groups finds in them.
    package var groupFindings: [MapFinding]
    /// What became of the features.
    package var report: ImportReport
    /// Where the frame of every place has its origin.
    package var origin: GeodeticPoint?

    /// The bytes of `buildings.json`.
    package var groupBytes: [UInt8] { MapWriter.groups(groups.map { MapWriter.value(of: $0) }) }

    /// Whether there is something to write, and all of it passes its check.
    package var isUsable: Bool {
        !places.isEmpty && places.allSatisfy(\.isValid) && !groupFindings.contains { $0.severity == .error }
    }
}

/// What an import may be told.
package struct ImportOptions: Sendable {
    /// Whether what is marked as fit for wheelchairs counts as confirmed to be step-free.
    package var trustsWheelchair: Bool
    /// Whether lengths from the drawing are written down to be spoken.
    package var speaksLengths: Bool
    /// The language of names, such as `en`; nil for the file's own.
    package var language: String?
    /// The name of the whole; nil for the file's own.
    package var name: String?
    /// Seconds since 1970 UTC, for the date of what has none.
    package var now: Int64

    /// Makes options.
    package init(
        trustsWheelchair: Bool = false, speaksLengths: Bool = false, language: String? = nil, name: String? = nil,
        now: Int64
    ) {
        self.trustsWheelchair = trustsWheelchair
        self.speaksLengths = speaksLengths
        self.language = language
        self.name = name
        self.now = now
    }
}
