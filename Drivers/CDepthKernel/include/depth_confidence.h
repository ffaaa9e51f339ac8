#ifndef DEPTH_CONFIDENCE_H
#define DEPTH_CONFIDENCE_H

#include <stddef.h>
#include <stdint.h>

/* A camera's raw pictures unpacked into a plane of samples and one of confidence levels, in one pass.
   Pure and exact: whole numbers only, nothing allocated, the same answer on every machine. */

/* How far a sample is trusted, in whole depth units. */
struct depth_trust {
    uint16_t low, high;  /* samples outside are not trusted; low at least 1 */
    uint16_t fall;       /* a sample z begins with a trust of 255 - z * fall / 65536, rounded down, at least 0 */
    uint16_t spread;     /* neighbours of z differ by an edge above z * (z * spread / 65536) / 1024, ... */
    uint16_t least_edge; /* ... and in any case above this */
};

/* What goes into a frame. */
struct depth_picture {
    const uint8_t *depth; /* width * height samples of two bytes, the lower first; any alignment */
    const uint8_t *base;  /* as many trusts, 0 to 255, with which samples begin instead of by their depth; or null */
    size_t width, height; /* at least 1 */
};

/* Fills samples and levels (0 low, 1 medium, 2 high), each width * height; from trust 170 it is high, from 85 medium.

   A sample's trust is lowered where it differs by an edge from its neighbours to the left, right, above and below:
   to an eighth from both sides of a row or column, as a sample that flies between two surfaces, to a quarter
   otherwise; either is low, whatever it was before. It is halved beside a hole, and 0 beside three. `history` has a byte a sample, in which the newest bit
   says whether the sample was there: three of the last four times leave three quarters, two a half, fewer a quarter;
   a history of all ones lowers nothing. It is null where there is none. A sample at the border takes itself for the
   neighbour it lacks. */
void depth_confidence_unpack(const struct depth_picture *picture, const struct depth_trust *trust, uint8_t *history,
                             uint16_t *samples, uint8_t *levels);

/* Fills samples alone, and levels of 1 where there is one and 0 where there is a hole. */
void depth_valid_unpack(const struct depth_picture *picture, uint16_t *samples, uint8_t *levels);

/* Turns a picture of two-byte samples: row i, column j of the raw one becomes row raw_width - 1 - j, column
   raw_height - 1 - i. The result has raw_height columns and raw_width rows. */
void depth_turn(const uint8_t *raw, size_t raw_width, size_t raw_height, uint8_t *turned);

/* Spreads four-bit confidence into bytes of 0 to 255 (a nibble times 17), one a sample, row by row; a row has
   (width + 1) / 2 bytes. The sample further left is in the lower half of its byte, or with `upper_first` in the upper. */
void depth_nibbles_spread(const uint8_t *nibbles, size_t width, size_t height, int upper_first, uint8_t *trusts);

/* The same turning as of depth, for bytes. */
void depth_turn_bytes(const uint8_t *raw, size_t raw_width, size_t raw_height, uint8_t *turned);

/* Trusts of infrared samples of two bytes: half of the ten lower bits, at most 255. */
void depth_infrared_trust(const uint8_t *infrared, size_t count, uint8_t *trusts);

#endif
