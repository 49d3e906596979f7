/**
 * @file stl10.h
 * @brief Reader of the STL-10 binary format, whose images become a third as wide and high.
 *
 * A file of images has no header: 27,648 bytes an image of 96 x 96, 9,216 of red, 9,216 of green,
 * 9,216 of blue, each column by column. A file of labels has a byte an image, 1 to 10.
 */
#pragma once

#include "datasets/readers/parts/encode.h"

/** The classes are kept 0 to 9. */
enum { LF_STL10_CLASSES = 10 };
/** Sides of an image in the file, and of the 3 x 3 block means kept of it. */
enum { LF_STL10_FILE_SIDE = 96, LF_STL10_SIDE = 32 };
/** Bytes of an image in the file; features of the image kept. */
enum { LF_STL10_FILE_PIXELS = 3 * LF_STL10_FILE_SIDE * LF_STL10_FILE_SIDE };
enum { LF_STL10_PIXELS = 3 * LF_STL10_SIDE * LF_STL10_SIDE };

/** Choose the pixel form, and add the label's names as attribute 0. */
lf_status lf_stl10_start(const lf_categories *label, lf_builder *builder);

/** Append the images of a file with their labels, and note both checksums in the builder. A pixel
 *  is the mean of 3 x 3 in the file, rounded to the nearest (nine never leave half). LF_BAD_INPUT,
 *  with the file and the offset, if a label is not in 1 .. 10, an image is cut short, there is
 *  none, or the files differ in number. */
lf_status lf_stl10_read(const char *images, const char *labels, lf_builder *builder);
