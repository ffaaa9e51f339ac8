import Evidence
import Foundation
import Glibc
import Platform
import Testing

@Suite struct FileLockTests {
    /// Takes and lets go of the lock at a path, keeping what a child has that is just being started: the same open file.
    private static func passing(_ path: String) throws -> Int32 {
        let lock = try FileLock(path)
        defer { withExtendedLifetime(lock) {} }
        for number in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
            let end = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
            if end == path, let number = Int32(number) { return fcntl(number, F_DUPFD_CLOEXEC, 0) }
        }
        return -1
    }

    @Test func `a lock that was let go is free, although a child that starts has the file open`() throws {
        try Files.withTemporaryFolder { folder in
            let path = (folder as NSString).resolvingSymlinksInPath + "/lock"
            let child = try Self.passing(path)
            try #require(child >= 0)
            defer { close(child) }
            let again = try FileLock(path)
            withExtendedLifetime(again) {}
        }
    }

    @Test func `a lock that is held is refused with its holder's number, and free again after it`() throws {
        try Files.withTemporaryFolder { folder in
            let path = folder + "/lock"
            let holder = try FileLock(path)
            var refusal: FileLock.Failure?
            do throws(FileLock.Failure) { _ = try FileLock(path) } catch { refusal = error }
            #expect(refusal == .held(pid: getpid()))
            withExtendedLifetime(holder) {}
        }
    }

    @Test func `a lock in a folder that is not there says what was being done`() throws {
        var refusal: FileLock.Failure?
        do throws(FileLock.Failure) { _ = try FileLock("/nowhere/at/all/lock") } catch { refusal = error }
        guard case .system(let error) = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(error.number == ENOENT)
    }
}
