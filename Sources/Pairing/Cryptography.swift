import COpenSSL

/// OpenSSL's primitives over arrays; where one refuses, what it gives is empty and matches nothing.
enum Cryptography {
    /// The length of digests, codes, keys, nonces and contributions, in bytes.
    static let length = 32

    static func random(_ count: Int = length) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        return crypto_random(&bytes, count) == 0 ? bytes : []
    }

    static func digest(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: length)
        return crypto_sha256(bytes, bytes.count, &digest) == 0 ? digest : []
    }

    static func derived(salt: [UInt8], input: [UInt8], info: [UInt8]) -> [UInt8] {
        var key = [UInt8](repeating: 0, count: length)
        let result = crypto_hkdf_sha256(salt, salt.count, input, input.count, info, info.count, &key)
        return result == 0 ? key : []
    }

    /// Whether both are the same 32 bytes, in a time that does not tell where they differ.
    static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == length && right.count == length && crypto_equal(left, right, length)
    }

    static func erase(_ bytes: inout [UInt8]) {
        let count = bytes.count
        crypto_erase(&bytes, count)
        bytes = []
    }
}
