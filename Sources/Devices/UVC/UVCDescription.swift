/// What a camera's configuration descriptor says about video.
package struct UVCDescription: Equatable, Sendable {
    /// The video functions in the order of their control interfaces; a camera may have several (depth, colour).
    package var functions: [UVCFunction] = []
    /// The vendor's own interfaces (class 255), over which some cameras take commands too.
    package var vendorInterfaces: [UInt8] = []
    /// The byte at which the descriptor stopped making sense; nil where it was whole.
    package var brokenAt: Int?
}

/// One video function: a control interface, its units, and the streams that belong to it.
package struct UVCFunction: Equatable, Sendable {
    /// The number of the control interface.
    package var controlInterface: UInt8
    /// The version of the standard in binary-coded decimals: 0x0150 is 1.50.
    ///
    /// It decides the length of the probe.
    package var version: UInt16 = 0x0100
    /// Ticks a second of the time stamps in payload headers, as declared; 0 where nothing is declared.
    package var clockHertz: UInt32 = 0
    /// The interfaces that the control interface says are its streams.
    package var streamInterfaces: [UInt8] = []
    /// The vendor's units, each a set of controls.
    package var extensionUnits: [UVCExtensionUnit] = []
    /// The streams.
    package var streams: [UVCStream] = []

    /// The unit with this identifier; nil where the camera has none.
    package func extensionUnit(_ identifier: UVCIdentifier) -> UVCExtensionUnit? {
        extensionUnits.first { $0.identifier == identifier }
    }
}

/// A set of controls that a vendor defines.
package struct UVCExtensionUnit: Equatable, Sendable {
    /// The number by which requests name the unit.
    package var id: UInt8
    /// What kind of unit it is.
    package var identifier: UVCIdentifier
    /// The controls that it has, bit 0 of the first byte for selector 1.
    package var controls: [UInt8]

    /// Whether the unit says that it has a control.
    package func has(selector: UInt8) -> Bool {
        guard selector > 0, Int(selector - 1) / 8 < controls.count else { return false }
        return controls[Int(selector - 1) / 8] >> ((selector - 1) % 8) & 1 == 1
    }
}

/// One stream of a video function.
package struct UVCStream: Equatable, Sendable {
    /// How the data come.
    package enum Transfer: Sendable {
        /// When there is room on the bus; one alternate setting.
        case bulk
        /// At fixed times with reserved room; several alternate settings, 0 of them without any.
        case isochronous
    }

    /// The number of the streaming interface.
    package var interface: UInt8
    /// The endpoint's address, bit 7 set: data come from the camera.
    package var endpoint: UInt8
    /// The settings that carry data, in the order of the descriptor.
    package var settings: [UVCAlternateSetting] = []
    /// The formats that are offered.
    package var formats: [UVCFormat] = []

    /// How the data come; nil where no setting has the endpoint.
    package var transfer: Transfer? { settings.first?.transfer }

    /// The setting to choose for payloads of so many bytes: the smallest that carries them, else the largest; nil
    /// where there is none.
    package func setting(forPayload bytes: Int) -> UVCAlternateSetting? {
        let sorted = settings.sorted { ($0.capacity, $0.number) < ($1.capacity, $1.number) }
        return sorted.first { $0.capacity >= bytes } ?? sorted.last
    }
}

/// An alternate setting of a streaming interface, with its endpoint.
package struct UVCAlternateSetting: Equatable, Sendable {
    /// The number to choose it by.
    package var number: UInt8
    /// How its data come.
    package var transfer: UVCStream.Transfer
    /// The endpoint's address.
    package var endpoint: UInt8
    /// The largest packet in bytes.
    package var packetBytes: Int
    /// The most bytes that come at a time: in one (micro)frame for isochronous data, in one packet for bulk.
    package var capacity: Int
}

/// A pixel format that a stream offers.
package struct UVCFormat: Equatable, Sendable {
    /// The number to choose it by.
    package var index: UInt8
    /// Its identifier.
    package var identifier: UVCIdentifier
    /// What it is, nil where this program does not know it.
    package var pixelFormat: PixelFormat?
    /// The bits of a pixel, as declared.
    package var bitsPerPixel: UInt8
    /// The frame sizes and rates.
    package var frames: [UVCFrame] = []
}

/// One size of frame, with the rates at which it comes.
package struct UVCFrame: Equatable, Sendable {
    /// The rates at which frames come, by the time between two of them in units of 100 ns.
    package enum Intervals: Equatable, Sendable {
        /// These.
        case discrete([UInt32])
        /// Every one from the first to the second, in steps; a step of 0 allows any.
        case range(shortest: UInt32, longest: UInt32, step: UInt32)
    }

    /// The number to choose it by.
    package var index: UInt8
    /// Columns.
    package var width: Int
    /// Rows.
    package var height: Int
    /// The bytes of a frame as declared; 0 where nothing is declared.
    package var declaredBytes: Int
    /// The rates.
    package var intervals: Intervals
}
