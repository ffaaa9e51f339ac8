import Console
import Testing

@Suite struct ConsoleGateTests {
    private static let token = ConsoleToken()
    private let gate = ConsoleGate(token: token, port: 8437)

    private static func head(
        _ method: String = "GET", _ path: String = "", host: String? = "127.0.0.1:8437", origin: String? = nil,
        site: String? = nil, token: String? = nil, length: Int64? = nil
    ) -> ConsoleHead {
        ConsoleHead(
            method: method, path: "/\(Self.token.text)/\(path)", hosts: host.map { [$0] } ?? [], origin: origin,
            fetchSite: site, token: token, length: length)
    }

    private static func call(
        origin: String? = "http://127.0.0.1:8437", token: String? = Self.token.text, length: Int64? = 20
    ) -> ConsoleHead {
        head("POST", "call", origin: origin, token: token, length: length)
    }

    private func status(_ head: ConsoleHead) -> UInt32? {
        if case .refuse(let status, let reason) = gate.judge(head) {
            #expect(reason.hasSuffix("."), "\(reason)")
            return status
        }
        return nil
    }

    @Test(arguments: ["127.0.0.1:8437", "localhost:8437", "LOCALHOST:8437"])
    func `This machine by number or name at the right port is served`(host: String) {
        #expect(gate.judge(Self.head(host: host)) == .pass(.page))
    }

    @Test(arguments: [
        "evil.example", "evil.example:8437", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:84370", "localhost", "[::1]:8437",
        "0.0.0.0:8437", "127.0.0.1:8437.evil.example", "", " 127.0.0.1:8437",
    ])
    func `A name that was made to mean this machine is sent away, whatever it knows`(host: String) {
        #expect(status(Self.head(host: host)) == 421)
    }

    @Test func `None or two hosts are as bad as a wrong one`() {
        #expect(status(Self.head(host: nil)) == 421)
        var twice = Self.head()
        twice.hosts = ["127.0.0.1:8437", "127.0.0.1:8437"]
        #expect(status(twice) == 421)
    }

    @Test func `A host is judged before the token, so that nothing is learned about it`() {
        var head = Self.head(host: "evil.example")
        head.path = "/x/"
        #expect(status(head) == 421)
    }

    @Test(arguments: [
        "http://evil.example", "null", "https://127.0.0.1:8437", "http://127.0.0.1", "http://localhost:8437",
        "http://127.0.0.1:8437.evil.example", "",
    ])
    func `An origin must be the very address that is asked`(origin: String) {
        #expect(status(Self.head("GET", "look/log", origin: origin)) == 403)
        #expect(status(Self.call(origin: origin)) == 403)
    }

    @Test func `What another site asks for is refused; only the page itself may be led to`() {
        for site in ["cross-site", "same-site", "Cross-Site", "anything"] {
            #expect(status(Self.head("GET", "look/log", site: site)) == 403)
            #expect(gate.judge(Self.head(site: site)) == .pass(.page))
        }
        for site in ["same-origin", "none"] {
            #expect(gate.judge(Self.head("GET", "look/log", site: site)) == .pass(.logSoFar))
        }
    }

    @Test func `Without the right token nothing is served, not even that there is nothing`() {
        for path in ["", "/", "//", "/page.css", "/x/", "/x/page.css", "/\(Self.token.text)", "/ \(Self.token.text)/"] {
            var head = Self.head()
            head.path = path
            #expect(status(head) == 403, "\(path)")
        }
    }

    @Test(arguments: [
        "../", "../../etc/passwd", "page.css/", "page.css/../page.css", "./page.css", "/page.css", "//", "PAGE.CSS",
        "page.css\u{1}", "look/", "look", "Page/index.html", "index.html",
    ])
    func `A path that is no row of the table leads nowhere`(path: String) {
        #expect(status(Self.head("GET", path)) == 404)
    }

    @Test func `Every row is found by its own name, and asked with its own method`() {
        for path in ConsolePath.allCases {
            #expect(ConsolePath.named(path.name) == path)
            let other = path.method == "GET" ? "POST" : "GET"
            #expect(status(Self.head(other, path.name)) == 405, "\(path)")
            #expect(status(Self.head("DELETE", path.name)) == 405, "\(path)")
        }
        #expect(Set(ConsolePath.allCases.map(\.name)).count == ConsolePath.allCases.count)
    }

    @Test func `A change needs the token in its own field and the page's origin`() {
        #expect(gate.judge(Self.call()) == .pass(.call))
        #expect(status(Self.call(token: nil)) == 403)
        #expect(status(Self.call(token: "")) == 403)
        #expect(status(Self.call(token: ConsoleToken().text)) == 403)
        #expect(status(Self.call(origin: nil)) == 403)
    }

    @Test func `How much is sent must be said, and may be exactly as much as a row takes`() {
        #expect(status(Self.call(length: nil)) == 411)
        #expect(gate.judge(Self.call(length: ConsoleLimits.call)) == .pass(.call))
        #expect(status(Self.call(length: ConsoleLimits.call + 1)) == 413)
        #expect(status(Self.head("GET", "look/log", length: 1)) == 413)
        #expect(gate.judge(Self.head("GET", "look/log", length: 0)) == .pass(.logSoFar))
    }
}
