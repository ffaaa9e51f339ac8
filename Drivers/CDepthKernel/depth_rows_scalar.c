#include "depth_rows.h"

/* The loops one sample after the other: what the others are compared with, and what runs where they cannot. */

/* Adds a sample to a strip; returns what the checksum takes of it. */
static uint16_t take(const struct depth_piece *piece, const struct depth_limits *limits, size_t index,
                     struct depth_strip *strip)
{
    const uint8_t mask = piece->mask ? piece->mask[index] : 0;
    const uint8_t level = piece->levels ? piece->levels[index] : 2;
    strip->masked += mask != 0;
    strip->has_bad_level |= level > highest_level;
    const uint16_t offset = offset_of(piece->samples[index], level, mask, limits);
    strip->usable += offset != UINT16_MAX;
    if (offset < strip->near.end)
        strip->near.offsets[strip->near.count++] = offset;
    return mask ? 0 : piece->samples[index];
}

/* One block into the checksum. */
static void add_block(struct depth_strip *strip, const uint16_t *block)
{
    for (size_t i = 0; i < half_samples; i++) {
        strip->first[i] ^= block[i];
        strip->second[i] ^= block[half_samples + i];
        strip->products[i / 2] += (uint32_t)((int16_t)strip->first[i] * (int16_t)strip->second[i]);
    }
}

static void tally(const struct depth_piece *piece, const struct depth_limits *limits, struct depth_strip *strip)
{
    for (size_t row = 0; row < piece->rows; row++)
        for (size_t start = 0; start < piece->columns; start += block_samples) {
            const size_t left = piece->columns - start, count = left < block_samples ? left : block_samples;
            uint16_t block[block_samples] = {0};
            for (size_t i = 0; i < count; i++)
                block[i] = take(piece, limits, row * piece->stride + start + i, strip);
            add_block(strip, block);
        }
}

static size_t below(const uint16_t *offsets, size_t blocks, uint16_t limit)
{
    size_t found = 0;
    for (size_t i = 0; i < blocks * list_block; i++)
        found += offsets[i] < limit;
    return found;
}

static struct depth_share within(const uint16_t *offsets, size_t blocks, struct depth_window window, uint16_t *kept)
{
    struct depth_share share = {0, 0};
    for (size_t i = 0; i < blocks * list_block; i++) {
        if (offsets[i] < window.first)
            share.under++;
        else if (offsets[i] < window.end)
            kept[share.within++] = offsets[i];
    }
    return share;
}

const struct depth_loops depth_loops_scalar = {tally, below, within};
