#ifndef DEPTH_SAMPLE_H
#define DEPTH_SAMPLE_H

#include "depth_rows.h"

enum {
    most_sampled = 256 /* of one list or strip; whole blocks */
};

/* The offset of a rank in some blocks: the highest that at most rank - 1 lie below. Where fewer than `rank` lie below
   `end`, it is one that may lie beyond. */
uint16_t depth_sample_ranked(const struct depth_loops *loops, const uint16_t *sample, size_t blocks, uint16_t end,
                             uint64_t rank);

/* So many standard deviations of a rank of which this share, in millionths, lies below it; rounded up, at least 1. */
uint64_t depth_sample_reach(uint64_t count, uint64_t millionths, uint64_t deviations);

#endif
