/// The names of topics, as ROS 2 writes them and as they go over the wire.
package struct RosNames: Equatable, Sendable {
    /// What stands before the relative names: empty, or with a slash at its beginning and none at its end.
    package let namespace: String

    /// Names under a namespace, with or without the slash at its beginning.
    package init(namespace: String?) {
        let text = namespace ?? ""
        self.namespace = text.isEmpty || text.hasPrefix("/") ? text : "/" + text
    }

    /// The whole name: of `odom` under `robot1`, `/robot1/odom`; one that begins with a slash is whole already.
    package func whole(_ name: String) -> String { name.hasPrefix("/") ? name : "\(namespace)/\(name)" }

    /// The name on the wire: of `odom` under `robot1`, `rt/robot1/odom`.
    package func onWire(_ name: String) -> String { "rt" + whole(name) }

    /// What the bridge calls itself: `/robot1/companion`.
    package var node: String { whole("companion") }
}
