#include "depth_guess.h"

enum {
    most_guessed = 256, /* samples looked at in each strip */
    least_guessed = 128,
    guessed_of = 64, /* one in so many, between the two */
    often = 8        /* a value that this part of the samples has is left out of a window's end */
};

uint64_t depth_rank(uint64_t usable, uint32_t percentile_millionths)
{
    /* usable is below 2^32 and the share at most two million, so the product fits. */
    const uint64_t rank = (usable * percentile_millionths + 999999) / 1000000;
    return rank < 1 ? 1 : rank > usable ? usable : rank;
}

/* A strip's samples that are looked at: sample i of n lies in row i*h/n, and in the column at the fraction of i times
   the golden ratio, so that they are even in both directions. */
struct lattice {
    uint16_t offsets[most_guessed];
    size_t count, first, columns;
    uint64_t step; /* rows between them, in 2^-32 */
};

static void lay(const struct depth_region *region, size_t first, size_t end, struct lattice *lattice)
{
    const uint64_t area = (uint64_t)region->height * (end - first);
    const uint64_t wanted = area / guessed_of > least_guessed ? area / guessed_of : least_guessed;
    const uint64_t most = wanted < most_guessed ? wanted : most_guessed;
    lattice->count = (size_t)(area < most ? area : most);
    lattice->first = region->x + first;
    lattice->columns = end - first;
    lattice->step = lattice->count ? ((uint64_t)region->height << 32) / lattice->count : 0; /* at most 32 bits */
}

static void look(const struct depth_region *region, const struct depth_limits *limits, size_t index,
                 struct lattice *lattice)
{
    const size_t row = region->y + (size_t)(index * lattice->step >> 32);
    const uint64_t turn = (uint32_t)index * 0x9E3779B9u;
    const size_t at = row * region->stride + lattice->first + (size_t)(turn * lattice->columns >> 32);
    const uint8_t level = region->confidence ? region->confidence[at] : 2;
    lattice->offsets[index] = offset_of(region->samples[at], level, region->mask ? region->mask[at] : 0, limits);
}

/* Looks row by row at all strips, which lie side by side in memory. */
static void look_all(const struct depth_region *region, const struct depth_limits *limits, struct lattice *lattices)
{
    for (size_t index = 0; index < most_guessed; index++)
        for (size_t i = 0; i < depth_strip_count; i++)
            if (index < lattices[i].count)
                look(region, limits, index, &lattices[i]);
    for (size_t i = 0; i < depth_strip_count; i++)
        fill_up(lattices[i].offsets, lattices[i].count);
}

/* Some lattices that lie side by side. */
struct lattices {
    const struct lattice *first;
    size_t count;
};

static uint64_t below(struct lattices lattices, const struct depth_loops *loops, uint16_t limit)
{
    uint64_t found = 0;
    for (size_t i = 0; i < lattices.count; i++)
        found += loops->below(lattices.first[i].offsets, blocks_of(lattices.first[i].count), limit);
    return found;
}

/* The offset of a rank among these: the highest that at most rank - 1 lie below, found bit by bit. */
static uint16_t of_rank(const struct depth_loops *loops, struct lattices lattices, const struct depth_limits *limits,
                        uint64_t rank)
{
    uint32_t found = 0, bit = 0x8000;
    while (bit > limits->end)
        bit >>= 1;
    for (; bit; bit >>= 1)
        if (below(lattices, loops, (uint16_t)(found | bit)) < rank)
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

/* The window around the asked rank of what was looked at. */
static struct depth_window guess_window(const struct depth_loops *loops, struct lattices lattices,
                                        const struct depth_rule *rule, const struct depth_limits *limits,
                                        uint64_t deviations, int *is_cut)
{
    struct depth_window window = {0, limits->end};
    const uint64_t share = rule->percentile_millionths, usable = below(lattices, loops, limits->end);
    if (usable == 0)
        return window;
    const uint64_t rank = depth_rank(usable, rule->percentile_millionths);
    const uint64_t rest = share < 1000000 ? 1000000 - share : 0;
    const uint64_t reach = root_of(deviations * deviations * usable * share / 1000 * rest / 1000000000) + 1;
    if (rank > reach)
        window.first = of_rank(loops, lattices, limits, rank - reach);
    if (rank + reach > usable)
        return window;
    const uint16_t last = of_rank(loops, lattices, limits, rank + reach);
    const uint64_t same = below(lattices, loops, last + 1) - below(lattices, loops, last);
    *is_cut |= same * often > usable;
    window.end = same * often > usable ? last : last + 1;
    return window;
}

struct depth_guesses depth_guess(const struct depth_region *region, const struct depth_rule *rule,
                                 const struct depth_limits *limits, const struct depth_loops *loops,
                                 uint64_t deviations)
{
    struct lattice lattices[depth_strip_count];
    struct depth_guesses guesses = {.is_cut = 0};
    for (size_t i = 0; i < depth_strip_count; i++)
        lay(region, i * region->width / depth_strip_count, (i + 1) * region->width / depth_strip_count, &lattices[i]);
    look_all(region, limits, lattices);
    for (size_t i = 0; i <= depth_strip_count; i++) {
        const struct lattices side = i < depth_strip_count ? (struct lattices){&lattices[i], 1}
                                                           : (struct lattices){lattices, depth_strip_count};
        guesses.windows[i] = guess_window(loops, side, rule, limits, deviations, &guesses.is_cut);
    }
    return guesses;
}
