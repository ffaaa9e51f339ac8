/// What a barometer chip did wrong, at the edge where bytes become values.
package enum ChipFault: Error, Hashable, Sendable {
    /// The transfer failed.
    case bus(BusError)
    /// The identity register holds another value.
    case identity(UInt8)
    /// The trimming data are wrong: a bad check sum, all alike, or not of this kind of chip.
    case trimming
    /// The chip did not become ready after its reset.
    case notReady
    /// The chip refused its settings, or they are none that it has.
    case settings
    /// The chip reports a fault of its own.
    case chip
    /// The chip has begun anew by itself and forgotten its settings, as after a dip of its supply.
    case restarted
    /// The raw value says that there is no measurement.
    case sentinel
    /// Every byte of the packet is zero.
    case zeros
    /// The pressure is none that air can have, or the temperature none at which the chip measures, by its profile.
    case impossible
    /// The pressure moved farther at once than air does.
    case step
    /// The same raw values came for too long.
    case frozen
    /// No measurement came for too long.
    case stalled

    /// A part of a sentence for the operator, after the name of the chip.
    package var words: String {
        switch self {
        case .bus(let error): error.words
        case .identity(let found): "gives the identity 0x\(String(found, radix: 16)), which is another chip's"
        case .trimming: "gives calibration data that cannot be right"
        case .notReady: "does not become ready after its reset"
        case .settings: "refuses its settings"
        case .chip: "reports a fault of its own"
        case .restarted: "has restarted by itself; look at its supply voltage"
        case .sentinel: "measures nothing"
        case .zeros: "gives nothing but zeros"
        case .impossible: "gives a pressure or a temperature that cannot be"
        case .step: "jumped farther than air pressure does"
        case .frozen: "gives the same value again and again"
        case .stalled: "has stopped measuring"
        }
    }
}

extension BusError {
    /// A part of a sentence for the operator, after the name of the chip or of the bus.
    package var words: String {
        switch self {
        case .noAnswer: "does not answer; look at its wires and its supply"
        case .hangs: "is on a bus that hangs: a line is held low; switch the power off and on"
        case .busy: "is in use by a driver of the kernel"
        case .broken: "gives broken transfers; look at the wires and the pull-up resistors"
        case .gone: "is gone: its bus has been removed"
        case .absent: "is not there"
        case .denied: "may not be opened by this user"
        case .unsuited: "is on a bus that cannot join a write and a read"
        case .other(let number): "failed with error \(number)"
        }
    }
}
