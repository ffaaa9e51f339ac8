#ifndef COMPANION_IDENTITY_PARTS_H
#define COMPANION_IDENTITY_PARTS_H

#include <openssl/evp.h>
#include <openssl/x509.h>
#include <stdbool.h>

struct link_identity {
    EVP_PKEY *key;
    X509 *certificate;
};

/* Whether a key is an elliptic-curve key on P-256. */
bool key_is_p256(const EVP_PKEY *key);

#endif
