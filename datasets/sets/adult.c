/**
 * @file adult.c
 * @brief UCI Adult from its raw files: adult.data (training) and adult.test.
 *
 * Features: 105, in the order of the file's columns. A continuous column is divided by the largest
 * value that it has in either file, so that zeros stay zeros and no column outweighs the others (as
 * they are, fnlwgt and capital-gain are a million times larger than a 0/1 feature); a categorical
 * one becomes a block of 0/1 features in the order of families/adult_columns.c: age, workclass (8),
 * fnlwgt, education (16), education-num, marital-status (7), occupation (14), relationship (6),
 * race (5), sex (2), capital-gain, capital-loss, hours-per-week, native-country (41). A missing
 * value, "?", sets none of its block.
 *
 * Labels: +1 earns over 50K.
 * Groups: sex, race.
 */
#include "datasets/families/adult_file.h"

/* Largest value of each continuous column, over both files: the publisher's, checked by a test. */
static const double adult_most[LF_ADULT_COLUMNS] = {
    [0] = 90, [2] = 1490400, [4] = 16, [10] = 99999, [11] = 4356, [12] = 99};

static lf_status adult_features(const lf_csv *csv, const lf_csv_field *field, lf_builder *builder) {
    uint32_t next = 0;
    double value;
    for (size_t j = 0; j < LF_ADULT_COLUMNS; j++) {
        const lf_categories *list = &lf_adult_column[j];
        if (list->categories > 0) {
            LF_TRY(lf_encode_block(csv, &field[j], list, next, builder));
            next += (uint32_t)list->categories;
        } else {
            LF_TRY(lf_csv_number(csv, &field[j], &value));
            LF_TRY(lf_builder_entry(builder, next++, value / adult_most[j]));
        }
    }
    return LF_OK;
}

static lf_status adult_parse(const char *const *paths, lf_builder *builder) {
    uint32_t next = 0;
    for (size_t j = 0; j < LF_ADULT_COLUMNS; j++)
        LF_TRY(lf_encode_names(&lf_adult_column[j], builder, &next));
    return lf_adult_read(paths, NULL, adult_features, builder);
}

const lf_dataset lf_dataset_adult = {
    .name = "adult",
    .doc = "UCI Adult with its continuous columns: does a person earn over 50K?",
    LF_ADULT_SET,
    .rows = LF_ADULT_TRAIN + LF_ADULT_TEST,
    .features = 105,
    .train_rows = LF_ADULT_TRAIN,
    .version = 2,
    .parse = adult_parse,
};
