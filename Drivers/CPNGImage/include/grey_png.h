#ifndef GREY_PNG_H
#define GREY_PNG_H

#include <stddef.h>
#include <stdint.h>

/* PNG images of 16-bit grey through libpng: bytes in, samples out. Every function returns 0 or a negative errno
   value; what it would have filled is untouched on failure, but for a message. */

struct grey_png_header {
    uint32_t width, height;
    uint8_t bits;   /* for each channel */
    uint8_t colour; /* PNG's colour type: 0 is grey */
};

enum { grey_png_message_size = 96 };

/* Reads what the header says of an image. -EINVAL: no PNG signature; -ENODATA: the bytes end too early;
   -EBADMSG: damaged, and `message` says how. */
int grey_png_header_read(const uint8_t *bytes, size_t count, struct grey_png_header *header, char *message);

/* Decodes a 16-bit grey image of exactly `width` by `height` into samples of the host's byte order.
   `used` takes the number of bytes up to the image's end. Also -ENOTSUP: not 16-bit grey, or of another size;
   -ENOMEM. */
int grey_png_read(const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint16_t *samples,
                   size_t *used, char *message);

/* Encodes samples as a 16-bit grey image, with zlib level 0 to 9; `bytes` is given back with grey_png_free. */
int grey_png_write(const uint16_t *samples, uint32_t width, uint32_t height, int level, uint8_t **bytes,
                    size_t *count);

/* Frees what grey_png_write made; null is fine. */
void grey_png_free(uint8_t *bytes);

#endif
