import Documents
import Glibc
import Platform

/// What a phone of the bench keeps between its runs, in one file that only its user may read.
package enum PhoneKeeping {
    private static let byteLimit = 65_536

    /// The phone of a file; nil where there is no such file.
    ///
    /// Throws where there is one that cannot be read.
    package static func load(
        _ path: String, name: String, clock: MonotonicClock
    ) throws(PairingError) -> Phone? {
        var bytes: [UInt8]
        do throws(SystemError) { bytes = try ReadFile.whole(path, limit: byteLimit) } catch {
            if error.number == ENOENT { return nil }
            throw .system(error)
        }
        defer { Cryptography.erase(&bytes) }
        guard let phone = try read(bytes, name: name, clock: clock) else {
            throw .system(SystemError(EINVAL, "use \(path) as what a phone keeps"))
        }
        return phone
    }

    private static func read(_ bytes: [UInt8], name: String, clock: MonotonicClock) throws(PairingError) -> Phone? {
        let root: JSONElement
        do throws(DocumentError) { root = try Document(bytes).root } catch { return nil }
        guard let pem = root["key"]?.string,
            let robot = root["robot"]?.string.flatMap({ Fingerprint(hexadecimal: $0) }),
            let secret = root["secret"]?.string.flatMap({ PairingSecret(hexadecimal: $0) }),
            let identity = try LinkIdentity.read(pem: Array(pem.utf8))
        else { return nil }
        return Phone(identity, name: name, pairing: .init(robot: robot, secret: secret), clock: clock)
    }

    /// Keeps a phone that is paired.
    package static func save(_ phone: Phone, to path: String) throws(PairingError) {
        guard let pairing = phone.pairing else { return }
        try phone.identity.withPEM { pem throws(PairingError) in
            let (key, secret) = (String(decoding: pem, as: UTF8.self), pairing.secret.hexadecimal)
            let bytes = DocumentWriter.compact(
                .object([
                    .init("key", .string(key)), .init("robot", .string(pairing.robot.hexadecimal)),
                    .init("secret", .string(secret)),
                ]), capacity: 16_384)
            defer {
                SecretMemory.erase(bytes)
                SecretMemory.erase(key)
                SecretMemory.erase(secret)
            }
            do throws(SystemError) { try AtomicFile.replace(path, with: bytes, mode: 0o600) } catch {
                throw .system(error)
            }
        }
    }
}
