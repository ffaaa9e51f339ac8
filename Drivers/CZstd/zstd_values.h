#ifndef COMPANION_ZSTD_VALUES_H
#define COMPANION_ZSTD_VALUES_H

/* The parts of libzstd that are stable; those behind ZSTD_STATIC_LINKING_ONLY are not used. */
#include <zstd.h>

#endif
