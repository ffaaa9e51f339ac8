/// The head of a request, as far as it decides whether it is let in.
package struct ConsoleHead: Equatable, Sendable {
    /// The method, such as `GET`.
    package var method: String
    /// The path, its escapes resolved, without the query.
    package var path: String
    /// The fields named `Host`; exactly one is expected.
    package var hosts: [String]
    /// The field `Origin`.
    package var origin: String?
    /// The field `Sec-Fetch-Site`, in which a browser tells who asks.
    package var fetchSite: String?
    /// The field `X-Companion-Console`, which no other site can send.
    package var token: String?
    /// The field `Content-Length`; nil where it is missing or no number.
    package var length: Int64?

    /// Gathers a head.
    package init(
        method: String, path: String, hosts: [String], origin: String? = nil, fetchSite: String? = nil,
        token: String? = nil, length: Int64? = nil
    ) {
        self.method = method
        self.path = path
        self.hosts = hosts
        self.origin = origin
        self.fetchSite = fetchSite
        self.token = token
        self.length = length
    }
}

/// Decides who is let in: the page itself, opened by somebody who was given its address, and nobody else.
package struct ConsoleGate: Sendable {
    /// What becomes of a request.
    package enum Verdict: Equatable, Sendable {
        /// It is for this row of the table.
        case pass(ConsolePath)
        /// It is refused with this status, and why.
        case refuse(status: UInt32, reason: String)
    }

    private let token: ConsoleToken
    private let hosts: Set<String>

    /// A gate for a server at a port of the loopback.
    package init(token: ConsoleToken, port: UInt16) {
        self.token = token
        hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
    }

    /// Judges a request by its head.
    ///
    /// The order matters: a name that was rebound to this machine learns nothing, not even whether its token is right.
    package func judge(_ head: ConsoleHead) -> Verdict {
        guard head.hosts.count == 1, let host = head.hosts.first?.lowercased(), hosts.contains(host) else {
            return .refuse(status: 421, reason: "This address is not served here.")
        }
        if let origin = head.origin, origin.lowercased() != "http://" + host {
            return .refuse(status: 403, reason: "Another page may not ask here.")
        }
        let parts = head.path.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].isEmpty, token.matches(parts[1]) else {
            return .refuse(
                status: 403,
                reason: "This is not the address of the page, or it is from before the service was started anew. "
                    + "The command “companion console” opens the page of now.")
        }
        guard let path = ConsolePath.named(String(parts[2])) else {
            return .refuse(status: 404, reason: "There is nothing here.")
        }
        return judge(head, path)
    }

    private func judge(_ head: ConsoleHead, _ path: ConsolePath) -> Verdict {
        // who knows the token may be led here from elsewhere, to the page and to nothing else
        if path != .page, let site = head.fetchSite?.lowercased(), !["same-origin", "none"].contains(site) {
            return .refuse(status: 403, reason: "Another page may not ask here.")
        }
        guard head.method == path.method else {
            return .refuse(status: 405, reason: "This is asked with \(path.method).")
        }
        guard let most = path.mostBytes else {
            return (head.length ?? 0) == 0 ? .pass(path) : .refuse(status: 413, reason: "Nothing is sent along here.")
        }
        // a change needs a field that only the page itself can send, and says where it comes from
        guard let given = head.token, token.matches(given), head.origin != nil else {
            return .refuse(status: 403, reason: "A change is made by the page alone.")
        }
        guard let length = head.length else { return .refuse(status: 411, reason: "How much is sent must be said.") }
        guard length <= most else {
            return .refuse(status: 413, reason: "At most \(most) bytes are taken here.")
        }
        return .pass(path)
    }
}
