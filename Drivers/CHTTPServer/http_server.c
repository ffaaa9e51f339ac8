#define _GNU_SOURCE

#include "http_parts.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* connections */

static void *opened(struct http_server *server, struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    struct link *link = calloc(1, sizeof *link);
    if (!link) return NULL;
    link->socket = info ? info->connect_fd : -1;
    link->since = server->now;
    int bytes = (int)server->send_bytes;
    (void)setsockopt(link->socket, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes); /* else the system's own bound */
    link->next = server->links;
    if (link->next) link->next->previous = link;
    server->links = link;
    server->connections++;
    return link;
}

static void closed(struct http_server *server, struct link *link) {
    if (!link) return;
    if (link->previous) link->previous->next = link->next;
    else server->links = link->next;
    if (link->next) link->next->previous = link->previous;
    server->connections--;
    free(link);
}

static void note_connection(void *context, struct MHD_Connection *connection, void **socket_context,
                            enum MHD_ConnectionNotificationCode code) {
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        *socket_context = opened(context, connection);
    } else {
        closed(context, *socket_context);
        *socket_context = NULL;
    }
}

static void cut(struct link *link) {
    if (link->socket >= 0) shutdown(link->socket, SHUT_RDWR);
    link->socket = -1;
}

/* exchanges */

static struct http_exchange *begin(struct http_server *server, struct MHD_Connection *connection, const char *path,
                                   const char *method) {
    struct http_exchange *exchange = calloc(1, sizeof *exchange);
    if (!exchange) return NULL;
    exchange->path = strdup(path);
    if (!exchange->path) {
        free(exchange);
        return NULL;
    }
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    exchange->link = info ? info->socket_context : NULL;
    exchange->server = server;
    exchange->connection = connection;
    exchange->method = method;
    exchange->number = ++server->last_number;
    exchange->next = server->exchanges;
    if (exchange->next) exchange->next->previous = exchange;
    server->exchanges = exchange;
    if (exchange->link) exchange->link->exchanges++;
    return exchange;
}

static void finish(void *context, struct MHD_Connection *connection, void **request_context,
                   enum MHD_RequestTerminationCode code) {
    (void)connection;
    (void)code;
    struct http_server *server = context;
    struct http_exchange *exchange = *request_context;
    if (!exchange) return;
    *request_context = NULL;
    server->calls.ended(server->calls.context, exchange);
    if (exchange->previous) exchange->previous->next = exchange->next;
    else server->exchanges = exchange->next;
    if (exchange->next) exchange->next->previous = exchange->previous;
    if (exchange->link) {
        exchange->link->exchanges--;
        exchange->link->since = server->now;
    }
    if (exchange->response) MHD_destroy_response(exchange->response);
    free(exchange->body);
    free(exchange->path);
    free(exchange);
}

static enum MHD_Result queue(struct http_exchange *exchange) {
    if (exchange->is_queued) return MHD_YES;
    exchange->is_queued = 1;
    return MHD_queue_response(exchange->connection, exchange->status, exchange->response);
}

void http_exchange_suspend(struct http_exchange *exchange) {
    if (exchange->is_suspended || exchange->server->is_stopping) return;
    exchange->is_suspended = 1;
    MHD_suspend_connection(exchange->connection);
}

void http_exchange_resume(struct http_exchange *exchange) {
    if (!exchange->is_suspended) return;
    exchange->is_suspended = 0;
    MHD_resume_connection(exchange->connection);
}

/* Takes a part of the body; 0 where there is no room for it. */
static int take(struct http_exchange *exchange, const char *bytes, size_t size) {
    if (size > exchange->most - exchange->size) return 0;
    if (exchange->size + size > exchange->room) {
        size_t room = exchange->room ? exchange->room : 4096;
        while (room < exchange->size + size) room *= 2;
        uint8_t *body = realloc(exchange->body, room);
        if (!body) return 0;
        exchange->body = body;
        exchange->room = room;
    }
    memcpy(exchange->body + exchange->size, bytes, size);
    exchange->size += size;
    return 1;
}

static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *path, const char *method,
                              const char *version, const char *bytes, size_t *size, void **request_context) {
    (void)version;
    struct http_server *server = context;
    struct http_exchange *exchange = *request_context;
    if (!exchange) {
        exchange = begin(server, connection, path, method);
        if (!exchange) return MHD_NO;
        *request_context = exchange;
        int64_t most = server->calls.head(server->calls.context, exchange);
        if (exchange->response) return queue(exchange);
        if (most < 0) return MHD_NO;
        exchange->most = (size_t)most;
        return MHD_YES;
    }
    if (exchange->response) {
        *size = 0;
        return queue(exchange);
    }
    if (*size) {
        /* more than was allowed ends the connection: it cannot be answered in the middle of a body */
        if (!take(exchange, bytes, *size)) return MHD_NO;
        *size = 0;
        return MHD_YES;
    }
    if (!exchange->is_whole) {
        exchange->is_whole = 1;
        if (exchange->link) exchange->link->was_whole = 1;
        server->calls.request(server->calls.context, exchange);
    }
    if (exchange->response) return queue(exchange);
    if (exchange->is_gone) return MHD_NO;
    http_exchange_suspend(exchange);
    return MHD_YES;
}

/* Resolves the escapes of a path or a value; a NUL, at which C would stop to read, becomes another control character. */
static size_t unescape(void *context, struct MHD_Connection *connection, char *text) {
    (void)context;
    (void)connection;
    size_t size = MHD_http_unescape(text);
    for (size_t index = 0; index < size; index++) {
        if (text[index] == 0) text[index] = 1;
    }
    return size;
}

/* starting and stopping */

static int listen_at(uint16_t port, uint16_t *taken, int *number) {
    int made = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (made < 0) return -errno;
    int yes = 1;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    (void)setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes); /* without, a restart may have to wait */
    if (bind(made, (struct sockaddr *)&address, sizeof address) != 0 || listen(made, 64) != 0 ||
        getsockname(made, (struct sockaddr *)&address, &length) != 0) {
        int error = errno;
        close(made);
        return -error;
    }
    *taken = ntohs(address.sin_port);
    *number = made;
    return 0;
}

int http_server_start(uint16_t port, const struct http_limits *limits, const struct http_calls *calls,
                      struct http_server **out) {
    struct http_server *server = calloc(1, sizeof *server);
    if (!server) return -ENOMEM;
    int number = -1;
    int result = listen_at(port, &server->port, &number);
    if (result != 0) {
        free(server);
        return result;
    }
    server->calls = *calls;
    server->send_bytes = limits->send_bytes;
    struct MHD_OptionItem options[] = {
        {MHD_OPTION_LISTEN_SOCKET, number, NULL},
        {MHD_OPTION_CONNECTION_LIMIT, (intptr_t)limits->connections, NULL},
        {MHD_OPTION_CONNECTION_TIMEOUT, (intptr_t)limits->idle_seconds, NULL},
        {MHD_OPTION_CONNECTION_MEMORY_LIMIT, (intptr_t)limits->head, NULL},
        {MHD_OPTION_STRICT_FOR_CLIENT, 1, NULL},
        {MHD_OPTION_UNESCAPE_CALLBACK, (intptr_t)&unescape, NULL},
        {MHD_OPTION_NOTIFY_COMPLETED, (intptr_t)&finish, server},
        {MHD_OPTION_NOTIFY_CONNECTION, (intptr_t)&note_connection, server},
        {MHD_OPTION_END, 0, NULL},
    };
    errno = 0;
    server->daemon = MHD_start_daemon(MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, &handle, server,
                                      MHD_OPTION_ARRAY, options, MHD_OPTION_END);
    if (!server->daemon) {
        result = errno ? -errno : -EIO;
        close(number);
        free(server);
        return result;
    }
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    server->descriptor = info ? info->epoll_fd : -1;
    *out = server;
    return 0;
}

void http_server_stop(struct http_server *server) {
    if (!server) return;
    server->is_stopping = 1;
    for (struct http_exchange *exchange = server->exchanges; exchange; exchange = exchange->next) http_exchange_resume(exchange);
    MHD_stop_daemon(server->daemon);
    free(server);
}

uint16_t http_server_port(const struct http_server *server) { return server->port; }
int http_server_descriptor(const struct http_server *server) { return server->descriptor; }
unsigned http_server_connections(const struct http_server *server) { return server->connections; }

int64_t http_server_due(struct http_server *server) {
    MHD_UNSIGNED_LONG_LONG limit = 0;
    if (MHD_get_timeout(server->daemon, &limit) != MHD_YES) return -1;
    return limit > INT64_MAX ? INT64_MAX : (int64_t)limit;
}

void http_server_turn(struct http_server *server, uint64_t now) {
    server->now = now;
    (void)MHD_run(server->daemon);
}

unsigned http_server_cut_before(struct http_server *server, uint64_t stamp) {
    unsigned count = 0;
    for (struct link *link = server->links; link; link = link->next) {
        if (link->was_whole || link->socket < 0 || link->since >= stamp) continue;
        cut(link);
        count++;
    }
    return count;
}

int http_server_cut_oldest(struct http_server *server) {
    struct link *found = NULL;
    for (struct link *link = server->links; link; link = link->next) {
        if (link->socket < 0 || (link->was_whole && link->exchanges)) continue;
        int is_worse = !found || link->was_whole < found->was_whole ||
                       (link->was_whole == found->was_whole && link->since < found->since);
        if (is_worse) found = link;
    }
    if (!found) return 0;
    cut(found);
    return 1;
}

void http_exchange_cut(struct http_exchange *exchange) {
    if (exchange->link) cut(exchange->link);
    http_exchange_resume(exchange);
}

int http_exchange_is_gone(struct http_exchange *exchange) {
    if (exchange->is_gone || !exchange->link || exchange->link->socket < 0) return 1;
    if (!exchange->is_suspended) return 0; /* its socket is looked at anyway */
    uint8_t byte;
    ssize_t count = recv(exchange->link->socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    exchange->is_gone = count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR);
    return exchange->is_gone;
}

void http_server_drop_gone(struct http_server *server) {
    for (struct http_exchange *exchange = server->exchanges; exchange; exchange = exchange->next) {
        if (exchange->is_suspended && http_exchange_is_gone(exchange)) http_exchange_resume(exchange);
    }
}

