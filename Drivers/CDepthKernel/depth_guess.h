#ifndef DEPTH_GUESS_H
#define DEPTH_GUESS_H

#include "depth_rows.h"

/* Below which offsets the ranks of the strips and, last, of the whole region are thought to lie. */
struct depth_guesses {
    uint16_t ends[depth_strip_count + 1];
    int is_cut; /* one is a value that very many samples have, so that they need not all be listed */
};

/* Guesses from samples spread over the region, so many standard deviations above the rank. */
struct depth_guesses depth_guess(const struct depth_region *region, const struct depth_rule *rule,
                                 const struct depth_limits *limits, const struct depth_loops *loops,
                                 uint64_t deviations);

/* The rank of the asked share of some usable samples. */
uint64_t depth_rank(uint64_t usable, uint32_t percentile_millionths);

#endif
