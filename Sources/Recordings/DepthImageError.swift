#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Why a depth image, or the confidence beside it, could not be read: which file, and what is wrong with it.
package struct DepthImageError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file's path, or another name for where the bytes came from.
    package var file: String
    /// What is wrong.
    package var problem: Problem

    /// Names a problem of a file.
    package init(file: String, problem: Problem) {
        self.file = file
        self.problem = problem
    }

    /// What can be wrong with a depth image.
    package enum Problem: Equatable, Sendable {
        /// The file cannot be opened or read; the system's error number says why.
        case unreadable(code: Int32)
        /// The path names a folder, a device or a pipe.
        case notAFile
        /// More bytes than any depth image has.
        case tooManyBytes(found: Int, limit: Int)
        /// A name that ends in `.png` over bytes that are none.
        case notPNG
        /// A raw file whose width and height were not given.
        case sizeNeeded
        /// A width or height that is not within 1 … `limit`, or too many pixels together.
        case size(width: Int, height: Int, limit: Int, pixelLimit: Int)
        /// A PNG of colours, palette or transparency.
        case colour(type: Int)
        /// A grey PNG that does not have 16 bits a sample.
        case bits(Int)
        /// A PNG whose end is missing.
        case truncated(found: Int)
        /// A PNG whose checksums or contents are wrong, in the decoder's words.
        case damaged(String)
        /// Bytes behind the end of a PNG.
        case trailing(used: Int, found: Int)
        /// A raw plane of another length than its size says.
        case length(expected: Int, found: Int, width: Int, height: Int)
        /// A confidence above 2.
        case confidence(level: UInt8, index: Int, width: Int)
        /// Memory ran out.
        case memory
    }

    /// What is wrong, where, and what to do, for a person.
    package var description: String { "\(file): \(problem.sentence)" }
}

extension DepthImageError.Problem {
    fileprivate var sentence: String {
        switch self {
        case .unreadable(let code):
            "cannot be read: \(String(cString: strerror(code))) — check the path and its permissions"
        case .notAFile: "is not a regular file — name a PNG or a raw file"
        case .tooManyBytes(let found, let limit):
            "holds \(found) bytes; a depth image has at most \(limit) — check that it is one"
        case .notPNG: "is named PNG but does not begin as one — check the file, or give a raw plane another ending"
        case .sizeNeeded: "is not a PNG, and a raw plane does not say its size — give its width and height"
        case .size(let width, let height, let limit, let pixelLimit):
            "is \(width)×\(height); sides must be 1 to \(limit) and together at most \(pixelLimit) pixels"
        case .colour(let type):
            "is not a grey image (PNG colour type \(type)) — save depth as 16-bit grey without colour, palette or transparency"
        case .bits(let bits): "has \(bits) bits a sample, not 16 — save it again without reducing it to \(bits) bits"
        default: damageSentence
        }
    }

    private var damageSentence: String {
        switch self {
        case .truncated(let found): "ends early, after \(found) bytes — copy it again"
        case .damaged(let how): "is damaged (\(how)) — copy it again"
        case .trailing(let used, let found):
            "has \(found - used) bytes behind the image's end at byte \(used) — one image a file"
        case .length(let expected, let found, let width, let height):
            "holds \(found) bytes, but \(width)×\(height) needs \(expected) — check width and height, or copy it again"
        case .confidence(let level, let index, let width):
            "has the confidence \(level) at column \(index % width), row \(index / width); levels are 0, 1 and 2"
        default: "does not fit into memory"
        }
    }
}
