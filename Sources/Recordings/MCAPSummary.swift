/// The end of a file: what it holds and where, so that readers find a moment without reading everything.
extension MCAPWriter {
    /// Ends the file: the last chunk, the summary and the footer wait to be taken then.
    mutating func end() {
        endChunk()
        var data = checksum
        data.take(output)
        output.put(.dataEnd) { $0.put(data.value) }
        let start = bytes
        let from = output.count
        let groups = putSummary()
        let offsets = bytes
        for group in groups where group.length > 0 {
            output.put(.summaryOffset) {
                $0.append(group.opcode.rawValue)
                $0.put(group.start)
                $0.put(group.length)
            }
        }
        putFooter(summary: start, offsets: offsets, from: from)
        output += MCAPFormat.magic
    }

    /// The checksum of the summary covers the footer up to itself.
    private mutating func putFooter(summary: UInt64, offsets: UInt64, from: Int) {
        output.append(MCAPFormat.Opcode.footer.rawValue)
        output.put(UInt64(20))
        output.put(summary)
        output.put(offsets)
        output.put(CRC32.of(output[from...]))
    }

    private mutating func putSummary() -> [(opcode: MCAPFormat.Opcode, start: UInt64, length: UInt64)] {
        var groups: [(opcode: MCAPFormat.Opcode, start: UInt64, length: UInt64)] = []
        func close(_ opcode: MCAPFormat.Opcode, _ start: UInt64, _ end: UInt64) {
            groups.append((opcode, start, end - start))
        }
        var start = bytes
        putSchemas()
        close(.schema, start, bytes)
        start = bytes
        putChannels()
        close(.channel, start, bytes)
        start = bytes
        putStatistics()
        close(.statistics, start, bytes)
        start = bytes
        for chunk in chunks { putIndex(of: chunk) }
        close(.chunkIndex, start, bytes)
        start = bytes
        for attached in attachments { putIndex(of: attached) }
        close(.attachmentIndex, start, bytes)
        start = bytes
        for (offset, length, name) in metadata {
            output.put(.metadataIndex) {
                $0.put(offset)
                $0.put(length)
                $0.put(text: name)
            }
        }
        close(.metadataIndex, start, bytes)
        return groups
    }

    private mutating func putStatistics() {
        let schemas = channels.count { $0.schema != nil }
        let (counts, span) = (counts, span)
        let numbers = [channels.count, attachments.count, metadata.count, chunks.count]
        output.put(.statistics) {
            $0.put(counts.reduce(0, +))
            $0.put(UInt16(schemas))
            for number in numbers { $0.put(UInt32(number)) }
            $0.put(span.first == .max ? 0 : span.first)
            $0.put(span.last)
            $0.put(UInt32(counts.count * 10))
            for (index, count) in counts.enumerated() {
                $0.put(UInt16(index + 1))
                $0.put(count)
            }
        }
    }

    private mutating func putIndex(of chunk: ChunkIndex) {
        output.put(.chunkIndex) {
            $0.put(chunk.start)
            $0.put(chunk.end)
            $0.put(chunk.offset)
            $0.put(chunk.length)
            $0.put(UInt32(chunk.messageIndexes.count * 10))
            for (channel, offset) in chunk.messageIndexes {
                $0.put(channel)
                $0.put(offset)
            }
            $0.put(chunk.indexLength)
            $0.put(text: chunk.compression)
            $0.put(chunk.compressedSize)
            $0.put(chunk.size)
        }
    }

    private mutating func putIndex(of attached: Attached) {
        output.put(.attachmentIndex) {
            $0.put(attached.offset)
            $0.put(attached.length)
            $0.put(attached.logTime)
            $0.put(attached.logTime)
            $0.put(attached.size)
            $0.put(text: attached.name)
            $0.put(text: attached.mediaType)
        }
    }
}
