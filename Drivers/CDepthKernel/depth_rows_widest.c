/* The loops in the vectors of AVX-512, which is asked for when the program runs. Comparisons give masks there, loads
   can leave out what lies beyond a row, and the near samples of a vector are drawn together in one step. */
#if defined(__x86_64__)
#include "depth_rows.h"

#include <immintrin.h>

/* Tuned so that products and their sum stay one instruction. */
#define WIDEST "avx512f,avx512bw,avx512vl,avx512vbmi2,avx512vnni,popcnt,tune=sapphirerapids"
#pragma clang attribute push(__attribute__((target(WIDEST))), apply_to = function)

#define INLINED static inline __attribute__((always_inline))

enum {
    rows_ahead = 6 /* so far ahead memory is asked for, as rows of strips are too short to be foreseen */
};

/* The rule in vectors. */
struct marks {
    __m512i level, low, end, near; /* this level is enough; an offset below `end` is usable, below `near` near */
};

/* What is carried from block to block. */
struct state {
    __m512i first, second, products, highest;
    uint64_t usable, masked;
    uint16_t *list; /* behind its last offset */
};

INLINED void append(struct state *state, __mmask32 near, __m512i offsets)
{
    _mm512_storeu_si512(state->list, _mm512_maskz_compress_epi16(near, offsets));
    state->list += _mm_popcnt_u32(near);
}

/* One mask of both halves, for the first half the lower bits. */
INLINED uint64_t joined(__mmask32 low, __mmask32 high) { return _cvtmask64_u64(_mm512_kunpackd(high, low)); }

/* Counts the usable samples of a block and lists the near ones, of those that are open. */
INLINED void take(const struct marks *marks, __m512i low, __m512i high, uint64_t open, struct state *state)
{
    const uint64_t usable = joined(_mm512_cmplt_epu16_mask(low, marks->end), _mm512_cmplt_epu16_mask(high, marks->end));
    state->usable += (uint64_t)_mm_popcnt_u64(usable & open);
    if (_mm512_cmplt_epu16_mask(_mm512_min_epu16(low, high), marks->near)) {
        append(state, _mm512_cmplt_epu16_mask(low, marks->near) & (__mmask32)open, low);
        append(state, _mm512_cmplt_epu16_mask(high, marks->near) & (__mmask32)(open >> half_samples), high);
    }
}

/* Reads one block, of which `lanes` has a bit for each sample that belongs to it. Whether one of them is near seldom
   changes from block to block, so that this one branch is foreseen. */
INLINED void take_block(const struct marks *marks, const uint16_t *at, const uint8_t *levels, const uint8_t *mask,
                        __mmask64 lanes, size_t ahead, struct state *state)
{
    __builtin_prefetch(at + ahead);
    if (ahead)
        __builtin_prefetch(at + ahead + half_samples);
    if (levels)
        __builtin_prefetch(levels + ahead);
    __mmask64 seen = lanes;
    if (mask) {
        seen = _mm512_mask_cmpeq_epi8_mask(lanes, _mm512_maskz_loadu_epi8(lanes, mask), _mm512_setzero_si512());
        state->masked += (uint64_t)__builtin_popcountll(lanes & ~seen);
    }
    const __m512i first = _mm512_maskz_loadu_epi16((__mmask32)seen, at);
    const __mmask32 seen_second = (__mmask32)(seen >> half_samples);
    const __m512i second = _mm512_maskz_loadu_epi16(seen_second, lanes >> half_samples ? at + half_samples : at);
    __mmask64 open = seen;
    if (levels) {
        const __m512i level = _mm512_maskz_loadu_epi8(lanes, levels);
        open = _mm512_mask_cmpge_epu8_mask(seen, level, marks->level);
        state->highest = _mm512_max_epu8(state->highest, level);
    }
    state->first = _mm512_xor_si512(state->first, first);
    state->second = _mm512_xor_si512(state->second, second);
    state->products = _mm512_dpwssd_epi32(state->products, state->first, state->second);
    const __m512i low = _mm512_sub_epi16(first, marks->low), high = _mm512_sub_epi16(second, marks->low);
    take(marks, low, high, open, state);
}

/* What is written to a list might be the piece itself, as far as a compiler knows: so it is taken by value. */
INLINED void take_rows(const struct depth_piece piece, const struct marks *marks, const uint8_t *levels,
                       const uint8_t *mask, struct state *state)
{
    const size_t whole = piece.columns / block_samples * block_samples, far = rows_ahead * piece.stride;
    const __mmask64 rest = (1ull << piece.columns % block_samples) - 1;
    const size_t rows_end = piece.rows * piece.stride, next = far + piece.columns + block_samples;
    for (size_t start = 0; start < rows_end; start += piece.stride) {
        const size_t end = start + whole, ahead = start + next < piece.readable ? far : 0;
        for (size_t at = start; at < end; at += block_samples)
            take_block(marks, piece.samples + at, levels ? levels + at : NULL, mask ? mask + at : NULL, UINT64_MAX,
                       ahead, state);
        if (rest)
            take_block(marks, piece.samples + end, levels ? levels + end : NULL, mask ? mask + end : NULL, rest,
                       ahead, state);
    }
}

static void tally(const struct depth_piece *piece, const struct depth_limits *limits, struct depth_strip *strip)
{
    const struct marks marks = {_mm512_set1_epi8((char)limits->level), _mm512_set1_epi16((short)limits->low),
                                _mm512_set1_epi16((short)limits->end), _mm512_set1_epi16((short)strip->near.end)};
    struct state state = {_mm512_loadu_si512(strip->first), _mm512_loadu_si512(strip->second),
                          _mm512_loadu_si512(strip->products), _mm512_setzero_si512(), 0, 0,
                          strip->near.offsets + strip->near.count};
    if (piece->mask)
        take_rows(*piece, &marks, piece->levels, piece->mask, &state);
    else if (piece->levels)
        take_rows(*piece, &marks, piece->levels, NULL, &state);
    else
        take_rows(*piece, &marks, NULL, NULL, &state);
    _mm512_storeu_si512(strip->first, state.first);
    _mm512_storeu_si512(strip->second, state.second);
    _mm512_storeu_si512(strip->products, state.products);
    strip->usable += state.usable;
    strip->masked += state.masked;
    strip->near.count = (size_t)(state.list - strip->near.offsets);
    strip->has_bad_level |= _mm512_cmpgt_epu8_mask(state.highest, _mm512_set1_epi8(highest_level)) != 0;
}

static size_t below(const uint16_t *offsets, size_t blocks, uint16_t limit)
{
    const __m512i limits = _mm512_set1_epi16((short)limit);
    size_t found = 0;
    for (size_t block = 0; block < blocks; block++)
        found += (size_t)_mm_popcnt_u32(
            _mm512_cmplt_epu16_mask(_mm512_loadu_si512(offsets + block * list_block), limits));
    return found;
}

static struct depth_share within(const uint16_t *offsets, size_t blocks, struct depth_window window, uint16_t *kept)
{
    const __m512i first = _mm512_set1_epi16((short)window.first);
    const int samples = window.first < window.end ? window.end - window.first : 0;
    const __m512i width = _mm512_set1_epi16((short)samples);
    size_t count = 0, under = 0;
    for (size_t block = 0; block < blocks; block++) {
        const __m512i list = _mm512_loadu_si512(offsets + block * list_block);
        const __mmask32 is_under = _mm512_cmplt_epu16_mask(list, first);
        const __mmask32 is_within = _mm512_cmplt_epu16_mask(_mm512_sub_epi16(list, first), width);
        _mm512_storeu_si512(kept + count, _mm512_maskz_compress_epi16(is_within, list));
        count += (size_t)_mm_popcnt_u32(is_within);
        under += (size_t)_mm_popcnt_u32(is_under);
    }
    return (struct depth_share){under, count};
}

const struct depth_loops depth_loops_widest = {tally, below, within};
#pragma clang attribute pop
#endif
