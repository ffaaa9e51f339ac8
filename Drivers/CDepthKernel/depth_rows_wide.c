/* The vectors of AVX2, which is asked for when the program runs. */
#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,popcnt"))), apply_to = function)
#define LOOPS depth_loops_wide
#include "depth_rows_vector.h"
#pragma clang attribute pop
#endif
