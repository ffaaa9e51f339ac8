import Platform
import Storage
import Synchronization

/// The robot's key and certificate in the state directory: made once, read by its user alone.
package enum IdentityFile {
    /// The identity of a directory, made where there is none that can be read.
    package struct Loaded {
        /// The identity.
        package let identity: LinkIdentity
        /// Whether it was made now: phones that were paired before do not know it.
        package let isFresh: Bool
        /// The name under which one that could not be read was kept.
        package let setAside: String?
    }

    /// Reads the identity, or makes one; `now` is in seconds since 1970 UTC.
    ///
    /// It is kept by `writing`; nil takes the right to write for the moment.
    package static func load(
        _ directory: StateDirectory, writing: StateWriting? = nil, now: Int64
    ) throws(PairingError) -> Loaded {
        if var pem = try checked({ () throws(StorageError) in try directory.identity.read() }) {
            defer { Cryptography.erase(&pem) }
            if let identity = try LinkIdentity.read(pem: pem) {
                return Loaded(identity: identity, isFresh: false, setAside: nil)
            }
        }
        let identity = try LinkIdentity.made()
        let aside = try identity.withPEM { pem throws(PairingError) in
            try checked { () throws(StorageError) in
                try keep(pem, in: directory, writing ?? PatientWriter.writing(directory), now: now)
            }
        }
        return Loaded(identity: identity, isFresh: true, setAside: aside)
    }

    private static func keep(
        _ pem: [UInt8], in directory: StateDirectory, _ writing: StateWriting, now: Int64
    ) throws(StorageError) -> String? {
        let aside = Mutex<String?>(nil)
        try writing.make { writer throws(StorageError) in
            let name = try writer.replace(directory.identity, with: pem, now: now)
            aside.withLock { $0 = name }
        }
        return aside.withLock { $0 }
    }

    private static func checked<Result>(_ body: () throws(StorageError) -> Result) throws(PairingError) -> Result {
        do throws(StorageError) { return try body() } catch { throw .storage(error) }
    }
}
