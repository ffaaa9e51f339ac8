#ifndef DEPTH_ROWS_H
#define DEPTH_ROWS_H

#include "depth_kernel.h"

/* What the loops over samples need and find. Depths are held as *offsets*: how far a usable sample lies above the
   lowest usable depth; what is not usable has an offset above every usable one. */

enum {
    highest_level = 2,
    block_samples = 64, /* the checksum goes by blocks, so that every path has the same */
    half_samples = block_samples / 2,
    block_pairs = half_samples / 2,
    piece_rows = 16, /* rows of a strip that are read at a stretch, so that its lanes of 16 bits count no further */
    piece_columns = 256,
    piece_samples = piece_rows * piece_columns,
    list_block = 32, /* lists are read in blocks, the last one filled up with what is not usable */
    list_spare = 64, /* room behind a list, which is written in blocks */
    list_room = depth_scratch_count / (2 * depth_strip_count),
    list_limit = list_room - list_spare
};

/* The numbers of the rule as the loops use them. */
struct depth_limits {
    uint16_t low;
    uint16_t end; /* offsets below it are usable; 0 where no sample is */
    uint8_t level;
};

/* All usable offsets of some columns below `end`, in any order. */
struct depth_list {
    uint16_t *offsets;
    size_t count;
    uint16_t end;
};

/* Offsets from `first` on and below `end`. */
struct depth_window {
    uint16_t first, end;
};

/* How many offsets lie under a window, and how many within. */
struct depth_share {
    size_t under, within;
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
    struct depth_list near;
    uint64_t masked, usable;
    /* The checksum: all first and all second halves of blocks, each sample folded into its lane, and after every block
       the product of the two, as numbers with signs, added for two lanes together. */
    uint16_t first[half_samples], second[half_samples];
    uint32_t products[block_pairs];
    int has_bad_level; /* one above the highest that there is */
};

/* The loops of a path. `tally` adds a piece to a strip. `below` counts the offsets under a limit in a list of at most
   65,535 blocks; `within` copies those in a window to another list, and counts what lies under it. */
struct depth_loops {
    void (*tally)(const struct depth_piece *piece, const struct depth_limits *limits, struct depth_strip *strip);
    size_t (*below)(const uint16_t *offsets, size_t blocks, uint16_t limit);
    struct depth_share (*within)(const uint16_t *offsets, size_t blocks, struct depth_window window, uint16_t *kept);
};

extern const struct depth_loops depth_loops_scalar, depth_loops_vector;
#if defined(__x86_64__)
extern const struct depth_loops depth_loops_wide, depth_loops_widest;
#endif

/* The offset of a sample; above every usable one where it is not usable. */
static inline uint16_t offset_of(uint16_t sample, uint8_t level, uint8_t mask, const struct depth_limits *limits)
{
    const uint16_t offset = (uint16_t)(sample - limits->low);
    const int usable = (mask == 0) & (level >= limits->level) & (offset < limits->end);
    return usable ? offset : UINT16_MAX;
}

/* The blocks of a list. */
static inline size_t blocks_of(size_t count) { return (count + list_block - 1) / list_block; }

/* Fills up the last block of a list. */
static inline void fill_up(uint16_t *offsets, size_t count)
{
    for (size_t i = count; i < blocks_of(count) * list_block; i++)
        offsets[i] = UINT16_MAX;
}

#endif
