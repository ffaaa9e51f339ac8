/// A camera described in plain words, from which its USB descriptors are built byte by byte.
package struct ModelCamera: Equatable, Sendable {
    /// The vendor's number.
    package var vendor = 0x8086
    /// The product's number.
    package var product: Int
    /// The version of USB in binary-coded decimals.
    package var usbVersion = 0x0320
    /// The firmware's version in the device descriptor.
    package var release = 0x5101
    /// The version of the video class in binary-coded decimals.
    package var videoVersion = 0x0150
    /// The number of the control interface.
    package var controlInterface = 0
    /// The strings that name the control interface and the extension unit.
    package var names: (control: UInt8, unit: UInt8) = (5, 6)
    /// The extension unit: its number, identifier, number of controls and which they are.
    package var unit: (id: UInt8, identifier: [UInt8], count: UInt8, controls: [UInt8])
    /// The streams.
    package var streams: [ModelStream]
    /// The vendor's own interface; nil where it has none.
    package var vendorInterface: Int?
    /// Milliamperes that it may take.
    package var milliamperes = 720

    /// The identifier of the depth unit of RealSense and of Orbbec's 330 series.
    package static let depthUnit: [UInt8] = [
        0xCB, 0x6C, 0x60, 0xC9, 0x4C, 0x59, 0x25, 0x4D, 0xAF, 0x47, 0xCC, 0xC4, 0x96, 0x43, 0x59, 0x95,
    ]
    /// The identifier of the depth unit of SR300.
    package static let codedLightUnit: [UInt8] = [
        0xA1, 0x51, 0x57, 0xA5, 0xC5, 0xF3, 0x5E, 0x4A, 0x8D, 0x5A, 0x68, 0x54, 0xB8, 0xFA, 0x27, 0x16,
    ]

    /// Makes a camera with the depth unit of RealSense.
    package init(product: Int, streams: [ModelStream], vendorInterface: Int? = nil) {
        self.product = product
        self.streams = streams
        self.vendorInterface = vendorInterface
        unit = (3, Self.depthUnit, 17, [0xFF, 0xDD, 0x01])
    }

    /// Compares what the camera is by its descriptors.
    package static func == (left: ModelCamera, right: ModelCamera) -> Bool {
        left.deviceDescriptor == right.deviceDescriptor
            && left.configurationDescriptor == right.configurationDescriptor
    }

    /// Whether it is on USB 3.
    package var isSuperSpeed: Bool { usbVersion >= 0x0300 }

    /// The 18 bytes of the device descriptor.
    package var deviceDescriptor: [UInt8] {
        var list = DescriptorBytes()
        list.add(
            1,
            DescriptorBytes.word(usbVersion) + [0xEF, 2, 1, isSuperSpeed ? 9 : 64] + DescriptorBytes.word(vendor)
                + DescriptorBytes.word(product) + DescriptorBytes.word(release) + [1, 2, 3, 1])
        return list.bytes
    }

    /// The configuration descriptor with all that it contains.
    package var configurationDescriptor: [UInt8] {
        var inner = DescriptorBytes()
        inner.add(0x0B, [UInt8(controlInterface), UInt8(1 + streams.count), 0x0E, 3, 0, names.control])
        appendControl(to: &inner)
        for stream in streams { stream.append(to: &inner, isSuperSpeed: isSuperSpeed) }
        if let vendorInterface {
            inner.add(4, [UInt8(vendorInterface), 0, 2, 0xFF, 0, 0, 0])
            Self.appendBulk(0x01, to: &inner, isSuperSpeed: isSuperSpeed)
            Self.appendBulk(0x81, to: &inner, isSuperSpeed: isSuperSpeed)
        }
        let interfaces = 1 + streams.count + (vendorInterface == nil ? 0 : 1)
        let perUnit = isSuperSpeed ? 8 : 2
        var list = DescriptorBytes()
        list.add(
            2,
            DescriptorBytes.word(inner.bytes.count + 9)
                + [UInt8(interfaces), 1, 0, 0x80, UInt8(min(milliamperes / perUnit, 250))])
        return list.bytes + inner.bytes
    }

    private func appendControl(to list: inout DescriptorBytes) {
        list.add(4, [UInt8(controlInterface), 0, 1, 0x0E, 1, 0, names.control])
        var inner = DescriptorBytes()
        inner.add(0x24, [2, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0x20])
        inner.add(0x24, [5, 2, 1, 0, 0x40, 3, 0, 2, 0, 0, 0])
        let size = UInt8(unit.controls.count)
        inner.add(0x24, [6, unit.id] + unit.identifier + [unit.count, 1, 2, size] + unit.controls + [names.unit])
        for stream in streams { inner.add(0x24, [3, stream.terminal, 1, 1, 0, unit.id, 0]) }
        let length = 12 + streams.count + inner.bytes.count
        list.add(
            0x24,
            [1] + DescriptorBytes.word(videoVersion) + DescriptorBytes.word(length) + DescriptorBytes.long(48_000_000)
                + [UInt8(streams.count)] + streams.map { UInt8($0.interface) })
        list.bytes += inner.bytes
        list.add(5, [0x87, 3] + DescriptorBytes.word(64) + [6])
        if isSuperSpeed { list.add(0x30, [0, 0] + DescriptorBytes.word(64)) }
        list.add(0x25, [3] + DescriptorBytes.word(64))
    }

    /// Appends a bulk endpoint, on USB 3 with its companion: up to 16 packets at a time.
    static func appendBulk(_ endpoint: UInt8, to list: inout DescriptorBytes, isSuperSpeed: Bool) {
        list.add(5, [endpoint, 2] + DescriptorBytes.word(isSuperSpeed ? 1024 : 512) + [0])
        if isSuperSpeed { list.add(0x30, [15, 0, 0, 0]) }
    }
}
