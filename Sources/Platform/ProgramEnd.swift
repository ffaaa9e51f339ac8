import Glibc

/// The end of the program.
package enum ProgramEnd {
    /// Ends the program with a status.
    ///
    /// Where a thread was left behind, the libraries are not asked to clean up first: they would take away beneath that
    /// thread what it still uses, such as the locks of OpenSSL, and a stop in good order would end as a crash.
    package static func leave(_ status: Int32) -> Never {
        if WorkerThread.running > 0 { _exit(status) }
        exit(status)
    }
}
