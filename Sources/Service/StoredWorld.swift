import Deciding
import Storage
import Wayfinding

/// The world that a state directory keeps.
package enum StoredWorld {
    /// The places and groups; a place whose map is damaged is known by its group only.
    ///
    /// Nothing is written.
    /// `now` is the date in seconds since 1970 UTC, for findings about dates.
    package static func read(_ directory: StateDirectory, now: Int64) throws(StorageError) -> World {
        let places = try directory.places(now: now).places
        let groups = try directory.groups(places: places, now: now).groups.groups
        return World(places: places.compactMap(\.map), groups: groups)
    }
}
