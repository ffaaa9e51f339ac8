#ifndef COMPANION_LINK_IDENTITY_H
#define COMPANION_LINK_IDENTITY_H

#include <stddef.h>
#include <stdint.h>

/* An ECDSA P-256 key with its self-signed certificate. */
struct link_identity;

/* Makes a fresh one, with CN=companion and dates from 2020 to 9999. 0, or -errno with the output untouched. */
int link_identity_make(struct link_identity **identity);

/* Reads one from PEM: a private key and a certificate that belong together, both P-256. -EINVAL where they are not. */
int link_identity_read(const uint8_t *pem, size_t count, struct link_identity **identity);

/* Writes PEM, the key first, and gives the count of bytes; -ENOSPC where the buffer is too small. */
int link_identity_write(const struct link_identity *identity, uint8_t *pem, size_t capacity);

/* SHA-256 of the certificate's DER. 0 or -errno. */
int link_identity_fingerprint(const struct link_identity *identity, uint8_t fingerprint[32]);

/* Erases and frees; null is fine. */
void link_identity_free(struct link_identity *identity);

#endif
