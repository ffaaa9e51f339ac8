#include "depth_guess.h"

enum {
    most_guessed = 1024, /* samples looked at in each strip */
    least_guessed = 128,
    guessed_of = 64 /* one in so many, between the two */
};

uint64_t depth_rank(uint64_t usable, uint32_t percentile_millionths)
{
    /* usable is below 2^32 and the share at most two million, so the product fits. */
    const uint64_t rank = (usable * percentile_millionths + 999999) / 1000000;
    return rank < 1 ? 1 : rank > usable ? usable : rank;
}

/* Offsets of samples on a lattice that is even in both directions: sample i of n lies in row i*h/n, and in the column
   at the fraction of i times the golden ratio. Returns how many blocks
   of them there are, the last filled up with what is not usable. */
static size_t spread(const struct depth_region *region, size_t first, size_t columns,
                     const struct depth_limits *limits, uint16_t *offsets)
{
    const uint64_t area = (uint64_t)region->height * columns;
    const uint64_t wanted = area / guessed_of > least_guessed ? area / guessed_of : least_guessed;
    const uint64_t most = wanted < most_guessed ? wanted : most_guessed;
    const size_t count = (size_t)(area < most ? area : most);
    const uint64_t step = count ? ((uint64_t)region->height << 32) / count : 0; /* rows have at most 32 bits */
    for (size_t i = 0; i < count; i++) {
        const size_t row = region->y + (size_t)(i * step >> 32);
        const size_t column = region->x + first + (size_t)((uint64_t)((uint32_t)i * 0x9E3779B9u) * columns >> 32);
        const size_t at = row * region->stride + column;
        const uint8_t level = region->confidence ? region->confidence[at] : 2;
        offsets[i] = offset_of(region->samples[at], level, region->mask ? region->mask[at] : 0, limits);
    }
    size_t blocks = (count + block_samples - 1) / block_samples;
    for (size_t i = count; i < blocks * block_samples; i++)
        offsets[i] = UINT16_MAX;
    return blocks;
}

/* The offset of a rank among these: the highest that at most rank - 1 lie below, found bit by bit. */
static uint16_t of_rank(const struct depth_loops *loops, const uint16_t *offsets, size_t blocks, uint64_t rank)
{
    uint32_t found = 0;
    for (uint32_t bit = 0x8000; bit; bit >>= 1)
        if (loops->below(offsets, blocks, (uint16_t)(found | bit)) < rank)
            found |= bit;
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

/* The window around the asked rank of a sample of the samples, three standard deviations and two to either side. */
static void guess_window(const struct depth_loops *loops, const uint16_t *offsets, size_t blocks,
                         const struct depth_rule *rule, const struct depth_limits *limits,
                         struct depth_window *window)
{
    const uint64_t share = rule->percentile_millionths, usable = loops->below(offsets, blocks, limits->end);
    window->first = 0;
    window->last = limits->end > 0 ? limits->end - 1 : 0;
    if (usable == 0)
        return;
    const uint64_t rank = depth_rank(usable, rule->percentile_millionths);
    const uint64_t rest = share < 1000000 ? 1000000 - share : 0;
    const uint64_t reach = root_of(9 * usable * share / 1000 * rest / 1000000000) + 2;
    if (rank > reach)
        window->first = of_rank(loops, offsets, blocks, rank - reach);
    if (rank + reach <= usable)
        window->last = of_rank(loops, offsets, blocks, rank + reach);
}

void depth_guess(const struct depth_region *region, const struct depth_rule *rule, const struct depth_limits *limits,
                 const struct depth_loops *loops, struct depth_strip *strips, struct depth_window *whole)
{
    uint16_t offsets[depth_strip_count * most_guessed];
    size_t blocks = 0;
    for (size_t i = 0; i < depth_strip_count; i++) {
        const size_t first = i * region->width / depth_strip_count;
        const size_t end = (i + 1) * region->width / depth_strip_count;
        const size_t own = spread(region, first, end - first, limits, offsets + blocks * block_samples);
        guess_window(loops, offsets + blocks * block_samples, own, rule, limits, &strips[i].own);
        blocks += own;
    }
    guess_window(loops, offsets, blocks, rule, limits, whole);
}
