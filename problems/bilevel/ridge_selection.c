/**
 * @file ridge_selection.c
 * @brief How much ridge each feature of a classifier gets, for the least loss on rows that do not
 *        train: choice of regularisation.
 *
 *     F(x) = mean over the upper rows of l(w*(x)),
 *     w*(x) = argmin_w (1/n) sum_j l(w; j) + 1/2 sum_k exp(x_k) w_k^2
 *
 * One exponent for each feature (shape=feature), or one for all (shape=one). l is logistic, of two
 * classes, or with classes=all the softmax cross-entropy, with an exponent for each class. A
 * constant 1 is the last feature, with a ridge like any other's. Rows that train are below, the
 * others above. x stays in a box: a useless feature would drive its x_k up without end, and without
 * a floor there is no lower bound exp(lo) of the lower curvature. Jxy is known without samples, and
 * is charged like any other.
 *
 * Source:    Dagreou, Ablin, Vaiter & Moreau 2022, arXiv:2201.13409, section 4; Pedregosa 2016,
 *            arXiv:1602.02355.
 * Deviation: the box, the start x = -4 and the constant feature are ours.
 */
#include <stdlib.h>

#include <levelfield/math.h>
#include <levelfield/vector.h>

#include "problems/bilevel/parts/class_levels.h"

/** The choices of `shape`; of `classes`. */
typedef enum { RIDGE_FEATURE, RIDGE_ONE } ridge_shape;
typedef enum { RIDGE_TWO, RIDGE_ALL } ridge_classes;

typedef struct {
    lf_task_params task;
    int shape, classes, standardise;
    double lo, hi, test;
} ridge_params;

typedef struct {
    lf_class_levels levels; /* must be first */
    bool plain;             /* features are as they are in the table */
    size_t each;            /* consecutive entries of w that share an exponent */
    double *x0;             /* d */
} ridge_state;

static lf_class_level ridge_at(const lf_class_levels *levels, const double *x) {
    const ridge_state *s = (const ridge_state *)levels;
    lf_class_level g = levels->lower;
    for (size_t j = 0; j < levels->d; j++) {
        const double ridge = lf_exp(x[j]);
        for (size_t k = 0; k < s->each; k++)
            levels->room->ridge[j * s->each + k] = ridge;
    }
    g.ridge = levels->room->ridge;
    return g;
}

/* Jxy q = e^x o w o q, dg/dx = e^x o w o w / 2, summed over entries with one exponent. */
static lf_status ridge_across(const lf_class_levels *levels, const lf_samples *samples, double a,
                              const double *x, const double *W, const double *q, double *out) {
    const size_t each = ((const ridge_state *)levels)->each;
    (void)samples;
    for (size_t j = 0; j < levels->d; j++, W += each) {
        const double along = q ? lf_vec_dot(each, W, q + j * each) : lf_vec_dot(each, W, W) / 2;
        out[j] += a * lf_exp(x[j]) * along;
    }
    return LF_OK;
}

static const lf_metric ridge_metrics[] = {LF_BILEVEL_METRICS, LF_CLASS_LEVELS_METRICS, {0}};

static lf_status ridge_init(void *state, const void *params, lf_problem_info *info) {
    ridge_state *s = state;
    lf_class_levels *levels = &s->levels;
    const ridge_params *p = params;
    if (!(p->lo < p->hi))
        return lf_fail(LF_BAD_ARGUMENT, "lo=%g and hi=%g are no box; set lo < hi", p->lo, p->hi);
    LF_TRY(lf_class_levels_open(levels,
                                &(lf_class_levels_params){.task = &p->task,
                                                          .held = p->test,
                                                          .standardise = p->standardise,
                                                          .intercept = true,
                                                          .one_score = p->classes == RIDGE_TWO}));
    const size_t n = levels->rows.model.dim;
    s->plain = !p->standardise && !levels->task.data->pixel;
    s->each = p->classes == RIDGE_ALL ? levels->rows.table.features : 1;
    if (p->shape == RIDGE_ONE) s->each = n;
    const size_t d = n / s->each;
    levels->at = ridge_at;
    levels->across = ridge_across;
    LF_TRY(lf_class_levels_describe(levels, d, ridge_metrics, info));
    s->x0 = malloc(d * sizeof *s->x0);
    if (!s->x0) return lf_fail(LF_NO_MEMORY, "no memory for %zu exponents", d);
    for (size_t j = 0; j < d; j++)
        s->x0[j] = fmax(p->lo, fmin(p->hi, -4));
    info->x0 = s->x0;
    info->domain = (lf_domain){.kind = LF_DOMAIN_BOX, .n = d, .lower = p->lo, .upper = p->hi};
    info->mu_y = lf_exp(p->lo);
    info->L_y = lf_class_smoothness(&levels->rows, &levels->lower) + lf_exp(p->hi);
    return LF_OK;
}

static void ridge_release(void *state) {
    free(((ridge_state *)state)->x0);
    lf_class_levels_release(state);
}

static lf_status ridge_certify(const lf_problem *problem, const double *x,
                               lf_lower_certificate *c) {
    const ridge_state *s = problem->state;
    *c = (lf_lower_certificate){.loss = s->levels.rows.model.outputs > 1 ? "one softmax"
                                                                         : "one logistic"};
    if (!s->plain) return lf_fail(LF_NOT_FOUND, "no certificate: features are not the table's");
    return lf_bilevel_certify(problem, x, c);
}

static const lf_param ridge_table[] = {
    LF_TASK_TABLE_OF(ridge_params, task, "words"),
    LF_CHOICE(ridge_params, shape, RIDGE_FEATURE, "feature|one",
              "an exponent for each feature, with classes=all for each class; or one for all"),
    LF_CHOICE(ridge_params, classes, RIDGE_TWO, "two|all",
              "one score for two classes, or a score for each"),
    LF_CHOICE(ridge_params, standardise, 0, "no|yes",
              "features: as they are, or with mean 0 and deviation 1"),
    LF_REAL(ridge_params, lo, -9, -50, 50, "least exponent"),
    LF_REAL(ridge_params, hi, 2, -50, 50, "largest exponent"),
    LF_REAL(ridge_params, test, 0, 0, 0.99,
            "share of the rows that do not train which the upper level does not see"),
    {0},
};

LF_PROBLEM(ridge_selection, ridge,
           .doc = "how much ridge each feature gets, for the least loss on rows that do not train",
           .source = "Dagreou, Ablin, Vaiter & Moreau 2022, arXiv:2201.13409, section 4",
           .views = 1u << LF_VIEW_BILEVEL, .metrics = ridge_metrics,
           .bilevel = &lf_class_levels_answers, .certify_lower = ridge_certify);
