#include "grey_png.h"

#include <errno.h>
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

/* The bytes written so far. */
struct output {
    uint8_t *bytes;
    size_t count, capacity;
};

static void on_error(png_structp png, png_const_charp text)
{
    (void)text;
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp text)
{
    (void)png;
    (void)text;
}

static void on_write(png_structp png, png_bytep from, size_t count)
{
    struct output *output = png_get_io_ptr(png);
    if (count > output->capacity - output->count) {
        const size_t capacity = (output->count + count) * 2;
        uint8_t *grown = realloc(output->bytes, capacity);
        if (!grown)
            png_error(png, "out of memory");
        output->bytes = grown;
        output->capacity = capacity;
    }
    memcpy(output->bytes + output->count, from, count);
    output->count += count;
}

static void on_flush(png_structp png)
{
    (void)png;
}

static void encode(png_structp png, png_infop info, const uint16_t *samples, uint32_t width, uint32_t height, int level)
{
    png_set_compression_level(png, level);
    png_set_IHDR(png, info, width, height, 16, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
        png_set_swap(png);
    for (uint32_t row = 0; row < height; row++)
        png_write_row(png, (png_const_bytep)(samples + (size_t)row * width));
    png_write_end(png, info);
}

static int write_image(struct output *output, const uint16_t *samples, uint32_t width, uint32_t height, int level)
{
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, on_error, on_warning);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info) {
        png_destroy_write_struct(&png, NULL);
        return -ENOMEM;
    }
    if (setjmp(png_jmpbuf(png))) {
        png_destroy_write_struct(&png, &info);
        return -ENOMEM;
    }
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_write_fn(png, output, on_write, on_flush);
    encode(png, info, samples, width, height, level);
    png_destroy_write_struct(&png, &info);
    return 0;
}

int grey_png_write(const uint16_t *samples, uint32_t width, uint32_t height, int level, uint8_t **bytes,
                    size_t *count)
{
    if (width == 0 || height == 0 || width > PNG_UINT_31_MAX || height > PNG_UINT_31_MAX)
        return -EINVAL;
    struct output output = {NULL, 0, 0};
    const int result = write_image(&output, samples, width, height, level);
    if (result != 0) {
        free(output.bytes);
        return result;
    }
    *bytes = output.bytes;
    *count = output.count;
    return 0;
}

void grey_png_free(uint8_t *bytes)
{
    free(bytes);
}
