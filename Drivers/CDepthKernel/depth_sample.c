#include "depth_sample.h"

uint64_t depth_samples_below(struct depth_samples samples, const struct depth_loops *loops, uint16_t limit)
{
    uint64_t found = 0;
    for (size_t i = 0; i < samples.count; i++)
        found += loops->below(samples.first[i].offsets, blocks_of(samples.first[i].count), limit);
    return found;
}

/* Bit by bit from the highest, without a branch, which could not be foreseen. */
uint16_t depth_samples_ranked(struct depth_samples samples, const struct depth_loops *loops, uint16_t end,
                              uint64_t rank)
{
    uint32_t found = 0, bit = 0x8000;
    while (bit > end)
        bit >>= 1;
    for (; bit; bit >>= 1)
        found |= bit & -(uint32_t)(depth_samples_below(samples, loops, (uint16_t)(found | bit)) < rank);
    return (uint16_t)found;
}

/* The square root, rounded up. */
static uint64_t root_of(uint64_t square)
{
    uint64_t root = 0;
    while (root * root < square)
        root++;
    return root;
}

uint64_t depth_samples_reach(uint64_t count, uint64_t millionths, uint64_t deviations)
{
    const uint64_t rest = millionths < 1000000 ? 1000000 - millionths : 0;
    return root_of(deviations * deviations * count * millionths / 1000 * rest / 1000000000) + 1;
}
