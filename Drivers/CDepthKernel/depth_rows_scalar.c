#include "depth_rows.h"

/* The loops one sample after the other: what the others are compared with, and what runs where they cannot. */

static void place(struct depth_window *window, uint16_t offset)
{
    window->below += offset < window->first;
    window->upto += offset <= window->last;
    if (offset >= window->first && offset < window->last)
        window->bins[offset]++;
}

static void take(const struct depth_piece *piece, const struct depth_limits *limits, size_t index, uint64_t *word,
                 struct depth_window *whole, struct depth_strip *strip)
{
    const uint8_t mask = piece->mask ? piece->mask[index] : 0;
    const uint8_t level = piece->levels ? piece->levels[index] : 2;
    strip->masked += mask != 0;
    strip->highest_level = level > strip->highest_level ? level : strip->highest_level;
    const uint16_t seen = mask ? 0 : piece->samples[index];
    strip->any |= seen;
    *word = *word >> 16 | (uint64_t)seen << 48;
    const uint16_t offset = offset_of(piece->samples[index], level, mask, limits);
    if (offset == UINT16_MAX)
        return;
    strip->usable++;
    place(&strip->own, offset);
    place(whole, offset);
}

/* Four samples into the checksum. */
static void add_word(struct depth_strip *strip, size_t lane, uint64_t word)
{
    strip->sums[lane] += word;
    strip->products[lane] += (strip->sums[lane] & UINT32_MAX) * (strip->sums[lane] >> 32);
}

static void tally(const struct depth_piece *piece, const struct depth_limits *limits, struct depth_window *whole,
                  struct depth_strip *strip)
{
    for (size_t row = 0; row < piece->rows; row++) {
        const size_t padded = (piece->columns + block_samples - 1) / block_samples * block_samples;
        uint64_t word = 0;
        for (size_t column = 0; column < padded; column++) {
            if (column < piece->columns)
                take(piece, limits, row * piece->stride + column, &word, whole, strip);
            else
                word >>= 16;
            if (column % 4 == 3) {
                add_word(strip, column / 4 % block_words, word);
                word = 0;
            }
        }
    }
}

static size_t below(const uint16_t *offsets, size_t blocks, uint16_t limit)
{
    size_t found = 0;
    for (size_t i = 0; i < blocks * block_samples; i++)
        found += offsets[i] < limit;
    return found;
}

const struct depth_loops depth_loops_scalar = {tally, below};
