import Deciding
import Evidence
import Foundation
import Pairing
import Readings
import Testing

extension Sockets {
    /// The phone of the bench, as the built program plays it.
    @Suite(.serialized, .enabled(if: Companion.isPresent, "\(Companion.absence)"))
    struct PhoneCommandTests {
        private static let walk = """
            t,place,x,y,placeName,scannedAt
            0,lobby,0,0,Lobby,2026-11-30T10:11:12Z
            2,lobby,4,0,Lobby,2026-11-30T10:11:12Z
            """

        @Test func `companion phone pairs, proves itself, walks, and hears where the robot is`() throws {
            try DoorBench.run { bench in
                try Files.withTemporaryFolder { folder in
                    try #require(Files.write(Self.walk, to: folder + "/walk.csv"))
                    try bench.open()
                    let words = [
                        "phone", "--name", "Sam", "--address", "127.0.0.1:\(bench.port)", "--walk",
                        folder + "/walk.csv", "--keep", folder + "/phone.json", "--json",
                    ]
                    let program = try RunningProgram(Companion.path, words)
                    try bench.wait("the owner is asked") { bench.door.status.request != nil }
                    let digits = try #require(bench.door.status.request?.digits)
                    try bench.wait("the same digits") { program.output.contains("\"text\":\"\(digits)\"") }
                    _ = try bench.ask(.allow(digits: digits)).get()
                    try bench.wait("the robot is heard, the phone too") {
                        bench.door.stand(
                            at: OwnPosition(place: LinkTests.lobby, x: 7, y: 8, time: bench.clock.now()))
                        return program.output.contains("\"event\":\"position\"") && bench.peers.count > 4
                    }
                    try bench.wait("it walks to the end") { bench.door.status.devices.first?.isConnected == false }
                    #expect(program.end(limit: 5).status == 0)
                    let xs = bench.peers.map(\.position.x)
                    #expect(xs == xs.sorted() && (xs.last ?? 0) > 2 && (xs.last ?? 9) <= 4)
                    let again = try RunningProgram(Companion.path, words)
                    try bench.wait("it need not pair again") { again.output.contains("linked") }
                    #expect(!again.output.contains("digits"))
                    #expect(again.end(limit: 5).status == 0)
                }
            }
        }

        @Test func `companion phone says in one line why a robot does not let it in`() throws {
            try DoorBench.run { bench in
                try bench.open()
                let port = bench.port
                let program = try RunningProgram(Companion.path, ["phone", "--address", "127.0.0.1:\(port)"])
                try bench.wait { bench.door.status.request != nil }
                _ = try bench.ask(.refuse(digits: nil)).get()
                #expect(program.end(limit: 5).status == 1)
                #expect(program.errors == "companion: the robot ended it: refused\n")
            }
            let (badly, nobody) = (
                try Companion.run(["phone", "--address", "nowhere"]),
                try Companion.run(["phone", "--address", "127.0.0.1:1"])
            )
            #expect(badly.status == 2 && nobody.status == 1)
        }

        @Test func `companion devices paired names the directory in which nobody is`() throws {
            try DoorBench.run { bench in
                let none = try Companion.run(["devices", "paired", "--state", bench.directory.path])
                #expect(none.status == 0 && none.output.contains("No device is paired in \(bench.directory.path)."))
            }
        }

        @Test func `Opening pairing where nothing is announced gives the address to type`() throws {
            try DoorBench.run { bench in
                let answer = try bench.ask(.open).get()
                #expect(answer.text.hasPrefix("Pairing is open for 2 minutes. It is not announced: give "))
                #expect(answer.text.hasSuffix(":\(bench.port) on the phone."), "\(answer.text)")
                #expect(!answer.text.contains("Choose"))
            }
        }

        @Test
        func `the secret of a removed device goes from damaged files that were kept as well, and nothing else does`()
            throws
        {
            try DoorBench.run { bench in
                var phone = try TestPhone()
                try phone.pair(bench)
                let record = try #require(try bench.directory.devices.read().records.first)
                let folder = bench.directory.path
                let damaged = folder + "/devices.damaged-2026-11-30T101112Z.json"
                let text = "[{\"id\":\"x\",\"secret\":\"\(record.secret)\"},{\"other\":\"kept\""
                Files.write(text, to: damaged)
                Files.write("secret \(record.secret)", to: folder + "/other.txt")
                _ = try bench.ask(.remove(device: phone.id)).get()
                let noughts = String(repeating: "0", count: 64)
                #expect(Files.text(damaged) == "[{\"id\":\"x\",\"secret\":\"\(noughts)\"},{\"other\":\"kept\"")
                #expect(Files.text(folder + "/other.txt")?.contains(record.secret) == true, "no file of this list")
            }
        }

        @Test func `companion devices paired lists who is paired and shows no secret`() throws {
            try DoorBench.run { bench in
                var phone = try TestPhone()
                try phone.pair(bench)
                let secret = try #require(try bench.directory.devices.read().records.first?.secret)
                let text = try Companion.run(["devices", "paired", "--state", bench.directory.path])
                let json = try Companion.run(["devices", "paired", "--state", bench.directory.path, "--json"])
                for outcome in [text, json] {
                    #expect(outcome.status == 0 && outcome.output.contains("Sam's iPhone"))
                    #expect(outcome.output.contains(phone.id) && !outcome.output.contains(secret))
                }
            }
        }
    }
}

struct PhoneWalkTests {
    @Test func `a phone walks in a straight line between two rows of one place and jumps between places`() throws {
        let walk = try PhoneWalk(Array("t,place,x,y,z\n0,a,0,0,\n10,a,5,10,\n20,b,1,1,2\n30,,,,\n".utf8))
        func at(_ seconds: Double) -> [Double?]? {
            walk.position(after: .seconds(seconds), at: .start).map { [$0.x, $0.y, $0.z] }
        }
        #expect(at(0) == [0, 0, nil] && at(5) == [2.5, 5, nil] && at(15) == [5, 10, nil])
        #expect(at(20) == [1, 1, 2] && at(29.9) == [1, 1, 2] && at(30) == nil)
        #expect(walk.length == .seconds(30))
    }

    @Test func `JSON lines say the same as CSV`() throws {
        let lines = #"{"t":0,"place":"a","x":1,"y":2,"yaw":0.5,"placeName":"A","scannedAt":"2026"}"# + "\n"
        let csv = "t,place,x,y,yaw,placeName,scannedAt\n0,a,1,2,0.5,A,2026\n"
        #expect(try PhoneWalk(Array(lines.utf8)) == PhoneWalk(Array(csv.utf8)))
    }

    @Test(arguments: [
        ("", 1), ("t,place,x,y\n", 2), ("t,place,x,y\n0,a,1\n", 2), ("t,place,x,y\n0,a,1,2\n-1,a,1,2\n", 3),
        ("t,place,x,y\n5,a,1,2\n4,a,1,2\n", 3), ("t,place,x,y\n0,a,nan,2\n", 2), ("t,place,x,y\n0,a,99999,2\n", 2),
        ("{\"t\":0,\"place\":\"a\",\"x\":1}\n", 1), ("{\"t\":}\n", 1),
    ])
    func `a row that cannot be walked is named by its line`(text: String, line: Int) {
        #expect(throws: PhoneWalk.Flaw.self) { try PhoneWalk(Array(text.utf8)) }
        do { _ = try PhoneWalk(Array(text.utf8)) } catch { #expect(error.line == line) }
    }
}
