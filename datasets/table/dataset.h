/**
 * @file dataset.h
 * @brief Data sets: the catalogue's entries, and the table that a problem reads.
 *
 * An entry is one file datasets/sets/<name>.c with a constant lf_dataset; the registry is
 * generated.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <levelfield/status.h>

/** A categorical property of every row, such as sex or race. */
typedef struct {
    const char *name; /**< "sex" */
    size_t categories;
    const char *const *category; /**< their names, in the order of the codes */
    const uint16_t *code;        /**< rows: 0 .. categories - 1 */
} lf_attribute;

/** Rows x features with labels; read-only, mostly mapped from the cache. Exactly one of the sparse,
 *  the dense and the pixel form is set. */
typedef struct lf_data {
    const char *name;
    const char *sha256; /**< identity: over the sources' checksums and the parser's version */
    size_t rows, features;
    size_t train_rows;         /**< rows of the publisher's training file, which come first; 0: no
                                    official split */
    const uint64_t *row_start; /**< CSR: rows + 1 offsets; NULL: dense */
    const uint32_t *column;    /**< CSR: columns from 0, increasing in each row */
    const double *value;       /**< CSR: values; NULL: all are 1 */
    const double *scale;       /**< CSR: rows, by which the values of each row are multiplied; NULL:
                                    none is. Data sets have none, only what problems make of them */
    const double *dense;       /**< row-major; NULL: sparse */
    const uint8_t *pixel;      /**< rows x features: each row an image, channel after channel, each
                                    row by row; features = channels x height x width; NULL: none */
    size_t channels, height, width; /**< of an image; 0 without pixels */
    const double *label;            /**< rows: -1 or +1 for two classes, 0, 1, 2 ... for more */
    size_t attributes;
    const lf_attribute *attribute;
    const char *const *feature; /**< names; NULL: a wide table whose file has none */
} lf_data;

/** Features up to which those without a name get one: a million names take longer to read than
 *  everything else that opening a table takes. */
enum { LF_DATA_NAMED = 1 << 16 };

/** One file of a data set. */
typedef struct lf_dataset_file {
    const char *path;   /**< below a folder of $LEVELFIELD_DATA or the cache: "libsvm/a9a.gz" */
    const char *url;    /**< where the publisher has it; NULL: nowhere, or only in the archive */
    const char *sha256; /**< of the uncompressed content; of an archive as it is; NULL: not known */
    const char *md5;    /**< of the uncompressed content, where no SHA-256 is known; NULL: neither,
                             the set then has a survey */
    const char *folder; /**< what the file unpacks to, which goes before it; NULL: no folder */
    const char *why;    /**< why it has no url, and where it is to be had; NULL: nothing to say */
    const struct lf_dataset_file *archive; /**< a .tar.gz that has it too, as the member `path`
                                                without .gz; NULL: none */
} lf_dataset_file;

/** A column's name and its categories, in the order of their codes. A continuous one has none. */
typedef struct {
    const char *name;
    size_t categories;
    const char *const *category;
} lf_categories;

/** An lf_categories out of a name and a static array of strings. */
#define LF_CATEGORIES(name, array)                                                                 \
    { (name), sizeof(array) / sizeof *(array), (array) }

/** What a generated set of any size is told: "click:rows=1000000+seed=2". */
typedef struct {
    size_t rows, fields, buckets, seed;
    char name[128]; /**< the set's with all four, in one form */
} lf_dataset_size;

typedef struct lf_builder lf_builder;

/** An entry of the catalogue. Its symbol is lf_dataset_<file name>. */
typedef struct lf_dataset {
    const char *name;
    const char *doc; /**< one line */
    const char *licence;
    const char *citation;
    const char *note;      /**< a warning every report shows ("leaks the outcome"); NULL: none */
    size_t rows, features; /**< as catalogued; a parse that disagrees is refused */
    size_t train_rows;
    unsigned version;             /**< of the parser: part of the cache key */
    const lf_dataset_file *files; /**< ended by {0}; none for generated sets */
    size_t train_files;           /**< with a format: so many come first and are the training part;
                                       0: there is no other */
    const char *format;           /**< of datasets/readers, in which the files are; NULL: parse
                                       reads them */
    size_t shape[3];              /**< with a format of images: channels, height, width */
    const lf_categories *attribute; /**< with a format: what its label bytes mean, the class first;
                                         ended by {0} */
    const void *recipe; /**< what a parse that several sets share is told of this one; see it */
    /** The recipe is of another size: *size <- what the words behind the colon say, beside it the
     *  standard; made->name, rows, features, train_rows and recipe <- of it. NULL: there is one
     * size. */
    lf_status (*sized)(const char *words, lf_dataset_size *size, struct lf_dataset *made);
    /** Fill the builder from the paths, one per file, each for lf_bytes_open; with a format, go on
     *  from the rows that its reader has filled in. */
    lf_status (*parse)(const char *const *paths, lf_builder *builder);
    /** For files that differ from copy to copy: found->rows and train_rows <- what these have;
     *  identity (LF_SHA256_TEXT) <- SHA-256 over their content, which the parse has to note as the
     *  checksum of paths[0]. NULL: the catalogue's counts and checksums hold. */
    lf_status (*survey)(const char *const *paths, struct lf_dataset *found, char *identity);
} lf_dataset;

/** Load a data set by catalogue name: from the binary cache if its key matches, else parsed (and
 *  cached when the cache can be written). LF_NOT_FOUND names the nearest entry, or says how to get
 *  the files. */
lf_status lf_data_open(const char *name, lf_data **data);
/** Give a table back; NULL is fine. */
void lf_data_close(lf_data *data);

/** The catalogue's entry, or NULL. What stands behind a colon is not looked at where it may be. */
const lf_dataset *lf_dataset_find(const char *name);
/** *made <- an entry, of the size that stands behind the colon of its name, if one does; `size` has
 *  to stay as long. LF_BAD_ARGUMENT says what is wrong with it. */
lf_status lf_dataset_resize(const lf_dataset *entry, const char *name, lf_dataset_size *size,
                            lf_dataset *made);
/** All entries, sorted by name. */
size_t lf_dataset_list(const lf_dataset *const **entries);

/** The attribute of that name; LF_NOT_FOUND lists those there are. */
lf_status lf_data_attribute(const lf_data *data, const char *name, const lf_attribute **attribute);

/** Is there an attribute of that name? */
bool lf_data_has(const lf_data *data, const char *attribute);

/** How rows are divided into a training part and the rest. */
typedef enum {
    LF_SPLIT_DEFAULT,  /**< official if there is one, else file */
    LF_SPLIT_OFFICIAL, /**< the publisher's training file against its test file */
    LF_SPLIT_FILE,     /**< the first ceil(fraction * rows) rows in file order */
    LF_SPLIT_RANDOM    /**< a seeded permutation, then as above */
} lf_split_kind;

/** train (rows) and rest (rows) <- row numbers, in increasing order; the counts go to *n_train and
 *  *n_rest. `fraction` in (0, 1), exact for a third or two thirds: ceil(rows * fraction - 1e-9). */
lf_status lf_data_split(const lf_data *data, lf_split_kind kind, double fraction, uint64_t seed,
                        uint32_t *train, size_t *n_train, uint32_t *rest, size_t *n_rest);
