#ifndef DEPTH_GUESS_H
#define DEPTH_GUESS_H

#include "depth_rows.h"

/* Guesses the windows of the strips and of the whole region from samples spread over them. */
void depth_guess(const struct depth_region *region, const struct depth_rule *rule, const struct depth_limits *limits,
                 const struct depth_loops *loops, struct depth_strip *strips, struct depth_window *whole);

/* The rank of the asked share of some usable samples. */
uint64_t depth_rank(uint64_t usable, uint32_t percentile_millionths);

#endif
