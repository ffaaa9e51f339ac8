#include "depth_kernel.h"

#include "depth_guess.h"
#include "depth_list.h"
#include "depth_search.h"

/* How many standard deviations guesses lie above the rank, at first and where that was not enough. */
enum { near_deviations = 2, far_deviations = 6 };

/* One word into a checksum. For a given checksum it is a bijection of the word. */
static uint64_t mixed(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * 0x9E3779B97F4A7C15u;
    return sum << 29 | sum >> 35;
}

/* The plane's index of the first level within the region that there is not. */
static ptrdiff_t bad_level(const struct depth_region *region)
{
    for (size_t row = 0; row < region->height; row++) {
        const size_t start = (region->y + row) * region->stride + region->x;
        for (size_t column = 0; column < region->width; column++)
            if (region->confidence[start + column] > highest_level)
                return (ptrdiff_t)(start + column);
    }
    return -1;
}

static size_t strip_start(const struct depth_region *region, size_t strip)
{
    return strip * region->width / depth_strip_count;
}

/* Reads some rows of a strip, in pieces that no counter overflows on. A list that might become too long is given up. */
static void read_rows(const struct depth_region *region, const struct depth_limits *limits,
                      const struct depth_loops *loops, size_t row, size_t index, struct depth_strip *strip)
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
        if (strip->near.count + piece_samples > list_limit)
            strip->near = (struct depth_list){strip->near.offsets, 0, 0};
        loops->tally(&piece, limits, strip);
    }
}

/* One number for where the region lies and what was read there. */
static uint64_t checksum(const struct depth_region *region, const struct depth_strip *strips)
{
    uint64_t sum = mixed(mixed(mixed(mixed(1, region->x), region->y), region->width), region->height);
    for (size_t i = 0; i < depth_strip_count; i++) {
        for (size_t lane = 0; lane < half_samples; lane++)
            sum = mixed(sum, (uint32_t)strips[i].first[lane] << 16 | strips[i].second[lane]);
        for (size_t pair = 0; pair < block_pairs; pair++)
            sum = mixed(sum, strips[i].products[pair]);
    }
    return sum;
}

/* 0 where every considered sample is 0. */
static uint16_t any_sample(const struct depth_region *region)
{
    for (size_t row = 0; row < region->height; row++) {
        const size_t start = (region->y + row) * region->stride + region->x;
        for (size_t at = start; at < start + region->width; at++)
            if (region->samples[at] != 0 && (!region->mask || region->mask[at] == 0))
                return 1;
    }
    return 0;
}

/* Some strips that lie side by side. */
struct range {
    size_t first, end;
};

/* What is found of a rank. */
struct find {
    uint64_t usable;
    uint16_t offset;
    int is_there;
};

/* All that a frame is read with. */
struct reading {
    const struct depth_region *region;
    const struct depth_rule *rule;
    const struct depth_limits *limits;
    const struct depth_loops *loops;
    uint16_t *scratch;
    struct depth_guesses guesses;
    struct depth_strip strips[depth_strip_count];
    struct find found[depth_strip_count + 1];
};

static struct range range_of(size_t index)
{
    return index < depth_strip_count ? (struct range){index, index + 1} : (struct range){0, depth_strip_count};
}

static struct depth_lists lists_of(const struct reading *reading, struct range range)
{
    return (struct depth_lists){
        reading->strips + range.first, range.end - range.first, reading->scratch + depth_strip_count * list_room};
}

/* Each lane of each strip begins with numbers of its own, and odd, so that no product begins as 0. */
static void begin_checksum(struct depth_strip *strip, uint64_t index)
{
    for (size_t lane = 0; lane < half_samples; lane++) {
        const uint64_t start = mixed(mixed(1, index), lane + 1);
        strip->first[lane] = (uint16_t)(start | 1);
        strip->second[lane] = (uint16_t)(start >> 32 | 1);
    }
}

/* Reads every sample, with lists up to where both the strip's own rank and the region's are thought to lie. */
static void read_all(struct reading *reading)
{
    const uint16_t *ends = reading->guesses.ends, whole = ends[depth_strip_count];
    struct depth_strip *strips = reading->strips;
    for (size_t i = 0; i < depth_strip_count; i++) {
        uint16_t *offsets = reading->scratch + i * list_room;
        strips[i] = (struct depth_strip){.near = {offsets, 0, ends[i] > whole ? ends[i] : whole}};
        begin_checksum(&strips[i], i);
    }
    for (size_t row = 0; row < reading->region->height; row += piece_rows)
        for (size_t i = 0; i < depth_strip_count; i++)
            read_rows(reading->region, reading->limits, reading->loops, row, i, &strips[i]);
    for (size_t i = 0; i < depth_strip_count; i++)
        fill_up(strips[i].near.offsets, strips[i].near.count);
}

/* Finds the ranked offsets in the lists; 0 where one is not there. */
static int find_all(struct reading *reading)
{
    int is_all = 1;
    for (size_t i = 0; i <= depth_strip_count; i++) {
        const struct range range = range_of(i);
        struct find *found = &reading->found[i];
        found->usable = 0;
        for (size_t strip = range.first; strip < range.end; strip++)
            found->usable += reading->strips[strip].usable;
        const uint64_t rank = depth_rank(found->usable, reading->rule->percentile_millionths);
        found->is_there = found->usable == 0
                          || depth_list_find(lists_of(reading, range), reading->loops, rank, &found->offset);
        is_all &= found->is_there;
    }
    return is_all;
}

static struct depth_columns columns_of(const struct reading *reading, struct range range)
{
    return (struct depth_columns){strip_start(reading->region, range.first), strip_start(reading->region, range.end)};
}

/* Finds what the lists do not hold: most often the very offset at which they end, as very many samples have it. */
static void search_all(struct reading *reading)
{
    uint64_t upto[depth_strip_count];
    for (size_t i = 0; i < depth_strip_count; i++)
        upto[i] = depth_count_upto(reading->region, reading->limits, columns_of(reading, range_of(i)),
                                   reading->strips[i].near.end);
    for (size_t i = 0; i <= depth_strip_count; i++) {
        struct find *found = &reading->found[i];
        if (found->is_there)
            continue;
        const struct range range = range_of(i);
        const struct depth_lists lists = lists_of(reading, range);
        const uint64_t rank = depth_rank(found->usable, reading->rule->percentile_millionths);
        if (depth_lists_upto(lists, reading->loops, upto + range.first) >= rank)
            found->offset = depth_lists_end(lists);
        else
            found->offset = depth_search(reading->region, reading->limits, columns_of(reading, range), rank);
    }
}

/* Reads with guesses so near that a few frames need a second reading with wide ones, and hardly any a search. */
static void read_and_find(struct reading *reading)
{
    int is_all = 0;
    for (uint64_t deviations = near_deviations; !is_all && deviations <= far_deviations;
         deviations += far_deviations - near_deviations) {
        reading->guesses = depth_guess(reading->region, reading->rule, reading->limits, reading->loops, deviations);
        read_all(reading);
        is_all = find_all(reading);
        if (reading->guesses.is_cut)
            break;
    }
    if (!is_all)
        search_all(reading);
}

static void fill_in(const struct reading *reading, struct depth_answer *answer)
{
    const struct depth_region *region = reading->region;
    *answer = (struct depth_answer){.checksum = checksum(region, reading->strips)};
    for (size_t i = 0; i <= depth_strip_count; i++) {
        const struct range range = range_of(i);
        const struct find *found = &reading->found[i];
        struct depth_count *count = i < depth_strip_count ? &answer->strips[i] : &answer->region;
        const size_t columns = strip_start(region, range.end) - strip_start(region, range.first);
        count->considered = (uint64_t)columns * region->height;
        for (size_t strip = range.first; strip < range.end; strip++)
            count->considered -= reading->strips[strip].masked;
        count->usable = found->usable;
        count->ranked = found->usable > 0 ? (uint16_t)(reading->rule->low + found->offset) : 0;
    }
    answer->any = answer->region.usable > 0 ? 1 : any_sample(region);
}

static int has_bad_level(const struct reading *reading)
{
    int has = 0;
    for (size_t i = 0; i < depth_strip_count; i++)
        has |= reading->strips[i].has_bad_level;
    return has;
}

static ptrdiff_t read_with(const struct depth_loops *loops, const struct depth_region *region,
                           const struct depth_rule *rule, uint16_t *scratch, struct depth_answer *answer)
{
    const struct depth_limits limits = {
        rule->low, (uint16_t)(rule->high >= rule->low ? rule->high - rule->low + 1 : 0), rule->minimum_confidence};
    struct reading reading = {
        .region = region, .rule = rule, .limits = &limits, .loops = loops, .scratch = scratch};
    read_and_find(&reading);
    if (region->confidence && has_bad_level(&reading))
        return bad_level(region);
    fill_in(&reading, answer);
    return -1;
}

int depth_path_is_there(enum depth_path path)
{
#if defined(__x86_64__)
    if (path == depth_path_wide)
        return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0
               && __builtin_cpu_supports("popcnt") != 0;
    if (path == depth_path_widest)
        return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("popcnt") != 0
               && __builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512vl") != 0
               && __builtin_cpu_supports("avx512vbmi2") != 0 && __builtin_cpu_supports("avx512vnni") != 0;
#endif
    return path != depth_path_wide && path != depth_path_widest;
}

static const struct depth_loops *loops_of(enum depth_path path)
{
#if defined(__x86_64__)
    const int is_best = path == depth_path_best;
    if (path == depth_path_widest || (is_best && depth_path_is_there(depth_path_widest)))
        return &depth_loops_widest;
    if (path == depth_path_wide || (is_best && depth_path_is_there(depth_path_wide)))
        return &depth_loops_wide;
#endif
    return path == depth_path_scalar ? &depth_loops_scalar : &depth_loops_vector;
}

ptrdiff_t depth_region_read_on(enum depth_path path, const struct depth_region *region, const struct depth_rule *rule,
                               uint16_t *scratch, struct depth_answer *answer)
{
    const enum depth_path taken = depth_path_is_there(path) ? path : depth_path_best;
    return read_with(loops_of(taken), region, rule, scratch, answer);
}

ptrdiff_t depth_region_read(const struct depth_region *region, const struct depth_rule *rule, uint16_t *scratch,
                            struct depth_answer *answer)
{
    return read_with(loops_of(depth_path_best), region, rule, scratch, answer);
}
