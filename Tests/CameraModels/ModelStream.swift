/// A stream of a model camera.
package struct ModelStream: Equatable, Sendable {
    /// An alternate setting with room on the bus: the packet size as the endpoint says it, two more bits for packets.
    package struct Setting: Equatable, Sendable {
        /// The endpoint's wMaxPacketSize.
        package var packet: Int
        /// The companion's wBytesPerInterval; nil without a companion.
        package var bytesPerInterval: Int?

        /// Makes a setting.
        package init(packet: Int, bytesPerInterval: Int? = nil) {
            self.packet = packet
            self.bytesPerInterval = bytesPerInterval
        }
    }

    /// The interface number.
    package var interface: Int
    /// The endpoint's address.
    package var endpoint: UInt8
    /// The output terminal that it hangs on.
    package var terminal: UInt8
    /// The string that names the interface.
    package var name: UInt8 = 0
    /// The formats.
    package var formats: [ModelFormat]
    /// Settings of an isochronous stream, from 1 on; empty for bulk.
    package var settings: [Setting] = []

    /// Makes a stream; without settings it is bulk.
    package init(
        interface: Int, endpoint: UInt8, terminal: UInt8, name: UInt8 = 0, formats: [ModelFormat],
        settings: [Setting] = []
    ) {
        self.interface = interface
        self.endpoint = endpoint
        self.terminal = terminal
        self.name = name
        self.formats = formats
        self.settings = settings
    }

    /// Appends the interface with all that belongs to it.
    func append(to list: inout DescriptorBytes, isSuperSpeed: Bool) {
        let isBulk = settings.isEmpty
        list.add(4, [UInt8(interface), 0, isBulk ? 1 : 0, 0x0E, 2, 0, name])
        var inner = DescriptorBytes()
        for (number, format) in formats.enumerated() { format.append(to: &inner, index: number + 1) }
        let length = 13 + formats.count + inner.bytes.count
        list.add(
            0x24,
            [1, UInt8(formats.count)] + DescriptorBytes.word(length) + [endpoint, 0, terminal, 0, 0, 0, 1]
                + [UInt8](repeating: 0, count: formats.count))
        list.bytes += inner.bytes
        if isBulk {
            ModelCamera.appendBulk(endpoint, to: &list, isSuperSpeed: isSuperSpeed)
        } else {
            for (number, setting) in settings.enumerated() { append(setting, number + 1, to: &list) }
        }
    }

    private func append(_ setting: Setting, _ number: Int, to list: inout DescriptorBytes) {
        list.add(4, [UInt8(interface), UInt8(number), 1, 0x0E, 2, 0, name])
        list.add(5, [endpoint, 0x05] + DescriptorBytes.word(setting.packet) + [1])
        guard let bytes = setting.bytesPerInterval else { return }
        list.add(0x30, [0, 0] + DescriptorBytes.word(bytes))
    }
}
