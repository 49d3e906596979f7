/**
 * @file scad_optima.c
 * @brief The starts, in their order, and one descent after the other.
 */
#include "problems/constrained/parts/scad_optima.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <levelfield/vector.h>

#include "numeric/stream.h"
#include "problems/constrained/parts/hinge_optimum.h"

enum { OPTIMA_FEATURES = 10 };
static const double optima_spread = 3;

/* features (OPTIMA_FEATURES at most) <- those of largest |sum_j c_j z_j|, the largest first, of
 * equals the first; how many there are. pull has room for d. */
static size_t optima_features(const lf_scad_model *m, double *pull, size_t *feature) {
    size_t n = 0;
    lf_hinge_program_dual(&m->program, m->d, m->program.upper, pull);
    for (; n < OPTIMA_FEATURES && n < m->d; n++) {
        size_t best = 0;
        for (size_t i = 1; i < m->d; i++)
            if (fabs(pull[i]) > fabs(pull[best])) best = i;
        feature[n] = best;
        pull[best] = 0;
    }
    return n;
}

/* Random start number i. */
static void optima_random(uint64_t seed, size_t i, size_t d, lf_local_optimum *found) {
    uint64_t bits[4];
    lf_stream_block(seed, LF_STREAM_START, 1, i, 0, bits);
    const double spread = optima_spread * lf_stream_uniform(bits[0]);
    for (size_t j = 0; j < d; j++) {
        lf_stream_block(seed, LF_STREAM_START, 1, i, j + 1, bits);
        found->x[j] = spread * lf_stream_normal(bits[0], bits[1]);
    }
    snprintf(found->start, sizeof found->start, "random %zu", i + 1);
    found->random = true;
}

/* The problem's start number k. */
static lf_status optima_own(lf_scad_descent *of, lf_scored *train, size_t k, uint64_t seed,
                            lf_local_optimum *found) {
    static const lf_optimum_rule exact = {.kind = LF_OPTIMUM_EXACT};
    const size_t d = of->model.d;
    size_t feature[OPTIMA_FEATURES];
    const size_t n = optima_features(&of->model, found->x, feature);
    lf_vec_zero(d, found->x);
    if (k > 2 * n + 1) {
        optima_random(seed, k - 2 * n - 2, d, found);
    } else if (k == 2 * n + 1) {
        snprintf(found->start, sizeof found->start, "hinge minimiser");
        return lf_hinge_optimum(train, &exact, found->x);
    } else if (k > 0) {
        const size_t j = feature[(k - 1) / 2];
        found->x[j] = k % 2 ? 1 : -1;
        snprintf(found->start, sizeof found->start, "%ce_%zu", k % 2 ? '+' : '-', j + 1);
    } else {
        snprintf(found->start, sizeof found->start, "0");
    }
    return LF_OK;
}

lf_status lf_scad_optima(lf_scad_descent *of, lf_scored *train, const lf_starts *starts,
                         lf_local_optimum *found) {
    const size_t d = of->model.d, given = starts->given;
    for (size_t i = 0; i < given + starts->own; i++) {
        found[i].random = false;
        if (i < given) {
            lf_vec_copy(d, starts->x + i * d, found[i].x);
            snprintf(found[i].start, sizeof found[i].start, "given %zu", i + 1);
        } else {
            LF_TRY(optima_own(of, train, i - given, starts->seed, &found[i]));
        }
        LF_TRY(lf_scad_descent_run(of, &found[i]));
    }
    return LF_OK;
}
