/**
 * @file compas16leak.c
 * @brief COMPAS with 16 features of which one, is_recid, nearly is the label.
 *
 * Published figures on COMPAS are within reach only with a column like that; this set is for
 * comparing with them and for nothing else.
 * Features: 1 age, 2 charge degree = F, 3-8 race, 9-11 age_cat, 12 sex = Male, 13 priors_count,
 * 14 days_b_screening_arrest, 15 decile_score, 16 is_recid; each mapped onto [0, 1] over all rows.
 */
#include "datasets/families/compas.h"
#include "datasets/table/scale.h"

enum { LEAK_FEATURES = 16, LEAK_RACE = 2, LEAK_AGE_CAT = 8, LEAK_REST = 11 };

static const char *const leak_first[] = {"age", "c_charge_degree=F"};
static const char *const leak_rest[] = {"sex=Male", "priors_count", "days_b_screening_arrest",
                                        "decile_score", "is_recid"};

static void leak_features(const lf_compas_person *p, double *x) {
    const double rest[] = {(double)p->male, p->priors, p->days, p->decile, p->is_recid};
    x[0] = p->age;
    x[1] = (double)p->felony;
    x[LEAK_RACE + p->race] = 1;
    x[LEAK_AGE_CAT + p->age_cat] = 1;
    for (size_t j = 0; j < sizeof rest / sizeof *rest; j++)
        x[LEAK_REST + j] = rest[j];
}

static lf_status leak_parse(const char *const *paths, lf_builder *builder) {
    uint32_t next = LEAK_RACE;
    for (size_t j = 0; j < LEAK_RACE; j++)
        LF_TRY(lf_builder_name(builder, j, "%s", leak_first[j]));
    LF_TRY(lf_encode_names(&lf_compas_race, builder, &next));
    LF_TRY(lf_encode_names(&lf_compas_age_cat, builder, &next));
    for (size_t j = LEAK_REST; j < LEAK_FEATURES; j++)
        LF_TRY(lf_builder_name(builder, j, "%s", leak_rest[j - LEAK_REST]));
    LF_TRY(lf_compas_read(paths[0], leak_features, builder));
    for (size_t j = 0; j < LEAK_FEATURES; j++)
        lf_scale_range(lf_builder_rows(builder), LEAK_FEATURES, lf_builder_dense(builder), j);
    return LF_OK;
}

const lf_dataset lf_dataset_compas16leak = {
    .name = "compas16leak",
    .doc = "COMPAS, 16 features with is_recid among them: for comparison with published figures",
    LF_COMPAS_SET,
    .note = "leaks the outcome: the feature is_recid equals the label in all but 181 rows",
    .rows = LF_COMPAS_ROWS,
    .features = LEAK_FEATURES,
    .version = 2,
    .parse = leak_parse,
};
