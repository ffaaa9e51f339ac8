import Readings

/// A request of the video class (USB Video Class 1.5 §4.2 and A.8).
package enum UVCRequest: UInt8, Sendable {
    /// Sets the current value.
    case setCurrent = 0x01
    /// Asks for the current value.
    case getCurrent = 0x81
    /// Asks for the lowest value.
    case getMinimum = 0x82
    /// Asks for the highest value.
    case getMaximum = 0x83
    /// Asks for the step between values.
    case getResolution = 0x84
    /// Asks how many bytes a value has.
    case getLength = 0x85
    /// Asks what may be done with the control.
    case getInformation = 0x86
    /// Asks for the value after power-up.
    case getDefault = 0x87
}

/// Where a control lives: an entity (unit or terminal) of a control interface, or a streaming interface itself.
package struct ControlAddress: Equatable, Sendable {
    /// The interface number.
    package var interface: UInt8
    /// The unit or terminal; 0 for the interface itself.
    package var entity: UInt8
    /// The control's number.
    package var selector: UInt8

    /// Makes an address.
    package init(interface: UInt8, entity: UInt8 = 0, selector: UInt8) {
        self.interface = interface
        self.entity = entity
        self.selector = selector
    }

    /// The field wValue of the request.
    package var value: UInt16 { UInt16(selector) << 8 }

    /// The field wIndex of the request: unit 3 of interface 0 is 0x0300.
    package var index: UInt16 { UInt16(entity) << 8 | UInt16(interface) }
}

/// Why a control could not be read or set.
package enum CameraControlError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The camera refuses the request.
    case stalled
    /// No answer within the limit.
    case timedOut
    /// The bus or the camera is busy.
    case busy
    /// The camera is gone.
    case disconnected
    /// Anything else, with the number of libusb or of the kernel.
    case failed(Int32)

    /// Whether the same request may succeed a little later.
    package var isPassing: Bool {
        switch self {
        case .timedOut, .busy, .failed: true
        case .stalled, .disconnected: false
        }
    }

    /// What went wrong, for the operator.
    package var description: String {
        switch self {
        case .stalled: "the camera refused the request"
        case .timedOut: "the camera did not answer in time"
        case .busy: "the camera is busy"
        case .disconnected: "the camera is gone"
        case .failed(let number): "the request failed (\(number))"
        }
    }
}

/// The control pipe of an opened camera, and the time that a dialogue over it may take.
package protocol CameraControls {
    /// Asks for up to `length` bytes; a short answer is returned as it came.
    func get(
        _ request: UVCRequest, _ address: ControlAddress, length: Int, limit: Duration
    ) throws(CameraControlError) -> [UInt8]

    /// Sets the current value.
    func set(_ bytes: [UInt8], _ address: ControlAddress, limit: Duration) throws(CameraControlError)

    /// The time.
    var now: Instant { get }

    /// Waits; false where the wait was cut short because the service stops.
    func pause(_ span: Duration) -> Bool
}
