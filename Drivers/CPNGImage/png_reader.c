#include "grey_png.h"

#include <errno.h>
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

/* The bytes that are being read, and what stopped the reading. */
struct input {
    const uint8_t *bytes;
    size_t count, at;
    int short_of_bytes;
    char *message;
};

static void on_error(png_structp png, png_const_charp text)
{
    struct input *input = png_get_error_ptr(png);
    if (input->message) {
        strncpy(input->message, text, grey_png_message_size - 1);
        input->message[grey_png_message_size - 1] = 0;
    }
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp text)
{
    (void)png;
    (void)text;
}

static void on_read(png_structp png, png_bytep into, size_t count)
{
    struct input *input = png_get_io_ptr(png);
    if (count > input->count - input->at) {
        input->short_of_bytes = 1;
        png_error(png, "the bytes end early");
    }
    memcpy(into, input->bytes + input->at, count);
    input->at += count;
}

static int failure(const struct input *input)
{
    return input->short_of_bytes ? -ENODATA : -EBADMSG;
}

/* Makes a reader that refuses damage anywhere, also in chunks that carry no samples. Size is the caller's to judge. */
static png_structp reader(struct input *input, png_infop *info)
{
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, input, on_error, on_warning);
    if (!png)
        return NULL;
    *info = png_create_info_struct(png);
    if (!*info) {
        png_destroy_read_struct(&png, NULL, NULL);
        return NULL;
    }
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
    png_set_read_fn(png, input, on_read);
    return png;
}

static int signed_as_png(const uint8_t *bytes, size_t count)
{
    return count > 0 && png_sig_cmp(bytes, 0, count < 8 ? count : 8) == 0;
}

int grey_png_header_read(const uint8_t *bytes, size_t count, struct grey_png_header *header, char *message)
{
    if (!signed_as_png(bytes, count))
        return -EINVAL;
    struct input input = {bytes, count, 0, 0, message};
    png_infop info = NULL;
    png_structp png = reader(&input, &info);
    if (!png)
        return -ENOMEM;
    if (setjmp(png_jmpbuf(png))) {
        png_destroy_read_struct(&png, &info, NULL);
        return failure(&input);
    }
    png_read_info(png, info);
    header->width = png_get_image_width(png, info);
    header->height = png_get_image_height(png, info);
    header->bits = png_get_bit_depth(png, info);
    header->colour = png_get_color_type(png, info);
    png_destroy_read_struct(&png, &info, NULL);
    return 0;
}

/* Decodes every pass of the image into `image`; libpng's errors jump past it. */
static void decode(png_structp png, png_infop info, uint16_t *image, uint32_t width, uint32_t height)
{
    if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
        png_set_swap(png);
    const int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    for (int pass = 0; pass < passes; pass++)
        for (uint32_t row = 0; row < height; row++)
            png_read_row(png, (png_bytep)(image + (size_t)row * width), NULL);
    png_read_end(png, NULL);
}

static int fits(png_structp png, png_infop info, uint32_t width, uint32_t height)
{
    return png_get_image_width(png, info) == width && png_get_image_height(png, info) == height &&
           png_get_bit_depth(png, info) == 16 && png_get_color_type(png, info) == PNG_COLOR_TYPE_GRAY;
}

/* Reads into memory of its own, so that the caller's is whole or untouched. */
static int read_image(struct input *input, uint32_t width, uint32_t height, uint16_t *image)
{
    png_infop info = NULL;
    png_structp png = reader(input, &info);
    if (!png)
        return -ENOMEM;
    if (setjmp(png_jmpbuf(png))) {
        png_destroy_read_struct(&png, &info, NULL);
        return failure(input);
    }
    png_read_info(png, info);
    const int suits = fits(png, info, width, height);
    if (suits)
        decode(png, info, image, width, height);
    png_destroy_read_struct(&png, &info, NULL);
    return suits ? 0 : -ENOTSUP;
}

int grey_png_read(const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint16_t *samples,
                   size_t *used, char *message)
{
    if (!signed_as_png(bytes, count))
        return -EINVAL;
    if (width == 0 || height == 0 || (size_t)width > SIZE_MAX / 2 / height)
        return -ENOTSUP;
    uint16_t *image = calloc((size_t)width * height, sizeof *image);
    if (!image)
        return -ENOMEM;
    struct input input = {bytes, count, 0, 0, message};
    const int result = read_image(&input, width, height, image);
    if (result == 0) {
        memcpy(samples, image, (size_t)width * height * sizeof *image);
        *used = input.at;
    }
    free(image);
    return result;
}
