#ifndef DEPTH_SAMPLE_H
#define DEPTH_SAMPLE_H

#include "depth_rows.h"

enum { most_sampled = 256 };

/* Some offsets that stand for many more. */
struct depth_sample {
    uint16_t offsets[most_sampled];
    size_t count;
};

/* Some samples that stand for parts of one whole. */
struct depth_samples {
    const struct depth_sample *first;
    size_t count;
};

/* How many sampled offsets lie below a limit; the last blocks must be filled up. */
uint64_t depth_samples_below(struct depth_samples samples, const struct depth_loops *loops, uint16_t limit);

/* The sampled offset of a rank below `end`: the highest that at most rank - 1 lie below. */
uint16_t depth_samples_ranked(struct depth_samples samples, const struct depth_loops *loops, uint16_t end,
                              uint64_t rank);

/* So many standard deviations of a rank of which this share, in millionths, lies below it; rounded up, at least 1. */
uint64_t depth_samples_reach(uint64_t count, uint64_t millionths, uint64_t deviations);

#endif
