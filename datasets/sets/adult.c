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
 * value, "?", sets none of its block. Labels:   +1 earns over 50K. Groups: sex, race.
 */
#include <string.h>

#include "datasets/families/adult_columns.h"

enum { ADULT_LABEL = LF_ADULT_COLUMNS, ADULT_FIELDS = LF_ADULT_COLUMNS + 1 };

/* The files have no header; these name the columns in messages. */
static const char *const adult_names[ADULT_FIELDS] = {"age",
                                                      "workclass",
                                                      "fnlwgt",
                                                      "education",
                                                      "education-num",
                                                      "marital-status",
                                                      "occupation",
                                                      "relationship",
                                                      "race",
                                                      "sex",
                                                      "capital-gain",
                                                      "capital-loss",
                                                      "hours-per-week",
                                                      "native-country",
                                                      "label"};

/* Largest value of each continuous column, over both files: the publisher's, checked by a test. */
static const double adult_most[LF_ADULT_COLUMNS] = {
    [0] = 90, [2] = 1490400, [4] = 16, [10] = 99999, [11] = 4356, [12] = 99};

/* adult.test begins with "|1x3 Cross validator". */
static const lf_csv_format adult_format = {.blank_after = true,
                                           .comment = '|',
                                           .missing = "?",
                                           .names = adult_names,
                                           .columns = ADULT_FIELDS};

/* adult.test ends its labels in a dot. */
static const char *const adult_over[] = {">50K", ">50K."};
static const char *const adult_under[] = {"<=50K", "<=50K."};

static lf_status adult_label(const lf_csv *csv, const lf_csv_field *field, double *label) {
    for (size_t k = 0; k < 2; k++) {
        *label = 1;
        if (strcmp(field->text, adult_over[k]) == 0) return LF_OK;
        *label = -1;
        if (strcmp(field->text, adult_under[k]) == 0) return LF_OK;
    }
    return lf_csv_refuse(csv, field, "\"<=50K\" or \">50K\"");
}

/* The attributes are not among the columns with missing values, so an unknown "?" is refused. */
static lf_status adult_attributes(const lf_csv *csv, const lf_csv_field *field,
                                  lf_builder *builder) {
    static const size_t column[] = {LF_ADULT_SEX, LF_ADULT_RACE};
    for (size_t a = 0; a < 2; a++) {
        size_t code;
        LF_TRY(lf_encode_code(csv, &field[column[a]], &lf_adult_column[column[a]], &code));
        LF_TRY(lf_builder_code(builder, a, lf_builder_rows(builder), code));
    }
    return LF_OK;
}

static lf_status adult_row(const lf_csv *csv, const lf_csv_field *field, lf_builder *builder) {
    uint32_t next = 0;
    double value, label;
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
    LF_TRY(adult_attributes(csv, field, builder));
    LF_TRY(adult_label(csv, &field[ADULT_LABEL], &label));
    return lf_builder_row(builder, label);
}

static lf_status adult_read(lf_csv *csv, const char *path, lf_builder *builder) {
    const lf_csv_field *field;
    char hex[LF_SHA256_TEXT];
    for (;;) {
        LF_TRY(lf_csv_next(csv, &field));
        if (!field) break;
        LF_TRY(adult_row(csv, field, builder));
    }
    LF_TRY(lf_csv_digest(csv, hex));
    return lf_builder_source(builder, path, hex);
}

static lf_status adult_parse(const char *const *paths, lf_builder *builder) {
    uint32_t next = 0;
    for (size_t j = 0; j < LF_ADULT_COLUMNS; j++)
        LF_TRY(lf_encode_names(&lf_adult_column[j], builder, &next));
    const lf_categories *sex = &lf_adult_column[LF_ADULT_SEX];
    const lf_categories *race = &lf_adult_column[LF_ADULT_RACE];
    LF_TRY(lf_builder_attribute(builder, sex->name, sex->categories, sex->category));
    LF_TRY(lf_builder_attribute(builder, race->name, race->categories, race->category));
    for (size_t k = 0; k < 2; k++) {
        lf_csv *csv;
        LF_TRY(lf_csv_open(paths[k], &adult_format, &csv));
        lf_status status = adult_read(csv, paths[k], builder);
        lf_csv_close(csv);
        LF_TRY(status);
        if (k == 0) lf_builder_end_training(builder);
    }
    return LF_OK;
}

#define ADULT_URL "https://archive.ics.uci.edu/ml/machine-learning-databases/adult/"
static const lf_dataset_file adult_files[] = {
    {"adult/adult.data.gz", ADULT_URL "adult.data",
     "5b00264637dbfec36bdeaab5676b0b309ff9eb788d63554ca0a249491c86603d"},
    {"adult/adult.test.gz", ADULT_URL "adult.test",
     "a2a9044bc167a35b2361efbabec64e89d69ce82d9790d2980119aac5fd7e9c05"},
    {0},
};

const lf_dataset lf_dataset_adult = {
    .name = "adult",
    .doc = "UCI Adult with its continuous columns: does a person earn over 50K?",
    .licence = "CC BY 4.0 (UCI)",
    .citation = "Kohavi, Scaling up the accuracy of naive-Bayes classifiers, KDD 1996",
    .rows = 48842,
    .features = 105,
    .train_rows = 32561,
    .version = 2,
    .files = adult_files,
    .parse = adult_parse,
};
