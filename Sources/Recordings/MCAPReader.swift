/// What a recording holds, one after the other in the order of the file.
package enum MCAPItem: Sendable {
    /// A channel, before its first message.
    case channel(UInt16, MCAPChannel)
    /// A message.
    case message(MCAPMessage)
    /// A file within the file.
    case attachment(MCAPAttachment)
    /// Facts in words, under a name.
    case metadata(String, [String: String])
    /// The chunk whose messages came before, as it lies in the file; only where chunks are kept.
    case chunk(MCAPRawChunk)
}

/// A chunk as it lies in a file.
package struct MCAPRawChunk: Sendable {
    var content: [UInt8]
    var start: UInt64
    var end: UInt64
    var compression: String
    var compressedSize: UInt64
    var size: UInt64
    /// The messages of each channel: when, and where in the expanded chunk.
    var entries: [UInt16: [(time: UInt64, offset: UInt64)]] = [:]
}

/// Reads a recording from front to back without trusting it: every length is checked before it is used, every checksum
/// before what it covers.
///
/// Memory is bounded by one record and one chunk. Files of other writers are read as well: without chunks, or with
/// chunks that are not compressed.
package struct MCAPReader: ~Copyable {
    private var input: MCAPInput
    private let expander: ZstandardExpander
    private var room: [UInt8] = []
    private var chunk: [UInt8] = []
    private var chunkRest: Range<Int> = 0..<0
    private var schemas: [UInt16: MCAPSchema] = [:]
    private var channels: Set<UInt16> = []
    private var hasFooter = false
    /// The checksum of everything before the present record, begun anew after the end of the data.
    private var before = CRC32()
    /// How reading ended; nil while it goes on.
    package private(set) var ending: MCAPEnding?
    private var rawChunk: MCAPRawChunk?
    /// Whether chunks are handed out as they lie in the file, after their messages.
    package var keepsChunks = false

    /// Begins to read; what does not begin as a recording is refused.
    package init(_ input: consuming MCAPInput) throws(MCAPError) {
        guard let expander = ZstandardExpander() else { throw .memory }
        var magic: [UInt8] = []
        guard try input.read(MCAPFormat.magic.count, into: &magic), magic == MCAPFormat.magic else { throw .notMCAP }
        self.input = input
        self.expander = expander
    }

    /// How many bytes were read, and how many there are.
    package var progress: (done: UInt64, total: UInt64) { (input.offset, input.size) }

    /// The next item; nil at the end, see ``ending``.
    package mutating func next() throws(MCAPError) -> MCAPItem? {
        while ending == nil {
            if !chunkRest.isEmpty {
                if let item = nextInChunk() { return item }
                if ending == nil, chunkRest.isEmpty, let chunk = rawChunk.take() { return .chunk(chunk) }
                continue
            }
            if let chunk = rawChunk.take() { return .chunk(chunk) }
            let offset = input.offset
            before = input.checksum
            guard let (opcode, length) = try prefix() else {
                ending = ending ?? .cut(at: offset)
                return nil
            }
            guard length <= MCAPFormat.longestRecord else {
                return stop(at: offset, "a record of \(length) bytes is longer than any that is written")
            }
            guard try input.read(Int(length), into: &room) else {
                ending = .cut(at: offset)
                return nil
            }
            if let item = try take(opcode, at: offset) { return item }
        }
        return nil
    }

    private mutating func stop(at offset: UInt64, _ what: String) -> MCAPItem? {
        ending = .damaged(at: offset, what)
        return nil
    }

    /// The kind and the length of the next record; nil at the end of the input.
    private mutating func prefix() throws(MCAPError) -> (opcode: UInt8, length: UInt64)? {
        if hasFooter {
            var magic: [UInt8] = []
            let isThere = try input.read(MCAPFormat.magic.count, into: &magic)
            ending = isThere && magic == MCAPFormat.magic ? .whole : .cut(at: input.offset)
            return nil
        }
        guard try input.read(MCAPFormat.prefix, into: &room) else { return nil }
        var fields = MCAPFields(room[...])
        guard let opcode = fields.number(UInt8.self), let length = fields.number(UInt64.self) else { return nil }
        return (opcode, length)
    }

    private mutating func take(_ code: UInt8, at offset: UInt64) throws(MCAPError) -> MCAPItem? {
        guard let opcode = MCAPFormat.Opcode(rawValue: code) else {
            return code == 0 ? stop(at: offset, "a record is of kind 0, which none is") : nil
        }
        switch opcode {
        case .chunk: return try openChunk(at: offset)
        case .schema, .channel, .message:
            guard let item = content(opcode, room[...]) else {
                return stop(at: offset, "a record's fields do not fit")
            }
            return item
        case .attachment: return attachment(at: offset)
        case .metadata:
            var fields = MCAPFields(room[...])
            guard let name = fields.text(), let map = fields.map() else {
                return stop(at: offset, "facts in words do not fit their record")
            }
            return .metadata(name, map)
        case .dataEnd:
            let stored = MCAPFields(room[...]).first(UInt32.self)
            guard let stored else { return stop(at: offset, "the end of the data does not fit") }
            guard stored == 0 || stored == before.value else { return stop(at: offset, "the data's checksum is wrong") }
            input.checksum = CRC32()
            return nil
        case .footer: return takeFooter(at: offset)
        default: return nil  // the summary repeats what was read
        }
    }

    private mutating func takeFooter(at offset: UInt64) -> MCAPItem? {
        guard room.count == 20, let stored = MCAPFields(room[16...]).first(UInt32.self) else {
            return stop(at: offset, "the footer does not fit")
        }
        var covered: [UInt8] = [MCAPFormat.Opcode.footer.rawValue]
        covered.put(UInt64(20))
        before.take(covered + room[..<16])
        guard stored == 0 || stored == before.value else { return stop(at: offset, "the summary's checksum is wrong") }
        hasFooter = true
        return nil
    }

    // MARK: chunks

    private mutating func openChunk(at offset: UInt64) throws(MCAPError) -> MCAPItem? {
        var fields = MCAPFields(room[...])
        guard let start = fields.number(UInt64.self), let end = fields.number(UInt64.self),
            let size = fields.number(UInt64.self), let checksum = fields.number(UInt32.self),
            let compression = fields.text(), let stored = fields.number(UInt64.self), let bytes = fields.bytes(stored)
        else { return stop(at: offset, "a chunk's fields do not fit") }
        guard size <= MCAPFormat.largestChunk else {
            return stop(at: offset, "a chunk says that it expands to \(size) bytes")
        }
        switch compression {
        case "":
            guard stored == size else { return stop(at: offset, "a chunk is not as long as it says") }
            chunk = Array(bytes)
        case "zstd":
            guard expander.expand(bytes, size: Int(size), into: &chunk) else {
                return stop(at: offset, "a chunk does not expand to what it says")
            }
        default: throw .compression(compression, at: offset)
        }
        guard checksum == 0 || CRC32.of(chunk) == checksum else {
            return stop(at: offset, "a chunk's checksum is wrong")
        }
        chunkOffset = offset
        chunkRest = 0..<chunk.count
        if keepsChunks {
            rawChunk = MCAPRawChunk(
                content: room, start: start, end: end, compression: compression, compressedSize: stored, size: size)
        }
        return nil
    }

    private var chunkOffset: UInt64 = 0

    private mutating func nextInChunk() -> MCAPItem? {
        while !chunkRest.isEmpty {
            let start = chunkRest.lowerBound
            var fields = MCAPFields(chunk[chunkRest])
            guard let code = fields.number(UInt8.self), let length = fields.number(UInt64.self),
                let bytes = fields.bytes(length)
            else { return stop(at: chunkOffset, "a chunk ends within a record") }
            chunkRest = bytes.endIndex..<chunkRest.upperBound
            guard let opcode = MCAPFormat.Opcode(rawValue: code), [.schema, .channel, .message].contains(opcode) else {
                continue
            }
            guard let item = content(opcode, bytes) else {
                return stop(at: chunkOffset, "a record's fields do not fit")
            }
            if case .message(let message)? = item {
                rawChunk?.entries[message.channel, default: []].append((message.logTime, UInt64(start)))
            }
            if let item { return item }
        }
        return nil
    }

    /// What stands in a chunk or beside one; nil where the fields do not fit, nil inside where there is nothing to show.
    private mutating func content(_ opcode: MCAPFormat.Opcode, _ bytes: ArraySlice<UInt8>) -> MCAPItem?? {
        var fields = MCAPFields(bytes)
        switch opcode {
        case .schema: return schema(&fields)
        case .channel: return channel(&fields)
        default:
            guard let channel = fields.number(UInt16.self), let sequence = fields.number(UInt32.self),
                let logTime = fields.number(UInt64.self), let publishTime = fields.number(UInt64.self),
                channels.contains(channel)
            else { return nil }
            return .some(
                .message(
                    MCAPMessage(
                        channel: channel, sequence: sequence, logTime: logTime, publishTime: publishTime,
                        data: Array(fields.rest))))
        }
    }

    private mutating func schema(_ fields: inout MCAPFields) -> MCAPItem?? {
        guard let id = fields.number(UInt16.self), let name = fields.text(), let encoding = fields.text(),
            let length = fields.number(UInt32.self), let data = fields.bytes(length),
            schemas.count < MCAPFormat.mostChannels
        else { return nil }
        schemas[id] = MCAPSchema(name: name, encoding: encoding, data: Array(data))
        return .some(nil)
    }

    private mutating func channel(_ fields: inout MCAPFields) -> MCAPItem?? {
        guard let id = fields.number(UInt16.self), let schema = fields.number(UInt16.self), let topic = fields.text(),
            let encoding = fields.text(), let metadata = fields.map(), channels.count < MCAPFormat.mostChannels
        else { return nil }
        guard channels.insert(id).inserted else { return .some(nil) }
        return .some(
            .channel(id, MCAPChannel(topic: topic, encoding: encoding, schema: schemas[schema], metadata: metadata)))
    }

    // MARK: attachments

    private mutating func attachment(at offset: UInt64) -> MCAPItem? {
        var fields = MCAPFields(room[...])
        guard let logTime = fields.number(UInt64.self), fields.number(UInt64.self) != nil, let name = fields.text(),
            let mediaType = fields.text(), let size = fields.number(UInt64.self), let data = fields.bytes(size),
            let checksum = fields.number(UInt32.self)
        else { return stop(at: offset, "an attachment's fields do not fit") }
        guard checksum == 0 || CRC32.of(room.dropLast(4)) == checksum else {
            return stop(at: offset, "the checksum of the attachment \(name) is wrong")
        }
        return .attachment(MCAPAttachment(name: name, mediaType: mediaType, logTime: logTime, data: Array(data)))
    }
}
