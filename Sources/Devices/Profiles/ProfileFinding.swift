import Documents

/// What is wrong with a calibration profile, and where; the shipped one is used instead.
package struct ProfileFinding: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file, as it was found.
    package var file: String
    /// The line, from 1; nil where the file as a whole is at fault.
    package var line: Int?
    /// The key at fault; nil where the file as a whole is.
    package var key: String?
    /// The stable code: `unknownKey`, `missingKey`, `wrongType`, `outOfRange`, `contradiction`, `wrongSchema`,
    /// `unreadable`, or a document error's.
    package var code: String
    /// What is wrong and what to do.
    package var message: String

    /// Makes a finding.
    package init(file: String, line: Int? = nil, key: String? = nil, code: String, message: String) {
        self.file = file
        self.line = line
        self.key = key
        self.code = code
        self.message = message
    }

    init(file: String, error: DocumentError) {
        let line: Int? =
            switch error {
            case .malformed(let place, _), .duplicateKey(let place, _), .tooDeep(let place, _): place.line
            case .invalidUTF8, .tooLarge: nil
            }
        self.init(file: file, line: line, code: error.code, message: error.description)
    }

    /// File, line, key and message on one line.
    package var description: String {
        file + (line.map { ":\($0)" } ?? "") + ": " + (key.map { "\($0): " } ?? "") + message
    }
}
