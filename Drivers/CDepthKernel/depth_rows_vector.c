/* The vectors that every processor of this architecture has. */
#if defined(__SSE2__)
#include <emmintrin.h>

#pragma clang diagnostic ignored "-Wpsabi" /* as in the header */
typedef long long two_vectors __attribute__((vector_size(32)));

#define PAIRS(left, right) ((sums_of_vector)pair_words((two_vectors)(left), (two_vectors)(right)))
static inline __attribute__((always_inline)) two_vectors pair_words(two_vectors left, two_vectors right)
{
    const __m128i low = _mm_madd_epi16(__builtin_shufflevector(left, left, 0, 1),
                                       __builtin_shufflevector(right, right, 0, 1));
    const __m128i high = _mm_madd_epi16(__builtin_shufflevector(left, left, 2, 3),
                                        __builtin_shufflevector(right, right, 2, 3));
    return __builtin_shufflevector(low, high, 0, 1, 2, 3);
}
#endif

#define LOOPS depth_loops_vector
#include "depth_rows_vector.h"
