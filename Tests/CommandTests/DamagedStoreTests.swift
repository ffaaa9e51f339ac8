import Evidence
import Foundation
import Testing

/// What commands say of a state directory that is damaged, or none.
@Suite(.enabled(if: PlacesRunner.program != nil, "the program is not built"))
struct DamagedStoreTests {
    @Test(arguments: [
        (["groups", "list"], "buildings.json", "There are no groups"),
        (["places", "list"], "places/index.json", "There are no places"),
        (["devices", "paired"], "devices.json", "No device is paired"),
    ])
    func `a list whose file is damaged is not shown as empty`(words: [String], file: String, empty: String) throws {
        try PlacesRunner.run { runner throws in
            let folder = runner.state + "/places"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            #expect(try runner.call(words).output.contains(empty))
            try #require(Files.write([0xFF, 0xFE, 0x00], to: "\(runner.state)/\(file)"))
            let list = try runner.call(words)
            #expect(list.exit == 1 && !list.output.contains(empty))
            #expect(list.error.contains("\(runner.state)/\(file) is damaged; nothing could be read"), "\(list.error)")
            #expect(try runner.call(words + ["--json"]).exit == 1)
        }
    }

    @Test(arguments: [
        ("places/index.json", "damagedPlaces"), ("buildings.json", "damagedPlaces"),
        ("devices.json", "damagedDevices"), ("seen.sqlite", "damagedSeen"),
    ])
    func `the doctor and the first door name a damaged file`(file: String, code: String) throws {
        try PlacesRunner.run { runner throws in
            let folder = runner.state + "/places"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try #require(Files.write([0xFF, 0xFE, 0x00], to: "\(runner.state)/\(file)"))
            for words in [["doctor", "--json"], ["setup", "--door", "1", "--json"]] {
                let answer = try runner.call(words)
                #expect(answer.exit == 1 && answer.output.contains(code), "\(answer)")
                #expect(answer.output.contains("\(file) is damaged ("), "\(answer)")
            }
        }
    }

    @Test(arguments: [["groups", "list"], ["places", "list"], ["groups", "create", "Home"], ["doctor"]])
    func `a file in the place of the state directory is called a file`(words: [String]) throws {
        try PlacesRunner.run { runner throws in
            try #require(Files.write("no folder", to: runner.state))
            let answer = try runner.call(words)
            #expect(answer.exit == 1)
            #expect((answer.output + answer.error).contains("\(runner.state) is a file, not a folder"), "\(answer)")
            #expect(!(answer.output + answer.error).contains("make room"), "\(answer)")
        }
    }
}
