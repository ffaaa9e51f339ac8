/// Why a camera that is there is not used.
package enum CameraRefusal: Equatable, Sendable, CustomStringConvertible {
    /// It waits for its firmware.
    case recovery
    /// The file that stands for it may not be opened.
    case access(node: String)
    /// Another program has it.
    case busy
    /// It lists no format that holds depth.
    case noDepth
    /// Its descriptors make no sense.
    case descriptors(String)
    /// It does not carry the serial number that is asked for.
    case otherSerial(String)

    /// What is wrong and what to do, for the operator.
    package var description: String {
        switch self {
        case .recovery:
            "it is in recovery mode and waits for its firmware; load that with the maker's tool, then plug it in again"
        case .access(let node):
            "\(node) may not be opened; install the udev rule for cameras, or add the service's user to the group that owns the file (ls -l \(node))"
        case .busy: "another program has it; end that program (a camera viewer, another driver)"
        case .noDepth:
            "it lists no depth format; it is no depth camera, or its firmware offers depth only to its maker's driver"
        case .descriptors(let fault): "its descriptors cannot be read: \(fault)"
        case .otherSerial(let serial): "its serial number is \(serial), and another is asked for"
        }
    }
}

/// What went wrong with a camera that was in use, or was about to be.
package enum CameraFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// It is gone.
    case gone
    /// It may not be used as it is.
    case refused(CameraRefusal)
    /// No frame came within this time.
    case silent(Duration)
    /// Its endpoint stalls again and again.
    case stalls
    /// It did not agree to the mode.
    case negotiation(NegotiationError)
    /// The kernel has no memory for transfers.
    case noMemory
    /// A call failed, with the kernel's number.
    case system(Int32, during: String)
    /// A transfer did not come back; it was abandoned, with all that hangs on it.
    case abandoned

    /// One word that tells it from the others.
    var kind: String {
        switch self {
        case .gone: "gone"
        case .refused: "refused"
        case .silent: "silent"
        case .stalls: "stalls"
        case .negotiation: "negotiation"
        case .noMemory: "memory"
        case .system: "system"
        case .abandoned: "abandoned"
        }
    }

    /// What happened, for the operator.
    package var description: String {
        switch self {
        case .gone: "the camera was unplugged"
        case .refused(let refusal): refusal.description
        case .silent(let span): "no frame came for \(span.milliseconds) ms"
        case .stalls: "its endpoint stalls again and again"
        case .negotiation(let error): error.description
        case .noMemory:
            "the kernel has no memory left for USB transfers; raise /sys/module/usbcore/parameters/usbfs_memory_mb"
        case .system(let number, let call): "could not \(call) (error \(number))"
        case .abandoned: "a transfer did not come back and was abandoned"
        }
    }
}
