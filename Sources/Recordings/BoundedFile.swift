#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Reading a whole regular file that must not be larger than a limit.
enum BoundedFile {
    /// The bytes of the file at `path`; a pipe or device is refused rather than waited for.
    static func read(_ path: String, limit: Int) throws(DepthImageError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw DepthImageError(file: path, problem: .unreadable(code: errno)) }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else {
            throw DepthImageError(file: path, problem: .unreadable(code: errno))
        }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw DepthImageError(file: path, problem: .notAFile) }
        let size = Int(facts.st_size)
        guard size <= limit else {
            throw DepthImageError(file: path, problem: .tooManyBytes(found: size, limit: limit))
        }
        return try readAll(descriptor, expecting: size, path: path)
    }

    /// Reads up to the length that the file had when it was opened; fewer where it was cut meanwhile.
    private static func readAll(_ descriptor: Int32, expecting size: Int, path: String) throws(DepthImageError)
        -> [UInt8]
    {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let got = Self.readOnce(
                    descriptor, UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
                )
                if got < 0 { failure = errno }
                if got <= 0 { break }
                count += got
            }
        }
        if failure != 0 { throw DepthImageError(file: path, problem: .unreadable(code: failure)) }
        return bytes
    }

    private static func readOnce(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        while true {
            #if canImport(Glibc)
                let got = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            #else
                let got = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
            #endif
            if got >= 0 || errno != EINTR { return got }
        }
    }
}
