#ifndef COMPANION_HTTP_SERVER_H
#define COMPANION_HTTP_SERVER_H

#include <stddef.h>
#include <stdint.h>

/* An HTTP server on 127.0.0.1 over libmicrohttpd, turned by whoever owns it: no thread of its own, and nothing in here
   waits. Every call belongs on one and the same thread; the callbacks come on it, from within http_server_turn or
   http_server_stop. */

struct http_server;
/* One request, from its head to its end. */
struct http_exchange;

/* What a server may use. */
struct http_limits {
    /* Connections at once. */
    unsigned connections;
    /* Bytes of a request's head, with its first line. */
    size_t head;
    /* Seconds without a byte in either direction, after which a connection is closed. */
    unsigned idle_seconds;
    /* Bytes that the kernel may hold for a connection whose other end does not read. */
    unsigned send_bytes;
};

/* What a server asks of its owner; `context` is the owner's. */
struct http_calls {
    void *context;
    /* The head has come: gives how many bytes of a body are taken, or -1 where it was answered at once. */
    int64_t (*head)(void *context, struct http_exchange *exchange);
    /* The whole request has come: it is answered now or later. */
    void (*request)(void *context, struct http_exchange *exchange);
    /* A stream has room: writes at most `size` bytes and gives their count, 0 for none yet, -1 for the end. */
    int64_t (*fill)(void *context, struct http_exchange *exchange, uint8_t *bytes, size_t size);
    /* The exchange is over, however that came about; its pointer means nothing afterwards. */
    void (*ended)(void *context, struct http_exchange *exchange);
};

/* Listens on 127.0.0.1 at a port, 0 for any; 0 or -errno. */
int http_server_start(uint16_t port, const struct http_limits *limits, const struct http_calls *calls,
                      struct http_server **server);
/* Drops every connection and frees the server; takes null. */
void http_server_stop(struct http_server *server);

/* The port that is listened on. */
uint16_t http_server_port(const struct http_server *server);
/* The descriptor that reads as ready while there is something to do. */
int http_server_descriptor(const struct http_server *server);
/* After how many milliseconds a turn is due although nothing is ready; -1 where none is. */
int64_t http_server_due(struct http_server *server);
/* Does what can be done without waiting; `now` is stamped on connections that come. */
void http_server_turn(struct http_server *server, uint64_t now);

/* How many are connected. */
unsigned http_server_connections(const struct http_server *server);
/* Cuts off connections that have shown no whole request since `stamp`; gives how many. */
unsigned http_server_cut_before(struct http_server *server, uint64_t stamp);
/* Cuts off the connection that has shown no whole request for longest, or else has rested longest; 1 where there is
   one, 0 where all are at work. */
int http_server_cut_oldest(struct http_server *server);
/* Ends exchanges that wait while their other end has gone, which nothing else would notice. */
void http_server_drop_gone(struct http_server *server);
/* Cuts off the connection of an exchange, whatever waits to be sent on it. */
void http_exchange_cut(struct http_exchange *exchange);
/* Whether the other end of an exchange has gone. */
int http_exchange_is_gone(struct http_exchange *exchange);

/* A number of the exchange that no other of the server has. */
uint64_t http_exchange_number(const struct http_exchange *exchange);
/* The method, and the path with its escapes resolved, without the query. */
const char *http_exchange_method(const struct http_exchange *exchange);
const char *http_exchange_path(const struct http_exchange *exchange);
/* A field of the head, null where it is not there; `count` tells how often it is. */
const char *http_exchange_field(const struct http_exchange *exchange, const char *name, unsigned *count);
/* A value of the query, null where it is not there. */
const char *http_exchange_value(const struct http_exchange *exchange, const char *name);
/* The body, which lives until the exchange ends or is answered. */
const uint8_t *http_exchange_body(const struct http_exchange *exchange, size_t *size);

/* Answers: names and values of `count` fields in turn, and a body that is copied. 0 or -errno: -EALREADY where it is
   answered. */
int http_exchange_answer(struct http_exchange *exchange, unsigned status, const char *const *fields, size_t count,
                         const uint8_t *body, size_t size);
/* Answers with what `fill` gives, bit by bit, until it ends. */
int http_exchange_stream(struct http_exchange *exchange, unsigned status, const char *const *fields, size_t count);
/* A stream has something to give again. */
void http_exchange_wake(struct http_exchange *exchange);

#endif
