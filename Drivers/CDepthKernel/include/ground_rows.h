#ifndef GROUND_ROWS_H
#define GROUND_ROWS_H

#include <stddef.h>
#include <stdint.h>

/* What ground awareness reads of a run of samples: a part of one row of a depth plane, at most 65,535 samples.
   Pure, without allocation; where a plane of confidence or a mask is null, every sample but 0 is trusted and nothing is
   hidden. All bounds are in whole depth units. */

/* Between which samples the floor is looked for in a run, and from which on the floor is missing. */
struct ground_bounds {
    uint16_t low;                   /* nearer samples are not usable */
    uint8_t minimum_confidence;     /* usable from this level, 0 to 2 */
    uint16_t floor_low, floor_high; /* both included */
    uint16_t below_after;           /* samples above it lie below the floor */
    uint16_t deep_after;            /* samples above it count as trusted whatever their confidence; 65,535 for none */
};

struct ground_tally {
    uint32_t confident; /* samples that are trusted, or deep */
    uint32_t floor;     /* of them, those between floor_low and floor_high */
    uint32_t below;     /* of them, those above below_after */
    uint64_t floor_sum; /* of those between floor_low and floor_high */
};

void ground_run_count(const uint16_t *samples, const uint8_t *confidence, const uint8_t *mask, size_t count,
                      const struct ground_bounds *bounds, struct ground_tally *tally);

/* What becomes of samples on their way into the percentile. */
struct ground_marks {
    uint16_t low, high;           /* usable depths, both included */
    uint16_t marker;              /* what a usable sample of the floor becomes; above high, or 65,535 */
    uint16_t ramp_low, ramp_high; /* a rising floor lies between these, both included */
};

/* `marked` takes the marker for each usable sample that lies above its `floor_after` or within the ramp, any other
   usable sample as it is (at most marker - 1), and 0 for the rest. */
void ground_run_mark(const uint16_t *samples, const uint16_t *floor_after, size_t count,
                     const struct ground_marks *marks, uint16_t *marked);

/* A checksum of what is not hidden, carried on from `sum`; `any` gathers the bits of these samples. */
uint64_t ground_run_checksum(const uint16_t *samples, const uint8_t *mask, size_t count, uint64_t sum, uint16_t *any);

#endif
