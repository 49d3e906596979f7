/**
 * @file idx.h
 * @brief Reader of IDX, the format of MNIST: a file of images and a file of their labels.
 *
 * A file is a magic number, 0x00000803 for images or 0x00000801 for labels, then one 32-bit size a
 * dimension, most significant byte first, then one byte a pixel or label.
 */
#pragma once

#include "datasets/table/builder.h"

/**
 * Append the images of one channel, with their labels, to a builder of the pixel form, and note the
 * checksums of both files there. Attribute 0, the class, gets the label too. LF_BAD_INPUT, with the
 * file and the offset, if a header differs from the builder's shape or from the other file, a label
 * is not below `classes`, or a file is too short or too long.
 */
lf_status lf_idx_read(const char *images, const char *labels, size_t classes, lf_builder *builder);
