/// The form of a text that only some letters and signs may make up.
public enum SettingForm: String, CaseIterable, Sendable {
    /// A name of ROS 2: tokens with a slash between, such as `robot1` or `/fleet/robot1`.
    case rosName
    /// A coordinate frame of ROS 2, such as `map` or `robot1/camera_link`.
    case rosFrame
    /// A network interface of Linux, such as `lo` or `wlan0`.
    case networkInterface

    /// The longest name, in bytes; with what stands around it it must fit into 256.
    public static let longestName = 100
    private static let longestFrame = 64
    private static let longestInterface = 15

    /// Whether a text has this form.
    public func accepts(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        switch self {
        case .rosName: return Self.isName(bytes)
        case .rosFrame:
            return (1...Self.longestFrame).contains(bytes.count) && bytes.allSatisfy { (0x21...0x7E).contains($0) }
                && bytes[0] != UInt8(ascii: "/")
        case .networkInterface:
            let others = Array("._:@-".utf8)
            return (1...Self.longestInterface).contains(bytes.count)
                && bytes.allSatisfy { Self.isWordByte($0) || others.contains($0) }
        }
    }

    /// What is allowed, in words.
    public var expectation: String {
        switch self {
        case .rosName: "a ROS name such as robot1 or /fleet/robot1, of letters, digits and single underscores"
        case .rosFrame: "a frame such as map, without spaces and with no slash at its beginning"
        case .networkInterface: "the name of a network interface, such as lo or wlan0"
        }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func isName(_ bytes: [UInt8]) -> Bool {
        guard (1...longestName).contains(bytes.count) else { return false }
        let tokens = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let named = tokens.first?.isEmpty == true ? tokens.dropFirst() : tokens[...]
        return named.allSatisfy(isToken)
    }

    private static func isToken(_ token: ArraySlice<UInt8>) -> Bool {
        guard let first = token.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return false }
        let underscore = UInt8(ascii: "_")
        let hasDouble = zip(token, token.dropFirst()).contains { $0 == underscore && $1 == underscore }
        return !hasDouble && token.allSatisfy(isWordByte)
    }
}
