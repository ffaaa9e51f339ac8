#include "crypto_primitives.h"

#include <errno.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/rand.h>
#include <string.h>

int crypto_random(uint8_t *bytes, size_t count) {
    if (count > 4096) return -EINVAL;
    uint8_t fresh[4096];
    if (RAND_priv_bytes(fresh, (int)count) != 1) return -EIO;
    memcpy(bytes, fresh, count);
    OPENSSL_cleanse(fresh, count);
    return 0;
}

int crypto_sha256(const uint8_t *bytes, size_t count, uint8_t digest[32]) {
    uint8_t made[32];
    if (EVP_Digest(bytes, count, made, NULL, EVP_sha256(), NULL) != 1) return -EIO;
    memcpy(digest, made, sizeof made);
    return 0;
}

int crypto_hmac_sha256(const uint8_t key[32], const uint8_t *bytes, size_t count, uint8_t code[32]) {
    uint8_t made[32];
    unsigned int length = 0;
    if (HMAC(EVP_sha256(), key, 32, bytes, count, made, &length) == NULL || length != sizeof made) return -EIO;
    memcpy(code, made, sizeof made);
    return 0;
}

int crypto_hkdf_sha256(
    const uint8_t *salt, size_t salt_count, const uint8_t *input, size_t input_count, const uint8_t *info,
    size_t info_count, uint8_t key[32]) {
    EVP_KDF *algorithm = EVP_KDF_fetch(NULL, "HKDF", NULL);
    EVP_KDF_CTX *derivation = algorithm == NULL ? NULL : EVP_KDF_CTX_new(algorithm);
    EVP_KDF_free(algorithm);
    if (derivation == NULL) return -ENOMEM;
    char digest[] = "SHA256";
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, digest, 0),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)salt, salt_count),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)input, input_count),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)info, info_count),
        OSSL_PARAM_construct_end(),
    };
    uint8_t made[32];
    int done = EVP_KDF_derive(derivation, made, sizeof made, parameters);
    EVP_KDF_CTX_free(derivation);
    if (done == 1) memcpy(key, made, sizeof made);
    OPENSSL_cleanse(made, sizeof made);
    return done == 1 ? 0 : -EIO;
}

bool crypto_equal(const uint8_t *left, const uint8_t *right, size_t count) {
    return CRYPTO_memcmp(left, right, count) == 0;
}

void crypto_erase(uint8_t *bytes, size_t count) { OPENSSL_cleanse(bytes, count); }
