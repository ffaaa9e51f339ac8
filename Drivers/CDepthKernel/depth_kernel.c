#include "depth_kernel.h"

#include <string.h>

enum { chunk_columns = 512 };

/* The lowest and highest usable sample of a strip: the part of its histogram that was touched. */
struct span {
    uint16_t low, high;
};

/* Four independent lanes, so that the multiplications of neighbouring words overlap. */
struct checksum {
    uint64_t lane[4];
};

static const uint64_t odd_factor = 0x9E3779B97F4A7C15u;

/* One word into one lane. For a given lane it is a bijection of the word, so one changed word is always seen. */
static uint64_t mixed(uint64_t lane, uint64_t word)
{
    lane = (lane ^ word) * odd_factor;
    return lane << 29 | lane >> 35;
}

static void checksum_add(struct checksum *sum, const uint16_t *samples, size_t count)
{
    uint64_t words[4];
    while (count >= 16) {
        memcpy(words, samples, sizeof words);
        for (int i = 0; i < 4; i++)
            sum->lane[i] = mixed(sum->lane[i], words[i]);
        samples += 16;
        count -= 16;
    }
    if (count > 0) {
        memset(words, 0, sizeof words);
        memcpy(words, samples, count * sizeof *samples);
        for (int i = 0; i < 4; i++)
            sum->lane[i] = mixed(sum->lane[i], words[i]);
    }
}

static uint64_t checksum_end(const struct checksum *sum)
{
    uint64_t all = 0;
    for (int i = 0; i < 4; i++)
        all = mixed(all, sum->lane[i]);
    return all ^ all >> 32;
}

/* The plane's index of the first level above 2 within the region, or -1. */
static ptrdiff_t bad_confidence(const struct depth_region *region)
{
    for (size_t row = 0; row < region->height; row++) {
        const size_t start = (region->y + row) * region->stride + region->x;
        const uint8_t *levels = region->confidence + start;
        uint8_t highest = 0;
        for (size_t i = 0; i < region->width; i++)
            highest = levels[i] > highest ? levels[i] : highest;
        for (size_t i = 0; highest > 2 && i < region->width; i++)
            if (levels[i] > 2)
                return (ptrdiff_t)(start + i);
    }
    return -1;
}

/* `kept` takes the usable samples and 0 for all others; what the mask hides becomes 0 in `seen`.
   No step here depends on what a sample is, so that the compiler can do many at once. */
static void sift(const struct depth_region *region, const struct depth_rule *rule, size_t start, size_t count,
                 uint16_t *restrict seen, uint16_t *restrict kept)
{
    memcpy(seen, region->samples + start, count * sizeof *seen);
    if (region->mask) {
        const uint8_t *mask = region->mask + start;
        for (size_t i = 0; i < count; i++)
            seen[i] = mask[i] ? 0 : seen[i];
    }
    const uint16_t low = rule->low, high = rule->high;
    for (size_t i = 0; i < count; i++)
        kept[i] = ((seen[i] >= low) & (seen[i] <= high)) ? seen[i] : 0;
    if (region->confidence) {
        const uint8_t *levels = region->confidence + start, least = rule->minimum_confidence;
        for (size_t i = 0; i < count; i++)
            kept[i] = levels[i] >= least ? kept[i] : 0;
    }
}

static uint32_t unmasked(const struct depth_region *region, size_t start, size_t count)
{
    if (!region->mask)
        return (uint32_t)count;
    const uint8_t *mask = region->mask + start;
    uint32_t open = 0;
    for (size_t i = 0; i < count; i++)
        open += mask[i] == 0;
    return open;
}

/* Counts a run of columns of one row and one strip into its histogram; bin 0 gathers what is not usable. */
static void count_run(const uint16_t *kept, size_t count, uint32_t *bins, struct depth_count *total, struct span *span)
{
    uint16_t low = span->low, high = span->high;
    uint32_t usable = 0;
    for (size_t i = 0; i < count; i++) {
        const uint16_t nearest = kept[i] ? kept[i] : UINT16_MAX;
        low = nearest < low ? nearest : low;
        high = kept[i] > high ? kept[i] : high;
        usable += kept[i] != 0;
    }
    for (size_t i = 0; i < count; i++)
        bins[kept[i]]++;
    total->usable += usable;
    span->low = low;
    span->high = high;
}

static uint64_t rank_of(uint64_t usable, uint32_t percentile_millionths)
{
    /* usable is below 2^32 and the share below 2^32, so the product fits. */
    const uint64_t rank = (usable * percentile_millionths + 999999) / 1000000;
    return rank < 1 ? 1 : rank > usable ? usable : rank;
}

/* The sample of the rule's rank over histograms `first` up to `end`. */
static uint16_t ranked(const uint32_t *scratch, int first, int end, struct span span, uint64_t usable,
                       const struct depth_rule *rule)
{
    if (usable == 0)
        return 0;
    const uint64_t rank = rank_of(usable, rule->percentile_millionths);
    uint64_t below = 0;
    for (uint32_t bin = span.low; bin <= span.high; bin++) {
        for (int strip = first; strip < end; strip++)
            below += scratch[(size_t)strip * depth_bin_count + bin];
        if (below >= rank)
            return (uint16_t)bin;
    }
    return 0;
}

static void rank_all(const struct span *spans, const uint32_t *scratch, const struct depth_rule *rule,
                     struct depth_answer *found)
{
    struct span whole = {UINT16_MAX, 0};
    for (int strip = 0; strip < depth_strip_count; strip++) {
        struct depth_count *count = &found->strips[strip];
        count->ranked = ranked(scratch, strip, strip + 1, spans[strip], count->usable, rule);
        found->region.considered += count->considered;
        found->region.usable += count->usable;
        whole.low = spans[strip].low < whole.low ? spans[strip].low : whole.low;
        whole.high = spans[strip].high > whole.high ? spans[strip].high : whole.high;
    }
    found->region.ranked = ranked(scratch, 0, depth_strip_count, whole, found->region.usable, rule);
}

static void clear(const struct span *spans, uint32_t *scratch)
{
    for (int strip = 0; strip < depth_strip_count; strip++) {
        uint32_t *bins = scratch + (size_t)strip * depth_bin_count;
        bins[0] = 0;
        if (spans[strip].high >= spans[strip].low)
            memset(bins + spans[strip].low, 0, ((size_t)spans[strip].high - spans[strip].low + 1) * sizeof *bins);
    }
}

static void read_run(const struct depth_region *region, const struct depth_rule *rule, size_t start, size_t count,
                     int strip, uint32_t *scratch, struct span *span, struct checksum *sum, struct depth_answer *found)
{
    uint16_t seen[chunk_columns], kept[chunk_columns];
    sift(region, rule, start, count, seen, kept);
    uint16_t any = 0;
    for (size_t i = 0; i < count; i++)
        any |= seen[i];
    found->any |= any;
    checksum_add(sum, seen, count);
    found->strips[strip].considered += unmasked(region, start, count);
    count_run(kept, count, scratch + (size_t)strip * depth_bin_count, &found->strips[strip], span);
}

ptrdiff_t depth_region_read(const struct depth_region *region, const struct depth_rule *rule, uint32_t *scratch,
                            struct depth_answer *answer)
{
    const ptrdiff_t bad = region->confidence ? bad_confidence(region) : -1;
    if (bad >= 0)
        return bad;
    struct depth_answer found;
    memset(&found, 0, sizeof found);
    struct span spans[depth_strip_count];
    for (int strip = 0; strip < depth_strip_count; strip++)
        spans[strip] = (struct span){UINT16_MAX, 0};
    struct checksum sum = {{region->x, region->y, region->width, region->height}};
    for (size_t row = 0; row < region->height; row++) {
        const size_t start = (region->y + row) * region->stride + region->x;
        for (int strip = 0; strip < depth_strip_count; strip++) {
            const size_t end = ((size_t)strip + 1) * region->width / depth_strip_count;
            for (size_t column = (size_t)strip * region->width / depth_strip_count; column < end;) {
                const size_t count = end - column < chunk_columns ? end - column : chunk_columns;
                read_run(region, rule, start + column, count, strip, scratch, &spans[strip], &sum, &found);
                column += count;
            }
        }
    }
    rank_all(spans, scratch, rule, &found);
    found.checksum = checksum_end(&sum);
    clear(spans, scratch);
    *answer = found;
    return -1;
}
