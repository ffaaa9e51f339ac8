import Glibc
import Readings

/// Resting for a span, exactly.
enum Sleep {
    /// Sleeps; a signal does not shorten it.
    static func span(_ span: Duration) {
        let nanoseconds = max(0, span.wholeNanoseconds)
        var asked = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
        var rest = timespec()
        while nanosleep(&asked, &rest) != 0, errno == EINTR { asked = rest }
    }
}
