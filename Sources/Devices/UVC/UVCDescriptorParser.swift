/// Reads the bytes of a configuration descriptor into what they say about video.
///
/// Sources: USB 2.0 §9.6, USB 3.2 §9.6.7 (companions), USB Video Class 1.5 §3. Unknown descriptors and subtypes are
/// passed over, short ones too; where a length makes no sense, reading stops and what was read so far stands. The
/// time is linear in the bytes, and nothing is followed by reference.
package enum UVCDescriptorParser {
    /// The description in these bytes; throws where they hold none.
    package static func parse(_ bytes: [UInt8]) throws(UVCDescriptorError) -> UVCDescription {
        guard bytes.count >= 9 else { throw .tooShort(bytes: bytes.count) }
        guard bytes.count <= 65_535 else { throw .tooLong(bytes: bytes.count) }
        guard bytes[1] == 2, bytes[0] >= 9 else { throw .noConfiguration(type: bytes[1]) }
        var reading = UVCReading()
        var start = 0
        while start < bytes.count {
            let length = Int(bytes[start])
            guard length >= 2, bytes.count - start >= length else {
                reading.description.brokenAt = start
                break
            }
            reading.take(bytes[start..<start + length])
            start += length
        }
        let description = reading.finished()
        guard !description.functions.isEmpty else { throw .noVideo }
        return description
    }
}

/// What has been read of a configuration so far, and where in it the reading stands.
struct UVCReading {
    private enum Place {
        case elsewhere
        case control
        case streaming
    }

    var description = UVCDescription()
    private var streams: [UVCStream] = []
    /// The function that each stream follows, for those that no control interface names.
    private var followed: [UInt8: Int] = [:]
    private var place = Place.elsewhere
    private var alternate: UInt8 = 0
    /// Whether sizes that come now belong to the last format.
    private var isInFormat = false

    /// Reads one descriptor, at least two bytes.
    mutating func take(_ bytes: ArraySlice<UInt8>) {
        let subtype = LittleEndian.byte(bytes, 2) ?? 0
        switch LittleEndian.byte(bytes, 1) {
        case 4: takeInterface(bytes)
        case 5: takeEndpoint(bytes)
        case 0x30: takeCompanion(bytes)
        case 0x24 where place == .control: takeControl(bytes, subtype)
        case 0x24 where place == .streaming: takeStreaming(bytes, subtype)
        default: break
        }
    }

    private mutating func takeInterface(_ bytes: ArraySlice<UInt8>) {
        place = .elsewhere
        guard let number = LittleEndian.byte(bytes, 2), let setting = LittleEndian.byte(bytes, 3),
            let kind = LittleEndian.byte(bytes, 5), let subkind = LittleEndian.byte(bytes, 6)
        else { return }
        alternate = setting
        switch (kind, subkind) {
        case (0x0E, 1): beginFunction(number)
        case (0x0E, 2): beginStream(number)
        case (0xFF, _):
            if !description.vendorInterfaces.contains(number) { description.vendorInterfaces.append(number) }
        default: break
        }
    }

    private mutating func beginFunction(_ number: UInt8) {
        place = .control
        if description.functions.last?.controlInterface == number { return }
        description.functions.append(UVCFunction(controlInterface: number))
    }

    private mutating func beginStream(_ number: UInt8) {
        place = .streaming
        isInFormat = false
        if streams.last?.interface == number { return }
        streams.append(UVCStream(interface: number, endpoint: 0))
        followed[number] = description.functions.count - 1
    }

    private mutating func takeControl(_ bytes: ArraySlice<UInt8>, _ subtype: UInt8) {
        guard let last = description.functions.indices.last else { return }
        switch subtype {
        case 1:
            guard let version = LittleEndian.word(bytes, 3) else { return }
            description.functions[last].version = version
            description.functions[last].clockHertz = LittleEndian.long(bytes, 7) ?? 0
            let count = Int(LittleEndian.byte(bytes, 11) ?? 0)
            description.functions[last].streamInterfaces = Array(bytes.dropFirst(12).prefix(count))
        case 6:
            if let unit = Self.extensionUnit(bytes) { description.functions[last].extensionUnits.append(unit) }
        default: break
        }
    }

    private static func extensionUnit(_ bytes: ArraySlice<UInt8>) -> UVCExtensionUnit? {
        guard let id = LittleEndian.byte(bytes, 3), let identifier = UVCIdentifier(bytes.dropFirst(4).prefix(16)),
            let inputs = LittleEndian.byte(bytes, 21), let size = LittleEndian.byte(bytes, 22 + Int(inputs))
        else { return nil }
        let controls = Array(bytes.dropFirst(23 + Int(inputs)).prefix(Int(size)))
        return UVCExtensionUnit(id: id, identifier: identifier, controls: controls)
    }

    private mutating func takeStreaming(_ bytes: ArraySlice<UInt8>, _ subtype: UInt8) {
        guard let last = streams.indices.last else { return }
        switch subtype {
        case 1: streams[last].endpoint = LittleEndian.byte(bytes, 6) ?? 0
        case 0x04, 0x10:
            let format = UVCFormatReading.format(bytes)
            isInFormat = format != nil
            if let format { streams[last].formats.append(format) }
        case 0x05, 0x11:
            guard isInFormat, let format = streams[last].formats.indices.last,
                let frame = UVCFormatReading.frame(bytes, isFrameBased: subtype == 0x11)
            else { return }
            streams[last].formats[format].frames.append(frame)
        default: break
        }
    }

    private mutating func takeEndpoint(_ bytes: ArraySlice<UInt8>) {
        guard place == .streaming, let last = streams.indices.last,
            let address = LittleEndian.byte(bytes, 2), let attributes = LittleEndian.byte(bytes, 3),
            let packet = LittleEndian.word(bytes, 4), address & 0x80 != 0
        else { return }
        let size = Int(packet & 0x7FF)
        let setting: UVCAlternateSetting
        switch attributes & 3 {
        case 1:
            setting = UVCAlternateSetting(
                number: alternate, transfer: .isochronous, endpoint: address, packetBytes: size,
                capacity: size * (1 + Int(packet >> 11 & 3)))
        case 2:
            setting = UVCAlternateSetting(
                number: alternate, transfer: .bulk, endpoint: address, packetBytes: size, capacity: size)
        default: return
        }
        streams[last].settings.append(setting)
    }

    /// A SuperSpeed companion belongs to the endpoint before it.
    private mutating func takeCompanion(_ bytes: ArraySlice<UInt8>) {
        guard place == .streaming, let last = streams.indices.last,
            let setting = streams[last].settings.indices.last, streams[last].settings[setting].number == alternate,
            streams[last].settings[setting].transfer == .isochronous,
            let interval = LittleEndian.word(bytes, 4), interval > 0
        else { return }
        streams[last].settings[setting].capacity = Int(interval)
    }

    /// Gives each stream to the function that names it, else to the one before it.
    func finished() -> UVCDescription {
        var finished = description
        for var stream in streams {
            if stream.endpoint == 0 { stream.endpoint = stream.settings.first?.endpoint ?? 0 }
            stream.settings.removeAll { $0.endpoint != stream.endpoint }
            let named = finished.functions.firstIndex { $0.streamInterfaces.contains(stream.interface) }
            let before = followed[stream.interface].flatMap { finished.functions.indices.contains($0) ? $0 : nil }
            guard let owner = named ?? before else { continue }
            finished.functions[owner].streams.append(stream)
        }
        return finished
    }
}
