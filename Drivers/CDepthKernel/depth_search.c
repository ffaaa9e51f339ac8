#include "depth_search.h"

enum {
    chunk = 512,
    lanes = 4, /* histograms side by side, so that equal samples need not wait for one another */
    bytes = 256
};

struct bins {
    uint32_t counts[lanes][bytes + 1]; /* and one bin for what is not counted */
};

/* The offsets of a run. */
static void sift(const struct depth_region *region, const struct depth_limits *limits, size_t start, size_t count,
                 uint16_t *offsets)
{
    const uint16_t *samples = region->samples + start;
    const uint8_t *levels = region->confidence ? region->confidence + start : NULL;
    const uint8_t *mask = region->mask ? region->mask + start : NULL;
    for (size_t i = 0; i < count; i++)
        offsets[i] = offset_of(samples[i], levels ? levels[i] : 2, mask ? mask[i] : 0, limits);
}

/* Counts one byte of each offset in some columns: the high one, or with a high byte given the low one under it. */
static void count_bytes(const struct depth_region *region, const struct depth_limits *limits, size_t first,
                        size_t end, int high, struct bins *bins)
{
    uint16_t offsets[chunk];
    for (size_t row = 0; row < region->height; row++) {
        const size_t start = (region->y + row) * region->stride + region->x;
        for (size_t column = first; column < end; column += chunk) {
            const size_t count = end - column < chunk ? end - column : chunk;
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

uint16_t depth_search(const struct depth_region *region, const struct depth_limits *limits, size_t first, size_t end,
                      uint64_t rank)
{
    struct bins high = {{{0}}}, low = {{{0}}};
    count_bytes(region, limits, first, end, -1, &high);
    const int upper = byte_of_rank(&high, &rank);
    count_bytes(region, limits, first, end, upper, &low);
    return (uint16_t)(upper << 8 | byte_of_rank(&low, &rank));
}
