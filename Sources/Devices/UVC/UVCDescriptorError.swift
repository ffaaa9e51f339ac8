/// Why bytes are no description of a camera at all; anything less is tolerated.
package enum UVCDescriptorError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Fewer bytes than the head of a configuration has.
    case tooShort(bytes: Int)
    /// The first descriptor is no configuration.
    case noConfiguration(type: UInt8)
    /// More bytes than a configuration may have.
    case tooLong(bytes: Int)
    /// Nothing in it is video.
    case noVideo

    /// What is wrong, for the operator.
    package var description: String {
        switch self {
        case .tooShort(let bytes): "the device's description ends after \(bytes) bytes — unplug it and plug it in again"
        case .noConfiguration(let type):
            "the device's description begins with type \(type) instead of 2, a configuration"
        case .tooLong(let bytes): "the device's description has \(bytes) bytes; 65535 is the most"
        case .noVideo: "the device has no video interface"
        }
    }
}
