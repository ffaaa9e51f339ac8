/// How fast the bus is on which a device was found.
package enum USBSpeed: String, Comparable, Sendable {
    /// 1.5 Mbit/s.
    case low
    /// 12 Mbit/s.
    case full
    /// 480 Mbit/s: USB 2.
    case high
    /// 5 Gbit/s: USB 3.
    case superSpeed
    /// 10 Gbit/s or more.
    case superSpeedPlus

    private var rank: Int {
        switch self {
        case .low: 0
        case .full: 1
        case .high: 2
        case .superSpeed: 3
        case .superSpeedPlus: 4
        }
    }

    /// Orders by speed.
    package static func < (left: USBSpeed, right: USBSpeed) -> Bool { left.rank < right.rank }

    /// The name that people know.
    package var description: String {
        switch self {
        case .low, .full: "USB 1"
        case .high: "USB 2"
        case .superSpeed: "USB 3"
        case .superSpeedPlus: "USB 3 (10 Gbit/s)"
        }
    }
}
