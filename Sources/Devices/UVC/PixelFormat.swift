/// The pixel formats of depth cameras that matter here, known by their identifiers.
package enum PixelFormat: String, CaseIterable, Sendable {
    /// Depth, 16 bits a sample, 0 where there is none.
    case z16
    /// The same under another name (the number 80 in the first four bytes).
    case d16
    /// Depth of SR300 cameras, laid out like Z16.
    case invz
    /// Infrared (10 bits in 16) for the whole frame, then depth for the whole frame, in one buffer.
    case inzi
    /// Confidence of L515 cameras, 4 bits a sample.
    case cnf4
    /// Infrared, 8 bits a sample.
    case y8
    /// Two infrared pictures interleaved, 16 bits a sample.
    case y8i
    /// Two unrectified pictures, 24 bits a sample.
    case y12i
    /// Infrared of SR300 cameras, 10 bits in 16.
    case invi

    /// The format that an identifier names; nil for those that this program has no use for.
    package init?(_ identifier: UVCIdentifier) {
        guard let format = Self.known[identifier] else { return nil }
        self = format
    }

    /// The identifier by which cameras name the format; of several the usual one.
    package var identifier: UVCIdentifier {
        switch self {
        case .z16: UVCIdentifier(letters: (0x5A, 0x31, 0x36, 0x20))
        case .d16: UVCIdentifier(letters: (0x50, 0, 0, 0))
        case .cnf4: UVCIdentifier(letters: (0x43, 0x20, 0x20, 0x20))
        case .y8: UVCIdentifier(letters: (0x59, 0x38, 0x20, 0x20))
        case .y8i: UVCIdentifier(letters: (0x59, 0x38, 0x49, 0x20))
        case .y12i: UVCIdentifier(letters: (0x59, 0x31, 0x32, 0x49))
        case .invz: .invz
        case .inzi: .inzi
        case .invi: .invi
        }
    }

    private static let known: [UVCIdentifier: PixelFormat] = {
        var known = Dictionary(uniqueKeysWithValues: allCases.map { ($0.identifier, $0) })
        known[UVCIdentifier(letters: (0x32, 0, 0, 0))] = .y8
        known[UVCIdentifier(letters: (0x47, 0x52, 0x45, 0x59))] = .y8
        return known
    }()

    /// Whether a frame of the format holds depth.
    package var isDepth: Bool {
        switch self {
        case .z16, .d16, .invz, .inzi: true
        case .cnf4, .y8, .y8i, .y12i, .invi: false
        }
    }

    /// The bytes of a whole frame: 848 × 480 of Z16 are 814 080.
    ///
    /// Both sides must be from 0 to 65 535.
    package func frameBytes(width: Int, height: Int) -> Int {
        switch self {
        case .z16, .d16, .invz, .invi, .y8i: width * height * 2
        case .inzi: width * height * 4
        case .cnf4: (width + 1) / 2 * height
        case .y8: width * height
        case .y12i: width * height * 3
        }
    }
}
