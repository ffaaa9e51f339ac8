#include "depth_search.h"

#include "wide_loops.h"

enum {
    chunk = 512,
    lanes = 4, /* histograms side by side, so that equal samples need not wait for one another */
    bytes = 256
};

struct bins {
    uint32_t counts[lanes][bytes + 1]; /* and one bin for what is not counted */
};

/* The offsets of a run. */
WIDE static void sift(const struct depth_region *region, const struct depth_limits *limits, size_t start, size_t count,
                      uint16_t *restrict offsets)
{
    const uint16_t *samples = region->samples + start;
    const uint16_t low = limits->low, end = limits->end;
    for (size_t i = 0; i < count; i++) {
        const uint16_t offset = (uint16_t)(samples[i] - low);
        offsets[i] = offset | (uint16_t)-(offset >= end);
    }
    const uint8_t *levels = region->confidence ? region->confidence + start : NULL;
    const uint8_t least = limits->level;
    if (levels)
        for (size_t i = 0; i < count; i++)
            offsets[i] |= (uint16_t)-(levels[i] < least);
    const uint8_t *mask = region->mask ? region->mask + start : NULL;
    if (mask)
        for (size_t i = 0; i < count; i++)
            offsets[i] |= (uint16_t)-(mask[i] != 0);
}

WIDE static uint16_t count_upto(const uint16_t *offsets, size_t count, uint16_t last)
{
    uint16_t found = 0; /* a chunk is short enough */
    for (size_t i = 0; i < count; i++)
        found += offsets[i] <= last;
    return found;
}

uint64_t depth_count_upto(const struct depth_region *region, const struct depth_limits *limits,
                          struct depth_columns columns, uint16_t last)
{
    uint16_t offsets[chunk];
    uint64_t found = 0;
    for (size_t row = 0; row < region->height; row++) {
        const size_t start = (region->y + row) * region->stride + region->x;
        for (size_t column = columns.first; column < columns.end; column += chunk) {
            const size_t count = columns.end - column < chunk ? columns.end - column : chunk;
            sift(region, limits, start + column, count, offsets);
            found += count_upto(offsets, count, last);
        }
    }
    return found;
}

/* Counts one byte of each offset in some columns: the high one, or with a high byte given the low one under it. */
static void count_bytes(const struct depth_region *region, const struct depth_limits *limits,
                        struct depth_columns columns, int high, struct bins *bins)
{
    uint16_t offsets[chunk];
    for (size_t row = 0; row < region->height; row++) {
        const size_t start = (region->y + row) * region->stride + region->x;
        for (size_t column = columns.first; column < columns.end; column += chunk) {
            const size_t count = columns.end - column < chunk ? columns.end - column : chunk;
            sift(region, limits, start + column, count, offsets);
            for (size_t i = 0; i < count; i++) {
                const int upper = offsets[i] >> 8;
                const int bin = high < 0 ? upper : upper == high ? offsets[i] & 255 : bytes;
                bins->counts[i % lanes][bin]++;
            }
        }
    }
}

/* The byte that holds the rank, which becomes the rank within it. */
static int byte_of_rank(const struct bins *bins, uint64_t *rank)
{
    for (int byte = 0; byte < bytes; byte++) {
        uint64_t here = 0;
        for (int lane = 0; lane < lanes; lane++)
            here += bins->counts[lane][byte];
        if (here >= *rank)
            return byte;
        *rank -= here;
    }
    return bytes - 1;
}

uint16_t depth_search(const struct depth_region *region, const struct depth_limits *limits,
                      struct depth_columns columns, uint64_t rank)
{
    struct bins high = {{{0}}}, low = {{{0}}};
    count_bytes(region, limits, columns, -1, &high);
    const int upper = byte_of_rank(&high, &rank);
    count_bytes(region, limits, columns, upper, &low);
    return (uint16_t)(upper << 8 | byte_of_rank(&low, &rank));
}
