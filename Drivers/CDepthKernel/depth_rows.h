#ifndef DEPTH_ROWS_H
#define DEPTH_ROWS_H

#include "depth_kernel.h"

/* What the loops over samples need and find. Depths are held as *offsets*: how far a usable sample lies above the
   lowest usable depth; what is not usable has an offset above every usable one. */

enum {
    block_samples = 16, /* read together; the checksum goes by blocks, so that every path has the same */
    block_words = 4,    /* the same as 64-bit words */
    piece_rows = 16,     /* rows of a strip that are read at a stretch */
    piece_columns = 256, /* and columns: what is kept of a piece stays in the nearest cache */
    piece_blocks = piece_rows * piece_columns / block_samples,
    narrow_values = 2, /* a window with no more values below its top is counted without a histogram */
    hits_at_once = 8
};

/* The numbers of the rule as the loops use them. */
struct depth_limits {
    uint16_t low;
    uint16_t end; /* offsets below it are usable; 0 where no sample is */
    uint8_t level;
};

/* Where a rank is looked for: offsets from `first` to `last`, both included. */
struct depth_window {
    uint16_t first, last;
    uint32_t *bins; /* the offsets from `first` up to, and without, `last`, by offset */
    uint64_t below; /* offsets under `first` */
    uint64_t upto;  /* offsets up to `last` */
};

/* A part of one strip: some columns of some rows. */
struct depth_piece {
    const uint16_t *samples;
    const uint8_t *levels; /* or null */
    const uint8_t *mask;   /* or null */
    size_t stride, columns, rows;
    size_t readable; /* samples from the first on that lie within the region's planes */
};

/* What is known of one strip. */
struct depth_strip {
    struct depth_window own;
    uint64_t masked, usable;
    uint64_t sums[block_words], products[block_words]; /* the checksum */
    uint16_t any;
    uint8_t highest_level;
};

/* The two loops of a path. `tally` adds a piece to a strip and to the region's window; `below` counts the offsets
   under a limit in a list of at most 65,535 blocks. */
struct depth_loops {
    void (*tally)(const struct depth_piece *piece, const struct depth_limits *limits, struct depth_window *whole,
                  struct depth_strip *strip);
    size_t (*below)(const uint16_t *offsets, size_t blocks, uint16_t limit);
};

extern const struct depth_loops depth_loops_scalar, depth_loops_vector;
#if defined(__x86_64__)
extern const struct depth_loops depth_loops_wide;
#endif

/* The offset of a sample; above every usable one where it is not usable. */
static inline uint16_t offset_of(uint16_t sample, uint8_t level, uint8_t mask, const struct depth_limits *limits)
{
    const uint16_t offset = (uint16_t)(sample - limits->low);
    const int usable = (mask == 0) & (level >= limits->level) & (offset < limits->end);
    return usable ? offset : UINT16_MAX;
}

#endif
