import Glibc

/// Why a transfer on an I2C bus, or the opening of one, did not happen: told apart by what has to be done about it.
package enum BusError: Error, Hashable, Sendable {
    /// Nothing acknowledged the address or a byte (`ENXIO`, `EREMOTEIO`): the chip is away, busy or in trouble.
    case noAnswer
    /// The bus itself hangs, a line is held low (`ETIMEDOUT`, `EBUSY` of a transfer): no chip on it can be reached.
    case hangs
    /// A driver of the kernel has the address (`EBUSY` of a claim); it is never forced.
    case busy
    /// The transfer began and broke (`EIO`, `EPROTO`, a lost arbitration).
    case broken
    /// The adapter is gone (`ENODEV`, `ESHUTDOWN`).
    case gone
    /// There is no such node (`ENOENT`).
    case absent
    /// The node may not be opened (`EACCES`, `EPERM`).
    case denied
    /// The adapter cannot join a write and a read with a repeated start (`EOPNOTSUPP`).
    case unsuited
    /// Anything else, by its error number.
    case other(Int32)

    /// Sorts an error number, positive or negated as the C shims give it.
    package init(_ number: Int32) {
        let positive = number < 0 ? -number : number
        self = Self.known[positive] ?? .other(positive)
    }

    /// Sorts the error number of a transfer: a driver can only hold an address that is claimed, so that `EBUSY` is here
    /// a bus that did not become free, which its adapter tells so or by `ETIMEDOUT`.
    package init(transfer number: Int32) {
        let error = BusError(number)
        self = error == .busy ? .hangs : error
    }

    private static let known: [Int32: BusError] = [
        ENXIO: .noAnswer, EREMOTEIO: .noAnswer, ETIMEDOUT: .hangs, EBUSY: .busy, EIO: .broken, EPROTO: .broken,
        EAGAIN: .broken, EBADMSG: .broken, ENODEV: .gone, ESHUTDOWN: .gone, ENOENT: .absent, EACCES: .denied,
        EPERM: .denied, EOPNOTSUPP: .unsuited, ENOTTY: .unsuited,
    ]
}
