import Glibc

/// Overwriting the memory in which a secret stood.
///
/// Swift has no type for that: an array that is changed is copied where others hold it too, and the copy would be what
/// is overwritten. Here the bytes are overwritten where they lie, and whoever still holds them sees zeros.
package enum SecretMemory {
    /// The longest text that has no memory of its own, in bytes: it lies inside the value.
    private static let inlineBytes = 15

    /// Overwrites the bytes of an array, which must have been made at run time and be needed by nobody any more.
    package static func erase(_ bytes: [UInt8]) { bytes.withUnsafeBytes { overwrite($0) } }

    /// Overwrites the bytes of a text, under the same conditions; a short text inside its value is left alone.
    package static func erase(_ text: String) {
        var text = text
        guard text.utf8.count > inlineBytes, text.isContiguousUTF8 else { return }
        text.withUTF8 { overwrite(UnsafeRawBufferPointer($0)) }
    }

    private static func overwrite(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
        explicit_bzero(UnsafeMutableRawPointer(mutating: start), bytes.count)
    }
}
