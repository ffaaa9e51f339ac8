import Documents
import Glibc
import Platform

/// The files of an IMDF archive, packed or as a folder.
package struct IMDFArchive {
    /// The most bytes of the manifest.
    private static let manifestLimit = 1 << 20
    /// The most features of all files together.
    static let featureLimit = 300_000

    /// What messages call it.
    package let path: String
    private let files: [String: ByteSource]

    /// Opens a zip archive or a folder.
    package init(path: String) throws(MapFormatError) {
        self.path = path
        var status = stat()
        guard stat(path, &status) == 0 else { throw .cannotRead(path: path, .last("read \(path)")) }
        if status.st_mode & S_IFMT == S_IFDIR {
            files = try Self.files(inFolder: path)
        } else {
            files = Self.files(in: try ZipArchive(file: path))
        }
        try requireFiles()
    }

    /// Opens a zip archive in memory.
    package init(name: String, zip bytes: [UInt8]) throws(MapFormatError) {
        path = name
        files = Self.files(in: try ZipArchive(name: name, bytes: bytes))
        try requireFiles()
    }

    /// Takes files from memory, by their names.
    package init(name: String, files: [String: [UInt8]]) throws(MapFormatError) {
        path = name
        self.files = files.reduce(into: [:]) { $0[$1.key] = ByteSource(name: name + ":" + $1.key, bytes: $1.value) }
        try requireFiles()
    }

    private var noManifest: MapFormatError {
        .wrongFormat(
            file: path,
            what: "there is no manifest.json in it, so it is no IMDF archive — give the archive or its folder")
    }

    private func requireFiles() throws(MapFormatError) {
        guard files["manifest.json"] != nil else {
            throw noManifest
        }
        for name in ["unit.geojson", "level.geojson"] where files[name] == nil {
            throw .wrongFormat(
                file: path,
                what: "\(name) is missing, and without it there is no floor to walk on — export the archive again")
        }
    }

    private static func files(inFolder path: String) throws(MapFormatError) -> [String: ByteSource] {
        guard let stream = opendir(path) else { throw .cannotRead(path: path, .last("read \(path)")) }
        defer { closedir(stream) }
        var files: [String: ByteSource] = [:]
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name == "manifest.json" || name.hasSuffix(".geojson") {
                files[name] = ByteSource(file: path + "/" + name)
            }
        }
        return files
    }

    /// The files beside the manifest that lies least deep.
    private static func files(in archive: ZipArchive) -> [String: ByteSource] {
        let manifests = archive.entries.map(\.name).filter { $0 == "manifest.json" || $0.hasSuffix("/manifest.json") }
        let manifest = manifests.min { ($0.count { $0 == "/" }, $0) < ($1.count { $0 == "/" }, $1) } ?? ""
        let folder = manifest.dropLast("manifest.json".count)
        var files: [String: ByteSource] = [:]
        for entry in archive.entries where entry.name.hasPrefix(folder) {
            let name = String(entry.name.dropFirst(folder.count))
            if !name.contains("/") { files[name] = archive.source(entry) }
        }
        return files
    }

    /// The manifest.
    func manifest() throws(MapFormatError) -> Document {
        guard let source = files["manifest.json"] else {
            throw noManifest
        }
        let bytes = try source.whole(limit: Self.manifestLimit)
        do throws(DocumentError) {
            return try Document(bytes)
        } catch { throw .noDocument(file: source.name, error) }
    }

    /// Every feature of every file, file by file in the order of their names; two of one id are refused.
    func features() throws(MapFormatError) -> [IMDFFeature] {
        var features: [IMDFFeature] = []
        var places: [String: String] = [:]
        for (name, source) in files.sorted(by: { $0.key < $1.key }) where name.hasSuffix(".geojson") {
            let kind = String(name.dropLast(".geojson".count))
            var number = 0
            let frame = try FeatureStream(source, list: "features").read { document throws(MapFormatError) in
                number += 1
                guard features.count < Self.featureLimit else {
                    throw .tooMuch(file: path, what: "features", limit: Self.featureLimit)
                }
                let feature = IMDFFeature(document, kind: kind, number: number)
                if let id = feature.id {
                    let place = "\(name), entry \(number)"
                    if let earlier = places.updateValue(place, forKey: id) {
                        throw .wrongFormat(
                            file: source.name,
                            what: "the id \"\(id)\" stands twice, in \(earlier) and in \(place) — nothing was read; "
                                + "export the archive again")
                    }
                }
                features.append(feature)
            }
            guard frame.root["type"]?.string == "FeatureCollection", frame.root["features"]?.kind == .array else {
                throw .wrongFormat(file: source.name, what: "it is no FeatureCollection of GeoJSON")
            }
        }
        return features
    }
}
