#ifndef DEPTH_KERNEL_H
#define DEPTH_KERNEL_H

#include <stddef.h>
#include <stdint.h>

/* The nearest-rank percentile of a region of a depth plane and of its five strips, exact, without allocation.
   Pure: it reads the planes, writes the answer, and uses the scratch.

   Below which depth the asked rank lies is guessed from some samples that are evenly spread. Then every sample is read
   once: what is usable is counted, and what lies below that depth is listed. A guess can be wrong, never the answer:
   the list tells whether the rank lies in it, and where it does not, more passes over the region find it wherever it
   is. */

enum {
    depth_strip_count = 5,
    /* Samples in the scratch: a list for each strip, and as much to search in. */
    depth_scratch_count = 2 * depth_strip_count * 65536
};

/* How samples are read; the answer is the same on every path. */
enum depth_path {
    depth_path_best,   /* the fastest that this processor has */
    depth_path_scalar, /* one sample after the other */
    depth_path_vector, /* what every processor of this architecture has, such as SSE2 or NEON */
    depth_path_wide,   /* AVX2 */
    depth_path_widest  /* AVX-512 with VBMI2 and VNNI */
};

/* A rectangle of a row-major plane; it must lie within the plane and hold at least one sample and at most 2^32 - 1. */
struct depth_region {
    const uint16_t *samples;   /* the plane's first sample */
    const uint8_t *confidence; /* a plane of levels 0 to 2, or null: then sample 0 is low and the rest high */
    const uint8_t *mask;       /* a plane where anything but 0 takes the sample out of the region, or null */
    size_t stride;             /* columns of the planes */
    size_t x, y, width, height;
};

/* What makes a sample usable, and which of the usable ones is asked for. */
struct depth_rule {
    uint16_t low, high;           /* usable depths in whole units, both included; low at least 1 */
    uint8_t minimum_confidence;   /* usable from this level, 0 to 2 */
    uint32_t percentile_millionths; /* the rank is this share of the usable samples, rounded up, at least 1 */
};

/* What was counted in a region or in one strip of it. */
struct depth_count {
    uint64_t considered; /* samples in the region that no mask hides */
    uint64_t usable;
    uint16_t ranked; /* the sample of the asked rank in ascending order; 0 where none is usable */
};

struct depth_answer {
    struct depth_count region;
    struct depth_count strips[depth_strip_count]; /* strip k covers columns k*w/5 up to (k+1)*w/5, rounded down */
    uint64_t checksum; /* of the region's place, size and unmasked samples, to tell whether a frame repeats another */
    uint16_t any;      /* 0 where every considered sample is 0 */
};

/* Reads a region. Returns -1 and fills the answer; or the plane's index of a confidence above 2 within the region,
   the answer untouched. `scratch` holds depth_scratch_count samples; what they were does not matter. */
ptrdiff_t depth_region_read(const struct depth_region *region, const struct depth_rule *rule, uint16_t *scratch,
                            struct depth_answer *answer);

/* The same on one path, to compare them; a path that is not there is the best one. */
ptrdiff_t depth_region_read_on(enum depth_path path, const struct depth_region *region, const struct depth_rule *rule,
                               uint16_t *scratch, struct depth_answer *answer);

/* 1 where this processor has the path. */
int depth_path_is_there(enum depth_path path);

#endif
