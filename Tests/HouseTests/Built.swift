import Foundation

/// What the build left beside this test.
enum Built {
    /// The folder with the products, or nil where the test runs elsewhere.
    static let folder: String? = {
        guard let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
            return nil
        }
        let folder = (program as NSString).deletingLastPathComponent
        return FileManager.default.fileExists(atPath: folder + "/Modules") ? folder : nil
    }()

    /// The command line, where it is built.
    static let companion: String? = {
        let path = (folder ?? "") + "/companion"
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }()

    /// The module maps of the C rooms, which a reader of Swift modules needs.
    static let moduleMaps: [String] = {
        guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return [] }
        let made = names.filter { $0.hasSuffix(".build") }.map { "\(folder)/\($0)/module.modulemap" }
        let written = House.pages(under: ["Drivers"], endings: ["modulemap"]).map { House.root + "/" + $0.path }
        return (made + written).filter { FileManager.default.fileExists(atPath: $0) }
    }()
}
