import Evidence
import Foundation
import Glibc
import Pairing
import Platform
import Testing

/// Bytes that are looked for in this program's own memory; where they stand for that does not count.
private final class MemoryProbe {
    private let needle: UnsafeMutableRawBufferPointer
    private let room: UnsafeMutableRawBufferPointer
    private static let roomBytes = 1 << 20

    /// Takes the bytes over that `fill` puts in.
    init(_ count: Int, fill: (UnsafeMutableRawBufferPointer) -> Void) {
        needle = .allocate(byteCount: count, alignment: 16)
        room = .allocate(byteCount: Self.roomBytes + count, alignment: 16)
        fill(needle)
    }

    deinit {
        Self.erase(needle)
        Self.erase(room)
        needle.deallocate()
        room.deallocate()
    }

    /// How often the bytes stand in what this program may write to.
    func count() throws -> Int {
        let memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
        try #require(memory >= 0)
        defer { close(memory) }
        var found = 0
        for line in try String(contentsOfFile: "/proc/self/maps", encoding: .utf8).split(separator: "\n") {
            let cells = line.split(separator: " ")
            guard cells[1].hasPrefix("rw"), line.hasSuffix("[vvar]") == false else { continue }
            let ends = cells[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            found += count(in: ends[0]..<ends[1], of: memory)
        }
        Self.erase(room)
        return found
    }

    private func count(in region: Range<UInt>, of memory: Int32) -> Int {
        var found = 0
        var start = region.lowerBound
        while start < region.upperBound {
            let size = min(room.count, Int(region.upperBound - start))
            let read = pread(memory, room.baseAddress, size, off_t(start))
            guard read > 0 else { return found }
            found += count(within: read, at: start)
            start += UInt(min(read, Self.roomBytes))
        }
        return found
    }

    private static func erase(_ buffer: UnsafeMutableRawBufferPointer) {
        if let base = buffer.baseAddress { explicit_bzero(base, buffer.count) }
    }

    private func count(within size: Int, at start: UInt) -> Int {
        var (found, offset) = (0, 0)
        guard let base = room.baseAddress, let wanted = needle.baseAddress else { return 0 }
        while offset < size, let hit = memchr(base + offset, Int32(needle[0]), size - offset) {
            let place = UnsafeRawPointer(base).distance(to: UnsafeRawPointer(hit))
            offset = place + 1
            guard size - place >= needle.count, memcmp(hit, wanted, needle.count) == 0 else { continue }
            // One that begins beyond the room's own length is found again in the next round.
            if place < Self.roomBytes, !isOwn(start + UInt(place)) { found += 1 }
        }
        return found
    }

    private func isOwn(_ address: UInt) -> Bool {
        [needle, room].contains { buffer in
            let first = UInt(bitPattern: buffer.baseAddress)
            return (first..<first + UInt(buffer.count)).contains(address)
        }
    }
}

extension Sockets {
    /// Where a secret stands in memory while a device is paired, and after it was removed.
    @Suite(.serialized) struct SecretMemoryTests {
        /// The digits of the one secret in `devices.json`, and its bytes, which are nowhere else in this test.
        private static func probes(_ bench: DoorBench) throws -> (digits: MemoryProbe, bytes: MemoryProbe) {
            let file = try ReadFile.whole(bench.directory.devices.path, limit: 65_536)
            defer { SecretMemory.erase(file) }
            let key = Array(#""secret":""#.utf8)
            let start = try #require(
                file.indices.first { file[$0...].starts(with: key) }, "no secret in \(file.count) bytes")
            let digits = (start + key.count)..<(start + key.count + 64)
            let text = MemoryProbe(64) { room in for index in 0..<64 { room[index] = file[digits.lowerBound + index] } }
            let bytes = MemoryProbe(32) { room in
                for index in 0..<32 {
                    let pair = [file[digits.lowerBound + 2 * index], file[digits.lowerBound + 2 * index + 1]]
                    room[index] = pair.reduce(0) { $0 << 4 | ($1 >= 0x61 ? $1 - 0x57 : $1 - 0x30) }
                }
            }
            return (text, bytes)
        }

        /// Bytes by chance, the same for the same seed: a pattern that others might have stands elsewhere in this program
        /// (rows of sevens did, in the pictures of another test).
        @inline(never) private static func byChance(_ seed: UInt64, letters: Bool = false) -> [UInt8] {
            var state = seed
            return (0..<32).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let byte = UInt8(state >> 56)
                return letters ? 0x41 + byte % 26 : byte
            }
        }

        @Test func `what is looked for in memory is found where it stands, and not once it is erased`() throws {
            let seed = UInt64.random(in: 0...UInt64.max)
            func probe(letters: Bool) -> MemoryProbe {
                let bytes = Self.byChance(seed, letters: letters)
                defer { SecretMemory.erase(bytes) }
                return MemoryProbe(32) { $0.copyBytes(from: bytes) }
            }
            let (probe, letters) = (probe(letters: false), probe(letters: true))
            #expect(try probe.count() == 0)
            #expect(try letters.count() == 0)
            let array = Self.byChance(seed)
            let spelled = Self.byChance(seed, letters: true)
            let text = String(unsafeUninitializedCapacity: 33) { room in
                for index in 0..<32 { room[index] = spelled[index] }
                return 32
            }
            SecretMemory.erase(spelled)
            #expect(try probe.count() == 1)
            #expect(try letters.count() == 1)
            SecretMemory.erase(array)
            SecretMemory.erase(text)
            #expect(try probe.count() == 0)
            #expect(try letters.count() == 0)
            #expect(array.allSatisfy { $0 == 0 } && text.utf8.allSatisfy { $0 == 0 })
        }

        @Test func `a secret stands in memory once for each that holds it, never as digits, and nowhere once removed`()
            throws
        {
            try DoorBench.run { bench in
                var phone = try TestPhone()
                try phone.pair(bench)
                let (digits, bytes) = try Self.probes(bench)
                #expect(try digits.count() == 0)
                #expect(try bytes.count() == 2)
                _ = try bench.ask(.rename(device: phone.id, name: "Sam")).get()
                let (connection, _) = try phone.link(bench)
                connection.close()
                try bench.wait { bench.door.status.devices.first?.isConnected == false }
                #expect(try digits.count() == 0)
                #expect(try bytes.count() == 2)
                phone.secret = nil
                _ = try bench.ask(.remove(device: phone.id)).get()
                try bench.wait("the secret is erased") { (try? bytes.count()) == 0 }
                #expect(try digits.count() == 0)
            }
        }

        @Test func `a secret that was read at the start stands in memory once`() throws {
            try Files.withTemporaryFolder { folder in
                var phone = try TestPhone()
                let first = try DoorBench(in: folder)
                try phone.pair(first)
                phone.secret = nil
                #expect(first.door.end(limit: .seconds(20)))
                let second = try DoorBench(in: folder)
                defer { #expect(second.door.end(limit: .seconds(20))) }
                try second.wait("it listens") { second.port != 0 }
                let (digits, bytes) = try Self.probes(second)
                try second.wait("the first door's is erased") { (try? bytes.count()) == 1 }
                #expect(try digits.count() == 0)
            }
        }
    }
}
