#include "link_identity.h"

#include <errno.h>
#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <stdlib.h>
#include <string.h>

#include "identity_parts.h"

bool key_is_p256(const EVP_PKEY *key) {
    char group[32];
    size_t length = 0;
    if (key == NULL || EVP_PKEY_get_base_id(key) != EVP_PKEY_EC) return false;
    return EVP_PKEY_get_group_name(key, group, sizeof group, &length) == 1 && strcmp(group, "prime256v1") == 0;
}

static X509 *self_signed(EVP_PKEY *key) {
    X509 *made = X509_new();
    if (made == NULL) return NULL;
    uint8_t serial[16];
    bool is_made = RAND_bytes(serial, sizeof serial) == 1;
    serial[0] = (serial[0] & 0x7f) | 0x40; /* positive, and always 16 bytes */
    BIGNUM *number = is_made ? BN_bin2bn(serial, sizeof serial, NULL) : NULL;
    X509_NAME *name = X509_NAME_new();
    is_made = number != NULL && name != NULL && X509_set_version(made, X509_VERSION_3) == 1 &&
        BN_to_ASN1_INTEGER(number, X509_get_serialNumber(made)) != NULL &&
        ASN1_TIME_set_string_X509(X509_getm_notBefore(made), "20200101000000Z") == 1 &&
        ASN1_TIME_set_string_X509(X509_getm_notAfter(made), "99991231235959Z") == 1 &&
        X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, (const unsigned char *)"companion", -1, -1, 0) == 1 &&
        X509_set_subject_name(made, name) == 1 && X509_set_issuer_name(made, name) == 1 &&
        X509_set_pubkey(made, key) == 1 && X509_sign(made, key, EVP_sha256()) > 0;
    X509_NAME_free(name);
    BN_free(number);
    if (is_made) return made;
    X509_free(made);
    return NULL;
}

static int gather(EVP_PKEY *key, X509 *certificate, struct link_identity **identity) {
    struct link_identity *made = malloc(sizeof *made);
    if (made == NULL) return -ENOMEM;
    made->key = key;
    made->certificate = certificate;
    *identity = made;
    return 0;
}

int link_identity_make(struct link_identity **identity) {
    ERR_clear_error();
    EVP_PKEY *key = EVP_EC_gen("P-256");
    X509 *certificate = key == NULL ? NULL : self_signed(key);
    int result = certificate == NULL ? -EIO : gather(key, certificate, identity);
    if (result == 0) return 0;
    X509_free(certificate);
    EVP_PKEY_free(key);
    return result;
}

int link_identity_read(const uint8_t *pem, size_t count, struct link_identity **identity) {
    if (count > 65536) return -EINVAL;
    ERR_clear_error();
    BIO *source = BIO_new_mem_buf(pem, (int)count);
    if (source == NULL) return -ENOMEM;
    EVP_PKEY *key = PEM_read_bio_PrivateKey(source, NULL, NULL, (void *)"");
    X509 *certificate = key == NULL ? NULL : PEM_read_bio_X509(source, NULL, NULL, (void *)"");
    BIO_free(source);
    bool is_pair = certificate != NULL && key_is_p256(key) && X509_check_private_key(certificate, key) == 1;
    ERR_clear_error();
    int result = is_pair ? gather(key, certificate, identity) : -EINVAL;
    if (result == 0) return 0;
    X509_free(certificate);
    EVP_PKEY_free(key);
    return result;
}

int link_identity_write(const struct link_identity *identity, uint8_t *pem, size_t capacity) {
    BIO *sink = BIO_new(BIO_s_secmem());
    if (sink == NULL) return -ENOMEM;
    char *bytes = NULL;
    int result = -EIO;
    if (PEM_write_bio_PKCS8PrivateKey(sink, identity->key, NULL, NULL, 0, NULL, NULL) == 1 &&
        PEM_write_bio_X509(sink, identity->certificate) == 1) {
        long count = BIO_get_mem_data(sink, &bytes);
        result = count <= 0 || (size_t)count > capacity ? -ENOSPC : (int)count;
        if (result > 0) memcpy(pem, bytes, (size_t)count);
        if (count > 0) OPENSSL_cleanse(bytes, (size_t)count);
    }
    BIO_free(sink);
    return result;
}

int link_identity_fingerprint(const struct link_identity *identity, uint8_t fingerprint[32]) {
    uint8_t made[32];
    unsigned int length = 0;
    if (X509_digest(identity->certificate, EVP_sha256(), made, &length) != 1 || length != sizeof made) return -EIO;
    memcpy(fingerprint, made, sizeof made);
    return 0;
}

void link_identity_free(struct link_identity *identity) {
    if (identity == NULL) return;
    X509_free(identity->certificate);
    EVP_PKEY_free(identity->key);
    free(identity);
}
