#ifndef COMPANION_HTTP_PARTS_H
#define COMPANION_HTTP_PARTS_H

#include "http_server.h"

#include <microhttpd.h>

/* A connection that is open. */
struct link {
    struct link *next, *previous;
    int socket;
    uint64_t since;
    unsigned exchanges;
    int was_whole;
};

struct http_exchange {
    struct http_exchange *next, *previous;
    struct http_server *server;
    struct MHD_Connection *connection;
    struct link *link;
    struct MHD_Response *response;
    uint64_t number;
    unsigned status;
    int is_whole, is_queued, is_suspended, is_gone;
    const char *method;
    char *path;
    uint8_t *body;
    size_t size, room, most;
};

struct http_server {
    struct MHD_Daemon *daemon;
    struct http_calls calls;
    struct http_exchange *exchanges;
    struct link *links;
    uint64_t now, last_number;
    unsigned connections, send_bytes;
    uint16_t port;
    int descriptor, is_stopping;
};

/* Lets a connection that waits go on. */
void http_exchange_resume(struct http_exchange *exchange);
/* Lets a connection wait until it is resumed. */
void http_exchange_suspend(struct http_exchange *exchange);

#endif
