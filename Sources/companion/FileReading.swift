import Documents
import Glibc
import Platform
import Readings
import Service

/// Reads the files that commands are given, and says plainly what is wrong with them.
enum FileReading {
    /// The bytes of a file, or of standard input where the name is `-`.
    static func bytes(_ path: String, limit: Int = 256 << 20) throws(CommandFailure) -> [UInt8] {
        do throws(SystemError) {
            return try ReadFile.whole(path == "-" ? "/dev/stdin" : path, limit: limit)
        } catch {
            throw failure(error, path: path, limit: limit)
        }
    }

    static func failure(_ error: SystemError, path: String, limit: Int) -> CommandFailure {
        let isTooLarge = error.number == EFBIG
        let words = SystemError.words(for: error.number)
        let what = isTooLarge ? "\(path) is larger than \(limit) bytes" : "cannot read \(path): \(words)"
        let remedy = isTooLarge ? "give a smaller file" : remedy(for: error.number)
        return CommandFailure(code: isTooLarge ? "tooLarge" : "cannotRead", message: what, remedy: remedy, at: path)
    }

    /// Why a file could not be written.
    static func cannotWrite(_ error: SystemError, path: String) -> CommandFailure {
        CommandFailure(
            code: "cannotWrite", message: "cannot write \(path): \(SystemError.words(for: error.number))",
            remedy: error.number == ENOENT ? "make its folder first" : remedy(for: error.number), at: path)
    }

    /// What can be done about an error of the system.
    private static func remedy(for number: Int32) -> String {
        switch number {
        case ENOENT, ENOTDIR: "check the path"
        case EISDIR: "name a file, not a folder"
        case EACCES, EPERM, EROFS: "check its permissions, or choose another one"
        case ENOSPC: "make room first"
        default: "check that it can be used"
        }
    }

    /// The document in a file.
    static func document(
        _ path: String, dialect: Document.Dialect = .json, limits: Document.Limits = .init()
    ) throws(CommandFailure) -> Document {
        let bytes = try bytes(path, limit: limits.bytes)
        do throws(DocumentError) {
            return try Document(bytes, dialect: dialect, limits: limits)
        } catch {
            throw failure(error, path: path)
        }
    }

    static func failure(_ error: DocumentError, path: String) -> CommandFailure {
        CommandFailure(
            code: error.code, message: "\(path): \(error.description)",
            remedy: "mend the file there, or give another", at: error.at ?? path)
    }

    /// The settings of the file that `--config` names, or the standard ones; only a file without findings is used.
    ///
    /// Where none is named, the file at `standard` is used, if there is one.
    static func settings(
        _ invocation: Invocation, orOf standard: String? = nil
    ) throws(CommandFailure) -> Settings {
        let named = invocation.value("--config")
        guard let path = named ?? standard else { return Settings() }
        switch ConfigurationFile.read(path) {
        case .success(let settings): return settings
        case .failure(.cannotRead(let error)) where error.number == ENOENT && named == nil: return Settings()
        case .failure(.cannotRead(let error)): throw failure(error, path: path, limit: ConfigurationFile.byteLimit)
        case .failure(.noDocument(let error)): throw failure(error, path: path)
        case .failure(.findings(let findings)):
            throw CommandFailure(
                code: findings.first?.code ?? "configuration",
                whatIsWrong: findings.map { "\(path):\($0.line ?? 1): \($0.message)" }, in: path,
                remedy: "mend it, then run companion config check \(path)", at: path)
        }
    }
}
