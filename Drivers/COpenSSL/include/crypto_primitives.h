#ifndef COMPANION_CRYPTO_PRIMITIVES_H
#define COMPANION_CRYPTO_PRIMITIVES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The few primitives of OpenSSL that pairing needs. Digests, keys and codes are 32 bytes. Each gives 0, or -errno with
 * the outputs untouched. */

/* Random bytes fit for keys. */
int crypto_random(uint8_t *bytes, size_t count);

/* SHA-256. */
int crypto_sha256(const uint8_t *bytes, size_t count, uint8_t digest[32]);

/* HMAC-SHA256 with a key of 32 bytes. */
int crypto_hmac_sha256(const uint8_t key[32], const uint8_t *bytes, size_t count, uint8_t code[32]);

/* HKDF-SHA256, extract and expand, to 32 bytes. */
int crypto_hkdf_sha256(
    const uint8_t *salt, size_t salt_count, const uint8_t *input, size_t input_count, const uint8_t *info,
    size_t info_count, uint8_t key[32]);

/* Whether so many bytes are the same, in a time that does not depend on where they differ. */
bool crypto_equal(const uint8_t *left, const uint8_t *right, size_t count);

/* Overwrites bytes in a way that no compiler leaves out. */
void crypto_erase(uint8_t *bytes, size_t count);

#endif
