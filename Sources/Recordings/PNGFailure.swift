import CPNGImage

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What the PNG shim's negative error numbers mean.
enum PNGFailure {
    case notPNG, truncated, memory, damaged

    init(_ status: Int32) {
        switch -status {
        case EINVAL: self = .notPNG
        case ENODATA: self = .truncated
        case ENOMEM: self = .memory
        default: self = .damaged
        }
    }
}

/// The decoder's words about damage.
struct Message {
    private var bytes = [CChar](repeating: 0, count: Int(grey_png_message_size))

    mutating func withBytes(_ body: (UnsafeMutablePointer<CChar>?) -> Int32) -> Int32 {
        bytes.withUnsafeMutableBufferPointer { body($0.baseAddress) }
    }

    var text: String {
        String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
