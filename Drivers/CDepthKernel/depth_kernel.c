#include "depth_kernel.h"

#include <string.h>

enum {
    chunk_columns = 512, /* samples that are worked on together */
    sampled_rows = 32    /* rows read beforehand, to know where the rank will lie */
};

/* Where the compiler can, the loops over samples are also built for wide vectors, chosen when the program starts. */
#if defined(__has_feature)
#if __has_feature(thread_sanitizer) /* what chooses runs before the sanitizer does */
#define NO_CHOICE
#endif
#endif
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(NO_CHOICE)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

/* What is known of one strip while it is read. Only samples below `bound` go into its histogram; those equal to it
   are counted, and those above it cannot have the rank that is looked for, or the strip is read again. */
struct strip {
    uint32_t *bins;
    uint16_t bound;
    uint16_t nearest; /* the lowest usable sample */
    uint64_t at_bound;
    struct depth_count count;
};

static const uint64_t odd_factor = 0x9E3779B97F4A7C15u;

/* One word into a checksum. For a given checksum it is a bijection of the word. */
static uint64_t mixed(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * odd_factor;
    return sum << 29 | sum >> 35;
}

/* One number for a run of samples and their order: the sum of the words, which sees any one change, and the sum of
   products of their halves, each moved by its place, which tells apart what the first takes for the same. */
WIDE static uint64_t checksum_of(const uint16_t *samples, size_t count)
{
    uint64_t words = 0, products = 0;
    for (size_t i = 0; i < count / 4; i++) {
        uint64_t word;
        memcpy(&word, samples + i * 4, sizeof word);
        const uint64_t moved = word + i * odd_factor;
        words += word;
        products += (moved & UINT32_MAX) * (moved >> 32);
    }
    uint64_t rest = 0;
    memcpy(&rest, samples + count / 4 * 4, count % 4 * sizeof *samples);
    return mixed(mixed(rest, words), products);
}

/* The highest level of a run. */
WIDE static uint8_t highest_level(const uint8_t *levels, size_t count)
{
    uint8_t highest = 0;
    for (size_t i = 0; i < count; i++)
        highest = levels[i] > highest ? levels[i] : highest;
    return highest;
}

/* The plane's index of the first level above 2 within the region, or -1. */
static ptrdiff_t bad_confidence(const struct depth_region *region)
{
    for (size_t row = 0; row < region->height; row++) {
        const size_t start = (region->y + row) * region->stride + region->x;
        const uint8_t *levels = region->confidence + start;
        if (highest_level(levels, region->width) <= 2)
            continue;
        size_t column = 0;
        while (levels[column] <= 2)
            column++;
        return (ptrdiff_t)(start + column);
    }
    return -1;
}

/* `kept` takes the usable samples of a run and 0 for all others; what the mask hides becomes 0 in `seen`.
   No step here depends on what a sample is, so that many are done at once. */
WIDE static void sift(const uint16_t *samples, const uint8_t *levels, const uint8_t *mask, size_t count,
                      const struct depth_rule *rule, uint16_t *restrict seen, uint16_t *restrict kept)
{
    memcpy(seen, samples, count * sizeof *seen);
    if (mask)
        for (size_t i = 0; i < count; i++)
            seen[i] &= (uint16_t)((mask[i] != 0) - 1);
    const uint16_t low = rule->low, high = rule->high;
    const uint8_t least = rule->minimum_confidence;
    if (levels)
        for (size_t i = 0; i < count; i++)
            kept[i] = ((seen[i] >= low) & (seen[i] <= high) & (levels[i] >= least)) ? seen[i] : 0;
    else
        for (size_t i = 0; i < count; i++)
            kept[i] = ((seen[i] >= low) & (seen[i] <= high)) ? seen[i] : 0;
}

WIDE static uint32_t unmasked(const uint8_t *mask, size_t count)
{
    uint16_t open = 0; /* a run is shorter than 65,536 */
    for (size_t i = 0; i < count; i++)
        open += mask[i] == 0;
    return open;
}

/* What one run adds to its strip. */
struct tally {
    uint16_t usable, at_bound, nearest;
};

WIDE static struct tally tally_run(const uint16_t *kept, size_t count, uint16_t bound)
{
    uint16_t usable = 0, at_bound = 0, nearest = UINT16_MAX;
    for (size_t i = 0; i < count; i++)
        usable += kept[i] != 0;
    for (size_t i = 0; i < count; i++)
        at_bound += kept[i] == bound;
    for (size_t i = 0; i < count; i++) { /* one less, so that 0 becomes the highest */
        const uint16_t candidate = (uint16_t)(kept[i] - 1);
        nearest = candidate < nearest ? candidate : nearest;
    }
    nearest += nearest != UINT16_MAX;
    return (struct tally){usable, at_bound, nearest};
}

/* The samples from 1 up to, and without, `bound`, in a row; returns how many. Blocks without one are passed over. */
WIDE static size_t below_bound(const uint16_t *kept, size_t count, uint16_t bound, uint16_t *restrict found)
{
    size_t number = 0;
    for (size_t start = 0; start < count; start += 32) {
        const size_t end = start + 32 < count ? start + 32 : count;
        uint16_t any = 0;
        for (size_t i = start; i < end; i++)
            any |= (uint16_t)(kept[i] - 1) < (uint16_t)(bound - 1);
        for (size_t i = start; any && i < end; i++) {
            found[number] = kept[i];
            number += (uint16_t)(kept[i] - 1) < (uint16_t)(bound - 1);
        }
    }
    return number;
}

static void count_run(struct strip *strip, const uint16_t *kept, size_t count)
{
    uint16_t below[chunk_columns + 1];
    const struct tally tally = tally_run(kept, count, strip->bound);
    strip->count.usable += tally.usable;
    strip->at_bound += tally.at_bound;
    strip->nearest = tally.nearest < strip->nearest ? tally.nearest : strip->nearest;
    if (tally.nearest >= strip->bound)
        return;
    const size_t number = below_bound(kept, count, strip->bound, below);
    for (size_t i = 0; i < number; i++)
        strip->bins[below[i]]++;
}

WIDE static uint16_t any_of(const uint16_t *seen, size_t count)
{
    uint16_t any = 0;
    for (size_t i = 0; i < count; i++)
        any |= seen[i];
    return any;
}

/* Reads part of one row of a strip; `answer` is null where only the samples are asked for. */
static void read_run(const struct depth_region *region, const struct depth_rule *rule, size_t start, size_t count,
                     struct strip *strip, struct depth_answer *answer)
{
    uint16_t seen[chunk_columns], kept[chunk_columns];
    const uint8_t *mask = region->mask ? region->mask + start : NULL;
    const uint8_t *levels = region->confidence ? region->confidence + start : NULL;
    sift(region->samples + start, levels, mask, count, rule, seen, kept);
    count_run(strip, kept, count);
    if (!answer)
        return;
    strip->count.considered += mask ? unmasked(mask, count) : count;
    answer->any |= any_of(seen, count);
    answer->checksum = mixed(answer->checksum, checksum_of(seen, count));
}

/* Reads one row of strip `index`. */
static void read_row(const struct depth_region *region, const struct depth_rule *rule, size_t row, size_t index,
                     struct strip *strip, struct depth_answer *answer)
{
    const size_t start = (region->y + row) * region->stride + region->x;
    const size_t end = (index + 1) * region->width / depth_strip_count;
    for (size_t column = index * region->width / depth_strip_count; column < end;) {
        const size_t count = end - column < chunk_columns ? end - column : chunk_columns;
        read_run(region, rule, start + column, count, strip, answer);
        column += count;
    }
}

static uint64_t rank_of(uint64_t usable, uint64_t percentile_millionths)
{
    /* usable is below 2^32 and the share at most two million, so the product fits. */
    const uint64_t rank = (usable * percentile_millionths + 999999) / 1000000;
    return rank < 1 ? 1 : rank > usable ? usable : rank;
}

/* Puts what equals the bound into the histogram, which is then whole up to there. */
static void close_strip(struct strip *strip)
{
    strip->bins[strip->bound] += (uint32_t)strip->at_bound;
    strip->at_bound = 0;
}

/* The sample of this rank over some closed strips; 0 where it lies above the lowest of their bounds. */
static uint16_t ranked(const struct strip *strips, size_t count, uint64_t rank)
{
    uint32_t low = UINT16_MAX, high = UINT16_MAX;
    for (size_t i = 0; i < count; i++) {
        low = strips[i].nearest < low ? strips[i].nearest : low;
        high = strips[i].bound < high ? strips[i].bound : high;
    }
    uint64_t below = 0;
    for (uint32_t bin = low; bin <= high; bin++) {
        for (size_t i = 0; i < count; i++)
            below += strips[i].bins[bin];
        if (below >= rank)
            return (uint16_t)bin;
    }
    return 0;
}

/* Empties a strip and gives it a new bound. */
static void reset(struct strip *strip, uint16_t bound)
{
    if (strip->nearest <= strip->bound)
        memset(strip->bins + strip->nearest, 0, ((size_t)strip->bound - strip->nearest + 1) * sizeof *strip->bins);
    *strip = (struct strip){strip->bins, bound, UINT16_MAX, 0, {0, 0, 0}};
}

static uint64_t usable_of(const struct strip *strips)
{
    uint64_t usable = 0;
    for (size_t i = 0; i < depth_strip_count; i++)
        usable += strips[i].count.usable;
    return usable;
}

/* Reads some rows, evenly spread, to set each strip's bound at twice the asked share of them: high enough to hold
   the rank nearly always, low enough that few samples need a histogram. */
static void estimate_bounds(const struct depth_region *region, const struct depth_rule *rule, struct strip *strips)
{
    const uint64_t share = 2 * (uint64_t)rule->percentile_millionths;
    uint16_t bounds[depth_strip_count], whole = 0;
    const size_t step = region->height / sampled_rows;
    if (step < 2 || share >= 1000000)
        return;
    for (size_t row = step / 2; row < region->height; row += step)
        for (size_t i = 0; i < depth_strip_count; i++)
            read_row(region, rule, row, i, &strips[i], NULL);
    for (size_t i = 0; i < depth_strip_count; i++) {
        close_strip(&strips[i]);
        const uint64_t usable = strips[i].count.usable;
        bounds[i] = usable ? ranked(&strips[i], 1, rank_of(usable, share)) : 0;
    }
    if (usable_of(strips) > 0)
        whole = ranked(strips, depth_strip_count, rank_of(usable_of(strips), share));
    for (size_t i = 0; i < depth_strip_count; i++) {
        const uint16_t bound = bounds[i] > whole ? bounds[i] : whole;
        reset(&strips[i], bound ? bound : strips[i].bound);
    }
}

/* Fills in the ranked samples; 0 where a bound was too low for one of them. */
static int rank_all(struct strip *strips, const struct depth_rule *rule, struct depth_answer *answer)
{
    int found = 1;
    const uint64_t usable = usable_of(strips);
    for (size_t i = 0; i < depth_strip_count; i++) {
        struct depth_count *count = &strips[i].count;
        close_strip(&strips[i]);
        if (count->usable > 0)
            count->ranked = ranked(&strips[i], 1, rank_of(count->usable, rule->percentile_millionths));
        found &= count->usable == 0 || count->ranked != 0;
    }
    if (usable > 0)
        answer->region.ranked = ranked(strips, depth_strip_count, rank_of(usable, rule->percentile_millionths));
    return found && (usable == 0 || answer->region.ranked != 0);
}

static int read_rows(const struct depth_region *region, const struct depth_rule *rule, struct strip *strips,
                     struct depth_answer *answer)
{
    *answer = (struct depth_answer){0};
    answer->checksum = mixed(mixed(mixed(mixed(1, region->x), region->y), region->width), region->height);
    for (size_t row = 0; row < region->height; row++)
        for (size_t i = 0; i < depth_strip_count; i++)
            read_row(region, rule, row, i, &strips[i], answer);
    answer->region.usable = usable_of(strips);
    const int found = rank_all(strips, rule, answer);
    for (size_t i = 0; i < depth_strip_count; i++) {
        answer->strips[i] = strips[i].count;
        answer->region.considered += strips[i].count.considered;
        reset(&strips[i], rule->high > 0 ? rule->high : 1);
    }
    return found;
}

ptrdiff_t depth_region_read(const struct depth_region *region, const struct depth_rule *rule, uint32_t *scratch,
                            struct depth_answer *answer)
{
    const ptrdiff_t bad = region->confidence ? bad_confidence(region) : -1;
    if (bad >= 0)
        return bad;
    struct strip strips[depth_strip_count];
    const uint16_t highest = rule->high > 0 ? rule->high : 1; /* 0 stands for what is not usable */
    for (size_t i = 0; i < depth_strip_count; i++)
        strips[i] = (struct strip){scratch + i * depth_bin_count, highest, UINT16_MAX, 0, {0, 0, 0}};
    struct depth_answer found;
    estimate_bounds(region, rule, strips);
    /* With the bounds at the highest usable sample nothing can lie above them. */
    if (!read_rows(region, rule, strips, &found))
        read_rows(region, rule, strips, &found);
    *answer = found;
    return -1;
}
