#include "depth_sample.h"

/* Bit by bit from the highest, without a branch, which could not be foreseen. */
uint16_t depth_sample_ranked(const struct depth_loops *loops, const uint16_t *sample, size_t blocks, uint16_t end,
                             uint64_t rank)
{
    uint32_t found = 0, bit = 0x8000;
    while (bit > end)
        bit >>= 1;
    for (; bit; bit >>= 1)
        found |= bit & -(uint32_t)(loops->below(sample, blocks, (uint16_t)(found | bit)) < rank);
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

uint64_t depth_sample_reach(uint64_t count, uint64_t millionths, uint64_t deviations)
{
    const uint64_t rest = millionths < 1000000 ? 1000000 - millionths : 0;
    return root_of(deviations * deviations * count * millionths / 1000 * rest / 1000000000) + 1;
}
