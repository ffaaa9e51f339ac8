import Evidence
import Foundation
import Pairing
import Platform
import Readings
import Testing

extension Sockets {
    /// TLS against the openssl program, which was written by others.
    @Suite(
        .serialized, .enabled(if: ChildEnvironment.program("openssl") != nil, "the openssl program is not installed"))
    struct OpenSSLTests {
        /// One connection of `openssl s_client` to a responder of ours: what was said, and what the responder sees.
        private func connect(
            _ options: [String], identity: Bool = true
        ) throws -> (text: String, ends: LinkEnds?) {
            try Files.withTemporaryFolder { folder in
                let client = try LinkIdentity.made()
                try client.withPEM { pem throws(PairingError) in _ = Files.write(pem, to: folder + "/client.pem") }
                let listener = try TCPListener(port: 0, onlyLoopback: true)
                let certificate = identity ? ["-cert", folder + "/client.pem", "-key", folder + "/client.pem"] : []
                let program = try RunningProgram(
                    try #require(ChildEnvironment.program("openssl")),
                    ["s_client", "-connect", "127.0.0.1:\(listener.port)"] + certificate + options)
                var poll = PollSet()
                poll.watch(listener.number, for: .reading)
                guard poll.wait(limit: .seconds(20)), let accepted = try listener.accept() else {
                    throw EndMessage(.silent)
                }
                let session = try TLSSession(try TLSContext(try LinkIdentity.made(), role: .responder))
                let connection = LinkConnection(accepted.take(), session, isConnecting: false)
                var ends: LinkEnds?
                let clock = MonotonicClock()
                let end = clock.now() + .seconds(5)
                while clock.now() < end, !connection.isGone, ends == nil {
                    poll.removeAll()
                    connection.watch(in: &poll)
                    poll.wait(limit: .milliseconds(50))
                    for case .secured(let seen) in connection.service() { ends = seen }
                }
                usleep(200_000)
                let text = program.output + program.errors
                if let ends { #expect(ends.other == client.fingerprint) }
                return (text, ends)
            }
        }

        @Test func `the exporter value is the one that openssl computes`() throws {
            let (text, ends) = try connect([
                "-keymatexport", "EXPORTER-Channel-Binding", "-keymatexportlen", "32",
            ])
            let line = text.split(separator: "\n").first { $0.contains("Keying material: ") }
            let hex = line?.split(separator: " ").last.map { $0.lowercased() }
            let own = try #require(ends).exporter.map { String(format: "%02x", $0) }.joined()
            #expect(hex == own)
            #expect(text.contains("TLSv1.3"))
        }

        @Test func `GSConnect/gnome-shell-extension-gsconnect#1606: nothing older than TLS 1.3 is answered`() throws {
            let (text, ends) = try connect(["-tls1_2"])
            #expect(ends == nil && text.contains("alert number 70"))
        }

        @Test func `a client without a certificate is sent away`() throws {
            let (text, ends) = try connect([], identity: false)
            #expect(ends == nil && text.contains("alert number 116"))
        }

        @Test func `no ticket is given, so that no session can be resumed`() throws {
            let (text, ends) = try connect([])
            #expect(ends != nil && !text.contains("New Session Ticket"))
        }

        @Test(arguments: ["rsa:2048", "ec:P-384", "ed25519"])
        func `a certificate of another kind of key is refused`(kind: String) throws {
            try Files.withTemporaryFolder { folder in
                let parts = kind.split(separator: ":").map(String.init)
                let key =
                    parts[0] == "ec"
                    ? ["ec", "-pkeyopt", "ec_paramgen_curve:\(parts[1])"] : [kind]
                let maker = try RunningProgram(
                    try #require(ChildEnvironment.program("openssl")),
                    [
                        "req", "-x509", "-nodes", "-subj", "/CN=x", "-keyout", folder + "/k", "-out", folder + "/c",
                        "-newkey",
                    ]
                        + key)
                #expect(maker.end(limit: 20).status == 0)
                let (_, ends) = try connect(["-cert", folder + "/c", "-key", folder + "/k"], identity: false)
                #expect(ends == nil)
                let key2 = try #require(Files.read(folder + "/k"))
                let pem = key2 + (Files.read(folder + "/c") ?? [])
                #expect(try LinkIdentity.read(pem: pem) == nil)
            }
        }
    }
}
