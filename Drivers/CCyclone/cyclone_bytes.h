#ifndef COMPANION_CYCLONE_BYTES_H
#define COMPANION_CYCLONE_BYTES_H

#include "cyclone_library.h"

#include <stddef.h>

/* Bytes that are to be written, as the library takes messages of a foreign kind: it makes one of the topic's own form of
 * them, and refuses those that are none. To be given to dds_writecdr, which lets go of it; null where there is no
 * memory. */
struct ddsi_serdata *cyclone_bytes(const struct cyclone_library *dds, const void *bytes, size_t size);

#endif
