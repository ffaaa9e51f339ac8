import Evidence
import Foundation
import Testing

/// The robot asks a phone to be paired, through the service and over the real link.
@Suite(
    .serialized, .ownThreads, .enabled(if: Companion.isPresent, "\(Companion.absence)"),
    .enabled(if: PhoneStandIn.isPossible, "\(PhoneStandIn.absence)"))
struct AskedPhoneTests {
    /// A phone that waits to be asked, and where.
    private func waiting(_ name: String, _ file: String, _ stand: PhoneStandIn) throws -> (RunningProgram, String) {
        let phone = try stand.start(["asked", "--name", name, "--keep", file])
        #expect(phone.wait(limit: 20) { $0.output.contains("\"waits\"") || $0.hasEnded }, "\(phone.errors)")
        let port = try #require(try PhoneStandIn.events("waits", of: phone).first?["port"] as? Int, "\(phone.errors)")
        return (phone, "127.0.0.1:\(port)")
    }

    /// Asks a phone, and gives the digits once both ends show the same.
    private func ask(_ address: String, _ phone: RunningProgram, _ stand: PhoneStandIn) throws -> String {
        let asked = try stand.service.call("pair", "ask", address)
        #expect(asked.status == 0 && asked.output.contains("is asked"), "\(asked)")
        let shown = try stand.digits(of: phone)
        let isShown = stand.comesTo { ($0["asked"] as? [String: Any])?["digits"] as? String == shown }
        #expect(isShown)
        return shown
    }

    @Test func `A phone that the robot asks shows the robot's digits, is allowed by its owner, and links`() throws {
        try PhoneStandIn.with { stand in
            let (phone, address) = try waiting("Kim", "kim.json", stand)
            let shown = try ask(address, phone, stand)
            let spoken = shown.map { "\($0)" }.joined(separator: " ")
            let sentence = "Kim should show \(spoken). Allow it there."
            #expect(stand.service.program.wait(limit: 20) { $0.output.contains(sentence) })
            let list = try stand.service.call("pair", "list").output
            #expect(list.contains("Kim is asked, and should show \(spoken)."), "\(list)")
            #expect((try stand.list()["devices"] as? [Any])?.isEmpty == true)
            phone.write("allow\n")
            let outcome = phone.end(limit: 20)
            #expect(outcome.status == 0, "\(outcome)")
            #expect(stand.service.program.wait(limit: 20) { $0.output.contains("Kim is paired.") })
            let paired = try PhoneStandIn.members(of: try #require(outcome.lines.last))
            let id = try #require(paired["id"] as? String)
            #expect(try stand.device(id)?["name"] as? String == "Kim")
            let link = try stand.start(["link", "--keep", "kim.json", "--walk", "walk.csv"])
            #expect(try stand.comesToBeHere(id), "\(link.output) \(link.errors)")
        }
    }

    @Test func `A phone whose owner says no is not kept, and the robot says that it did not work`() throws {
        try PhoneStandIn.with { stand in
            let (phone, address) = try waiting("Kim", "kim.json", stand)
            _ = try ask(address, phone, stand)
            phone.write("no\n")
            #expect(phone.end(limit: 20).status == 0)
            let sentence = "Pairing with Kim did not work."
            #expect(stand.service.program.wait(limit: 20) { $0.output.contains(sentence) })
            #expect((try stand.list()["devices"] as? [Any])?.isEmpty == true)
        }
    }

    @Test(arguments: [("Nobody", "is near"), ("8.8.8.8:4711", "not on the local network")])
    func `A phone that is not near, or not on the local network, is refused with what to do`(
        phone: String, says: String
    ) throws {
        try PhoneStandIn.with { stand in
            let run = try stand.service.call("pair", "ask", phone)
            #expect(run.status == 1 && run.errors.contains(says), "\(run)")
        }
    }
}
