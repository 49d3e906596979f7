/**
 * @file compas13.c
 * @brief COMPAS with the 13 features of a small model whose groups are race and sex.
 *
 * Features: 1, age standardised over all rows, log(1 + n) of priors_count, juv_fel_count,
 * juv_misd_count and juv_other_count, charge degree = F, sex = Male, age below 25, age above 45,
 * African-American, Caucasian, Hispanic.
 */
#include <string.h>

#include <levelfield/math.h>

#include "datasets/families/compas.h"
#include "datasets/table/scale.h"

enum { COMPAS13_FEATURES = 13, COMPAS13_AGE = 1 };

static const char *const compas13_name[COMPAS13_FEATURES] = {"intercept",
                                                             "age",
                                                             "log priors_count",
                                                             "log juv_fel_count",
                                                             "log juv_misd_count",
                                                             "log juv_other_count",
                                                             "c_charge_degree=F",
                                                             "sex=Male",
                                                             "age<25",
                                                             "age>45",
                                                             "race=African-American",
                                                             "race=Caucasian",
                                                             "race=Hispanic"};

static void compas13_features(const lf_compas_person *p, double *x) {
    const char *race = lf_compas_race.category[p->race];
    const double value[COMPAS13_FEATURES] = {1,
                                             p->age,
                                             lf_log1p(p->priors),
                                             lf_log1p(p->juv_fel),
                                             lf_log1p(p->juv_misd),
                                             lf_log1p(p->juv_other),
                                             (double)p->felony,
                                             (double)p->male,
                                             p->age<25, p->age> 45,
                                             strcmp(race, "African-American") == 0,
                                             strcmp(race, "Caucasian") == 0,
                                             strcmp(race, "Hispanic") == 0};
    memcpy(x, value, sizeof value);
}

static lf_status compas13_parse(const char *const *paths, lf_builder *builder) {
    for (size_t j = 0; j < COMPAS13_FEATURES; j++)
        LF_TRY(lf_builder_name(builder, j, "%s", compas13_name[j]));
    LF_TRY(lf_compas_read(paths[0], compas13_features, builder));
    lf_scale_standard(lf_builder_rows(builder), COMPAS13_FEATURES, lf_builder_dense(builder),
                      COMPAS13_AGE);
    return LF_OK;
}

const lf_dataset lf_dataset_compas13 = {
    .name = "compas13",
    .doc = "COMPAS, 13 features, for groups of race and sex: charged again in two years?",
    LF_COMPAS_SET,
    .rows = LF_COMPAS_ROWS,
    .features = COMPAS13_FEATURES,
    .version = 2,
    .parse = compas13_parse,
};
