#ifndef DEPTH_SEARCH_H
#define DEPTH_SEARCH_H

#include "depth_rows.h"

/* Some columns of a region. */
struct depth_columns {
    size_t first, end;
};

/* How many offsets in some columns of a region are no higher than this one. */
uint64_t depth_count_upto(const struct depth_region *region, const struct depth_limits *limits,
                          struct depth_columns columns, uint16_t last);

/* The offset of a rank in some columns of a region, wherever it lies, in two passes. */
uint16_t depth_search(const struct depth_region *region, const struct depth_limits *limits,
                      struct depth_columns columns, uint64_t rank);

#endif
