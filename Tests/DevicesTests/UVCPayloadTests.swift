import CameraModels
import Devices
import Evidence
import Testing

/// Runs payloads through an assembler of frames of eight bytes and writes down what ended.
private struct Bench {
    final class Log {
        var ended: [String] = []
        var frames: [[UInt8]] = []
    }

    var assembler: PayloadAssembler
    private let log = Log()
    var ended: [String] { log.ended }
    var frames: [[UInt8]] { log.frames }
    private var memory: [UInt8]

    init(_ assembler: PayloadAssembler = PayloadAssembler(frameBytes: 8), room: Int = 8) {
        self.assembler = assembler
        // Four bytes behind the buffer show whether anything was written past it.
        memory = [UInt8](repeating: 0, count: room) + [0xEE, 0xEE, 0xEE, 0xEE]
    }

    mutating func take(_ payload: [UInt8]) {
        let log = log
        memory.withUnsafeMutableBytes { memory in
            var buffer = UnsafeMutableRawBufferPointer(rebasing: memory.dropLast(4))
            let same = buffer
            payload.withUnsafeBytes { bytes in
                assembler.take(bytes, into: &buffer) { end in
                    log.ended.append(end.fault?.rawValue ?? "whole")
                    if end.fault == nil { log.frames.append(Array(same)) }
                    return same
                }
            }
        }
    }

    mutating func take(_ id: Int, _ pixels: [UInt8], end: Bool = false, error: Bool = false) {
        take(PayloadModel(frameID: id, endsFrame: end, hasError: error, pixels: pixels).bytes)
    }

    var isIntact: Bool { memory.suffix(4) == [0xEE, 0xEE, 0xEE, 0xEE] }
}

struct UVCPayloadTests {
    private static let all: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]

    @Test func `a payload that is a whole frame ends it at once, without EOF and without waiting for the next`() {
        var bench = Bench()
        bench.take(0, Self.all)
        #expect(bench.ended == ["whole"])
        bench.take(1, Self.all.reversed())
        #expect(bench.ended == ["whole", "whole"])
        #expect(bench.frames == [Self.all, Self.all.reversed()])
    }

    @Test func `EOF ends a frame that came in parts`() {
        var bench = Bench()
        bench.take(0, [1, 2, 3])
        bench.take(0, [4, 5, 6])
        #expect(bench.ended.isEmpty)
        bench.take(0, [7, 8], end: true)
        #expect(bench.frames == [Self.all])
    }

    @Test func `a toggle of FID ends a frame for cameras that never say EOF`() {
        var bench = Bench()
        bench.take(0, [1, 2, 3, 4])
        bench.take(0, [5, 6, 7, 8])
        #expect(bench.ended.isEmpty)
        bench.take(1, [9, 9])
        #expect(bench.frames == [Self.all])
    }

    @Test func `one payload may end the frame before it and its own`() {
        var bench = Bench()
        bench.take(0, [1, 2, 3, 4])
        bench.take(0, [5, 6, 7, 8])
        bench.take(1, Self.all.reversed(), end: true)
        #expect(bench.ended == ["whole", "whole"])
        #expect(bench.frames == [Self.all, Self.all.reversed()])
    }

    @Test func `an EOF without pixels ends the frame, and ends none twice`() {
        var bench = Bench()
        bench.take(0, [1, 2, 3, 4])
        bench.take(0, [5, 6, 7, 8])
        bench.take(0, [], end: true)
        #expect(bench.ended == ["whole"])
        bench.take(0, [], end: true)
        bench.take(1, [], end: true)
        bench.take(0, [])
        #expect(bench.ended == ["whole"])
    }

    @Test func `a first frame that is a part is dropped and counts as no fault of the camera`() {
        var bench = Bench()
        bench.take(0, [5, 6, 7, 8], end: true)
        bench.take(1, Self.all, end: true)
        #expect(bench.ended == ["first", "whole"])
        #expect(bench.assembler.counters.broken == 0)
        bench.take(0, [1], end: true)
        #expect(bench.ended == ["first", "whole", "short"])
        #expect(bench.assembler.counters.broken == 1)
        #expect(bench.assembler.counters.complete == 1)
    }

    @Test func `after a restart the next frame may be a part again, and the counters stay`() {
        var bench = Bench()
        bench.take(0, Self.all)
        bench.take(1, [1, 2])
        bench.assembler.restart()
        bench.take(1, [1], end: true)
        bench.take(0, Self.all)
        #expect(bench.ended == ["whole", "first", "whole"])
        #expect(bench.assembler.counters.complete == 2)
    }

    @Test func `an error bit spoils the frame to its end and no further`() {
        var bench = Bench()
        bench.take(0, Self.all)
        bench.take(1, [1, 2, 3, 4], error: true)
        bench.take(1, [5, 6, 7, 8], end: true)
        bench.take(0, Self.all)
        #expect(bench.ended == ["whole", "reported", "whole"])
    }

    @Test func `an error bit in a header without pixels spoils the frame as well`() {
        var bench = Bench()
        bench.take(0, Self.all)
        bench.take(1, [], error: true)
        bench.take(1, Self.all, end: true)
        #expect(bench.ended == ["whole", "reported"])
    }

    @Test(arguments: [[9, 4, 5], [5, 4, 1], [8, 1]])
    func `more than a frame is broken, and nothing is written past the buffer`(parts: [Int]) {
        var bench = Bench()
        bench.take(0, Self.all)
        for (index, part) in parts.enumerated() {
            bench.take(1, [UInt8](repeating: 7, count: part), end: index == parts.count - 1)
        }
        // A payload that filled a frame has ended it; what follows belongs to none.
        #expect(bench.ended == (parts[0] == 8 ? ["whole", "whole"] : ["whole", "overflow"]))
        #expect(bench.assembler.counters.stray == (parts[0] < 8 ? 0 : parts.count - 1))
        #expect(bench.isIntact)
    }

    @Test func `a buffer that is too small is never overrun`() {
        var bench = Bench(room: 5)
        bench.take(0, Self.all, end: true)
        bench.take(1, Self.all, end: true)
        #expect(bench.ended == ["first", "overflow"])
        #expect(bench.isIntact)
    }

    @Test(
        arguments: [
            [], [2], [0, 0x80], [1, 0x80], [3, 0x80], [5, 0x84, 0, 0, 0, 0],
            [7, 0x88] + [UInt8](repeating: 0, count: 6),
            [11, 0x8C] + [UInt8](repeating: 0, count: 10), [200, 0x80, 1, 2, 3],
        ] as [[UInt8]])
    func `a header that cannot be is passed over, and the frame under way is broken`(payload: [UInt8]) {
        var bench = Bench()
        bench.take(0, Self.all)
        bench.take(1, [1, 2, 3, 4])
        bench.take(payload)
        bench.take(1, [5, 6, 7, 8], end: true)
        #expect(bench.ended == (payload.isEmpty ? ["whole", "whole"] : ["whole", "lost"]))
        #expect(bench.assembler.counters.badHeaders == (payload.isEmpty ? 0 : 1))
    }

    @Test func `headers of 2, 6, 8, 12 and 255 bytes are read`() {
        for extra in 0..<5 {
            let model = PayloadModel(
                frameID: 0, presentationTime: extra % 2 == 1 ? 7 : nil, sourceClock: extra > 1 ? 8 : nil,
                metadata: [UInt8](repeating: 0, count: extra == 4 ? 247 : 0), pixels: Self.all)
            var bench = Bench()
            bench.take(model.bytes)
            #expect(bench.ended == ["whole"], "header of \(model.bytes[0])")
        }
    }

    @Test func `a lost packet spoils the frame under way, and none between frames`() {
        var bench = Bench()
        bench.take(0, Self.all)
        bench.assembler.loses()
        bench.take(1, [1, 2, 3, 4])
        bench.assembler.loses()
        bench.take(1, [5, 6, 7, 8], end: true)
        bench.take(0, Self.all)
        #expect(bench.ended == ["whole", "lost", "whole"])
    }

    @Test func `a camera that is known never to toggle FID goes by EOF alone`() {
        var bench = Bench(PayloadAssembler(frameBytes: 8, ignoresFrameID: true))
        for _ in 0..<3 {
            bench.take(0, [1, 2, 3, 4])
            bench.take(0, [5, 6, 7, 8], end: true)
        }
        #expect(bench.ended == ["whole", "whole", "whole"])
    }

    @Test(arguments: [true, false])
    func `a camera that never toggles FID is found out after three frames`(inParts: Bool) {
        var bench = Bench()
        for _ in 0..<6 {
            if inParts {
                bench.take(0, [1, 2, 3, 4])
                bench.take(0, [5, 6, 7, 8])
                bench.take(0, [], end: true)
            } else {
                bench.take(0, Self.all)
            }
        }
        #expect(bench.ended == ["whole", "whole", "whole"])
    }

    @Test func `headers without pixels may come before a frame's own, and change nothing`() {
        var bench = Bench()
        bench.take(0, Self.all)
        bench.take(1, [])
        bench.take(1, [1, 2, 3, 4])
        bench.take(1, [])
        bench.take(1, [5, 6, 7, 8], end: true)
        #expect(bench.ended == ["whole", "whole"])
    }

    @Test func `stamps and metadata belong to their frame`() {
        var assembler = PayloadAssembler(frameBytes: 8, layout: .blocks)
        var found: [PayloadAssembler.Ended] = []
        var memory = [UInt8](repeating: 0, count: 8)
        memory.withUnsafeMutableBytes { memory in
            var buffer = memory
            for (id, part) in [(0, [1, 2, 3, 4]), (0, [5, 6, 7, 8]), (1, Self.all)] as [(Int, [UInt8])] {
                let payload = PayloadModel(
                    frameID: id, endsFrame: part.last == 8, presentationTime: UInt32(100 + id), sourceClock: 5,
                    metadata: MetadataModel.timing(counter: UInt32(41 + id)), pixels: part)
                payload.bytes.withUnsafeBytes { bytes in
                    assembler.take(bytes, into: &buffer) { end in
                        found.append(end)
                        return memory
                    }
                }
            }
        }
        #expect(found.map(\.presentationTime) == [100, 101])
        #expect(found.map(\.metadata.frameCounter) == [41, 42])
    }

    @Test func `payloads by chance never write past the buffer, and every end is counted`() {
        var chance = SplitMix(seed: 5)
        var bench = Bench()
        for _ in 0..<50_000 {
            let count = chance.below(14)
            var payload = (0..<count).map { _ in UInt8(chance.below(256)) }
            if count > 1, chance.below(4) > 0 { payload[0] = 2 }
            if count > 1, chance.below(4) > 0 { payload[1] &= 0x43 }
            bench.take(payload)
        }
        let counters = bench.assembler.counters
        #expect(bench.isIntact)
        #expect(Int(counters.complete) == bench.frames.count)
        #expect(Int(counters.complete + counters.broken) + (bench.ended.first == "first" ? 1 : 0) == bench.ended.count)
        #expect(counters.complete > 50 && counters.broken > 50)
    }

    @Test func `nothing is allocated for a frame`() {
        var assembler = PayloadAssembler(frameBytes: 4096, layout: .blocks)
        let payloads = [0, 1].map { id in
            PayloadModel(
                frameID: id, presentationTime: 9, sourceClock: 9, metadata: MetadataModel.timing(counter: 3),
                pixels: [UInt8](repeating: 1, count: 4096)
            ).bytes
        }
        var memory = [UInt8](repeating: 0, count: 4096)
        var whole = 0
        func run(_ frames: Int) {
            memory.withUnsafeMutableBytes { memory in
                var buffer = memory
                for frame in 0..<frames {
                    payloads[frame % 2].withUnsafeBytes { bytes in
                        assembler.take(bytes, into: &buffer) { end in
                            whole += end.fault == nil ? 1 : 0
                            return memory
                        }
                    }
                }
            }
        }
        run(4)
        let allocations = AllocationCounter.count { run(100) }
        #expect(whole == 104)
        #if !DEBUG
            #expect(allocations == 0)
        #else
            #expect(allocations <= 1000)
        #endif
    }
}
