#include "ground_rows.h"

#include "wide_loops.h"

enum {
    chunk = 256, /* samples that are worked on together, whole sixteens */
    checksum_lanes = 16
};

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
    const uint16_t deep = bounds->deep_after;
    if (confidence)
        for (size_t i = 0; i < count; i++)
            trusted[i] &= (uint16_t)-((confidence[i] >= least) | (samples[i] > deep));
    if (mask)
        for (size_t i = 0; i < count; i++)
            trusted[i] &= (uint16_t)-(mask[i] == 0);
}

void ground_run_count(const uint16_t *samples, const uint8_t *confidence, const uint8_t *mask, size_t count,
                      const struct ground_bounds *bounds, struct ground_tally *tally)
{
    uint16_t trusted[chunk];
    *tally = (struct ground_tally){0, 0, 0, 0};
    for (size_t start = 0; start < count; start += chunk) {
        const size_t length = count - start < chunk ? count - start : chunk;
        trust(samples + start, confidence ? confidence + start : NULL, mask ? mask + start : NULL, length, bounds,
              trusted);
        count_trusted(samples + start, trusted, length, bounds, tally);
    }
}

/* Sixteen bits throughout, all of them set for yes, so that many samples are judged at once. */
WIDE void ground_run_mark(const uint16_t *samples, const uint16_t *floor_after, size_t count,
                          const struct ground_marks *marks, uint16_t *restrict marked)
{
    const uint16_t low = marks->low, high = marks->high, marker = marks->marker;
    const uint16_t ramp_low = marks->ramp_low, ramp_high = marks->ramp_high;
    const uint16_t most = (uint16_t)(marker - 1);
    for (size_t i = 0; i < count; i++) {
        const uint16_t sample = samples[i];
        const uint16_t usable = (uint16_t)((uint16_t)-(sample >= low) & (uint16_t)-(sample <= high));
        const uint16_t ramp = (uint16_t)((uint16_t)-(sample >= ramp_low) & (uint16_t)-(sample <= ramp_high));
        const uint16_t floor = (uint16_t)((uint16_t)-(sample > floor_after[i]) | ramp);
        const uint16_t kept = sample > most ? most : sample;
        marked[i] = (uint16_t)(usable & ((floor & marker) | (uint16_t)(kept & ~floor)));
    }
}

/* The samples of a chunk with what the mask hides as 0, and 0 up to whole sixteens; returns their bits. */
WIDE static uint16_t seen_of(const uint16_t *samples, const uint8_t *mask, size_t count, uint16_t *restrict seen)
{
    uint16_t bits = 0;
    for (size_t i = 0; i < count; i++)
        seen[i] = samples[i];
    if (mask)
        for (size_t i = 0; i < count; i++)
            seen[i] &= (uint16_t)((mask[i] != 0) - 1);
    for (size_t i = 0; i < count; i++)
        bits |= seen[i];
    for (size_t i = count; i % checksum_lanes != 0; i++)
        seen[i] = 0;
    return bits;
}

/* Each lane is a bijection of the word that it takes last, so that any one change shows. */
WIDE static void stir(const uint16_t *seen, size_t count, uint32_t *restrict lanes)
{
    for (size_t start = 0; start < count; start += checksum_lanes)
        for (size_t lane = 0; lane < checksum_lanes; lane++)
            lanes[lane] = (lanes[lane] ^ seen[start + lane]) * 0x9E3779B1u;
}

uint64_t ground_run_checksum(const uint16_t *samples, const uint8_t *mask, size_t count, uint64_t sum, uint16_t *any)
{
    uint16_t seen[chunk];
    uint32_t lanes[checksum_lanes];
    for (size_t lane = 0; lane < checksum_lanes; lane++)
        lanes[lane] = (uint32_t)lane;
    for (size_t start = 0; start < count; start += chunk) {
        const size_t length = count - start < chunk ? count - start : chunk;
        *any |= seen_of(samples + start, mask ? mask + start : NULL, length, seen);
        stir(seen, length, lanes);
    }
    for (size_t lane = 0; lane < checksum_lanes; lane++) {
        sum = (sum ^ lanes[lane]) * 0x9E3779B97F4A7C15u;
        sum = sum << 29 | sum >> 35;
    }
    return sum;
}
