#include "depth_confidence.h"

#include "wide_loops.h"

#include <string.h>

enum {
    trust_high = 170,
    trust_medium = 85,
    tile = 16, /* samples a side that are turned together, so that both pictures stay in the cache */
    stretch = 128, /* samples of a row that are judged together, likewise */
    unasked = 8 /* rows after which stretches with nothing to judge are looked for, wherever there were few */
};

static inline uint16_t load16(const uint8_t *bytes)
{
    return (uint16_t)(bytes[0] | bytes[1] << 8);
}

/* One row of samples out of their bytes. */
static void load_row(const uint8_t *bytes, size_t width, uint16_t *row)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(row, bytes, width * sizeof *row);
#else
    for (size_t i = 0; i < width; i++)
        row[i] = load16(bytes + 2 * i);
#endif
}

/* The upper half of a product. */
static inline uint16_t upper_half(uint16_t a, uint16_t b)
{
    return (uint16_t)((uint32_t)a * b >> 16);
}

/* All ones where something holds, else 0: what is chosen by such masks stays within 16 bits, so that a vector holds as
   many samples as it can. */
static inline uint16_t mask(int holds)
{
    return holds ? UINT16_MAX : 0;
}

static inline uint16_t chosen(uint16_t mask, uint16_t yes, uint16_t no)
{
    return (uint16_t)((yes & mask) | (no & (uint16_t)~mask));
}

/* z * share / 1024; one that has more than 16 bits is above every difference there can be. */
static inline uint16_t edge_of(uint16_t z, uint16_t share, uint16_t least)
{
    const uint16_t upper = upper_half(z, share), lower = (uint16_t)(z * (uint32_t)share);
    const uint16_t wide = (uint16_t)(upper << 6 | lower >> 10) | mask(upper >= 1024);
    return wide > least ? wide : least;
}

static inline uint16_t lesser16(uint16_t a, uint16_t b)
{
    return a < b ? a : b;
}

static inline uint16_t greater16(uint16_t a, uint16_t b)
{
    return a > b ? a : b;
}

/* By how much a is above b, at least 0. */
static inline uint16_t above_by(uint16_t a, uint16_t b)
{
    return (uint16_t)(a > b ? a - b : 0);
}

/* The trust of a sample that has `base` by itself, for its level: as an edge leaves a quarter of a trust at the most,
   which is low whatever it was, it leaves 0 here. */
static inline uint8_t settled(uint16_t z, uint16_t edge, uint16_t base, uint16_t left, uint16_t right, uint16_t above,
                              uint16_t below, const struct depth_trust *trust)
{
    const uint16_t wider = greater16(left, right), higher = greater16(above, below);
    const uint16_t narrower = lesser16(left, right), lower = lesser16(above, below);
    const uint16_t greatest = greater16(wider, higher), least = lesser16(narrower, lower);
    /* Of four, this is 0 where three are. */
    const uint16_t second = greater16(lesser16(wider, higher), greater16(narrower, lower));
    /* The least that is no hole, less one: a hole is above everything there. */
    const uint16_t nearest = lesser16(lesser16((uint16_t)(left - 1), (uint16_t)(right - 1)),
                                      lesser16((uint16_t)(above - 1), (uint16_t)(below - 1)));
    const uint16_t step = greater16(above_by(greatest, z), above_by((uint16_t)(z - 1), nearest));
    const uint16_t known = mask(step <= edge) & mask(second != 0) & mask(z >= trust->low) & mask(z <= trust->high);
    return (uint8_t)(chosen(mask(least == 0), base >> 1, base) & known);
}

static inline uint16_t base_of(uint16_t z, const struct depth_trust *trust)
{
    const uint16_t fall = upper_half(z, trust->fall);
    return (uint16_t)(fall < 255 ? 255 - fall : 0);
}

/* The least trust of which so many quarters, rounded down, are still so much. */
#define LEAST(trust, quarters) (((trust) * 4 + (quarters) - 1) / (quarters))

/* The level of the share of a trust that the last four of a history leave, in quarters: as many as were there, and
   one at least, which leaves every trust low, as do two of a high one. */
static inline uint8_t remembered_level(uint8_t trust, uint8_t history)
{
    const uint8_t bits = (uint8_t)((history & 1) + (history >> 1 & 1) + (history >> 2 & 1) + (history >> 3 & 1));
    uint8_t medium = trust >= LEAST(trust_medium, 2), high = 0;
    medium = bits == 3 ? trust >= LEAST(trust_medium, 3) : medium;
    high = bits == 3 ? trust >= LEAST(trust_high, 3) : high;
    medium = bits == 4 ? trust >= trust_medium : medium;
    high = bits == 4 ? trust >= trust_high : high;
    return bits >= 2 ? (uint8_t)(medium + high) : 0;
}

static inline uint8_t level_of(uint16_t trust)
{
    return (uint8_t)((trust >= trust_medium) + (trust >= trust_high));
}

/* The rows that the levels of one row need; `base` is null where trust goes by depth. */
struct rows {
    const uint16_t *above, *here, *below;
    const uint8_t *base;
};

static uint8_t at_border(const struct rows *rows, size_t column, size_t width, const struct depth_trust *trust)
{
    const uint16_t z = rows->here[column];
    const uint16_t left = column > 0 ? rows->here[column - 1] : z;
    const uint16_t right = column + 1 < width ? rows->here[column + 1] : z;
    const uint16_t base = rows->base ? rows->base[column] : base_of(z, trust);
    const uint16_t edge = edge_of(z, upper_half(z, trust->spread), trust->least_edge);
    return settled(z, edge, base, left, right, rows->above[column], rows->below[column], trust);
}

/* Whether samples and all beside them lie within the range, without holes, and nearer to one another than the edge of
   the least: as edges only grow with depth, there is none among them. `count` samples, none of them at the border. */
__attribute__((always_inline)) static inline int is_plain(const uint16_t *above, const uint16_t *here,
                                                          const uint16_t *below, size_t count,
                                                          const struct depth_trust *trust)
{
    uint16_t least = lesser16(*(here - 1), here[count]), greatest = greater16(*(here - 1), here[count]);
    for (size_t i = 0; i < count; i++) {
        least = lesser16(least, lesser16(here[i], lesser16(above[i], below[i])));
        greatest = greater16(greatest, greater16(here[i], greater16(above[i], below[i])));
    }
    return least >= trust->low && greatest <= trust->high &&
           greatest - least <= edge_of(least, upper_half(least, trust->spread), trust->least_edge);
}

/* The trusts of `count` samples of a row from `start` on, none of them at the border. The steps are loops of their own,
   with what they hand on in memory: within one, compilers join them into sums of 32 bits. */
__attribute__((always_inline)) static inline void trust_stretch(const struct rows *rows, size_t start, size_t count,
                                                                int plain, const struct depth_trust *trust,
                                                                uint8_t *restrict trusts)
{
    const uint16_t *above = rows->above + start, *here = rows->here + start, *below = rows->below + start;
    const uint16_t *left = here - 1, *right = here + 1;
    uint16_t share[stretch], edge[stretch], base[stretch];
    if (rows->base)
        for (size_t i = 0; i < count; i++)
            base[i] = rows->base[start + i];
    else
        for (size_t i = 0; i < count; i++)
            base[i] = base_of(here[i], trust);
    if (plain) {
        for (size_t i = 0; i < count; i++)
            trusts[start + i] = (uint8_t)base[i];
        return;
    }
    for (size_t i = 0; i < count; i++)
        share[i] = upper_half(here[i], trust->spread);
    for (size_t i = 0; i < count; i++)
        edge[i] = edge_of(here[i], share[i], trust->least_edge);
    for (size_t i = 0; i < count; i++)
        trusts[start + i] =
            settled(here[i], edge[i], base[i], left[i], right[i], above[i], below[i], trust);
}

/* The trusts of a row. Where `looks`, stretches in which there is nothing to judge are looked for; the number of those
   that were found. */
WIDE static size_t trust_row(const struct rows *rows, size_t width, int looks, const struct depth_trust *rule,
                             uint8_t *restrict trusts)
{
    const struct depth_trust trust = *rule;
    size_t found = 0;
    for (size_t start = 1; start + 1 < width; start += stretch) {
        const size_t count = width - 1 - start < stretch ? width - 1 - start : stretch;
        const int plain =
            looks && is_plain(rows->above + start, rows->here + start, rows->below + start, count, &trust);
        found += (size_t)plain;
        trust_stretch(rows, start, count, plain, &trust, trusts);
    }
    trusts[0] = at_border(rows, 0, width, &trust);
    trusts[width - 1] = at_border(rows, width - 1, width, &trust);
    return found;
}

/* Levels out of trusts, in place. */
WIDE static void level_row(uint8_t *levels, size_t width)
{
    for (size_t i = 0; i < width; i++)
        levels[i] = level_of(levels[i]);
}

/* The same after what is remembered, which is brought up to date. */
WIDE static void remember_row(const uint16_t *restrict here, uint8_t *restrict history, uint8_t *restrict levels,
                              size_t width)
{
    for (size_t i = 0; i < width; i++) {
        const uint8_t now = (uint8_t)(history[i] << 1 | (here[i] != 0));
        history[i] = now;
        levels[i] = remembered_level(levels[i], now);
    }
}

void depth_confidence_unpack(const struct depth_picture *picture, const struct depth_trust *trust, uint8_t *history,
                             uint16_t *samples, uint8_t *levels)
{
    const size_t width = picture->width, height = picture->height;
    const size_t stretches = width / stretch + 1;
    size_t plain = 0;
    load_row(picture->depth, width, samples);
    for (size_t row = 0; row < height; row++) {
        uint16_t *here = samples + row * width;
        if (row + 1 < height)
            load_row(picture->depth + (row + 1) * width * 2, width, here + width);
        const struct rows rows = {
            .above = row > 0 ? here - width : here,
            .here = here,
            .below = row + 1 < height ? here + width : here,
            .base = picture->base ? picture->base + row * width : NULL,
        };
        plain = trust_row(&rows, width, row % unasked == 0 || plain * 4 >= stretches, trust, levels + row * width);
        if (history)
            remember_row(here, history + row * width, levels + row * width, width);
        else
            level_row(levels + row * width, width);
    }
}

WIDE static void valid_row(const uint16_t *restrict here, size_t width, uint8_t *restrict levels)
{
    for (size_t i = 0; i < width; i++)
        levels[i] = here[i] != 0;
}

void depth_valid_unpack(const struct depth_picture *picture, uint16_t *samples, uint8_t *levels)
{
    for (size_t row = 0; row < picture->height; row++) {
        const size_t start = row * picture->width;
        load_row(picture->depth + start * 2, picture->width, samples + start);
        valid_row(samples + start, picture->width, levels + start);
    }
}

static inline size_t lesser(size_t a, size_t b)
{
    return a < b ? a : b;
}

void depth_turn(const uint8_t *raw, size_t raw_width, size_t raw_height, uint8_t *turned)
{
    for (size_t top = 0; top < raw_height; top += tile)
        for (size_t left = 0; left < raw_width; left += tile)
            for (size_t j = left; j < lesser(left + tile, raw_width); j++)
                for (size_t i = top; i < lesser(top + tile, raw_height); i++)
                    memcpy(turned + 2 * ((raw_width - 1 - j) * raw_height + raw_height - 1 - i),
                           raw + 2 * (i * raw_width + j), 2);
}

void depth_turn_bytes(const uint8_t *raw, size_t raw_width, size_t raw_height, uint8_t *turned)
{
    for (size_t top = 0; top < raw_height; top += tile)
        for (size_t left = 0; left < raw_width; left += tile)
            for (size_t j = left; j < lesser(left + tile, raw_width); j++)
                for (size_t i = top; i < lesser(top + tile, raw_height); i++)
                    turned[(raw_width - 1 - j) * raw_height + raw_height - 1 - i] = raw[i * raw_width + j];
}

void depth_nibbles_spread(const uint8_t *nibbles, size_t width, size_t height, int upper_first, uint8_t *trusts)
{
    const size_t row_bytes = (width + 1) / 2;
    for (size_t row = 0; row < height; row++)
        for (size_t column = 0; column < width; column++) {
            const uint8_t pair = nibbles[row * row_bytes + column / 2];
            const int upper = (column & 1) != (upper_first != 0);
            trusts[row * width + column] = (uint8_t)((upper ? pair >> 4 : pair & 15) * 17);
        }
}

void depth_infrared_trust(const uint8_t *infrared, size_t count, uint8_t *trusts)
{
    for (size_t i = 0; i < count; i++) {
        const uint16_t half = (uint16_t)((load16(infrared + 2 * i) & 0x3FF) >> 1);
        trusts[i] = (uint8_t)(half < 255 ? half : 255);
    }
}
