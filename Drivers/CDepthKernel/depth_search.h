#ifndef DEPTH_SEARCH_H
#define DEPTH_SEARCH_H

#include "depth_rows.h"

/* The offset of a rank in some columns of a region, wherever it lies, in two passes. */
uint16_t depth_search(const struct depth_region *region, const struct depth_limits *limits, size_t first, size_t end,
                      uint64_t rank);

#endif
