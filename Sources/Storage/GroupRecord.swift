import Documents
import Wayfinding

/// A group in `buildings.json`, as it is written there; what it means is ``GroupList``'s.
package struct GroupRecord: StoredRecord {
    /// The id of the group.
    package let key: String
    /// The record as it is written, with what it does not know.
    package let json: JSONValue

    init(key: String, json: JSONValue) {
        self.key = key
        self.json = json
    }

    /// Reads a record; one with an error in a portal or a ride is kept without that.
    package static func read(_ value: JSONValue) -> (record: GroupRecord?, flaws: [String]) {
        do throws(DocumentError) {
            let list = try GroupList(records: [value])
            let flaws = list.findings.filter { $0.severity == .error }.map { finding in
                "\(finding.pointer.description.dropFirst(2)) \(finding.code.rawValue): \(finding.message)"
            }
            let building = list.groups.first
            return (building.map { GroupRecord(key: $0.id, json: value) }, flaws)
        } catch {
            return (nil, [error.description])
        }
    }
}
