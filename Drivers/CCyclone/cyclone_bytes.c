#include "cyclone_headers.h"

#ifdef CYCLONE_HEADERS

#include "cyclone_bytes.h"

#include <stdlib.h>
#include <string.h>

struct bytes {
    struct ddsi_serdata head;
    uint32_t size;
    unsigned char held[];
};

static uint32_t size_of(const struct ddsi_serdata *data) { return ((const struct bytes *)data)->size; }

static void copy_out(const struct ddsi_serdata *data, size_t offset, size_t size, void *to) {
    memcpy(to, ((const struct bytes *)data)->held + offset, size);
}

static struct ddsi_serdata *show(const struct ddsi_serdata *data, size_t offset, size_t size, ddsrt_iovec_t *shown) {
    shown->iov_base = (void *)(((const struct bytes *)data)->held + offset);
    shown->iov_len = size;
    return (struct ddsi_serdata *)data; /* it outlives the look at it */
}

static void end_show(struct ddsi_serdata *data, const ddsrt_iovec_t *shown) { (void)data, (void)shown; }

static void free_bytes(struct ddsi_serdata *data) { free(data); }

static const struct ddsi_serdata_ops operations = {
    .get_size = size_of, .to_ser = copy_out, .to_ser_ref = show, .to_ser_unref = end_show, .free = free_bytes};

struct ddsi_serdata *cyclone_bytes(const struct cyclone_library *dds, const void *bytes, size_t size) {
    /* Of its kind the library looks at the version, and at nothing else. Every caller writes the same into it. */
    static _Thread_local struct ddsi_sertype_ops kind_operations;
    static _Thread_local struct ddsi_sertype kind;
    kind_operations.version = dds->ddsi_sertype_v0;
    kind.ops = &kind_operations;
    kind.serdata_ops = &operations;
    if (size > UINT32_MAX) return NULL;
    struct bytes *made = calloc(1, sizeof *made + size);
    if (made == NULL) return NULL;
    dds->ddsi_serdata_init(&made->head, &kind, SDK_DATA);
    made->size = (uint32_t)size;
    memcpy(made->held, bytes, size);
    return &made->head;
}

#else
typedef int cyclone_bytes_are_absent; /* built without the library's headers */
#endif
