/**
 * @file photo.c
 * @brief libjpeg row by row, summed into the small image as the rows come.
 */
#include "datasets/readers/parts/photo.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>

#include <jpeglib.h>

#include <jerror.h>

/* A small file can claim any size, and a progressive one decodes all of it again with each of its
 * scans; the published photographs have less than a megapixel, encoders make ten scans. */
enum {
    PHOTO_MOST = 1 << 24,
    PHOTO_SCANS = 64,
    PHOTO_CHANNELS = 3,
    PHOTO_ROW = LF_PHOTO_SIDE * PHOTO_CHANNELS
};

/* What libjpeg works with, and the sums: over x, then over y, of weight times value. */
typedef struct {
    struct jpeg_decompress_struct codec;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    bool scans; /* there are too many */
    jmp_buf failed;
    size_t side; /* of the square in the photograph */
    uint64_t sum[LF_PHOTO_SIDE][PHOTO_ROW];
} photo_reader;

/* libjpeg has no other way out than a jump: its functions return nothing. */
static void photo_give_up(j_common_ptr codec) {
    longjmp(((photo_reader *)codec->client_data)->failed, 1);
}

/* Some published photographs have bytes too many or an odd version number, which changes no pixel;
 * after any other warning pixels are made up. */
static void photo_listen(j_common_ptr codec, int level) {
    const int code = codec->err->msg_code;
    if (level >= 0 || code == JWRN_EXTRANEOUS_DATA || code == JWRN_JFIF_MAJOR) return;
    photo_give_up(codec);
}

/* Called at every row of every scan. */
static void photo_count_scans(j_common_ptr codec) {
    photo_reader *r = codec->client_data;
    if (r->codec.input_scan_number <= PHOTO_SCANS) return;
    r->scans = true;
    photo_give_up(codec);
}

/* Nothing below the command line prints. */
static void photo_say_nothing(j_common_ptr codec) {
    (void)codec;
}

/* Cell k of the small image covers [k side, (k + 1) side), pixel x [32 x, 32 x + 32), both in parts
 * of which the square has 32 side: how many they share. */
static size_t photo_shared(size_t side, size_t k, size_t x) {
    const size_t from = k * side > LF_PHOTO_SIDE * x ? k * side : LF_PHOTO_SIDE * x;
    const size_t cell = (k + 1) * side, pixel = LF_PHOTO_SIDE * (x + 1);
    const size_t to = cell < pixel ? cell : pixel;
    return to > from ? to - from : 0;
}

/* Add row y of the square, `row` being its pixels. */
static void photo_add(photo_reader *r, size_t y, const uint8_t *row) {
    uint64_t across[PHOTO_ROW] = {0};
    for (size_t x = 0; x < r->side; x++)
        for (size_t k = LF_PHOTO_SIDE * x / r->side; k * r->side < LF_PHOTO_SIDE * (x + 1); k++)
            for (size_t c = 0; c < PHOTO_CHANNELS; c++)
                across[k * PHOTO_CHANNELS + c] +=
                    photo_shared(r->side, k, x) * row[x * PHOTO_CHANNELS + c];
    for (size_t k = LF_PHOTO_SIDE * y / r->side; k * r->side < LF_PHOTO_SIDE * (y + 1); k++)
        for (size_t j = 0; j < PHOTO_ROW; j++)
            r->sum[k][j] += photo_shared(r->side, k, y) * across[j];
}

/* The weights of a cell add up to side^2. */
static void photo_round(const photo_reader *r, uint8_t image[LF_PHOTO_PIXELS]) {
    const uint64_t area = (uint64_t)r->side * r->side;
    for (size_t c = 0; c < PHOTO_CHANNELS; c++)
        for (size_t i = 0; i < LF_PHOTO_SIDE; i++)
            for (size_t j = 0; j < LF_PHOTO_SIDE; j++)
                *image++ = (uint8_t)((2 * r->sum[i][j * PHOTO_CHANNELS + c] + area) / (2 * area));
}

/* Every row is decoded, those outside the square too, so that a cut file shows. */
static void photo_rows(photo_reader *r) {
    j_decompress_ptr codec = &r->codec;
    const size_t height = codec->output_height, width = codec->output_width;
    r->side = height < width ? height : width;
    const size_t top = (height - r->side) / 2, left = (width - r->side) / 2;
    JSAMPARRAY row = codec->mem->alloc_sarray((j_common_ptr)codec, JPOOL_IMAGE,
                                              codec->output_width * PHOTO_CHANNELS, 1);
    for (size_t y = 0; y < height; y++) {
        jpeg_read_scanlines(codec, row, 1);
        if (y >= top && y - top < r->side) photo_add(r, y - top, row[0] + left * PHOTO_CHANNELS);
    }
}

/* LF_BAD_INPUT if the header says that it is too large; every other failure jumps. */
static lf_status photo_decode(photo_reader *r, const char *place, const uint8_t *bytes,
                              size_t size) {
    j_decompress_ptr codec = &r->codec;
    jpeg_create_decompress(codec);
    r->progress.progress_monitor = photo_count_scans;
    codec->progress = &r->progress;
    jpeg_mem_src(codec, bytes, size);
    jpeg_read_header(codec, TRUE);
    if ((uint64_t)codec->image_width * codec->image_height > PHOTO_MOST)
        return lf_fail(LF_BAD_INPUT, "%s: %u x %u pixels, expected at most %d", place,
                       codec->image_width, codec->image_height, PHOTO_MOST);
    codec->out_color_space = JCS_RGB;
    jpeg_start_decompress(codec);
    photo_rows(r);
    jpeg_finish_decompress(codec);
    return LF_OK;
}

/* The jump ends here, in a function of its own whose variables nobody needs afterwards. */
static lf_status photo_try(photo_reader *r, const char *place, const uint8_t *bytes, size_t size) {
    char why[JMSG_LENGTH_MAX];
    if (setjmp(r->failed) == 0) return photo_decode(r, place, bytes, size);
    r->errors.format_message((j_common_ptr)&r->codec, why);
    if (r->scans) snprintf(why, sizeof why, "more than %d scans", PHOTO_SCANS);
    return lf_fail(LF_BAD_INPUT, "%s: a JPEG image was expected: %s", place, why);
}

lf_status lf_photo_read(const char *place, const uint8_t *bytes, size_t size,
                        uint8_t image[LF_PHOTO_PIXELS]) {
    photo_reader r = {0};
    r.codec.err = jpeg_std_error(&r.errors);
    r.codec.client_data = &r;
    r.errors.error_exit = photo_give_up;
    r.errors.emit_message = photo_listen;
    r.errors.output_message = photo_say_nothing;
    const lf_status status = photo_try(&r, place, bytes, size);
    jpeg_destroy_decompress(&r.codec);
    if (status == LF_OK) photo_round(&r, image);
    return status;
}
