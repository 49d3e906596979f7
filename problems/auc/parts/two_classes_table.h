/**
 * @file two_classes_table.h
 * @brief What a model works on where it cannot work on the data as they are: features of images,
 * rows of length 1.
 */
#pragma once

#include "problems/auc/parts/two_classes.h"

/** classes->table <- pooled pixels / 255 of the rows that have a part; signs and rows follow. */
lf_status lf_two_classes_images(lf_two_classes *classes, size_t pool);
/** classes->table <- the same rows, each scaled to length 1; a row of zeros stays. */
lf_status lf_two_classes_unit(lf_two_classes *classes);
