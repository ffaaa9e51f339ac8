/// Collects what is wrong with one file while it is read.
public final class FileFindings {
    /// The file, as it was named.
    public let file: String
    /// What was found, in the order of reading.
    public private(set) var list: [FileFinding] = []

    /// Begins without findings.
    public init(file: String) { self.file = file }

    /// Adds one at an element's line, about a key or (nil) about the element as a whole.
    public func add(_ code: String, _ key: String?, at element: JSONElement, _ message: String) {
        list.append(FileFinding(file: file, line: element.place.line, key: key, code: code, message: message))
    }
}
