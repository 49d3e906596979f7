/**
 * @file hinge_optimum.c
 * @brief Both recipes for x*, and their place in the cache.
 */
#include "problems/constrained/parts/hinge_optimum.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <levelfield/vector.h>

#include "base/sha256.h"
#include "problems/common/derived.h"
#include "problems/common/mean_loss.h"
#include "problems/constrained/parts/hinge_lp.h"

/* Largest distance between Phi(x*) and its lower bound, relative to Phi; but of separable rows,
 * where Phi is 0, relative to this, as losses are 1 less a margin and have the rounding of a 1. */
static const double optimum_gap = 1e-9, optimum_separable = 1e-5;

/* Phi and, if wanted, a subgradient of it on all samples. */
static lf_status optimum_phi(lf_scored *train, const double *x, double *phi, double *grad) {
    const double one = 1;
    const lf_samples all = {.n = train->samples, .per_stratum = &train->samples};
    return lf_mean_loss(train, LF_LOSS_HINGE, train->model->data->label, &all, x,
                        grad ? &one : NULL, phi, grad);
}

/* Full-batch subgradient method; `work` holds 2 dim numbers: x_k, then the subgradient. */
static lf_status optimum_descend(lf_scored *train, const lf_optimum_rule *rule, double *work,
                                 double *best) {
    const size_t d = train->model->dim;
    double *x = work, *grad = work + d, least = INFINITY;
    lf_vec_zero(d, x);
    for (size_t k = 0; k <= rule->last; k++) {
        double phi;
        lf_vec_zero(d, grad);
        LF_TRY(optimum_phi(train, x, &phi, grad));
        if (phi < least) {
            least = phi;
            lf_vec_copy(d, x, best);
        }
        /* no fused kernel here: the same bits on every CPU type */
        const double eta = rule->step / sqrt((double)k + 1);
        for (size_t i = 0; i < d; i++)
            x[i] -= eta * grad[i];
    }
    if (isfinite(least)) return LF_OK;
    return lf_fail(LF_DIVERGED, "x*: the hinge loss is not finite along its subgradient steps");
}

/* The linear program, believed only as far as its certificate goes. */
static lf_status optimum_solve(lf_scored *train, double *x) {
    double dual, phi;
    LF_TRY(lf_hinge_lp(train->model->data, train->samples, train->row, x, &dual));
    LF_TRY(optimum_phi(train, x, &phi, NULL));
    if (phi - dual <= optimum_gap * fmax(phi, optimum_separable)) return LF_OK;
    return lf_fail(LF_UNSUPPORTED,
                   "x*: the linear program left a gap of %.3g between Phi = %.12g and its bound",
                   phi - dual, phi);
}

/* What decides x*, in one text. */
static lf_status optimum_text(const lf_scored *train, const lf_optimum_rule *rule, char *text,
                              size_t size) {
    char rows[LF_SHA256_TEXT], recipe[96] = "exact";
    LF_TRY(lf_sha256_of(train->row, train->samples * sizeof *train->row, rows));
    if (rule->kind == LF_OPTIMUM_PAPER)
        snprintf(recipe, sizeof recipe, "paper step=%.17g last=%zu", rule->step, rule->last);
    snprintf(text, size, "hinge optimum\n%s\nmodel %s\ndata %s\nrows %s\n", recipe,
             train->model->is->name, train->model->data->sha256, rows);
    return LF_OK;
}

lf_status lf_hinge_optimum(lf_scored *train, const lf_optimum_rule *rule, double *x) {
    const size_t d = train->model->dim;
    const char *identity = train->model->data->sha256;
    char text[512];
    LF_TRY(optimum_text(train, rule, text, sizeof text));
    const bool cached = identity && identity[0];
    if (cached && lf_derived_read(text, d, x)) return LF_OK;
    if (rule->kind == LF_OPTIMUM_EXACT) {
        LF_TRY(optimum_solve(train, x));
    } else {
        double *work = malloc((2 * d + 1) * sizeof *work);
        if (!work) return lf_fail(LF_NO_MEMORY, "no memory for x*");
        const lf_status status = optimum_descend(train, rule, work, x);
        free(work);
        LF_TRY(status);
    }
    if (cached) lf_derived_write(text, d, x);
    return LF_OK;
}
