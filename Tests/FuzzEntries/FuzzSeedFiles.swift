import Foundation

extension FuzzSeed {
    /// The seed's path below the folder of seeds.
    package var path: String { entry.rawValue + "/" + name }

    /// Writes every seed into a folder; false where one cannot be written.
    package static func write(to folder: String) -> Bool {
        all.allSatisfy { seed in
            do {
                try FileManager.default.createDirectory(
                    atPath: folder + "/" + seed.entry.rawValue, withIntermediateDirectories: true)
            } catch { return false }
            return FileManager.default.createFile(atPath: folder + "/" + seed.path, contents: Data(seed.bytes))
        }
    }

    /// The files in the folder of an entry: its seeds, and whatever once crashed it.
    package static func files(of entry: FuzzEntry, in folder: String) -> [(name: String, bytes: [UInt8])] {
        let place = folder + "/" + entry.rawValue
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
        return names.sorted().compactMap { name in
            FileManager.default.contents(atPath: place + "/" + name).map { (name, [UInt8]($0)) }
        }
    }
}
