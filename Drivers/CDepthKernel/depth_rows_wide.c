/* The vectors of AVX2, which is asked for when the program runs. */
#if defined(__x86_64__)
#include <immintrin.h>
#include <stdint.h>

/* For each eight bits the bytes of a vector of eight words that draw the words of the set bits together: word i goes to
   where as many bits are set below bit i. Four words fill a half of a row. */
#define PLACE(bits, i) __builtin_popcount((bits) & ((1 << (i)) - 1))
#define WORD(bits, i, half)                                                                                           \
    ((uint64_t)((bits) >> (i) & 1 && PLACE(bits, i) / 4 == (half) ? (2 * (i) + 1) << 8 | 2 * (i) : 0)                 \
     << PLACE(bits, i) % 4 * 16)
#define HALF(bits, half)                                                                                              \
    (WORD(bits, 0, half) | WORD(bits, 1, half) | WORD(bits, 2, half) | WORD(bits, 3, half) | WORD(bits, 4, half)      \
     | WORD(bits, 5, half) | WORD(bits, 6, half) | WORD(bits, 7, half))
#define ROW(bits) {HALF(bits, 0), HALF(bits, 1)}
#define ROWS4(bits) ROW(bits), ROW((bits) + 1), ROW((bits) + 2), ROW((bits) + 3)
#define ROWS16(bits) ROWS4(bits), ROWS4((bits) + 4), ROWS4((bits) + 8), ROWS4((bits) + 12)
#define ROWS64(bits) ROWS16(bits), ROWS16((bits) + 16), ROWS16((bits) + 32), ROWS16((bits) + 48)
static const uint64_t drawn_together[256][2] = {ROWS64(0), ROWS64(64), ROWS64(128), ROWS64(192)};

#pragma clang attribute push(__attribute__((target("avx2,bmi,popcnt"))), apply_to = function)
static inline __attribute__((always_inline)) size_t pack_half(__m128i words, unsigned bits, uint16_t *list)
{
    const __m128i order = _mm_loadu_si128((const __m128i *)drawn_together[bits]);
    _mm_storeu_si128((__m128i *)list, _mm_shuffle_epi8(words, order));
    return (size_t)__builtin_popcount(bits);
}

/* Draws the words together for which a comparison holds. */
#define PACK(words, comparison, list) pack_words((__m256i)(words), (__m256i)(comparison), list)
static inline __attribute__((always_inline)) size_t pack_words(__m256i words, __m256i comparison, uint16_t *list)
{
    const __m128i low = _mm256_castsi256_si128(comparison), high = _mm256_extracti128_si256(comparison, 1);
    const unsigned bits = (unsigned)_mm_movemask_epi8(_mm_packs_epi16(low, high));
    const size_t count = pack_half(_mm256_castsi256_si128(words), bits & 0xFF, list);
    return count + pack_half(_mm256_extracti128_si256(words, 1), bits >> 8, list + count);
}

#define PAIRS(left, right) ((sums_of_vector)_mm256_madd_epi16((__m256i)(left), (__m256i)(right)))
#define LOOPS depth_loops_wide
#include "depth_rows_vector.h"
#pragma clang attribute pop
#endif
