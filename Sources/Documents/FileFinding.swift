/// What is wrong with a file of checked fields (a calibration profile, a mounting), and where.
public struct FileFinding: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file, as it was named.
    public var file: String
    /// The line, from 1; nil where the file as a whole is at fault.
    public var line: Int?
    /// The key at fault; nil where the file as a whole is.
    public var key: String?
    /// The stable code: `unknownKey`, `missingKey`, `wrongType`, `outOfRange`, `contradiction`, `wrongSchema`,
    /// `unreadable`, or a document error's.
    public var code: String
    /// What is wrong and what to do.
    public var message: String

    /// Makes a finding.
    public init(file: String, line: Int? = nil, key: String? = nil, code: String, message: String) {
        self.file = file
        self.line = line
        self.key = key
        self.code = code
        self.message = message
    }

    /// A file that is no document at all.
    public init(file: String, error: DocumentError) {
        let line: Int? =
            switch error {
            case .malformed(let place, _), .duplicateKey(let place, _), .tooDeep(let place, _): place.line
            case .invalidUTF8, .tooLarge: nil
            }
        self.init(file: file, line: line, code: error.code, message: error.description)
    }

    /// File, line, key and message on one line.
    public var description: String {
        file + (line.map { ":\($0)" } ?? "") + ": " + (key.map { "\($0): " } ?? "") + message
    }
}
