import CProcess

/// What the kernel gives away of this process's memory, which holds where a person is and the keys of their phones.
package enum ProcessPrivacy {
    /// Forbids core files and tracing by anyone but root, for the rest of this process's life; children that run
    /// another program have only the core files forbidden.
    package static func forbidDumps() throws(SystemError) {
        let result = process_forbid_dumps()
        guard result == 0 else { throw SystemError(result, "keep the memory of this process private") }
    }
}
