/// Writes a recording in the MCAP format: bytes come out at the end of each chunk, and whoever owns this puts them into
/// a file.
///
/// Channels are numbered from 1 in the order in which they are given, and so are their schemas. Everything up to the
/// last whole chunk can be read although the rest is missing.
struct MCAPWriter: ~Copyable {
    /// What is known of a chunk that was written.
    struct ChunkIndex {
        var start: UInt64
        var end: UInt64
        var offset: UInt64
        var length: UInt64
        var messageIndexes: [(channel: UInt16, offset: UInt64)]
        var indexLength: UInt64
        var compression: String
        var compressedSize: UInt64
        var size: UInt64
    }

    /// What is known of an attachment that was written.
    struct Attached {
        var offset: UInt64
        var length: UInt64
        var logTime: UInt64
        var size: UInt64
        var name: String
        var mediaType: String
    }

    let channels: [MCAPChannel]
    private let compressor: ZstandardCompressor?
    /// Bytes that wait for whoever owns this.
    var output: [UInt8] = []
    private var taken: UInt64 = 0
    private(set) var checksum = CRC32()
    private var chunk: [UInt8] = []
    private var packed: [UInt8] = []
    private var times: (first: UInt64, last: UInt64) = (.max, 0)
    private var indexes: [[(time: UInt64, offset: UInt64)]]
    private var sequences: [UInt32]
    private(set) var chunks: [ChunkIndex] = []
    private(set) var attachments: [Attached] = []
    private(set) var metadata: [(offset: UInt64, length: UInt64, name: String)] = []
    private(set) var counts: [UInt64]
    private(set) var span: (first: UInt64, last: UInt64) = (.max, 0)

    /// Begins a file with these channels; `library` says who writes it.
    init(channels: [MCAPChannel], library: String) {
        self.channels = channels
        compressor = ZstandardCompressor()
        indexes = Array(repeating: [], count: channels.count)
        sequences = Array(repeating: 0, count: channels.count)
        counts = Array(repeating: 0, count: channels.count)
        output += MCAPFormat.magic
        output.put(.header) {
            $0.put(text: "")
            $0.put(text: library)
        }
        putSchemas()
        putChannels()
    }

    mutating func putSchemas() {
        for (index, channel) in channels.enumerated() {
            guard let schema = channel.schema else { continue }
            output.put(.schema) {
                $0.put(UInt16(index + 1))
                $0.put(text: schema.name)
                $0.put(text: schema.encoding)
                $0.put(UInt32(schema.data.count))
                $0 += schema.data
            }
        }
    }

    mutating func putChannels() {
        for (index, channel) in channels.enumerated() {
            output.put(.channel) {
                $0.put(UInt16(index + 1))
                $0.put(channel.schema == nil ? UInt16(0) : UInt16(index + 1))
                $0.put(text: channel.topic)
                $0.put(text: channel.encoding)
                $0.put(map: channel.metadata.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
            }
        }
    }

    /// Bytes of the file so far, the open chunk not counted.
    var bytes: UInt64 { taken + UInt64(output.count) }
    /// Bytes in the open chunk, before they are compressed.
    var openBytes: Int { chunk.count }
    /// How many messages a channel has.
    func count(of channel: Int) -> UInt64 { counts[channel] }

    /// Hands what waits to `body` and forgets it; where `body` throws, it waits on.
    mutating func drain<Failure: Error>(_ body: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
        guard !output.isEmpty else { return }
        try body(output)
        checksum.take(output)
        taken += UInt64(output.count)
        output.removeAll(keepingCapacity: true)
    }

    /// Adds a message to a channel, counted from 0; `content` appends its bytes, and `number` stands in place of the
    /// writer's own count where it is given.
    mutating func message(
        _ channel: Int, logTime: UInt64, publishTime: UInt64, number: UInt32? = nil,
        _ content: (inout [UInt8]) -> Void
    ) {
        let offset = UInt64(chunk.count)
        let sequence = number ?? sequences[channel]
        chunk.put(.message) {
            $0.put(UInt16(channel + 1))
            $0.put(sequence)
            $0.put(logTime)
            $0.put(publishTime)
            content(&$0)
        }
        sequences[channel] &+= 1
        counts[channel] += 1
        indexes[channel].append((logTime, offset))
        times = (min(times.first, logTime), max(times.last, logTime))
        span = (min(span.first, logTime), max(span.last, logTime))
    }

    /// Ends the open chunk, where there is anything in it.
    mutating func endChunk() {
        guard !chunk.isEmpty else { return }
        packed.removeAll(keepingCapacity: true)
        let isCompressed = compressor?.append(chunk, to: &packed) ?? false
        let offset = bytes
        let stored = isCompressed ? packed : chunk
        let size = UInt64(chunk.count)
        let (times, sum) = (times, CRC32.of(chunk))
        output.put(.chunk) {
            $0.put(times.first)
            $0.put(times.last)
            $0.put(size)
            $0.put(sum)
            $0.put(text: isCompressed ? "zstd" : "")
            $0.put(UInt64(stored.count))
            $0 += stored
        }
        let length = bytes - offset
        let messageIndexes = putMessageIndexes()
        chunks.append(
            ChunkIndex(
                start: times.first, end: times.last, offset: offset, length: length, messageIndexes: messageIndexes,
                indexLength: bytes - offset - length, compression: isCompressed ? "zstd" : "",
                compressedSize: UInt64(stored.count), size: size))
        chunk.removeAll(keepingCapacity: true)
        self.times = (.max, 0)
    }

    private mutating func putMessageIndexes() -> [(channel: UInt16, offset: UInt64)] {
        var offsets: [(channel: UInt16, offset: UInt64)] = []
        for channel in indexes.indices where !indexes[channel].isEmpty {
            offsets.append((UInt16(channel + 1), bytes))
            let entries = indexes[channel]
            output.put(.messageIndex) {
                $0.put(UInt16(channel + 1))
                $0.put(UInt32(entries.count * 16))
                for entry in entries {
                    $0.put(entry.time)
                    $0.put(entry.offset)
                }
            }
            indexes[channel].removeAll(keepingCapacity: true)
        }
        return offsets
    }

    /// Adds a file; the open chunk is ended before.
    mutating func attach(_ attachment: MCAPAttachment) {
        endChunk()
        let offset = bytes
        let content = Self.content(of: attachment)
        output.put(.attachment) {
            $0 += content
            $0.put(CRC32.of(content))
        }
        attachments.append(
            Attached(
                offset: offset, length: bytes - offset, logTime: attachment.logTime,
                size: UInt64(attachment.data.count), name: attachment.name, mediaType: attachment.mediaType))
    }

    private static func content(of attachment: MCAPAttachment) -> [UInt8] {
        var content: [UInt8] = []
        content.put(attachment.logTime)
        content.put(attachment.logTime)
        content.put(text: attachment.name)
        content.put(text: attachment.mediaType)
        content.put(UInt64(attachment.data.count))
        return content + attachment.data
    }

    /// Adds facts in words; the open chunk is ended before.
    mutating func note(_ name: String, _ facts: [(key: String, value: String)]) {
        endChunk()
        let offset = bytes
        output.put(.metadata) {
            $0.put(text: name)
            $0.put(map: facts)
        }
        metadata.append((offset, bytes - offset, name))
    }

    // MARK: chunks of another file

    /// Takes a message over from another file with the same channels.
    mutating func adopt(_ message: MCAPMessage) {
        let channel = Int(message.channel) - 1
        guard channels.indices.contains(channel) else { return }
        self.message(
            channel, logTime: message.logTime, publishTime: message.publishTime, number: message.sequence
        ) { $0 += message.data }
    }

    /// Takes a whole chunk over from another file with the same channels, compressed as it is; the open chunk is ended
    /// before.
    mutating func adopt(_ chunk: MCAPRawChunk) {
        endChunk()
        let offset = bytes
        output.append(MCAPFormat.Opcode.chunk.rawValue)
        output.put(UInt64(chunk.content.count))
        output += chunk.content
        let length = bytes - offset
        for (channel, entries) in chunk.entries where indexes.indices.contains(Int(channel) - 1) {
            indexes[Int(channel) - 1] = entries
            counts[Int(channel) - 1] += UInt64(entries.count)
        }
        let messageIndexes = putMessageIndexes()
        span = (min(span.first, chunk.start), max(span.last, chunk.end))
        chunks.append(
            ChunkIndex(
                start: chunk.start, end: chunk.end, offset: offset, length: length, messageIndexes: messageIndexes,
                indexLength: bytes - offset - length, compression: chunk.compression,
                compressedSize: chunk.compressedSize, size: chunk.size))
    }
}
