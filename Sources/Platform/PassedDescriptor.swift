import Glibc
import Synchronization

/// A descriptor that another process sent along, which is on its way to whoever uses it.
package final class PassedDescriptor: Sendable {
    private let held: Mutex<Int32?>

    /// Takes a descriptor over.
    package init(_ descriptor: consuming Descriptor) throws(SystemError) {
        let copy = fcntl(descriptor.number, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw .last("take a descriptor") }
        held = Mutex(copy)
    }

    deinit { held.withLock { if let number = $0 { _ = close(number) } } }

    /// Hands the descriptor on, once; nil after that.
    package func take() -> Descriptor? {
        held.withLock { $0.take() }.map { Descriptor(owning: $0) }
    }

    /// Whether it is a regular file that may be written.
    package var isWritableFile: Bool {
        held.withLock { number in
            var facts = stat()
            guard let number, fstat(number, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return false }
            return [O_WRONLY, O_RDWR].contains(fcntl(number, F_GETFL) & O_ACCMODE)
        }
    }
}

extension PassedDescriptor: Equatable {
    /// Whether both are the same one.
    package static func == (left: PassedDescriptor, right: PassedDescriptor) -> Bool { left === right }
}
