/**
 * @file compas15.c
 * @brief COMPAS as the experiments on ROC fairness prepare it: 15 standardised columns.
 *
 * Features: age, juv_fel_count, decile_score, juv_misd_count, priors_count, v_decile_score, whole
 * days in jail, one-hot race (6) and charge degree (M, F). Every column is standardised with mean
 * and population deviation over the training rows. The outcome leaks into none of them: the scores
 * are those given at the screening; is_recid is no feature.
 *
 * Rows: numpy's permutation with seed 42 of the 6,172 rows; those at its first ceil(0.2 n) = 1,235
 * places are for tests. The others, in its order, are permuted once more with the same seed, and
 * the first ceil(0.2 n') = 988 were held back for validation and are left out here. So 3,949 rows,
 * in file order, are for training, and 1,235 for tests.
 *
 * Source:    Chen, Wang, Yang, Lin & Yang 2025, arXiv:2506.02504, AUC with ROC fairness; the
 *            preparation is that of its released code.
 * Deviation: that code reads compas-scores.csv (9,388 rows after the same filter, label is_recid,
 *            decile_score twice); this is compas-scores-two-years.csv with two_year_recid.
 */
#include <stdlib.h>

#include "datasets/families/compas.h"
#include "datasets/made/draws.h"
#include "datasets/table/scale.h"

enum {
    COMPAS15_FEATURES = 15,
    COMPAS15_NUMBERS = 7,
    COMPAS15_TEST = 1235,
    COMPAS15_SKIPPED = 988,
    COMPAS15_TRAIN = LF_COMPAS_ROWS - COMPAS15_TEST - COMPAS15_SKIPPED
};

static const char *const compas15_name[COMPAS15_NUMBERS] = {
    "age",          "juv_fel_count",  "decile_score", "juv_misd_count",
    "priors_count", "v_decile_score", "days in jail"};
static const char *const compas15_degree[] = {"M", "F"};
static const lf_categories compas15_degrees = LF_CATEGORIES("c_charge_degree", compas15_degree);

static void compas15_features(const lf_compas_person *p, double *x) {
    const double number[COMPAS15_NUMBERS] = {p->age,    p->juv_fel,  p->decile, p->juv_misd,
                                             p->priors, p->v_decile, p->jail};
    for (size_t j = 0; j < COMPAS15_NUMBERS; j++)
        x[j] = number[j];
    x[COMPAS15_NUMBERS + p->race] = 1;
    x[COMPAS15_NUMBERS + lf_compas_race.categories + p->felony] = 1;
}

/* place (LF_COMPAS_ROWS) <- where each row goes. */
static lf_status compas15_divide(uint8_t *place) {
    const size_t others = LF_COMPAS_ROWS - COMPAS15_TEST;
    uint32_t *order = malloc((LF_COMPAS_ROWS + others) * sizeof *order);
    if (!order) return lf_fail(LF_NO_MEMORY, "compas15: no memory for a permutation");
    uint32_t *again = order + LF_COMPAS_ROWS;
    lf_numpy_permutation(42, LF_COMPAS_ROWS, order);
    lf_numpy_permutation(42, others, again);
    for (size_t i = 0; i < COMPAS15_TEST; i++)
        place[order[i]] = LF_COMPAS_TEST;
    for (size_t i = 0; i < others; i++)
        place[order[COMPAS15_TEST + again[i]]] =
            i < COMPAS15_SKIPPED ? LF_COMPAS_NOWHERE : LF_COMPAS_TRAIN;
    free(order);
    return LF_OK;
}

static lf_status compas15_parse(const char *const *paths, lf_builder *builder) {
    uint8_t place[LF_COMPAS_ROWS];
    uint32_t next = COMPAS15_NUMBERS;
    for (size_t j = 0; j < COMPAS15_NUMBERS; j++)
        LF_TRY(lf_builder_name(builder, j, "%s", compas15_name[j]));
    LF_TRY(lf_encode_names(&lf_compas_race, builder, &next));
    LF_TRY(lf_encode_names(&compas15_degrees, builder, &next));
    LF_TRY(compas15_divide(place));
    LF_TRY(lf_compas_read_divided(paths[0], compas15_features, place, builder));
    const size_t rows = lf_builder_rows(builder);
    if (rows < COMPAS15_TRAIN) return LF_OK; /* too short a file: refused by its rows */
    for (size_t j = 0; j < COMPAS15_FEATURES; j++)
        lf_scale_standard_by(COMPAS15_TRAIN, rows, COMPAS15_FEATURES, lf_builder_dense(builder), j);
    return LF_OK;
}

const lf_dataset lf_dataset_compas15 = {
    .name = "compas15",
    .doc = "COMPAS for ROC fairness, 15 standardised columns; stands in for compas-scores.csv",
    LF_COMPAS_SET,
    .rows = COMPAS15_TRAIN + COMPAS15_TEST,
    .features = COMPAS15_FEATURES,
    .train_rows = COMPAS15_TRAIN,
    .version = 1,
    .parse = compas15_parse,
};
