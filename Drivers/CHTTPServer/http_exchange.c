#define _GNU_SOURCE

#include "http_parts.h"

#include <errno.h>
#include <string.h>

/* what was asked */

uint64_t http_exchange_number(const struct http_exchange *exchange) { return exchange->number; }
const char *http_exchange_method(const struct http_exchange *exchange) { return exchange->method; }
const char *http_exchange_path(const struct http_exchange *exchange) { return exchange->path; }

struct search {
    const char *name, *value;
    unsigned count;
};

static enum MHD_Result look(void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
    (void)kind;
    struct search *search = context;
    if (strcasecmp(name, search->name) == 0) {
        search->value = value ? value : "";
        search->count++;
    }
    return MHD_YES;
}

const char *http_exchange_field(const struct http_exchange *exchange, const char *name, unsigned *count) {
    struct search search = {.name = name};
    (void)MHD_get_connection_values(exchange->connection, MHD_HEADER_KIND, &look, &search);
    if (count) *count = search.count;
    return search.value;
}

const char *http_exchange_value(const struct http_exchange *exchange, const char *name) {
    return MHD_lookup_connection_value(exchange->connection, MHD_GET_ARGUMENT_KIND, name);
}

const uint8_t *http_exchange_body(const struct http_exchange *exchange, size_t *size) {
    *size = exchange->size;
    return exchange->body;
}

/* answering */

static int set(struct http_exchange *exchange, struct MHD_Response *response, unsigned status,
               const char *const *fields, size_t count) {
    if (!response) return -ENOMEM;
    for (size_t index = 0; index < count; index++) {
        if (MHD_add_response_header(response, fields[2 * index], fields[2 * index + 1]) == MHD_YES) continue;
        MHD_destroy_response(response);
        return -EINVAL;
    }
    exchange->response = response;
    exchange->status = status;
    http_exchange_resume(exchange);
    return 0;
}

int http_exchange_answer(struct http_exchange *exchange, unsigned status, const char *const *fields, size_t count,
                         const uint8_t *body, size_t size) {
    if (exchange->response) return -EALREADY;
    struct MHD_Response *response =
        MHD_create_response_from_buffer(size, size ? (void *)(uintptr_t)body : (void *)"", MHD_RESPMEM_MUST_COPY);
    return set(exchange, response, status, fields, count);
}

static ssize_t pull(void *context, uint64_t position, char *bytes, size_t size) {
    (void)position;
    struct http_exchange *exchange = context;
    struct http_server *server = exchange->server;
    if (server->is_stopping || exchange->is_gone) return MHD_CONTENT_READER_END_WITH_ERROR;
    int64_t count = server->calls.fill(server->calls.context, exchange, (uint8_t *)bytes, size);
    if (count < 0) return MHD_CONTENT_READER_END_OF_STREAM;
    if (count == 0) http_exchange_suspend(exchange);
    return (ssize_t)count;
}

int http_exchange_stream(struct http_exchange *exchange, unsigned status, const char *const *fields, size_t count) {
    if (exchange->response) return -EALREADY;
    struct MHD_Response *response =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 4096, &pull, exchange, NULL);
    return set(exchange, response, status, fields, count);
}

void http_exchange_wake(struct http_exchange *exchange) { http_exchange_resume(exchange); }
