import Evidence
import Foundation
import Glibc
import Platform
import Testing

@Suite struct PlatformFileTests {
    @Test func `a file is replaced whole, and nothing else is left in the folder`() throws {
        try Files.withTemporaryFolder { folder in
            let path = folder + "/store"
            try AtomicFile.replace(path, with: Array("old".utf8))
            try AtomicFile.replace(path, with: Array("new".utf8), mode: 0o640)
            #expect(Files.text(path) == "new")
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names == ["store"])
            var found = stat()
            #expect(stat(path, &found) == 0)
            #expect(found.st_mode & 0o777 == 0o640 & ~Self.mask())
        }
    }

    @Test func `where a file cannot be replaced the old one stays, and the error says what was being done`() throws {
        try Files.withTemporaryFolder { folder in
            let path = folder + "/taken"
            try FileManager.default.createDirectory(atPath: path + "/inside", withIntermediateDirectories: true)
            let error = #expect(throws: SystemError.self) { try AtomicFile.replace(path, with: [1]) }
            #expect(error?.description.hasPrefix("replace \(path): ") == true)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names == ["taken"])
            let missing = #expect(throws: SystemError.self) { try AtomicFile.replace(folder + "/no/file", with: [1]) }
            #expect(missing?.number == ENOENT)
        }
    }

    @Test(arguments: [(99, true), (100, true), (101, false)])
    func `a file is read up to its limit`(size: Int, isRead: Bool) throws {
        try Files.withTemporaryFolder { folder in
            let path = folder + "/file"
            Files.write([UInt8](repeating: 7, count: size), to: path)
            if isRead {
                let bytes = try ReadFile.whole(path, limit: 100)
                #expect(bytes.count == size)
            } else {
                let error = #expect(throws: SystemError.self) { try ReadFile.whole(path, limit: 100) }
                #expect(error?.number == EFBIG)
            }
        }
    }

    @Test func `a missing file, a folder and an endless device are errors, not waits`() {
        #expect(throws: SystemError(ENOENT, "open /no/such")) { try ReadFile.whole("/no/such", limit: 10) }
        #expect(throws: SystemError(EISDIR, "read /tmp")) { try ReadFile.whole("/tmp", limit: 10) }
        #expect(throws: SystemError(EFBIG, "read /dev/zero")) { try ReadFile.whole("/dev/zero", limit: 10) }
    }

    @Test func `A regular file is read up to a limit, and what is none is refused at once`() throws {
        try Files.withTemporaryFolder { (folder: String) throws in
            let (path, pipe) = (folder + "/file", folder + "/pipe")
            Files.write([UInt8](repeating: 7, count: 100), to: path)
            #expect(try ReadFile.regular(path, limit: 100) == [UInt8](repeating: 7, count: 100))
            #expect(throws: ReadFile.Refusal.tooLarge(bytes: 100)) { try ReadFile.regular(path, limit: 99) }
            #expect(mkfifo(pipe, 0o600) == 0)
            for path in [pipe, folder, "/dev/zero"] {
                #expect(throws: ReadFile.Refusal.notAFile) { try ReadFile.regular(path, limit: 100) }
            }
            #expect(throws: ReadFile.Refusal.cannotRead(SystemError(ENOENT, "open \(folder)/no"))) {
                try ReadFile.regular(folder + "/no", limit: 100)
            }
        }
    }

    @Test func `an error is a sentence part for a person`() {
        #expect(SystemError(-ENOENT, "open /x").description == "open /x: No such file or directory")
        #expect(SystemError(-ENOENT, "open /x") == SystemError(ENOENT, "open /x"))
    }

    @Test func `a descriptor is closed once, when its owner ends`() throws {
        var number: Int32 = -1
        do {
            let file = try Descriptor.nothing()
            number = file.number
            #expect(number >= 3)
            #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0)
            let copy = try Descriptor.copy(of: number)
            #expect(copy.number != number)
        }
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
        #expect(target != "/dev/null")
    }

    @Test func `writing into a pipe that nobody reads is an error, and the process lives`() throws {
        SystemSignals.ignoreBrokenPipes()
        let error = #expect(throws: SystemError.self) {
            let writing = try Self.writingEnd()
            try writing.writeAll([1])
        }
        #expect(error?.number == EPIPE)
    }

    private static func mask() -> mode_t {
        let mask = umask(0o022)
        umask(mask)
        return mask
    }

    private static func writingEnd() throws(SystemError) -> Descriptor {
        let pipe = try Platform.Pipe()
        return try Descriptor.copy(of: pipe.writing.number)
    }
}
