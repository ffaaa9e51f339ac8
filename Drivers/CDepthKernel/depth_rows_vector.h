/* The loops over blocks of samples, in the compiler's own vectors: included once for each instruction set, in a file
   that names its functions with LOOPS. Little-endian: samples in memory order are the parts of a word from the low.

   A piece is read twice: first every block of its planes, which keeps the few that reach into a window or below it;
   then those, which are still near by. Neither loop branches on what a sample is. */
#include "depth_rows.h"

#include <string.h>

/* These vectors never cross a call: every function that takes one is inlined. */
#pragma clang diagnostic ignored "-Wpsabi"

#define INLINED static inline __attribute__((always_inline))

typedef uint16_t samples_of_block __attribute__((vector_size(32)));
typedef int16_t keys_of_block __attribute__((vector_size(32))); /* offsets less 2^15: machines compare signed words */
typedef uint64_t words_of_block __attribute__((vector_size(32)));
typedef int8_t halves_of_block __attribute__((vector_size(32)));
typedef uint8_t levels_of_block __attribute__((vector_size(16)));
typedef _Bool flags_of_block __attribute__((ext_vector_type(16)));
typedef _Bool flags_of_halves __attribute__((ext_vector_type(32)));

/* The blocks of a piece that reach into a window or below one. */
struct near_blocks {
    size_t count;
    keys_of_block keys[piece_blocks + 4]; /* whole groups of four are read */
};

/* What is carried from block to block. */
struct state {
    keys_of_block usable, highest, masked;
    samples_of_block any;
    words_of_block sums, products;
    size_t near;
};

/* The rule in vectors, apart from all memory that is written to. */
struct marks {
    keys_of_block level, low, end, near; /* a level above is enough; a key below `end` is usable, below `near` near */
};

INLINED int16_t key_of(uint32_t offset) { return (int16_t)(uint16_t)(offset ^ 0x8000u); }

/* One bit a sample, 1 where the comparison holds. */
INLINED uint64_t bits_of(keys_of_block comparison)
{
    const flags_of_block flags = __builtin_convertvector(comparison, flags_of_block);
    uint16_t bits;
    memcpy(&bits, &flags, sizeof bits);
    return bits;
}

INLINED int is_any(keys_of_block comparison)
{
    const flags_of_halves flags = __builtin_convertvector((halves_of_block)comparison, flags_of_halves);
    uint32_t bits;
    memcpy(&bits, &flags, sizeof bits);
    return bits != 0;
}

INLINED uint64_t sum_of(keys_of_block counters)
{
    uint16_t lanes[block_samples];
    memcpy(lanes, &counters, sizeof lanes);
    uint64_t sum = 0;
    for (int lane = 0; lane < block_samples; lane++)
        sum += lanes[lane];
    return sum;
}

INLINED keys_of_block widened(const uint8_t *bytes)
{
    levels_of_block levels;
    memcpy(&levels, bytes, sizeof levels);
    return __builtin_convertvector(levels, keys_of_block);
}

/* Reads one block; `lanes` is all ones where a sample belongs to it. */
INLINED void take_block(struct marks marks, const uint16_t *at, const uint8_t *levels, const uint8_t *mask,
                        keys_of_block lanes, struct state *state, keys_of_block *near)
{
    samples_of_block samples;
    memcpy(&samples, at, sizeof samples);
    if (mask) {
        const keys_of_block open = widened(mask) == 0;
        state->masked -= ~open & lanes;
        samples &= (samples_of_block)open;
    }
    samples &= (samples_of_block)lanes;
    state->any |= samples;
    state->sums += (words_of_block)samples;
    state->products += (state->sums & UINT32_MAX) * (state->sums >> 32);
    if (levels) {
        const keys_of_block level = widened(levels) & lanes;
        samples &= (samples_of_block)(level > marks.level);
        state->highest = __builtin_elementwise_max(level, state->highest);
    }
    /* What is not usable has become 0, which lies below `low` and so, without a sign, far above. */
    const keys_of_block keys = (keys_of_block)samples - marks.low;
    state->usable -= keys < marks.end;
    near[state->near] = keys;
    state->near += is_any(keys < marks.near);
}

/* Reads the last block of a row, which is not whole. Its vectors may reach into the next columns, but not beyond the
   planes: there the samples are copied first. */
INLINED void take_rest(const struct depth_piece *piece, struct marks marks, size_t start, size_t count,
                       struct state *state, keys_of_block *near)
{
    static const int16_t edge[2 * block_samples] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
    keys_of_block lanes;
    memcpy(&lanes, edge + block_samples - count, sizeof lanes);
    const uint16_t *samples = piece->samples + start;
    const uint8_t *levels = piece->levels ? piece->levels + start : NULL;
    const uint8_t *mask = piece->mask ? piece->mask + start : NULL;
    uint16_t copied_samples[block_samples] = {0};
    uint8_t copied_levels[block_samples] = {0}, copied_mask[block_samples] = {0};
    if (start + block_samples > piece->readable) {
        samples = memcpy(copied_samples, samples, count * sizeof *samples);
        levels = levels ? memcpy(copied_levels, levels, count) : NULL;
        mask = mask ? memcpy(copied_mask, mask, count) : NULL;
    }
    take_block(marks, samples, levels, mask, lanes, state, near);
}

INLINED void take_rows(const struct depth_piece *piece, struct marks marks, const uint8_t *levels,
                       const uint8_t *mask, struct state *state, keys_of_block *near)
{
    const uint16_t *samples = piece->samples;
    const size_t whole = piece->columns / block_samples * block_samples;
    const keys_of_block all = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
    for (size_t row = 0; row < piece->rows; row++) {
        const size_t start = row * piece->stride;
        for (size_t at = start; at < start + whole; at += block_samples)
            take_block(marks, samples + at, levels ? levels + at : NULL, mask ? mask + at : NULL, all, state, near);
        if (whole < piece->columns)
            take_rest(piece, marks, start + whole, piece->columns - whole, state, near);
    }
}

/* Reads the planes. */
INLINED void read_piece(const struct depth_piece *piece, const struct depth_limits *limits, uint16_t last,
                        struct depth_strip *strip, struct near_blocks *near)
{
    const keys_of_block none = {0};
    const struct marks marks = {none + (int16_t)(limits->level - 1), none + key_of(limits->low),
                                none + key_of(limits->end), none + key_of(last + 1u)};
    struct state state = {{0}, {0}, {0}, {0}, {0}, {0}, 0};
    memcpy(&state.sums, strip->sums, sizeof state.sums);
    memcpy(&state.products, strip->products, sizeof state.products);
    if (piece->mask)
        take_rows(piece, marks, piece->levels, piece->mask, &state, near->keys);
    else if (piece->levels)
        take_rows(piece, marks, piece->levels, NULL, &state, near->keys);
    else
        take_rows(piece, marks, NULL, NULL, &state, near->keys);
    near->count = state.near;
    strip->usable += sum_of(state.usable);
    strip->masked += sum_of(state.masked);
    memcpy(strip->sums, &state.sums, sizeof strip->sums);
    memcpy(strip->products, &state.products, sizeof strip->products);
    strip->any |= __builtin_reduce_or(state.any);
    const uint8_t level = (uint8_t)__builtin_reduce_max(state.highest);
    strip->highest_level = level > strip->highest_level ? level : strip->highest_level;
}

/* Counts the samples of a window of few values: those below each value and below the end. */
INLINED void count_narrow(const struct near_blocks *near, struct depth_window *window)
{
    int16_t limits[narrow_values + 2];
    keys_of_block below[narrow_values + 2] = {{0}};
    const int values = window->last - window->first + 1;
    for (int i = 0; i < narrow_values + 2; i++)
        limits[i] = key_of((uint32_t)window->first + (uint32_t)(i < values ? i : values));
    for (size_t block = 0; block < near->count; block++)
        for (int i = 0; i < narrow_values + 2; i++)
            below[i] -= near->keys[block] < limits[i];
    window->below += sum_of(below[0]);
    window->upto += sum_of(below[narrow_values + 1]);
    for (int i = 0; i + 1 < values; i++)
        window->bins[window->first + i] += (uint32_t)(sum_of(below[i + 1]) - sum_of(below[i]));
}

/* Adds the samples whose bits are set, of four blocks, to the histogram: eight at once, so that the number of them is
   seldom a branch. What is too many goes to the last bin, which no window reaches. */
INLINED void add_bits(uint64_t bits, const uint16_t *keys, struct depth_window *window)
{
    for (int rest = __builtin_popcountll(bits); rest > 0; rest -= hits_at_once)
        for (int i = 0; i < hits_at_once; i++) {
            const uint16_t offset = keys[__builtin_ctzll(bits | 1ull << 63)] ^ 0x8000;
            window->bins[i < rest ? offset : depth_bin_count - 1]++;
            bits &= bits - 1;
        }
}

/* Counts the samples of a window, with a histogram. */
INLINED void count_wide(const struct near_blocks *near, struct depth_window *window)
{
    const int16_t first = key_of(window->first), last = key_of(window->last), end = key_of(window->last + 1u);
    keys_of_block below = {0}, upto = {0};
    for (size_t block = 0; block < near->count; block += 4) {
        uint64_t bits = 0;
        for (size_t i = 0; i < 4; i++) {
            const keys_of_block keys = near->keys[block + i], under = keys < first;
            below -= under;
            upto -= keys < end;
            bits |= bits_of((keys < last) & ~under) << (i * block_samples);
        }
        add_bits(bits, (const uint16_t *)&near->keys[block], window);
    }
    window->below += sum_of(below);
    window->upto += sum_of(upto);
}

INLINED void count_near(struct near_blocks *near, struct depth_window *window)
{
    if (window->last - window->first <= narrow_values) {
        count_narrow(near, window);
        return;
    }
    count_wide(near, window);
    window->bins[depth_bin_count - 1] = 0;
}

static void tally(const struct depth_piece *piece, const struct depth_limits *limits, struct depth_window *whole,
                  struct depth_strip *strip)
{
    struct near_blocks near;
    read_piece(piece, limits, strip->own.last > whole->last ? strip->own.last : whole->last, strip, &near);
    for (size_t i = 0; i < 4; i++) /* keys above every usable one, to fill up the last group */
        near.keys[near.count + i] = (keys_of_block){0} + key_of(UINT16_MAX);
    count_near(&near, &strip->own);
    count_near(&near, whole);
}

static size_t below(const uint16_t *offsets, size_t blocks, uint16_t limit)
{
    keys_of_block found = {0};
    for (size_t block = 0; block < blocks; block++) {
        samples_of_block list;
        memcpy(&list, offsets + block * block_samples, sizeof list);
        found -= (keys_of_block)(list ^ 0x8000) < key_of(limit);
    }
    return sum_of(found);
}

const struct depth_loops LOOPS = {tally, below};
