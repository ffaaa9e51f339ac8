import Documents

/// Why a change to the groups was refused, with what can be done.
public enum GroupMutationError: Error, Equatable, Sendable, CustomStringConvertible {
    /// No group has this id or name; some that are called alike.
    case unknownGroup(String, nearest: [String])
    /// Several groups are called so; their ids.
    case ambiguousGroup(String, ids: [String])
    /// No floor of the group has this id or name; the names that it has.
    case unknownFloor(String, group: String, floors: [String])
    /// Several floors of the group are called so; their ids.
    case ambiguousFloor(String, group: String, ids: [String])
    /// No place has this id; some that are called alike.
    case unknownPlace(String, nearest: [String])
    /// A name that nobody could read or hear, and why.
    case badName(String, why: String)
    /// Another group has this name already; its id.
    case groupNameTaken(String, id: String)
    /// Another floor of the group has this name already.
    case floorNameTaken(String, group: String)
    /// A site would get a second floor.
    case siteHasOneFloor(site: String)
    /// A group of several floors needs to be told which; their names.
    case floorNeeded(group: String, floors: [String])
    /// A portal that breaks its rules; every error, with pointers into the portal.
    case badPortal([MapFinding])

    /// The stable code that the commands print.
    public var code: String {
        switch self {
        case .unknownGroup: "unknownGroup"
        case .ambiguousGroup: "ambiguousGroup"
        case .unknownFloor: "unknownFloor"
        case .ambiguousFloor: "ambiguousFloor"
        case .unknownPlace: "unknownPlace"
        case .badName: "badName"
        case .groupNameTaken: "groupNameTaken"
        case .floorNameTaken: "floorNameTaken"
        case .siteHasOneFloor: "siteHasOneFloor"
        case .floorNeeded: "floorNeeded"
        case .badPortal: "badPortal"
        }
    }

    /// What is wrong.
    public var problem: String {
        switch self {
        case .unknownGroup(let name, _): "there is no group \(MapText.quoted(name))"
        case .ambiguousGroup(let name, _): "several groups are called \(MapText.quoted(name))"
        case .unknownFloor(let name, let group, _): "\(MapText.quoted(group)) has no floor \(MapText.quoted(name))"
        case .ambiguousFloor(let name, let group, _):
            "several floors of \(MapText.quoted(group)) are called \(MapText.quoted(name))"
        case .unknownPlace(let id, _): "there is no place \(MapText.quoted(id))"
        case .badName(let name, let why): "the name \(MapText.quoted(name)) \(why)"
        case .groupNameTaken(let name, let id):
            "the group \(MapText.quoted(id)) is already called \(MapText.quoted(name))"
        case .floorNameTaken(let name, let group):
            "\(MapText.quoted(group)) already has a floor called \(MapText.quoted(name))"
        case .siteHasOneFloor(let site): "\(MapText.quoted(site)) is a site, and a site has exactly one floor"
        case .floorNeeded(let group, _): "\(MapText.quoted(group)) has several floors"
        case .badPortal(let findings):
            "the portal cannot be used: "
                + findings.map { "\($0.pointer.description) \($0.code.rawValue): \($0.message)" }
                .joined(separator: "; ")
        }
    }

    /// What to do about it.
    public var remedy: String {
        switch self {
        case .unknownGroup(_, let nearest):
            nearest.isEmpty ? "create it first, or see the list of groups" : "is it \(Self.either(nearest))?"
        case .ambiguousGroup(_, let ids), .ambiguousFloor(_, _, let ids): "use the id: \(Self.either(ids))"
        case .unknownFloor(_, _, let floors), .floorNeeded(_, let floors):
            floors.isEmpty ? "add a floor first" : "say which: \(Self.either(floors))"
        case .unknownPlace(_, let nearest):
            nearest.isEmpty ? "import its map first" : "is it \(Self.either(nearest))? Otherwise import its map first"
        case .badName: "choose a name that people can read and hear"
        case .groupNameTaken, .floorNameTaken: "choose another name"
        case .siteHasOneFloor: "put its places on that floor, or create a building"
        case .badPortal: "correct the portal and add it again"
        }
    }

    /// What is wrong and what to do, for a person.
    public var description: String { problem + " — " + remedy }

    private static func either(_ names: [String]) -> String {
        names.prefix(12).map(MapText.quoted).joined(separator: ", ") + (names.count > 12 ? ", …" : "")
    }
}
