import Glibc

/// A call to the system that failed: which error, and what was being done.
package struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The error number, such as `ENOENT`; always positive.
    package var number: Int32
    /// What was being done, in a person's words, such as "open /etc/companion".
    package var operation: String

    /// Makes an error from a number, positive or negated as the C shims give it.
    package init(_ number: Int32, _ operation: String) {
        self.number = number < 0 ? -number : number
        self.operation = operation
    }

    /// The error that the last call of this thread left in `errno`.
    package static func last(_ operation: String) -> SystemError { SystemError(errno, operation) }

    /// A sentence part for a person: "open /x: No such file or directory".
    package var description: String { "\(operation): \(Self.words(for: number))" }

    /// The system's own words for an error number.
    package static func words(for number: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard strerror_r(number, &buffer, buffer.count - 1) == 0 else { return "error \(number)" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
