import Bridge
import Testing

struct CDRTests {
    @Test func `Numbers stand at multiples of their own size, counted from behind the head`() {
        var out = CDRWriter()
        out.octet(7)
        out.int32(-2)
        out.octet(1)
        out.double(1)
        #expect(
            out.bytes == [
                0, 1, 0, 0, 7, 0, 0, 0, 0xFE, 0xFF, 0xFF, 0xFF, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F,
            ]
        )
    }

    @Test func `A text has its length with the zero at its end, and a zero within it becomes a space`() {
        var out = CDRWriter()
        out.string("hi")
        out.string("a\0b")
        #expect(out.bytes == [0, 1, 0, 0, 3, 0, 0, 0, 0x68, 0x69, 0, 0, 4, 0, 0, 0, 0x61, 0x20, 0x62, 0])
    }

    @Test func `What was written is read again`() throws {
        var out = CDRWriter()
        out.octet(200)
        out.string("Grüße, 世界")
        out.float(.infinity)
        out.uint32(.max)
        out.double(-0.1)
        out.sequence([1, 2]) { $0.int32($1) }
        var reader = try CDRReader(out.bytes)
        let (octet, text, float) = (try reader.octet(), try reader.string(limit: 100), try reader.float())
        #expect((octet, text, float) == (200, "Grüße, 世界", .infinity))
        let (whole, double, count) = (try reader.uint32(), try reader.double(), try reader.uint32())
        #expect((whole, double, count) == (.max, -0.1, 2))
        let (first, second) = (try reader.int32(), try reader.int32())
        #expect((first, second) == (1, 2))
        #expect(throws: CDRFault.tooShort) { _ = try reader.octet() }
    }

    @Test func `Big-endian messages are read as well`() throws {
        var reader = try CDRReader([0, 0, 0, 0, 0, 0, 0, 2, 0x78, 0, 0, 0, 0, 0, 0, 9])
        let (text, number) = (try reader.string(limit: 5), try reader.uint32())
        #expect((text, number) == ("x", 9))
    }

    @Test(arguments: [[], [0, 1, 0], [0, 3, 0, 0], [0, 7, 0, 0, 1], [1, 1, 0, 0]] as [[UInt8]])
    func `Bytes without a head of plain CDR are no message`(bytes: [UInt8]) {
        #expect(throws: CDRFault.self) { try CDRReader(bytes) }
    }

    @Test(
        arguments: [
            ([1, 0, 0, 0, 0x61], .badString),  // no zero at its end
            ([3, 0, 0, 0, 0x61, 0, 0], .badString),  // a zero within it
            ([2, 0, 0, 0, 0xFF, 0], .badString),  // no UTF-8
            ([0, 0, 0, 0], .badString),  // not even the zero
            ([7, 0, 0, 0, 0x61, 0], .tooLong),
            ([6, 0, 0, 0, 0x61, 0], .tooShort),
            ([0xFF, 0xFF, 0xFF, 0xFF, 0x61, 0], .tooLong),
            ([2, 0, 0], .tooShort),
        ] as [([UInt8], CDRFault)])
    func `A broken text is refused, and nothing is reserved for what it claims to be`(bytes: [UInt8], fault: CDRFault) {
        #expect(throws: fault) {
            var reader = try CDRReader([0, 1, 0, 0] + bytes)
            _ = try reader.string(limit: 5)
        }
    }

    @Test func `A text of exactly the limit is read`() throws {
        var out = CDRWriter()
        out.string("12345")
        var reader = try CDRReader(out.bytes)
        let text = try reader.string(limit: 5)
        #expect(text == "12345")
    }
}
