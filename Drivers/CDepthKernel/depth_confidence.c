#include "depth_confidence.h"

#include "wide_loops.h"

#include <string.h>

enum {
    trust_high = 170,
    trust_medium = 85,
    tile = 16 /* samples a side that are turned together, so that both pictures stay in the cache */
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

/* 1 where two samples differ by more than an edge, holes not counted. */
static inline uint32_t is_edge(uint32_t z, uint32_t neighbour, uint32_t edge)
{
    const uint32_t difference = z > neighbour ? z - neighbour : neighbour - z;
    return (difference > edge) & (neighbour != 0);
}

static inline uint32_t edge_of(uint32_t z, const struct depth_trust *trust)
{
    const uint32_t wide = (z * (z * trust->spread >> 16)) >> 10;
    return wide > trust->least_edge ? wide : trust->least_edge;
}

/* The trust of a sample after its neighbourhood. */
static inline uint32_t settled(uint32_t z, uint32_t base, uint32_t left, uint32_t right, uint32_t above,
                               uint32_t below, const struct depth_trust *trust)
{
    const uint32_t edge = edge_of(z, trust);
    const uint32_t to_left = is_edge(z, left, edge), to_right = is_edge(z, right, edge);
    const uint32_t to_above = is_edge(z, above, edge), to_below = is_edge(z, below, edge);
    const uint32_t flies = (to_left & to_right) | (to_above & to_below);
    const uint32_t holes = (left == 0) + (right == 0) + (above == 0) + (below == 0);
    const uint32_t any = to_left | to_right | to_above | to_below;
    const uint32_t known = (z >= trust->low) & (z <= trust->high) & (holes < 3);
    return (base >> (2 * any + flies + (holes != 0))) * known;
}

static inline uint32_t base_of(uint32_t z, const struct depth_trust *trust)
{
    const uint32_t fall = z * trust->fall >> 16;
    return fall < 255 ? 255 - fall : 0;
}

/* The share of a trust, in quarters, that the last four of a history leave. */
static inline uint32_t remembered(uint32_t trust, uint32_t history)
{
    const uint32_t bits = (history & 1) + (history >> 1 & 1) + (history >> 2 & 1) + (history >> 3 & 1);
    const uint32_t quarters = bits > 1 ? bits : 1;
    return trust * quarters >> 2;
}

static inline uint8_t level_of(uint32_t trust)
{
    return (uint8_t)((trust >= trust_medium) + (trust >= trust_high));
}

/* The rows that the levels of one row need; `base` is null where trust goes by depth. */
struct rows {
    const uint16_t *above, *here, *below;
    const uint8_t *base;
};

static uint32_t at_border(const struct rows *rows, size_t column, size_t width, const struct depth_trust *trust)
{
    const uint32_t z = rows->here[column];
    const uint32_t left = column > 0 ? rows->here[column - 1] : z;
    const uint32_t right = column + 1 < width ? rows->here[column + 1] : z;
    const uint32_t base = rows->base ? rows->base[column] : base_of(z, trust);
    return settled(z, base, left, right, rows->above[column], rows->below[column], trust);
}

/* The trusts of a row. */
WIDE static void trust_row(const struct rows *rows, size_t width, const struct depth_trust *rule,
                           uint8_t *restrict trusts)
{
    const struct depth_trust trust = *rule;
    const uint16_t *above = rows->above, *here = rows->here, *below = rows->below;
    if (rows->base)
        for (size_t i = 1; i + 1 < width; i++)
            trusts[i] = (uint8_t)settled(here[i], rows->base[i], here[i - 1], here[i + 1], above[i], below[i], &trust);
    else
        for (size_t i = 1; i + 1 < width; i++)
            trusts[i] = (uint8_t)settled(here[i], base_of(here[i], &trust), here[i - 1], here[i + 1], above[i],
                                         below[i], &trust);
    trusts[0] = (uint8_t)at_border(rows, 0, width, &trust);
    trusts[width - 1] = (uint8_t)at_border(rows, width - 1, width, &trust);
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
        levels[i] = level_of(remembered(levels[i], now));
    }
}

void depth_confidence_unpack(const struct depth_picture *picture, const struct depth_trust *trust, uint8_t *history,
                             uint16_t *samples, uint8_t *levels)
{
    const size_t width = picture->width, height = picture->height;
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
        trust_row(&rows, width, trust, levels + row * width);
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
