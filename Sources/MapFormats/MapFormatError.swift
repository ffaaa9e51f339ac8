import Documents
import Glibc
import Platform

/// Why what was given cannot be read as a map of its format at all.
package enum MapFormatError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The system did not let it be read.
    case cannotRead(path: String, SystemError)
    /// The system did not let the result be written.
    case cannotWrite(path: String, SystemError)
    /// What is to be written is already there.
    case alreadyThere(path: String)
    /// A zip archive that is broken, or that this reader refuses; `entry` is empty for the archive as a whole.
    case archive(path: String, entry: String, ArchiveFault)
    /// A file that is no JSON; the place is inside the named file.
    case noDocument(file: String, DocumentError)
    /// A file that is no XML; line and column count from 1.
    case noXML(file: String, line: Int, column: Int, what: String)
    /// A file that is well formed but is not of the format.
    case wrongFormat(file: String, what: String)
    /// More than is read; `what` is a plural, such as "features".
    case tooMuch(file: String, what: String, limit: Int)

    /// The stable word for a machine.
    package var code: String {
        switch self {
        case .cannotRead: "cannotRead"
        case .cannotWrite: "cannotWrite"
        case .alreadyThere: "alreadyThere"
        case .archive(_, _, let fault): fault.rawValue
        case .noDocument(_, let error): error.code
        case .noXML: "malformedXML"
        case .wrongFormat: "wrongFormat"
        case .tooMuch: "tooLarge"
        }
    }

    /// The file, with the place in it where there is one.
    package var at: String {
        switch self {
        case .cannotRead(let path, _), .cannotWrite(let path, _), .alreadyThere(let path): path
        case .archive(let path, let entry, _): entry.isEmpty ? path : path + ":" + entry
        case .noDocument(let file, let error): error.at.map { file + ":" + $0 } ?? file
        case .noXML(let file, let line, let column, _): "\(file):\(line):\(column)"
        case .wrongFormat(let file, _), .tooMuch(let file, _, _): file
        }
    }

    /// What is wrong and where, and what to do.
    package var description: String {
        switch self {
        case .cannotRead(let path, let error):
            "cannot read \(path): \(SystemError.words(for: error.number)) — "
                + (error.number == EISDIR ? "name a file, not a folder" : "check the path and its permissions")
        case .cannotWrite(let path, let error):
            "cannot write \(path): \(SystemError.words(for: error.number)) — choose another folder, or make room"
        case .alreadyThere(let path):
            "\(path) has something in it already, and nothing was written — give another --out, or --force: then files "
                + "of the import's names are replaced and others stay"
        case .archive(_, _, let fault): "\(at): \(fault.words)"
        case .noDocument(let file, let error): "\(file): \(error.description)"
        case .noXML(_, _, _, let what): "\(at): \(what)"
        case .wrongFormat(let file, let what): "\(file): \(what)"
        case .tooMuch(let file, let what, let limit):
            "\(file) has more than \(limit) \(what) — import a smaller part of it"
        }
    }
}

/// What is wrong with a zip archive; the raw value is the stable word for a machine.
package enum ArchiveFault: String, Error, CaseIterable, Sendable {
    /// It has no directory at its end.
    case notAnArchive
    /// A record is cut off or contradicts another.
    case damagedArchive
    /// It is in the form for archives beyond 4 GiB, or in several parts.
    case unsupportedArchive
    /// An entry is compressed in a way other than deflate.
    case unsupportedCompression
    /// An entry is encrypted.
    case encryptedEntry
    /// An entry's name leads outside of the archive, or is no plain name.
    case unsafePath
    /// An entry is a link.
    case linkEntry
    /// Two entries have one name.
    case duplicateEntry
    /// Two entries lie over each other.
    case overlappingEntries
    /// More entries than are read.
    case tooManyEntries
    /// An entry, or all together, would grow beyond what is read.
    case archiveTooLarge
    /// An entry grows too many times larger when it is unpacked.
    case suspiciousRatio
    /// The bytes of an entry are not those that were packed.
    case wrongChecksum

    /// What is wrong, and what to do.
    var words: String {
        switch self {
        case .notAnArchive: "is no zip archive — give the archive or its unpacked folder"
        case .damagedArchive: "the archive is damaged or cut off — fetch it again"
        case .unsupportedArchive:
            "the archive is in the form for more than 4 GiB or in parts — unpack it and give the folder"
        case .unsupportedCompression: "is compressed in a way that is not read — pack it again with deflate"
        case .encryptedEntry: "is encrypted — unpack it and give the folder"
        case .unsafePath: "the name leads outside of the archive — do not unpack it, and ask where it comes from"
        case .linkEntry: "is a link and not a file — pack the file itself"
        case .duplicateEntry: "is in the archive twice — pack it again"
        case .overlappingEntries: "lies over another entry — do not unpack it, and ask where the archive comes from"
        case .tooManyEntries: "has more than \(ZipLimits.entries) entries — pack the map alone"
        case .archiveTooLarge:
            "unpacks to more than \(ZipLimits.totalBytes >> 20) MiB — pack the map alone"
        case .suspiciousRatio:
            "grows more than \(ZipLimits.ratio) times when unpacked — do not unpack it, and ask where it comes from"
        case .wrongChecksum: "is damaged: its checksum does not agree — fetch the archive again"
        }
    }
}
