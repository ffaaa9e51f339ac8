import MapModels

extension FuzzSeed {
    /// Small maps of every format, as the models of maps write them.
    static var maps: [FuzzSeed] {
        let files = IMDFModel.house().files
        let venue = FuzzEntry.venueFiles.map { (files[$0] ?? []) + [0] }.flatMap { $0 }
        let small = IMDFModel.hut().files
        let hut = FuzzEntry.venueFiles.map { (small[$0] ?? []) + [0] }.flatMap { $0 }
        var stored = ZipModel(small)
        for index in stored.entries.indices { stored.entries[index].isDeflated = false }
        var deflated = stored
        for index in deflated.entries.indices {
            deflated.entries[index].isDeflated = true
            deflated.entries[index].packed = ZipModel.storedBlocks(deflated.entries[index].bytes)
        }
        let building = OSMModel.house()
        return [
            FuzzSeed(entry: .zip, name: "deflated", bytes: deflated.bytes),
            FuzzSeed(entry: .zip, name: "stored", bytes: stored.bytes),
            FuzzSeed(entry: .imdf, name: "house", bytes: venue), FuzzSeed(entry: .imdf, name: "hut", bytes: hut),
            FuzzSeed(entry: .osmXML, name: "house", bytes: building.xml),
            FuzzSeed(entry: .osmJSON, name: "house", bytes: building.json),
        ]
    }
}
