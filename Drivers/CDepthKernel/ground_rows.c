#include "ground_rows.h"

/* Where the compiler can, the loops over samples are also built for wide vectors, chosen when the program starts. */
#if defined(__x86_64__) && defined(__GLIBC__)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

enum { checksum_lanes = 16 };

/* Counts a run of which every sample is judged by `trusted`: all bits where it counts, else 0. No step depends on what
   a sample is, so that many are done at once. */
WIDE static void count_trusted(const uint16_t *samples, const uint16_t *trusted, size_t count,
                               const struct ground_bounds *bounds, struct ground_tally *tally)
{
    const uint16_t low = bounds->floor_low, high = bounds->floor_high, after = bounds->below_after;
    uint32_t confident = 0, floor = 0, below = 0, sum = 0; /* a chunk is short enough for the sum */
    for (size_t i = 0; i < count; i++) {
        const uint16_t sample = samples[i] & trusted[i];
        const uint32_t is_floor = (sample >= low) & (sample <= high) & (sample != 0);
        confident += sample != 0;
        floor += is_floor;
        below += sample > after;
        sum += is_floor ? sample : 0;
    }
    tally->confident += confident;
    tally->floor += floor;
    tally->below += below;
    tally->floor_sum += sum;
}

WIDE static void trust(const uint16_t *samples, const uint8_t *confidence, const uint8_t *mask, size_t count,
                       const struct ground_bounds *bounds, uint16_t *trusted)
{
    const uint16_t low = bounds->low;
    const uint8_t least = bounds->minimum_confidence;
    for (size_t i = 0; i < count; i++)
        trusted[i] = (uint16_t)-(samples[i] >= low);
    if (confidence)
        for (size_t i = 0; i < count; i++)
            trusted[i] &= (uint16_t)-(confidence[i] >= least);
    if (mask)
        for (size_t i = 0; i < count; i++)
            trusted[i] &= (uint16_t)-(mask[i] == 0);
}

void ground_run_count(const uint16_t *samples, const uint8_t *confidence, const uint8_t *mask, size_t count,
                      const struct ground_bounds *bounds, struct ground_tally *tally)
{
    uint16_t trusted[256];
    *tally = (struct ground_tally){0, 0, 0, 0};
    for (size_t start = 0; start < count; start += 256) {
        const size_t length = count - start < 256 ? count - start : 256;
        trust(samples + start, confidence ? confidence + start : NULL, mask ? mask + start : NULL, length, bounds,
              trusted);
        count_trusted(samples + start, trusted, length, bounds, tally);
    }
}

WIDE void ground_run_mark(const uint16_t *samples, const uint16_t *floor_after, size_t count,
                          const struct ground_marks *marks, uint16_t *restrict marked)
{
    const uint16_t low = marks->low, high = marks->high, marker = marks->marker;
    const uint16_t ramp_low = marks->ramp_low, ramp_high = marks->ramp_high;
    const uint16_t most = (uint16_t)(marker - 1);
    for (size_t i = 0; i < count; i++) {
        const uint16_t sample = samples[i];
        const int usable = (sample >= low) & (sample <= high);
        const int floor = (sample > floor_after[i]) | ((sample >= ramp_low) & (sample <= ramp_high));
        const uint16_t kept = sample > most ? most : sample;
        marked[i] = usable ? (floor ? marker : kept) : 0;
    }
}

/* Sixteen sums side by side, each a bijection of the word that it takes last, so that any one change shows. */
WIDE uint64_t ground_run_checksum(const uint16_t *samples, const uint8_t *mask, size_t count, uint64_t sum,
                                  uint16_t *any)
{
    uint32_t lanes[checksum_lanes];
    uint16_t gathered = 0;
    for (size_t lane = 0; lane < checksum_lanes; lane++)
        lanes[lane] = (uint32_t)lane;
    size_t start = 0;
    for (; start + checksum_lanes <= count; start += checksum_lanes)
        for (size_t lane = 0; lane < checksum_lanes; lane++) {
            const uint16_t hidden = mask ? (uint16_t)-(mask[start + lane] != 0) : 0;
            const uint16_t sample = (uint16_t)(samples[start + lane] & ~hidden);
            gathered |= sample;
            lanes[lane] = (lanes[lane] ^ sample) * 0x9E3779B1u;
        }
    for (; start < count; start++) {
        const uint16_t sample = mask && mask[start] ? 0 : samples[start];
        gathered |= sample;
        lanes[start % checksum_lanes] = (lanes[start % checksum_lanes] ^ sample) * 0x9E3779B1u;
    }
    for (size_t lane = 0; lane < checksum_lanes; lane++) {
        sum = (sum ^ lanes[lane]) * 0x9E3779B97F4A7C15u;
        sum = sum << 29 | sum >> 35;
    }
    *any |= gathered;
    return sum;
}
