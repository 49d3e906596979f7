/**
 * @file compas16.c
 * @brief COMPAS with 16 features, none of them taken from the outcome.
 *
 * Features: 1 age, 2 priors_count, 3 juv_fel_count, 4 juv_misd_count, 5 juv_other_count, 6 sex =
 * Male, 7 charge degree = F, 8-10 age_cat, 11-16 race. 1-5 are standardised with the mean and
 * population deviation over all rows; the rest are 0 or 1. The two blocks each sum to 1.
 */
#include "datasets/families/compas.h"
#include "datasets/table/scale.h"

enum { COMPAS16_NUMBERS = 5, COMPAS16_FEATURES = 16 };

static const char *const compas16_name[] = {
    "age",      "priors_count",     "juv_fel_count", "juv_misd_count", "juv_other_count",
    "sex=Male", "c_charge_degree=F"};

static void compas16_features(const lf_compas_person *p, double *x) {
    const double number[] = {p->age,       p->priors,       p->juv_fel,       p->juv_misd,
                             p->juv_other, (double)p->male, (double)p->felony};
    for (size_t j = 0; j < 7; j++)
        x[j] = number[j];
    x[7 + p->age_cat] = 1;
    x[10 + p->race] = 1;
}

static lf_status compas16_parse(const char *const *paths, lf_builder *builder) {
    uint32_t next = 7;
    for (size_t j = 0; j < next; j++)
        LF_TRY(lf_builder_name(builder, j, "%s", compas16_name[j]));
    LF_TRY(lf_encode_names(&lf_compas_age_cat, builder, &next));
    LF_TRY(lf_encode_names(&lf_compas_race, builder, &next));
    LF_TRY(lf_compas_read(paths[0], compas16_features, builder));
    for (size_t j = 0; j < COMPAS16_NUMBERS; j++)
        lf_scale_standard(lf_builder_rows(builder), COMPAS16_FEATURES, lf_builder_dense(builder),
                          j);
    return LF_OK;
}

const lf_dataset lf_dataset_compas16 = {
    .name = "compas16",
    .doc = "COMPAS, 16 features known before the outcome: is a person charged again in two years?",
    LF_COMPAS_SET,
    .rows = LF_COMPAS_ROWS,
    .features = COMPAS16_FEATURES,
    .version = 2,
    .parse = compas16_parse,
};
