import Evidence
import FuzzEntries
import Testing

struct FuzzSeedTests {
    private static let folder = "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/FuzzSeeds"

    @Test func `the seeds in the folder are those that the models build`() {
        for seed in FuzzSeed.all {
            #expect(
                Files.read(Self.folder + "/" + seed.path) == seed.bytes,
                "\(seed.path): run Fuzz --write Tests/FuzzSeeds")
        }
    }

    @Test(arguments: FuzzEntry.allCases)
    func `every seed, and whatever once crashed an entry, passes through it`(entry: FuzzEntry) {
        let files = FuzzSeed.files(of: entry, in: Self.folder)
        #expect(files.count >= FuzzSeed.all.count { $0.entry == entry })
        for file in files { file.bytes.withUnsafeBytes { entry.run($0) } }
    }

    @Test(arguments: FuzzEntry.allCases)
    func `seeds with bytes changed by chance pass as well`(entry: FuzzEntry) {
        var chance = SplitMix(seed: 77)
        for seed in FuzzSeed.all where seed.entry == entry {
            for _ in 0..<200 {
                var bytes = seed.bytes
                for _ in 0...chance.below(8) { bytes[chance.below(bytes.count)] = UInt8(chance.below(256)) }
                bytes.removeLast(chance.below(3) == 0 ? chance.below(bytes.count) : 0)
                bytes.withUnsafeBytes { entry.run($0) }
            }
        }
    }
}
