/**
 * @file libsvm_pair.c
 * @brief Names what the a* sets encode.
 *
 * The a* sets are UCI Adult with every column turned into a block of 0/1 features: a categorical
 * column into its categories, a continuous one into ranges. Comparing a9a with adult.data row by
 * row gives the blocks below; only the bounds of fnlwgt are not pinned down by the data.
 */
#include "datasets/families/libsvm_pair.h"

#include "datasets/families/adult_columns.h"
#include "datasets/readers/parts/encode.h"

static const char *const pair_age[] = {"17-25", "26-32", "33-40", "41-49", "50-90"};
static const char *const pair_fnlwgt[] = {"fifth-1", "fifth-2", "fifth-3", "fifth-4", "fifth-5"};
static const char *const pair_education_num[] = {"1-8", "9", "10", "11-12", "13-16"};
static const char *const pair_gain[] = {"none", "some"};
static const char *const pair_hours[] = {"1-34", "35-39", "40", "41-47", "48-99"};

/* The ranges of the continuous columns, at the columns' places in lf_adult_column. */
static const lf_categories pair_range[LF_ADULT_COLUMNS] = {
    [0] = LF_CATEGORIES("age", pair_age),
    [2] = LF_CATEGORIES("fnlwgt", pair_fnlwgt),
    [4] = LF_CATEGORIES("education-num", pair_education_num),
    [10] = LF_CATEGORIES("capital-gain", pair_gain),
    [11] = LF_CATEGORIES("capital-loss", pair_gain),
    [12] = LF_CATEGORIES("hours-per-week", pair_hours),
};

/* An attribute out of a block of 0/1 columns, exactly one of which is set in every row. */
static lf_status pair_add_attribute(lf_builder *builder, size_t number, const lf_categories *list,
                                    size_t first) {
    LF_TRY(lf_builder_attribute(builder, list->name, list->categories, list->category));
    for (size_t row = 0; row < lf_builder_rows(builder); row++) {
        size_t set = 0;
        for (size_t c = 0; c < list->categories; c++) {
            if (lf_builder_value(builder, row, first + c) == 0) continue;
            LF_TRY(lf_builder_code(builder, number, row, c));
            set++;
        }
        if (set != 1)
            return lf_fail(LF_BAD_INPUT,
                           "row %zu sets %zu of the columns %zu to %zu (%s), expected one", row + 1,
                           set, first + 1, first + list->categories, list->name);
    }
    return LF_OK;
}

/* `first` <- where each column's block begins. */
static lf_status pair_name_adult(lf_builder *builder, uint32_t first[LF_ADULT_COLUMNS]) {
    uint32_t next = 0;
    for (size_t j = 0; j < LF_ADULT_COLUMNS; j++) {
        bool ranges = lf_adult_column[j].categories == 0;
        first[j] = next;
        LF_TRY(lf_encode_names(ranges ? &pair_range[j] : &lf_adult_column[j], builder, &next));
    }
    LF_TRY(pair_add_attribute(builder, 0, &lf_adult_column[LF_ADULT_SEX], first[LF_ADULT_SEX]));
    return pair_add_attribute(builder, 1, &lf_adult_column[LF_ADULT_RACE], first[LF_ADULT_RACE]);
}

lf_status lf_libsvm_adult_parse(const char *const *paths, lf_builder *builder) {
    uint32_t first[LF_ADULT_COLUMNS];
    (void)paths;
    return pair_name_adult(builder, first);
}

/* Categories of race and marital-status: White; a spouse, civil or in the armed forces. */
enum { PAIR_WHITE = 0, PAIR_CIVIL = 0, PAIR_ARMED = 6 };
/* The attributes after sex and race. */
enum { PAIR_ATTRIBUTE_WHITE = 2, PAIR_ATTRIBUTE_MARRIED, PAIR_ATTRIBUTE_INCOME };

static const char *const pair_white[] = {"not white", "white"};
static const char *const pair_married[] = {"not married", "married"};
static const char *const pair_income[] = {"<=50K", ">50K"};

lf_status lf_libsvm_adult16_parse(const char *const *paths, lf_builder *builder) {
    uint32_t first[LF_ADULT_COLUMNS];
    (void)paths;
    LF_TRY(pair_name_adult(builder, first));
    LF_TRY(lf_builder_attribute(builder, "white", 2, pair_white));
    LF_TRY(lf_builder_attribute(builder, "married", 2, pair_married));
    LF_TRY(lf_builder_attribute(builder, "income", 2, pair_income));
    const size_t marital = first[LF_ADULT_MARITAL];
    for (size_t row = 0; row < lf_builder_rows(builder); row++) {
        const bool white = lf_builder_value(builder, row, first[LF_ADULT_RACE] + PAIR_WHITE) != 0;
        const bool married = lf_builder_value(builder, row, marital + PAIR_CIVIL) != 0 ||
                             lf_builder_value(builder, row, marital + PAIR_ARMED) != 0;
        LF_TRY(lf_builder_code(builder, PAIR_ATTRIBUTE_WHITE, row, white));
        LF_TRY(lf_builder_code(builder, PAIR_ATTRIBUTE_MARRIED, row, married));
        LF_TRY(lf_builder_code(builder, PAIR_ATTRIBUTE_INCOME, row,
                               lf_builder_label(builder, row) > 0));
    }
    return LF_OK;
}
