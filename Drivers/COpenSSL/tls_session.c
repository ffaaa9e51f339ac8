#include "tls_session.h"

#include <errno.h>
#include <limits.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdlib.h>
#include <string.h>

#include "identity_parts.h"

struct tls_context {
    SSL_CTX *shared;
    bool is_responder;
};

struct tls_session {
    SSL *tls;
    BIO *incoming; /* both belong to tls */
    BIO *outgoing;
    bool is_pinned;
    uint8_t pinned[32];
};

/* The longest chain of certificates that is read; one P-256 certificate has some 400 bytes. */
static const long longest_chain = 8192;
static const char exporter_label[] = "EXPORTER-Channel-Binding";

/* Any P-256 certificate will do unless one is pinned: who it belongs to is judged by the pairing. That the other end
 * has its key, TLS has seen to. */
static int judge_certificate(X509_STORE_CTX *store, void *unused) {
    (void)unused;
    SSL *tls = X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx());
    struct tls_session *session = tls == NULL ? NULL : SSL_get_app_data(tls);
    X509 *certificate = X509_STORE_CTX_get0_cert(store);
    uint8_t fingerprint[32];
    unsigned int length = 0;
    bool is_fit = session != NULL && certificate != NULL && key_is_p256(X509_get0_pubkey(certificate)) &&
        X509_digest(certificate, EVP_sha256(), fingerprint, &length) == 1 && length == sizeof fingerprint;
    if (is_fit && session->is_pinned) is_fit = CRYPTO_memcmp(fingerprint, session->pinned, sizeof fingerprint) == 0;
    X509_STORE_CTX_set_error(store, is_fit ? X509_V_OK : X509_V_ERR_APPLICATION_VERIFICATION);
    return is_fit ? 1 : 0;
}

static bool set_up(SSL_CTX *shared, const struct link_identity *identity) {
    SSL_CTX_set_options(shared, SSL_OP_NO_TICKET | SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    SSL_CTX_set_session_cache_mode(shared, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_max_cert_list(shared, longest_chain);
    SSL_CTX_set_mode(shared, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_verify(shared, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, NULL);
    SSL_CTX_set_cert_verify_callback(shared, judge_certificate, NULL);
    return SSL_CTX_set_min_proto_version(shared, TLS1_3_VERSION) == 1 &&
        SSL_CTX_set_max_proto_version(shared, TLS1_3_VERSION) == 1 && SSL_CTX_set_num_tickets(shared, 0) == 1 &&
        SSL_CTX_set_max_early_data(shared, 0) == 1 && SSL_CTX_set1_groups_list(shared, "X25519:P-256") == 1 &&
        SSL_CTX_set1_sigalgs_list(shared, "ECDSA+SHA256") == 1 &&
        SSL_CTX_use_certificate(shared, identity->certificate) == 1 &&
        SSL_CTX_use_PrivateKey(shared, identity->key) == 1;
}

int tls_context_make(const struct link_identity *identity, bool is_responder, struct tls_context **context) {
    ERR_clear_error();
    struct tls_context *made = malloc(sizeof *made);
    if (made == NULL) return -ENOMEM;
    made->is_responder = is_responder;
    made->shared = SSL_CTX_new(is_responder ? TLS_server_method() : TLS_client_method());
    if (made->shared != NULL && set_up(made->shared, identity)) {
        *context = made;
        return 0;
    }
    tls_context_free(made);
    return -EIO;
}

void tls_context_free(struct tls_context *context) {
    if (context == NULL) return;
    SSL_CTX_free(context->shared);
    free(context);
}

int tls_session_make(struct tls_context *context, const uint8_t *pinned, struct tls_session **session) {
    ERR_clear_error();
    struct tls_session *made = calloc(1, sizeof *made);
    if (made == NULL) return -ENOMEM;
    made->tls = SSL_new(context->shared);
    BIO *incoming = BIO_new(BIO_s_mem()), *outgoing = BIO_new(BIO_s_mem());
    if (made->tls == NULL || incoming == NULL || outgoing == NULL) {
        BIO_free(incoming);
        BIO_free(outgoing);
        tls_session_free(made);
        return -ENOMEM;
    }
    BIO_set_mem_eof_return(incoming, -1); /* nothing there yet is no end */
    SSL_set_bio(made->tls, incoming, outgoing);
    made->incoming = incoming;
    made->outgoing = outgoing;
    made->is_pinned = pinned != NULL;
    if (pinned != NULL) memcpy(made->pinned, pinned, sizeof made->pinned);
    SSL_set_app_data(made->tls, made);
    if (context->is_responder) SSL_set_accept_state(made->tls);
    else SSL_set_connect_state(made->tls);
    *session = made;
    return 0;
}

void tls_session_free(struct tls_session *session) {
    if (session == NULL) return;
    SSL_free(session->tls);
    free(session);
}

int tls_session_take(struct tls_session *session, const uint8_t *bytes, size_t count) {
    if (count > INT_MAX) return -EINVAL;
    if (count == 0) return 0;
    return BIO_write(session->incoming, bytes, (int)count) == (int)count ? 0 : -ENOMEM;
}

int tls_session_give(struct tls_session *session, uint8_t *bytes, size_t capacity) {
    int count = BIO_read(session->outgoing, bytes, capacity > INT_MAX ? INT_MAX : (int)capacity);
    return count > 0 ? count : 0;
}

static bool wants_more(struct tls_session *session, int result) {
    int error = SSL_get_error(session->tls, result);
    return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE;
}

int tls_session_shake_hands(struct tls_session *session) {
    ERR_clear_error();
    int result = SSL_do_handshake(session->tls);
    if (result == 1) return 1;
    int outcome = wants_more(session, result) ? 0 : -EPROTO;
    ERR_clear_error();
    return outcome;
}

int tls_session_read(struct tls_session *session, uint8_t *bytes, size_t capacity) {
    ERR_clear_error();
    int count = SSL_read(session->tls, bytes, capacity > INT_MAX ? INT_MAX : (int)capacity);
    if (count > 0) return count;
    int error = SSL_get_error(session->tls, count);
    ERR_clear_error();
    if (error == SSL_ERROR_ZERO_RETURN) return -ENOTCONN;
    return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE ? 0 : -EPROTO;
}

int tls_session_write(struct tls_session *session, const uint8_t *bytes, size_t count) {
    ERR_clear_error();
    size_t written = 0;
    int done = count == 0 ? 1 : SSL_write_ex(session->tls, bytes, count, &written);
    ERR_clear_error();
    return done == 1 && written == count ? 0 : -EPROTO;
}

void tls_session_close(struct tls_session *session) {
    ERR_clear_error();
    if (SSL_is_init_finished(session->tls)) SSL_shutdown(session->tls);
    ERR_clear_error();
}

int tls_session_exporter(struct tls_session *session, uint8_t value[32]) {
    uint8_t made[32];
    int done = SSL_export_keying_material(
        session->tls, made, sizeof made, exporter_label, sizeof exporter_label - 1, NULL, 0, 0);
    ERR_clear_error();
    if (done != 1) return -EPROTO;
    memcpy(value, made, sizeof made);
    OPENSSL_cleanse(made, sizeof made);
    return 0;
}

int tls_session_peer_fingerprint(struct tls_session *session, uint8_t fingerprint[32]) {
    X509 *certificate = SSL_get1_peer_certificate(session->tls);
    if (certificate == NULL) return -EPROTO;
    uint8_t made[32];
    unsigned int length = 0;
    int done = X509_digest(certificate, EVP_sha256(), made, &length);
    X509_free(certificate);
    if (done != 1 || length != sizeof made) return -EPROTO;
    memcpy(fingerprint, made, sizeof made);
    return 0;
}
