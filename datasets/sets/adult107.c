/**
 * @file adult107.c
 * @brief UCI Adult as the experiments on ROC fairness prepare it: 107 standardised columns.
 *
 * Features: a one-hot block for each of the eight categorical columns, in the order of
 * families/adult_columns.c, where a missing value, "?", is the last category of workclass,
 * occupation and native-country; then age, education-num, capital-gain, capital-loss and
 * hours-per-week. fnlwgt is left out. Every column is standardised with mean and population
 * deviation over the training rows; one that is constant there is 0.
 *
 * Rows: numpy's permutation with seed 42 of adult.data; the rows at its first ceil(0.2 n) = 6,513
 * places were held back for validation and are left out here. The other 26,048, in file order, are
 * the training rows; then come those of adult.test. Groups: sex, race.
 *
 * Source: Chen, Wang, Yang, Lin & Yang 2025, arXiv:2506.02504, AUC with ROC fairness; the
 *         preparation is that of its released code.
 */
#include <stdlib.h>

#include "datasets/families/adult_file.h"
#include "datasets/made/draws.h"
#include "datasets/table/scale.h"

enum {
    ADULT107_FEATURES = 107,
    ADULT107_SKIPPED = 6513,
    ADULT107_TRAIN = LF_ADULT_TRAIN - ADULT107_SKIPPED
};

/* The continuous columns that are used, in this order after the blocks. */
static const size_t adult107_number[] = {0, 4, 10, 11, 12};
enum { ADULT107_NUMBERS = sizeof adult107_number / sizeof *adult107_number };

/* Columns of a block that have a category "?": workclass, occupation, native-country. */
static bool adult107_may_miss(size_t column) {
    return column == 1 || column == 6 || column == 13;
}

static lf_status adult107_block(const lf_csv *csv, const lf_csv_field *field, size_t column,
                                uint32_t *next, lf_builder *builder) {
    const lf_categories *list = &lf_adult_column[column];
    const uint32_t first = *next, categories = (uint32_t)list->categories;
    *next += categories + adult107_may_miss(column);
    if (!field->missing) return lf_encode_block(csv, field, list, first, builder);
    if (!adult107_may_miss(column)) return lf_csv_refuse(csv, field, "a category");
    return lf_builder_entry(builder, first + categories, 1);
}

static lf_status adult107_features(const lf_csv *csv, const lf_csv_field *field,
                                   lf_builder *builder) {
    uint32_t next = 0;
    for (size_t j = 0; j < LF_ADULT_COLUMNS; j++)
        if (lf_adult_column[j].categories > 0)
            LF_TRY(adult107_block(csv, &field[j], j, &next, builder));
    for (size_t k = 0; k < ADULT107_NUMBERS; k++) {
        double value;
        LF_TRY(lf_csv_number(csv, &field[adult107_number[k]], &value));
        LF_TRY(lf_builder_entry(builder, next++, value));
    }
    return LF_OK;
}

static lf_status adult107_names(lf_builder *builder) {
    uint32_t next = 0;
    for (size_t j = 0; j < LF_ADULT_COLUMNS; j++) {
        const lf_categories *list = &lf_adult_column[j];
        if (list->categories == 0) continue;
        LF_TRY(lf_encode_names(list, builder, &next));
        if (adult107_may_miss(j)) LF_TRY(lf_builder_name(builder, next++, "%s=?", list->name));
    }
    for (size_t k = 0; k < ADULT107_NUMBERS; k++)
        LF_TRY(lf_encode_names(&lf_adult_column[adult107_number[k]], builder, &next));
    return LF_OK;
}

static lf_status adult107_parse(const char *const *paths, lf_builder *builder) {
    LF_TRY(adult107_names(builder));
    lf_builder_set_dense(builder);
    uint32_t *order = malloc(LF_ADULT_TRAIN * sizeof *order);
    bool *skip = calloc(LF_ADULT_TRAIN, sizeof *skip);
    lf_status status = LF_OK;
    if (order && skip) {
        lf_numpy_permutation(42, LF_ADULT_TRAIN, order);
        for (size_t i = 0; i < ADULT107_SKIPPED; i++)
            skip[order[i]] = true;
        status = lf_adult_read(paths, skip, adult107_features, builder);
    } else
        status = lf_fail(LF_NO_MEMORY, "adult107: no memory for a permutation");
    free(order);
    free(skip);
    LF_TRY(status);
    const size_t rows = lf_builder_rows(builder);
    if (rows < ADULT107_TRAIN) return LF_OK; /* too short a file: refused by its rows */
    for (size_t j = 0; j < ADULT107_FEATURES; j++)
        lf_scale_standard_by(ADULT107_TRAIN, rows, ADULT107_FEATURES, lf_builder_dense(builder), j);
    return LF_OK;
}

const lf_dataset lf_dataset_adult107 = {
    .name = "adult107",
    .doc = "UCI Adult, 107 standardised columns, the split of experiments on ROC fairness",
    LF_ADULT_SET,
    .rows = ADULT107_TRAIN + LF_ADULT_TEST,
    .features = ADULT107_FEATURES,
    .train_rows = ADULT107_TRAIN,
    .version = 1,
    .parse = adult107_parse,
};
