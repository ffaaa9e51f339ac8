/* The loops over vectors of samples, in the compiler's own: included once for each instruction set, in a file that
   names its functions with LOOPS, and may bring its own PAIRS and PACK. Little-endian: samples in memory order are the
   parts of a word from the low.

   A piece is read twice: first every vector of its planes, which keeps the few that hold something near; then those,
   which are still at hand, and of which only the near samples go to the list. Neither loop branches on what a sample
   is. */
#include "depth_rows.h"

#include <string.h>

/* These vectors never cross a call: every function that takes one is inlined. */
#pragma clang diagnostic ignored "-Wpsabi"

#define INLINED static inline __attribute__((always_inline))

enum {
    vector_samples = 16,
    block_vectors = block_samples / vector_samples,
    half_vectors = block_vectors / 2,
    piece_vectors = piece_samples / vector_samples,
    group = 4, /* vectors whose near samples go to the list together */
    hits_at_once = 8
};

typedef uint16_t samples_of_vector __attribute__((vector_size(32)));
typedef int16_t keys_of_vector __attribute__((vector_size(32))); /* offsets less 2^15: machines compare signed words */
typedef int32_t products_of_vector __attribute__((vector_size(32)));
typedef uint32_t sums_of_vector __attribute__((vector_size(32)));
typedef int8_t halves_of_vector __attribute__((vector_size(32)));
typedef uint8_t levels_of_vector __attribute__((vector_size(16)));
typedef _Bool flags_of_vector __attribute__((ext_vector_type(16)));
typedef _Bool flags_of_halves __attribute__((ext_vector_type(32)));

/* The vectors of a piece that hold something near. */
struct near_vectors {
    size_t count;
    keys_of_vector keys[piece_vectors + group]; /* whole groups are read */
};

/* What is carried from block to block. */
struct state {
    keys_of_vector usable, highest, masked;
    samples_of_vector first[half_vectors], second[half_vectors];
    sums_of_vector products[half_vectors];
    size_t near;
};

/* The rule in vectors, apart from all memory that is written to. */
struct marks {
    keys_of_vector level, low, end, near; /* a level above is enough; a key below `end` is usable, below `near` near */
};

INLINED int16_t key_of(uint32_t offset) { return (int16_t)(uint16_t)(offset ^ 0x8000u); }

/* One bit a sample, 1 where the comparison holds. */
INLINED uint64_t bits_of(keys_of_vector comparison)
{
    const flags_of_vector flags = __builtin_convertvector(comparison, flags_of_vector);
    uint16_t bits;
    memcpy(&bits, &flags, sizeof bits);
    return bits;
}

INLINED int is_any(keys_of_vector comparison)
{
    const flags_of_halves flags = __builtin_convertvector((halves_of_vector)comparison, flags_of_halves);
    uint32_t bits;
    memcpy(&bits, &flags, sizeof bits);
    return bits != 0;
}

INLINED uint64_t sum_of(keys_of_vector counters)
{
    uint16_t lanes[vector_samples];
    memcpy(lanes, &counters, sizeof lanes);
    uint64_t sum = 0;
    for (int lane = 0; lane < vector_samples; lane++)
        sum += lanes[lane];
    return sum;
}

INLINED keys_of_vector widened(const uint8_t *bytes)
{
    levels_of_vector levels;
    memcpy(&levels, bytes, sizeof levels);
    return __builtin_convertvector(levels, keys_of_vector);
}

/* Reads one vector, `lanes` all ones where a sample belongs to it; returns what the checksum takes of it. */
INLINED samples_of_vector take(struct marks marks, const uint16_t *at, const uint8_t *levels, const uint8_t *mask,
                             keys_of_vector lanes, struct state *state, keys_of_vector *near)
{
    samples_of_vector samples;
    memcpy(&samples, at, sizeof samples);
    if (mask) {
        const keys_of_vector open = widened(mask) == 0;
        state->masked -= ~open & lanes;
        samples &= (samples_of_vector)open;
    }
    samples &= (samples_of_vector)lanes;
    const samples_of_vector seen = samples;
    if (levels) {
        const keys_of_vector level = widened(levels) & lanes;
        samples &= (samples_of_vector)(level > marks.level);
        state->highest = __builtin_elementwise_max(level, state->highest);
    }
    /* What is not usable has become 0, which lies below `low` and so, without a sign, far above. */
    const keys_of_vector keys = (keys_of_vector)samples - marks.low;
    state->usable -= keys < marks.end;
    near[state->near] = keys;
    state->near += is_any(keys < marks.near);
    return seen;
}

/* The products of the samples of two vectors, as numbers with signs, in sums of two. */
#ifdef PAIRS
INLINED sums_of_vector pairs(samples_of_vector left, samples_of_vector right) { return PAIRS(left, right); }
#else
#define EVERY_OTHER(vector, i)                                                                                        \
    __builtin_convertvector(__builtin_shufflevector((keys_of_vector)(vector), (keys_of_vector)(vector), i, i + 2,    \
                                                    i + 4, i + 6, i + 8, i + 10, i + 12, i + 14),                    \
                            products_of_vector)

INLINED sums_of_vector pairs(samples_of_vector left, samples_of_vector right)
{
    const products_of_vector even = EVERY_OTHER(left, 0) * EVERY_OTHER(right, 0);
    const products_of_vector odd = EVERY_OTHER(left, 1) * EVERY_OTHER(right, 1);
    return (sums_of_vector)even + (sums_of_vector)odd;
}
#endif

/* Four vectors into the checksum. */
INLINED void add_block(struct state *state, const samples_of_vector *seen)
{
    for (int i = 0; i < half_vectors; i++) {
        state->first[i] ^= seen[i];
        state->second[i] ^= seen[half_vectors + i];
        state->products[i] += pairs(state->first[i], state->second[i]);
    }
}

/* Reads a part of a vector. What is loaded may reach into the next columns, but not beyond the planes: there the
   samples are copied first. */
INLINED samples_of_vector take_part(const struct depth_piece *piece, struct marks marks, size_t start, size_t count,
                                  struct state *state, keys_of_vector *near)
{
    static const int16_t edge[2 * vector_samples] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
    keys_of_vector lanes;
    memcpy(&lanes, edge + vector_samples - count, sizeof lanes);
    const uint16_t *samples = piece->samples + start;
    const uint8_t *levels = piece->levels ? piece->levels + start : NULL;
    const uint8_t *mask = piece->mask ? piece->mask + start : NULL;
    uint16_t copied_samples[vector_samples] = {0};
    uint8_t copied_levels[vector_samples] = {0}, copied_mask[vector_samples] = {0};
    if (start + vector_samples > piece->readable) {
        samples = memcpy(copied_samples, samples, count * sizeof *samples);
        levels = levels ? memcpy(copied_levels, levels, count) : NULL;
        mask = mask ? memcpy(copied_mask, mask, count) : NULL;
    }
    return take(marks, samples, levels, mask, lanes, state, near);
}

/* Reads the last block of a row, which is not whole. */
INLINED void take_rest(const struct depth_piece *piece, struct marks marks, size_t start, size_t count,
                       struct state *state, keys_of_vector *near)
{
    samples_of_vector seen[block_vectors] = {{0}};
    for (size_t i = 0; i * vector_samples < count; i++) {
        const size_t left = count - i * vector_samples;
        seen[i] = take_part(piece, marks, start + i * vector_samples, left < vector_samples ? left : vector_samples,
                            state, near);
    }
    add_block(state, seen);
}

INLINED void take_rows(const struct depth_piece *piece, struct marks marks, const uint8_t *levels,
                       const uint8_t *mask, struct state *state, keys_of_vector *near)
{
    const uint16_t *samples = piece->samples;
    const size_t whole = piece->columns / block_samples * block_samples;
    const keys_of_vector all = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
    for (size_t row = 0; row < piece->rows; row++) {
        const size_t start = row * piece->stride;
        for (size_t at = start; at < start + whole; at += block_samples) {
            samples_of_vector seen[block_vectors];
            for (size_t i = 0; i < block_vectors; i++) {
                const size_t here = at + i * vector_samples;
                seen[i] = take(marks, samples + here, levels ? levels + here : NULL, mask ? mask + here : NULL, all,
                               state, near);
            }
            add_block(state, seen);
        }
        if (whole < piece->columns)
            take_rest(piece, marks, start + whole, piece->columns - whole, state, near);
    }
}

/* Reads the planes. */
INLINED void read_piece(const struct depth_piece *piece, const struct depth_limits *limits,
                        struct depth_strip *strip, struct near_vectors *near)
{
    const keys_of_vector none = {0};
    const struct marks marks = {none + (int16_t)(limits->level - 1), none + key_of(limits->low),
                                none + key_of(limits->end), none + key_of(strip->near.end)};
    struct state state = {{0}, {0}, {0}, {{0}}, {{0}}, {{0}}, 0};
    memcpy(&state.first, strip->first, sizeof state.first);
    memcpy(&state.second, strip->second, sizeof state.second);
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
    memcpy(strip->first, &state.first, sizeof strip->first);
    memcpy(strip->second, &state.second, sizeof strip->second);
    memcpy(strip->products, &state.products, sizeof strip->products);
    strip->has_bad_level |= __builtin_reduce_max(state.highest) > highest_level;
}

/* Draws together the offsets of up to four vectors of keys for which `kept` holds, and returns how many they are; as
   many offsets as fill the vectors may be written. The keys may be written over. */
#ifdef PACK
INLINED size_t pack(const keys_of_vector *keys, const keys_of_vector *kept, int vectors, uint16_t *list)
{
    size_t count = 0;
    for (int i = 0; i < vectors; i++)
        count += PACK(keys[i] ^ INT16_MIN, kept[i], list + count);
    return count;
}
#else
/* Eight at once, so that the number of them is seldom a branch. */
INLINED size_t pack(const keys_of_vector *keys, const keys_of_vector *kept, int vectors, uint16_t *list)
{
    uint16_t offsets[group * vector_samples];
    uint64_t bits = 0;
    for (int i = 0; i < vectors; i++) {
        const keys_of_vector here = keys[i] ^ INT16_MIN;
        memcpy(offsets + i * vector_samples, &here, sizeof here);
        bits |= bits_of(kept[i]) << (i * vector_samples);
    }
    const uint64_t last = 1ull << (vectors * vector_samples - 1);
    const int count = __builtin_popcountll(bits);
    for (int done = 0; done < count; done += hits_at_once)
        for (int i = 0; i < hits_at_once; i++) {
            list[done + i] = offsets[__builtin_ctzll(bits | last)];
            bits &= bits - 1;
        }
    return (size_t)count;
}
#endif

static void tally(const struct depth_piece *piece, const struct depth_limits *limits, struct depth_strip *strip)
{
    struct near_vectors near;
    read_piece(piece, limits, strip, &near);
    for (size_t i = 0; i < group; i++) /* keys above every usable one, to fill up the last group */
        near.keys[near.count + i] = (keys_of_vector){0} + key_of(UINT16_MAX);
    const int16_t end = key_of(strip->near.end);
    struct depth_list *list = &strip->near;
    for (size_t first = 0; first < near.count; first += group) {
        keys_of_vector kept[group];
        for (int i = 0; i < group; i++)
            kept[i] = near.keys[first + i] < end;
        list->count += pack(&near.keys[first], kept, group, list->offsets + list->count);
    }
}

INLINED keys_of_vector keys_at(const uint16_t *offsets)
{
    samples_of_vector list;
    memcpy(&list, offsets, sizeof list);
    return (keys_of_vector)(list ^ 0x8000);
}

static size_t below(const uint16_t *offsets, size_t blocks, uint16_t limit)
{
    keys_of_vector found[2] = {{0}, {0}};
    for (size_t at = 0; at < blocks * list_block; at += list_block)
        for (int half = 0; half < 2; half++)
            found[half] -= keys_at(offsets + at + half * vector_samples) < key_of(limit);
    return sum_of(found[0]) + sum_of(found[1]);
}

static struct depth_share within(const uint16_t *offsets, size_t blocks, struct depth_window window, uint16_t *kept)
{
    const int16_t first = key_of(window.first), end = key_of(window.end);
    keys_of_vector under[2] = {{0}, {0}};
    size_t count = 0;
    for (size_t at = 0; at < blocks * list_block; at += list_block) {
        keys_of_vector keys[2], is_within[2];
        for (int half = 0; half < 2; half++) {
            keys[half] = keys_at(offsets + at + half * vector_samples);
            const keys_of_vector is_under = keys[half] < first;
            is_within[half] = (keys[half] < end) & ~is_under;
            under[half] -= is_under;
        }
        count += pack(keys, is_within, 2, kept + count);
    }
    return (struct depth_share){sum_of(under[0]) + sum_of(under[1]), count};
}

const struct depth_loops LOOPS = {tally, below, within};
