#include "depth_kernel.h"

#include "depth_guess.h"
#include "depth_search.h"

#include <string.h>

/* One word into a checksum. For a given checksum it is a bijection of the word. */
static uint64_t mixed(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * 0x9E3779B97F4A7C15u;
    return sum << 29 | sum >> 35;
}

/* The plane's index of the first level above 2 within the region. */
static ptrdiff_t bad_level(const struct depth_region *region)
{
    for (size_t row = 0; row < region->height; row++) {
        const size_t start = (region->y + row) * region->stride + region->x;
        for (size_t column = 0; column < region->width; column++)
            if (region->confidence[start + column] > 2)
                return (ptrdiff_t)(start + column);
    }
    return -1;
}

static size_t strip_start(const struct depth_region *region, size_t strip)
{
    return strip * region->width / depth_strip_count;
}

/* Reads some rows of a strip, in pieces that no counter overflows on. */
static void read_rows(const struct depth_region *region, const struct depth_limits *limits,
                      const struct depth_loops *loops, size_t row, size_t index, struct depth_window *whole,
                      struct depth_strip *strip)
{
    const size_t end = strip_start(region, index + 1), last = region->y + region->height - 1;
    const size_t planes_end = last * region->stride + region->x + region->width;
    const size_t rows = region->height - row < piece_rows ? region->height - row : piece_rows;
    for (size_t column = strip_start(region, index); column < end; column += piece_columns) {
        const size_t start = (region->y + row) * region->stride + region->x + column;
        const struct depth_piece piece = {
            region->samples + start,
            region->confidence ? region->confidence + start : NULL,
            region->mask ? region->mask + start : NULL,
            region->stride,
            end - column < piece_columns ? end - column : piece_columns,
            rows,
            planes_end - start};
        loops->tally(&piece, limits, whole, strip);
    }
}

/* The offset of a rank, from the window's counts where it lies there. */
static int find_in(const struct depth_window *window, uint64_t rank, uint16_t *offset)
{
    uint64_t below = window->below;
    if (rank <= below || rank > window->upto)
        return 0;
    uint32_t bin = window->first;
    while (bin < window->last && (below += window->bins[bin]) < rank)
        bin++;
    *offset = (uint16_t)bin;
    return 1;
}

/* The ranked sample of some columns with their window; 0 where none is usable. */
static uint16_t ranked(const struct depth_region *region, const struct depth_rule *rule,
                       const struct depth_limits *limits, const struct depth_window *window, uint64_t usable,
                       size_t first, size_t end)
{
    if (usable == 0)
        return 0;
    const uint64_t rank = depth_rank(usable, rule->percentile_millionths);
    uint16_t offset;
    if (!find_in(window, rank, &offset))
        offset = depth_search(region, limits, first, end, rank);
    return (uint16_t)(rule->low + offset);
}

static void clear(struct depth_window *window)
{
    memset(window->bins + window->first, 0, (size_t)(window->last - window->first) * sizeof *window->bins);
}

/* One number for where the region lies and what was read there. */
static uint64_t checksum(const struct depth_region *region, const struct depth_strip *strips)
{
    uint64_t sum = mixed(mixed(mixed(mixed(1, region->x), region->y), region->width), region->height);
    for (size_t i = 0; i < depth_strip_count; i++)
        for (size_t lane = 0; lane < block_words; lane++)
            sum = mixed(mixed(sum, strips[i].sums[lane]), strips[i].products[lane]);
    return sum;
}

static void fill_in(const struct depth_region *region, const struct depth_rule *rule,
                    const struct depth_limits *limits, const struct depth_window *whole,
                    const struct depth_strip *strips, struct depth_answer *answer)
{
    *answer = (struct depth_answer){.checksum = checksum(region, strips)};
    for (size_t i = 0; i < depth_strip_count; i++) {
        const struct depth_strip *strip = &strips[i];
        const size_t first = strip_start(region, i), end = strip_start(region, i + 1);
        struct depth_count *count = &answer->strips[i];
        count->considered = (uint64_t)(end - first) * region->height - strip->masked;
        count->usable = strip->usable;
        count->ranked = ranked(region, rule, limits, &strip->own, strip->usable, first, end);
        answer->region.considered += count->considered;
        answer->region.usable += count->usable;
        answer->any |= strip->any;
    }
    answer->region.ranked = ranked(region, rule, limits, whole, answer->region.usable, 0, region->width);
}

/* Strips as they are before anything is read. */
static void begin(uint32_t *scratch, struct depth_strip *strips)
{
    for (size_t i = 0; i < depth_strip_count; i++) {
        strips[i] = (struct depth_strip){.own = {.bins = scratch + i * depth_bin_count}};
        for (size_t lane = 0; lane < block_words; lane++)
            strips[i].sums[lane] = mixed(lane + 1, i) | 1; /* so that no half of a running sum begins as 0 */
    }
}

static ptrdiff_t read_with(const struct depth_loops *loops, const struct depth_region *region,
                           const struct depth_rule *rule, uint32_t *scratch, struct depth_answer *answer)
{
    const struct depth_limits limits = {
        rule->low, (uint16_t)(rule->high >= rule->low ? rule->high - rule->low + 1 : 0), rule->minimum_confidence};
    struct depth_strip strips[depth_strip_count];
    struct depth_window whole = {.bins = scratch + depth_strip_count * depth_bin_count};
    begin(scratch, strips);
    depth_guess(region, rule, &limits, loops, strips, &whole);
    for (size_t row = 0; row < region->height; row += piece_rows)
        for (size_t i = 0; i < depth_strip_count; i++)
            read_rows(region, &limits, loops, row, i, &whole, &strips[i]);
    uint8_t highest = 0;
    for (size_t i = 0; i < depth_strip_count; i++)
        highest = strips[i].highest_level > highest ? strips[i].highest_level : highest;
    const ptrdiff_t bad = region->confidence && highest > 2 ? bad_level(region) : -1;
    if (bad < 0)
        fill_in(region, rule, &limits, &whole, strips, answer);
    clear(&whole);
    for (size_t i = 0; i < depth_strip_count; i++)
        clear(&strips[i].own);
    return bad;
}

int depth_path_is_there(enum depth_path path)
{
#if defined(__x86_64__)
    if (path == depth_path_wide)
        return __builtin_cpu_supports("avx2") != 0;
#endif
    return path != depth_path_wide;
}

static const struct depth_loops *loops_of(enum depth_path path)
{
#if defined(__x86_64__)
    if (path == depth_path_wide || (path == depth_path_best && depth_path_is_there(depth_path_wide)))
        return &depth_loops_wide;
#endif
    return path == depth_path_scalar ? &depth_loops_scalar : &depth_loops_vector;
}

ptrdiff_t depth_region_read_on(enum depth_path path, const struct depth_region *region, const struct depth_rule *rule,
                               uint32_t *scratch, struct depth_answer *answer)
{
    return read_with(loops_of(depth_path_is_there(path) ? path : depth_path_best), region, rule, scratch, answer);
}

ptrdiff_t depth_region_read(const struct depth_region *region, const struct depth_rule *rule, uint32_t *scratch,
                            struct depth_answer *answer)
{
    return read_with(loops_of(depth_path_best), region, rule, scratch, answer);
}
