/**
 * @file builder.h
 * @brief Grows a table row by row, and finishes it into an lf_data.
 *
 * A parser adds the entries of a row and closes it with its label; attributes, names and the end of
 * the training part come at any time before the finish. The table is sparse unless
 * lf_builder_set_dense or lf_builder_set_pixels was called first. Sparse zeros are not stored, and
 * where every stored value is 1 no values are. Arrays that grow large lie on the disk (spill.h).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/sha256.h"
#include "datasets/table/dataset.h"

/** An empty table of entry->features columns. The entry stays the caller's and must stay alive. */
lf_status lf_builder_create(const lf_dataset *entry, lf_builder **builder);
/** Let the array that takes most grow where it will lie in the end, in the file that
 *  lf_builder_finish_in is given; before the first row. Below 0: there is none. */
void lf_builder_place(lf_builder *builder, int fd);
/** The entry's recipe. */
const void *lf_builder_recipe(const lf_builder *builder);
/** Release; NULL is fine. */
void lf_builder_free(lf_builder *builder);

/** Choose the dense form; before the first entry. */
void lf_builder_set_dense(lf_builder *builder);
/** Choose the dense form between two rows; those that there are become dense. */
lf_status lf_builder_expand(lf_builder *builder);
/** Choose the pixel form; before the first row. LF_BAD_ARGUMENT unless channels x height x width
 * are the entry's features. */
lf_status lf_builder_set_pixels(lf_builder *builder, size_t channels, size_t height, size_t width);

/** Add an entry to the open row: column from 0, increasing within a sparse row. */
lf_status lf_builder_entry(lf_builder *builder, uint32_t column, double value);
/** Add n entries at once, for the same rules; `value` NULL: all are 1. */
lf_status lf_builder_entries(lf_builder *builder, size_t n, const uint32_t *column,
                             const double *value);
/** The open row's values, of all features. Dense form only. */
lf_status lf_builder_cells(lf_builder *builder, const double *value);
/** The open row's image, of all features: channel after channel, each row by row. Pixel form only,
 *  where a row cannot be closed without it. */
lf_status lf_builder_pixels(lf_builder *builder, const uint8_t *image);
/** Close the open row. More rows than catalogued are refused, so a runaway file cannot fill memory.
 */
lf_status lf_builder_row(lf_builder *builder, double label);
/** The rows so far are the publisher's training file. */
void lf_builder_end_training(lf_builder *builder);

/** The rows closed so far; the columns of the table; the value stored at a closed row; its label.
 */
size_t lf_builder_rows(const lf_builder *builder);
size_t lf_builder_features(const lf_builder *builder);
double lf_builder_value(const lf_builder *builder, size_t row, size_t column);
double lf_builder_label(const lf_builder *builder, size_t row);
/** shape <- channels, height and width of the images; zeros in the other forms. */
void lf_builder_shape(const lf_builder *builder, size_t shape[3]);
/** The dense table, row-major, writable until the next row. */
double *lf_builder_dense(lf_builder *builder);
/** Another label for a closed row; quickest in the order of the rows. */
void lf_builder_relabel(lf_builder *builder, size_t row, double label);
/** Append a row of another builder of the same form and features, with its label. */
lf_status lf_builder_copy(lf_builder *builder, const lf_builder *from, size_t row);

/** Name a feature (column from 0), printf-style. Unnamed ones become f1, f2, ... in a table of up
 * to LF_DATA_NAMED features; in a wider one none has a name unless one was given. */
lf_status lf_builder_name(lf_builder *builder, size_t column, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/** Add a categorical property with at most 65,535 categories; its number, from 0, is the count of
 *  those added before. The strings have to live as long as the builder. */
lf_status lf_builder_attribute(lf_builder *builder, const char *name, size_t categories,
                               const char *const *category);
/** Set the category of a row, closed or open. Each row needs one before the finish. */
lf_status lf_builder_code(lf_builder *builder, size_t attribute, size_t row, size_t code);

/** Is every array below LF_SPILL_STEP bytes, so that all are in memory? */
bool lf_builder_small(const lf_builder *builder);

/** Note the checksum of a source that was read to its end. */
lf_status lf_builder_source(lf_builder *builder, const char *path, const char *sha256);
/** The checksum noted for a path; NULL if there is none. */
const char *lf_builder_digest(const lf_builder *builder, const char *path);

/**
 * *data <- the table, to be closed with lf_data_close; the builder is still to be freed. `identity`
 * becomes its sha256. LF_BAD_INPUT if the rows or the training part differ from the catalogue, or a
 * row has no category.
 */
lf_status lf_builder_finish(lf_builder *builder, const char *identity, lf_data **data);
/** The same in a file that the table is mapped from; the builder is then of no more use. LF_IO if
 *  the disk has no room for it. `path` names the file in messages. */
lf_status lf_builder_finish_in(lf_builder *builder, const char *identity, int fd, const char *path,
                               lf_data **data);
