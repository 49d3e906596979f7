/**
 * @file adult_file.c
 * @brief Labels, attributes and the walk through both files.
 */
#include "datasets/families/adult_file.h"

#include <string.h>

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

/* adult.test begins with "|1x3 Cross validator". */
static const lf_csv_format adult_format = {.blank_after = true,
                                           .comment = '|',
                                           .missing = "?",
                                           .names = adult_names,
                                           .columns = ADULT_FIELDS};

/* adult.test ends its labels in a dot. */
static const char *const adult_over[] = {">50K", ">50K."};
static const char *const adult_under[] = {"<=50K", "<=50K."};

#define ADULT_URL "https://archive.ics.uci.edu/ml/machine-learning-databases/adult/"
const lf_dataset_file lf_adult_files[] = {
    {"adult/adult.data.gz", ADULT_URL "adult.data",
     "5b00264637dbfec36bdeaab5676b0b309ff9eb788d63554ca0a249491c86603d"},
    {"adult/adult.test.gz", ADULT_URL "adult.test",
     "a2a9044bc167a35b2361efbabec64e89d69ce82d9790d2980119aac5fd7e9c05"},
    {0},
};

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

/* `skip` has room for LF_ADULT_TRAIN rows: a longer file is refused by the builder or here. */
static lf_status adult_rows(lf_csv *csv, const bool *skip, lf_adult_features features,
                            lf_builder *builder) {
    const lf_csv_field *field;
    double label;
    for (size_t row = 0;; row++) {
        LF_TRY(lf_csv_next(csv, &field));
        if (!field) return LF_OK;
        if (skip && row >= LF_ADULT_TRAIN)
            return lf_csv_refuse(csv, field, "the end of the file after 32561 rows");
        if (skip && skip[row]) continue;
        LF_TRY(features(csv, field, builder));
        LF_TRY(adult_attributes(csv, field, builder));
        LF_TRY(adult_label(csv, &field[ADULT_LABEL], &label));
        LF_TRY(lf_builder_row(builder, label));
    }
}

static lf_status adult_file(const char *path, const bool *skip, lf_adult_features features,
                            lf_builder *builder) {
    char hex[LF_SHA256_TEXT];
    lf_csv *csv;
    LF_TRY(lf_csv_open(path, &adult_format, &csv));
    lf_status status = adult_rows(csv, skip, features, builder);
    if (status == LF_OK) status = lf_csv_digest(csv, hex);
    if (status == LF_OK) status = lf_builder_source(builder, path, hex);
    lf_csv_close(csv);
    return status;
}

lf_status lf_adult_read(const char *const *paths, const bool *skip, lf_adult_features features,
                        lf_builder *builder) {
    const lf_categories *sex = &lf_adult_column[LF_ADULT_SEX];
    const lf_categories *race = &lf_adult_column[LF_ADULT_RACE];
    LF_TRY(lf_builder_attribute(builder, sex->name, sex->categories, sex->category));
    LF_TRY(lf_builder_attribute(builder, race->name, race->categories, race->category));
    LF_TRY(adult_file(paths[0], skip, features, builder));
    lf_builder_end_training(builder);
    return adult_file(paths[1], NULL, features, builder);
}
