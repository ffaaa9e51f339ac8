#ifndef DEPTH_LIST_H
#define DEPTH_LIST_H

#include "depth_rows.h"

/* The lists of some strips, and room for as many offsets as they can hold together. */
struct depth_lists {
    const struct depth_strip *strips;
    size_t count;
    uint16_t *room;
};

/* All offsets below this one are in the lists. */
uint16_t depth_lists_end(struct depth_lists lists);

/* How many offsets are no higher than that one; `upto` tells how many in each list's strip are no higher than the
   list's own end. */
uint64_t depth_lists_upto(struct depth_lists lists, const struct depth_loops *loops, const uint64_t *upto);

/* Finds the offset of a rank; 0 where the lists do not reach so far. */
int depth_list_find(struct depth_lists lists, const struct depth_loops *loops, uint64_t rank, uint16_t *offset);

#endif
