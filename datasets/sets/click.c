/**
 * @file click.c
 * @brief A generated click log: hashed one-hot rows by Zipf's law, of any size; it needs no files.
 *
 * Row i has one value in each field, all draws independent:
 *   k_f     of field f, from 1 to 2^m - 1 with m = 2 + f mod 20, with probability 1 / (m k), after
 *           rejection in proportion to 1 / k: Zipf's law with exponent 1
 *   column  of (f, k_f): a hash of both, below `buckets`; values that meet there are one entry of 1
 *   label   +1 with probability 1 / (1 + e^-z), z = -1 + the sum of the weights of its columns
 *   site    where it was shown, one of four alike: an attribute, for problems of groups
 * One column in 16 has a weight, -15/8 to 15/8 in steps of 1/4; the others are 0. The first four
 * fifths of the rows are the training part.
 *
 * Every number is that of its row alone, so the table's bits do not depend on how it is written.
 * Weights are eighths and draws are whole numbers: every machine makes the same bits.
 */
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "datasets/made/draws.h"
#include "datasets/table/builder.h"
#include "numeric/stream.h"

enum { CLICK_FIELDS = 256, CLICK_OCTAVES = 20, CLICK_SITES = 4 };
/* What the numbers of a stream are for, where it is not the field of a row. */
enum { CLICK_LABEL = 1000, CLICK_WEIGHT, CLICK_HASH };

/* k of a field: an octave by chance, a place in it by chance, kept with probability 2^octave / k.
 */
static uint64_t click_value(uint64_t seed, uint64_t row, size_t field) {
    for (uint64_t attempt = 0;; attempt++) {
        uint64_t bits[4];
        lf_stream_block(seed, LF_STREAM_DATA, row, field, attempt, bits);
        const unsigned octave = lf_stream_below(bits[0], 2 + field % CLICK_OCTAVES);
        const uint64_t least = (uint64_t)1 << octave, k = least + lf_stream_below(bits[1], least);
        if (lf_stream_below(bits[2], k) < least) return k;
    }
}

static double click_weight(uint64_t seed, uint32_t column) {
    uint64_t bits[4];
    lf_stream_block(seed, LF_STREAM_DATA, column, CLICK_WEIGHT, 0, bits);
    return lf_stream_below(bits[0], 16) > 0 ? 0 : (double)lf_stream_below(bits[1], 16) / 4 - 1.875;
}

/* Put a column in its place among n that go up; returns their number then. */
static size_t click_insert(uint32_t *column, size_t n, uint32_t new) {
    size_t at = n;
    while (at > 0 && column[at - 1] > new)
        at--;
    if (at > 0 && column[at - 1] == new) return n;
    memmove(column + at + 1, column + at, (n - at) * sizeof *column);
    column[at] = new;
    return n + 1;
}

static lf_status click_row(const lf_dataset_size *size, uint64_t row, lf_builder *builder) {
    uint32_t column[CLICK_FIELDS];
    uint64_t bits[4];
    size_t n = 0;
    double score = -1;
    for (size_t f = 0; f < size->fields; f++) {
        const uint64_t k = click_value(size->seed, row, f);
        lf_stream_block(size->seed, LF_STREAM_DATA, k, CLICK_HASH + f, 0, bits);
        n = click_insert(column, n, lf_stream_below(bits[0], size->buckets));
    }
    for (size_t j = 0; j < n; j++)
        score += click_weight(size->seed, column[j]);
    lf_stream_block(size->seed, LF_STREAM_DATA, row, CLICK_LABEL, 0, bits);
    LF_TRY(lf_builder_entries(builder, n, column, NULL));
    LF_TRY(lf_builder_code(builder, 0, row, lf_stream_below(bits[1], CLICK_SITES)));
    return lf_builder_row(builder, lf_stream_uniform(bits[0]) < lf_sigmoid_exact(score) ? 1 : -1);
}

static lf_status click_parse(const char *const *paths, lf_builder *builder) {
    static const char *const site[CLICK_SITES] = {"a", "b", "c", "d"};
    const lf_dataset_size *size = lf_builder_recipe(builder);
    (void)paths;
    LF_TRY(lf_builder_attribute(builder, "site", CLICK_SITES, site));
    for (uint64_t row = 0; row < size->rows; row++) {
        if (row == size->rows - size->rows / 5) lf_builder_end_training(builder);
        LF_TRY(click_row(size, row, builder));
    }
    return LF_OK;
}

/* One word "key=number" of those between '+'; bit k of *given: key k came before. */
static lf_status click_read(const char *word, size_t length, lf_dataset_size *size,
                            unsigned *given) {
    const struct {
        const char *key;
        size_t *to;
        double least, most;
    } known[] = {{"rows", &size->rows, 10, 4294967294.0},
                 {"fields", &size->fields, 1, CLICK_FIELDS},
                 {"buckets", &size->buckets, 2, 4294967295.0},
                 {"seed", &size->seed, 0, 4294967295.0}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        const size_t n = strlen(known[k].key);
        const char *end;
        double value;
        if (length <= n || strncmp(word, known[k].key, n) != 0 || word[n] != '=') continue;
        if (*given >> k & 1)
            return lf_fail(LF_BAD_ARGUMENT, "click: '%s' is given twice", known[k].key);
        *given |= 1u << k;
        if (lf_number_read(word + n + 1, &value, &end) != LF_NUMBER_FINE || end != word + length ||
            !(value >= known[k].least && value <= known[k].most) || value != (double)(size_t)value)
            return lf_fail(LF_BAD_ARGUMENT,
                           "click: %.*s, expected a whole number from %.0f to %.0f", (int)length,
                           word, known[k].least, known[k].most);
        *known[k].to = (size_t)value;
        return LF_OK;
    }
    return lf_fail(
        LF_BAD_ARGUMENT,
        "click: found \"%.*s\", expected rows=N, fields=N, buckets=N or seed=N, with '+' "
        "between them",
        (int)length, word);
}

enum { CLICK_STANDARD_ROWS = 20000, CLICK_STANDARD_BUCKETS = 1 << 17 };
static const lf_dataset_size click_standard = {
    .rows = CLICK_STANDARD_ROWS, .fields = 40, .buckets = CLICK_STANDARD_BUCKETS, .seed = 1};

static lf_status click_sized(const char *words, lf_dataset_size *size, lf_dataset *made) {
    unsigned given = 0;
    *size = click_standard;
    for (const char *at = words;; at++) {
        const size_t length = strcspn(at, "+");
        LF_TRY(click_read(at, length, size, &given));
        at += length;
        if (*at == '\0') break;
    }
    snprintf(size->name, sizeof size->name, "click:rows=%zu+fields=%zu+buckets=%zu+seed=%zu",
             size->rows, size->fields, size->buckets, size->seed);
    made->name = size->name;
    made->rows = size->rows;
    made->train_rows = size->rows - size->rows / 5;
    made->features = size->buckets;
    made->recipe = size;
    return LF_OK;
}

const lf_dataset lf_dataset_click = {
    .name = "click",
    .doc = "generated: a click log, sparse, of any size: click:rows=N+fields=N+buckets=N+seed=N",
    .licence = "that of Levelfield",
    .citation = "Levelfield, datasets/sets/click.c",
    .rows = CLICK_STANDARD_ROWS,
    .features = CLICK_STANDARD_BUCKETS,
    .train_rows = (size_t)CLICK_STANDARD_ROWS / 5 * 4,
    .version = 2,
    .recipe = &click_standard,
    .sized = click_sized,
    .parse = click_parse,
};
