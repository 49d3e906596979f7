/**
 * @file photo.h
 * @brief A JPEG file as a small square image in red, green and blue.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <levelfield/status.h>

/** Side of the image kept; its features, channel after channel, each row by row. */
enum { LF_PHOTO_SIDE = 32, LF_PHOTO_PIXELS = 3 * LF_PHOTO_SIDE * LF_PHOTO_SIDE };

/**
 * image <- the largest square in the middle of the photograph (of an odd rest the smaller half is
 * left and above), each pixel the mean of the area it covers, parts of pixels in proportion,
 * rounded to the nearest, half up. Grey photographs get three equal channels.
 * LF_BAD_INPUT, with `place` before the text, if the bytes are no JPEG, cut short or damaged,
 * larger than 2^24 pixels, of more than 64 scans, or of four inks. Bytes that a decoder may skip
 * are fine.
 */
lf_status lf_photo_read(const char *place, const uint8_t *bytes, size_t size,
                        uint8_t image[LF_PHOTO_PIXELS]);
