/**
 * @file cifar.h
 * @brief Reader of the CIFAR binary format.
 *
 * A file is a sequence of records without a header: one byte a label, then 3,072 bytes of a
 * 32 x 32 image: 1,024 of red, 1,024 of green, 1,024 of blue, each row by row.
 */
#pragma once

#include "datasets/readers/parts/encode.h"

/** Features of an image: 3 channels, 32 x 32. */
enum { LF_CIFAR_PIXELS = 3072 };

/** Choose the pixel form, and add an attribute for each of the label bytes of a record, which are
 *  given in the order of the file, one or two. The last one is the class and becomes attribute 0.
 */
lf_status lf_cifar_start(size_t labels, const lf_categories *label, lf_builder *builder);

/** Append the records of a file, with the same labels as at the start, and note the file's checksum
 *  in the builder. LF_BAD_INPUT, with the file and the offset, if a label is out of range, the last
 *  record is cut short, or there is none. */
lf_status lf_cifar_read(const char *path, size_t labels, const lf_categories *label,
                        lf_builder *builder);
