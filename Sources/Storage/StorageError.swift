import Glibc
import Platform

/// Why something in the state directory could not be read, written or changed; nothing was lost by it.
package enum StorageError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Another process writes here; its process id, where it said one.
    case busy(folder: String, pid: Int32?)
    /// A file or folder that is there could not be read.
    case cannotRead(path: String, SystemError)
    /// A file is where a folder must be.
    case notFolder(path: String)
    /// A file could not be written; the old one is whole.
    case cannotWrite(path: String, SystemError)
    /// A file is not as it was when it was loaded.
    case changedMeanwhile(path: String)
    /// A place of this id, with other content, is here.
    case placeExists(id: String, name: String)
    /// No place of this id is here.
    case unknownPlace(id: String)
    /// The robot is in the place, or on its way through it.
    case placeInUse(id: String, name: String)
    /// The folder that an id would get holds the map of another.
    case folderTaken(id: String, folder: String)
    /// The observations are not readable before a writer has repaired what a killed one left.
    case needsWriter(path: String)
    /// SQLite refused, in its own words.
    case database(path: String, String)

    /// The stable code that the commands print.
    package var code: String {
        switch self {
        case .busy: "busy"
        case .cannotRead: "cannotRead"
        case .notFolder: "notFolder"
        case .cannotWrite: "cannotWrite"
        case .changedMeanwhile: "changedMeanwhile"
        case .placeExists: "placeExists"
        case .unknownPlace: "unknownPlace"
        case .placeInUse: "placeInUse"
        case .folderTaken: "folderTaken"
        case .needsWriter: "needsWriter"
        case .database: "database"
        }
    }

    /// What is wrong.
    package var problem: String {
        switch self {
        case .busy(let folder, let pid):
            "\(folder) is being written by " + (pid.map { "process \($0)" } ?? "another process")
        case .cannotRead(let path, let error): "cannot read \(path): \(SystemError.words(for: error.number))"
        case .notFolder(let path): "\(path) is a file, not a folder"
        case .cannotWrite(let path, let error): "cannot write \(path): \(SystemError.words(for: error.number))"
        case .changedMeanwhile(let path): "\(path) was changed by something else meanwhile"
        case .placeExists(let id, let name): "the place \"\(id)\" is already here, as \"\(name)\", with other content"
        case .unknownPlace(let id): "there is no place \"\(id)\""
        case .placeInUse(let id, let name): "\"\(name)\" (\(id)) is where the robot is, or on its way"
        case .folderTaken(let id, let folder): "\(folder) holds another map, so \"\(id)\" cannot be put there"
        case .needsWriter(let path): "\(path) was left by a writer that was killed, and is repaired by the next"
        case .database(let path, let words): "\(path): \(words)"
        }
    }

    /// What to do about it.
    package var remedy: String {
        switch self {
        case .busy: "wait until it has ended, or stop it"
        case .cannotRead: "give this user the right to read it, or move it away"
        case .notFolder: "name a folder, or move the file away"
        case .cannotWrite(_, let error): Self.remedy(for: error.number) + "; the old state is whole"
        case .changedMeanwhile: "run the command again"
        case .placeExists: "replace it, or choose another id"
        case .unknownPlace: "see the list of places"
        case .placeInUse: "stop the route, or go to another place first"
        case .folderTaken: "choose another id"
        case .needsWriter: "start the service, or a command that changes what was seen"
        case .database: "look at the disk; the file is left as it is"
        }
    }

    /// What lets a file be written that could not be.
    private static func remedy(for number: Int32) -> String {
        switch number {
        case ENOSPC, EDQUOT: "make room"
        case EACCES, EPERM: "give this user the right to write there"
        case EROFS: "mount it for writing; look at dmesg, a failing disk is mounted read-only"
        case EIO: "look at the disk"
        default: "make room, or give this user the right to write there"
        }
    }

    /// What is wrong and what to do, for a person.
    package var description: String { problem + " — " + remedy }
}
