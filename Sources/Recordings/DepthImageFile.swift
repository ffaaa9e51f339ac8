import Platform

/// Depth images and confidence planes in files.
package enum DepthImageFile {
    /// The most bytes that are read of one file: twice what the largest raw plane has.
    package static let byteLimit = DepthImage.pixelLimit * 4

    /// Columns and rows of a raw plane.
    package struct Size: Equatable, Sendable {
        /// Columns.
        package var width: Int
        /// Rows.
        package var height: Int

        /// Names a size.
        package init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }
    }

    /// Reads a 16-bit grey PNG, or a raw plane of little-endian samples whose `size` is given.
    ///
    /// The bytes decide which it is; a PNG says its own size, and `size` is not asked.
    package static func read(_ path: String, size: Size? = nil) throws(DepthImageError) -> DepthImage {
        let bytes = try bytes(path)
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return try DepthImage(png: bytes, file: path) }
        if path.lowercased().hasSuffix(".png") { throw DepthImageError(file: path, problem: .notPNG) }
        guard let size else { throw DepthImageError(file: path, problem: .sizeNeeded) }
        return try DepthImage(raw: bytes, width: size.width, height: size.height, file: path)
    }

    /// The bytes of a file; a pipe or a device is refused rather than waited for.
    private static func bytes(_ path: String) throws(DepthImageError) -> [UInt8] {
        do throws(ReadFile.Refusal) { return try ReadFile.regular(path, limit: byteLimit) } catch {
            let problem: DepthImageError.Problem =
                switch error {
                case .notAFile: .notAFile
                case .tooLarge(let found): .tooManyBytes(found: found, limit: byteLimit)
                case .cannotRead(let error): .unreadable(code: error.number)
                }
            throw DepthImageError(file: path, problem: problem)
        }
    }

    /// Reads a plane of confidence levels, one byte 0, 1 or 2 a sample, for an image of this size.
    package static func readConfidence(_ path: String, size: Size) throws(DepthImageError) -> [UInt8] {
        let pixels = try DepthImage.pixels(width: size.width, height: size.height, file: path)
        let bytes = try bytes(path)
        guard bytes.count == pixels else {
            throw DepthImageError(
                file: path,
                problem: .length(expected: pixels, found: bytes.count, width: size.width, height: size.height))
        }
        if let index = bytes.firstIndex(where: { $0 > 2 }) {
            throw DepthImageError(
                file: path, problem: .confidence(level: bytes[index], index: index, width: size.width))
        }
        return bytes
    }
}
