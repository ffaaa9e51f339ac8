import Documents
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
        let isTooLarge = error.description.contains("File too large")
        let what = isTooLarge ? "\(path) is larger than \(limit) bytes" : "cannot read \(path)"
        let why = isTooLarge ? "give a smaller file" : SystemError.words(for: error.number)
        return CommandFailure(code: isTooLarge ? "tooLarge" : "cannotRead", message: what, remedy: why, at: path)
    }

    /// The document in a file.
    static func document(
        _ path: String, dialect: Document.Dialect = .json, limits: Document.Limits = .init()
    ) throws(CommandFailure) -> Document {
        let bytes = try bytes(path, limit: limits.bytes + 1)
        do throws(DocumentError) {
            return try Document(bytes, dialect: dialect, limits: limits)
        } catch {
            throw failure(error, path: path)
        }
    }

    static func failure(_ error: DocumentError, path: String) -> CommandFailure {
        CommandFailure(code: error.code, message: "\(path): \(error.description)", at: error.at ?? path)
    }

    /// The settings of the file that `--config` names, or the standard ones; only a file without findings is used.
    static func settings(_ invocation: Invocation) throws(CommandFailure) -> Settings {
        guard let path = invocation.value("--config") else { return Settings() }
        switch ConfigurationFile.read(path) {
        case .success(let settings): return settings
        case .failure(.cannotRead(let error)): throw failure(error, path: path, limit: ConfigurationFile.byteLimit)
        case .failure(.noDocument(let error)): throw failure(error, path: path)
        case .failure(.findings(let findings)):
            let lines = findings.map { "\(path):\($0.line ?? 1): \($0.message)" }
            throw CommandFailure(
                code: findings.first?.code ?? "configuration", message: lines.joined(separator: "\n           "),
                remedy: "companion config check \(path) lists them", at: path)
        }
    }
}
