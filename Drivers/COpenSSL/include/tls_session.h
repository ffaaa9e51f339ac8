#ifndef COMPANION_TLS_SESSION_H
#define COMPANION_TLS_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "link_identity.h"

/* TLS 1.3 over bytes, without any socket: what came in is taken, what is to go out is given. Both ends have a P-256
 * certificate; no tickets, no resumption, no early data. One thread uses a session at a time. */
struct tls_context;
struct tls_session;

/* What all sessions of one side share; the identity is copied into it. 0, or -errno with the output untouched. */
int tls_context_make(const struct link_identity *identity, bool is_responder, struct tls_context **context);

/* Frees; null is fine. Sessions made from it go on. */
void tls_context_free(struct tls_context *context);

/* A session at its start. Where `pinned` is not null the handshake fails with an alert unless the other end's
 * certificate has this SHA-256. 0, or -errno with the output untouched. */
int tls_session_make(struct tls_context *context, const uint8_t *pinned, struct tls_session **session);

/* Frees; null is fine. */
void tls_session_free(struct tls_session *session);

/* Takes bytes that came from the other end. 0 or -errno. */
int tls_session_take(struct tls_session *session, const uint8_t *bytes, size_t count);

/* Gives up to `capacity` bytes that are to go to the other end, and their count. */
int tls_session_give(struct tls_session *session, uint8_t *bytes, size_t capacity);

/* Goes on with the handshake: 1 when it is done, 0 when it needs more bytes, -EPROTO when it has failed (an alert may
 * be waiting to go out). */
int tls_session_shake_hands(struct tls_session *session);

/* Reads what the other end wrote: the count, 0 when there is nothing yet, -ENOTCONN when it has ended the session in
 * order, -EPROTO when the session is broken. */
int tls_session_read(struct tls_session *session, uint8_t *bytes, size_t capacity);

/* Writes all of the bytes into what is to go out. 0 or -EPROTO. */
int tls_session_write(struct tls_session *session, const uint8_t *bytes, size_t count);

/* Says in order that nothing more is written. */
void tls_session_close(struct tls_session *session);

/* The value of RFC 9266 after the handshake. 0, or -errno with the output untouched. */
int tls_session_exporter(struct tls_session *session, uint8_t value[32]);

/* SHA-256 of the other end's certificate after the handshake. 0, or -errno with the output untouched. */
int tls_session_peer_fingerprint(struct tls_session *session, uint8_t fingerprint[32]);

#endif
