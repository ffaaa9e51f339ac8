#include "depth_guess.h"

#include "depth_sample.h"

enum {
    least_guessed = 128, /* samples looked at in each strip, and most_sampled of them */
    guessed_of = 64,     /* one in so many, between the two */
    often = 8            /* a value that this part of the samples has is left out of a window's end */
};

uint64_t depth_rank(uint64_t usable, uint32_t percentile_millionths)
{
    /* usable is below 2^32 and the share at most two million, so the product fits. */
    const uint64_t rank = (usable * percentile_millionths + 999999) / 1000000;
    return rank < 1 ? 1 : rank > usable ? usable : rank;
}

static inline uint16_t offset_at(const struct depth_region *region, size_t at, const struct depth_limits *limits)
{
    const uint8_t level = region->confidence ? region->confidence[at] : 2;
    return offset_of(region->samples[at], level, region->mask ? region->mask[at] : 0, limits);
}

/* How many samples of each strip are looked at. */
static size_t wanted(const struct depth_region *region)
{
    const uint64_t area = (uint64_t)region->height * ((region->width + depth_strip_count - 1) / depth_strip_count);
    const uint64_t share = area / guessed_of > least_guessed ? area / guessed_of : least_guessed;
    const uint64_t most = share < most_sampled ? share : most_sampled;
    return (size_t)(area < most ? area : most);
}

/* Looks at so many samples of each strip, side by side, and puts them into blocks. Sample i of n lies in row i*h/n,
   and in the column at the fraction of i times the golden ratio, so that they are even in both directions. */
static void look_all(const struct depth_region *region, const struct depth_limits *limits, size_t count,
                     uint16_t *samples)
{
    const size_t room = blocks_of(count) * list_block;
    const uint64_t step = ((uint64_t)region->height << 32) / count; /* rows between them, in 2^-32 */
    size_t firsts[depth_strip_count + 1];
    for (size_t i = 0; i <= depth_strip_count; i++)
        firsts[i] = i * region->width / depth_strip_count;
    for (size_t index = 0; index < count; index++) {
        const size_t start = (region->y + (size_t)(index * step >> 32)) * region->stride + region->x;
        const uint64_t turn = (uint32_t)index * 0x9E3779B9u;
        for (size_t i = 0; i < depth_strip_count; i++) {
            const size_t columns = firsts[i + 1] - firsts[i];
            const size_t at = start + firsts[i] + (size_t)(turn * columns >> 32);
            samples[i * room + index] = columns == 0 ? UINT16_MAX : offset_at(region, at, limits);
        }
    }
    for (size_t i = 0; i < depth_strip_count; i++)
        fill_up(samples + i * room, count);
}

/* Below which offset the asked rank of what was looked at is thought to lie. */
static uint16_t guess_end(const struct depth_loops *loops, const uint16_t *samples, size_t blocks,
                          const struct depth_rule *rule, const struct depth_limits *limits, uint64_t deviations,
                          int *is_cut)
{
    const uint64_t usable = loops->below(samples, blocks, limits->end);
    if (usable == 0)
        return limits->end;
    const uint64_t rank = depth_rank(usable, rule->percentile_millionths);
    const uint64_t reach = depth_sample_reach(usable, rule->percentile_millionths, deviations);
    if (rank + reach > usable)
        return limits->end;
    const uint16_t last = depth_sample_ranked(loops, samples, blocks, limits->end, rank + reach);
    const uint64_t same = loops->below(samples, blocks, last + 1) - loops->below(samples, blocks, last);
    *is_cut |= same * often > usable;
    return same * often > usable ? last : last + 1;
}

struct depth_guesses depth_guess(const struct depth_region *region, const struct depth_rule *rule,
                                 const struct depth_limits *limits, const struct depth_loops *loops,
                                 uint64_t deviations)
{
    uint16_t samples[depth_strip_count * most_sampled];
    struct depth_guesses guesses = {.is_cut = 0};
    const size_t count = wanted(region), blocks = blocks_of(count);
    look_all(region, limits, count, samples);
    for (size_t i = 0; i <= depth_strip_count; i++) {
        const size_t first = i < depth_strip_count ? i : 0, strips = i < depth_strip_count ? 1 : depth_strip_count;
        guesses.ends[i] = guess_end(loops, samples + first * blocks * list_block, strips * blocks, rule, limits,
                                    deviations, &guesses.is_cut);
    }
    return guesses;
}
