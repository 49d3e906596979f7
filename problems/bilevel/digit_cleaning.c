/**
 * @file digit_cleaning.c
 * @brief Weights of training rows of many classes, some of whose labels are wrong, for the least
 *        loss on clean rows: hyper-cleaning of MNIST.
 *
 *     F(p) = mean over the upper rows of CE(W*(p)),
 *     W*(p) = argmin_W (1/n) sum_j sigmoid(p_j) CE(W; x_j, y~_j) + reg |W|^2
 *
 * The first `rows` training rows are below, the next `validation` above, those that do not train
 * are held out; features are standardised by the rows below. corrupt=uniform: with probability rho
 * a label below is one of all classes, drawn evenly, so that some stay what they are.
 * corrupt=cyclic, for tests: row j = 0, 2, 4, ... has label y + 1 + (j/2 mod c - 1), mod c. Methods
 * that estimate matrices of second derivatives need (classes features)^2 numbers for one.
 *
 * Source:    Dagreou, Ablin, Vaiter & Moreau 2022, arXiv:2201.13409, section 4; Franceschi,
 *            Donini, Frasconi & Pontil 2017, arXiv:1703.01785.
 * Deviation: rows are taken in file order, where others draw them.
 */
#include <stdlib.h>

#include <levelfield/vector.h>

#include "datasets/made/draws.h"
#include "problems/bilevel/parts/class_levels.h"
#include "problems/bilevel/parts/flips.h"

/** The choices of `corrupt`. */
typedef enum { DIGIT_UNIFORM, DIGIT_CYCLIC } digit_corrupt;

typedef struct {
    lf_task_params task;
    size_t rows, validation, flip_seed;
    double rho, reg;
    int corrupt, standardise, intercept;
} digit_params;

typedef struct {
    lf_class_levels levels; /* must be first */
    lf_flips flips;
    double *x0; /* n */
} digit_state;

static lf_class_level digit_at(const lf_class_levels *levels, const double *x) {
    lf_class_level g = levels->lower;
    g.p = x;
    g.ridge = levels->room->ridge;
    return g;
}

/* A sample touches its own coordinate: Jxy q = psi'(p_j) dl_j(q), dg/dx = psi'(p_j) l_j. */
static lf_status digit_across(const lf_class_levels *levels, const lf_samples *samples, double a,
                              const double *x, const double *W, const double *q, double *out) {
    double *each = levels->room->each;
    LF_TRY(lf_class_each(&levels->rows, &levels->lower, samples, W, q, each));
    for (size_t k = 0; k < samples->n; k++) {
        const size_t j = samples->id ? samples->id[k] : k;
        const double slope = lf_logistic_derivatives(-x[j]).curvature;
        out[j] += a / (double)samples->n * slope * each[k];
    }
    return LF_OK;
}

static lf_status digit_corrupt_labels(digit_state *s, const digit_params *p) {
    const size_t n = s->levels.lower.n, c = s->levels.rows.model.outputs;
    double *label = s->levels.rows.label, *u = malloc(2 * n * sizeof *u);
    s->flips = (lf_flips){.at = calloc(n, sizeof *s->flips.at), .n = n};
    s->x0 = malloc(n * sizeof *s->x0);
    if (!u || !s->flips.at || !s->x0) {
        free(u);
        return lf_fail(LF_NO_MEMORY, "digit_cleaning: no memory for %zu labels", n);
    }
    lf_uniform_fill(p->flip_seed, 0, 0, 2 * n, u);
    for (size_t j = 0; j < n; j++) {
        const double own = label[j];
        if (p->corrupt == DIGIT_CYCLIC && j % 2 == 0)
            label[j] = (double)(((size_t)own + 1 + j / 2 % (c - 1)) % c);
        if (p->corrupt == DIGIT_UNIFORM && u[2 * j] < p->rho)
            label[j] = floor(u[2 * j + 1] * (double)c);
        s->flips.at[j] = label[j] != own;
        s->flips.many += s->flips.at[j];
        s->x0[j] = -2;
    }
    free(u);
    return LF_OK;
}

static lf_status digit_flipped(const lf_problem *problem, const lf_point *at, double *value) {
    *value = lf_flips_mean(&((const digit_state *)problem->state)->flips, true, false, at->w);
    return LF_OK;
}

static lf_status digit_clean(const lf_problem *problem, const lf_point *at, double *value) {
    *value = lf_flips_mean(&((const digit_state *)problem->state)->flips, false, false, at->w);
    return LF_OK;
}

static lf_status digit_AUC(const lf_problem *problem, const lf_point *at, double *value) {
    return lf_flips_auc(&((const digit_state *)problem->state)->flips, at->w, value);
}

static const lf_metric digit_metrics[] = {
    LF_BILEVEL_METRICS,
    LF_METRIC(digit, flipped, "mean weight of the rows whose label is not their own"),
    LF_METRIC(digit, clean, "mean weight of the rows with their own label",
              .higher_is_better = true),
    LF_METRIC(digit, AUC,
              "area under the ROC curve of -p_j as a detector of labels that are not their own",
              .higher_is_better = true),
    LF_CLASS_LEVELS_METRICS,
    {0},
};

static lf_status digit_init(void *state, const void *params, lf_problem_info *info) {
    digit_state *s = state;
    lf_class_levels *levels = &s->levels;
    const digit_params *p = params;
    LF_TRY(lf_class_levels_open(levels, &(lf_class_levels_params){.task = &p->task,
                                                                  .n_lower = p->rows,
                                                                  .n_upper = p->validation,
                                                                  .standardise = p->standardise,
                                                                  .intercept = p->intercept}));
    LF_TRY(digit_corrupt_labels(s, p));
    levels->at = digit_at;
    levels->across = digit_across;
    LF_TRY(lf_class_levels_describe(levels, levels->lower.n, digit_metrics, info));
    for (size_t k = 0; k < levels->rows.model.dim; k++)
        levels->room->ridge[k] = 2 * p->reg;
    info->x0 = s->x0;
    info->mu_y = 2 * p->reg;
    info->L_y = lf_class_smoothness(&levels->rows, &levels->lower) + 2 * p->reg;
    return LF_OK;
}

static void digit_release(void *state) {
    free(((digit_state *)state)->flips.at);
    free(((digit_state *)state)->x0);
    lf_class_levels_release(state);
}

static const lf_param digit_table[] = {
    LF_TASK_TABLE_OF(digit_params, task, "synthetic_small"),
    LF_COUNT(digit_params, rows, 0, 0, 1e9,
             "rows below; 0: all that train, but for those above [samples]"),
    LF_COUNT(digit_params, validation, 200, 1, 1e9, "rows above, the next ones [samples]"),
    LF_CHOICE(digit_params, corrupt, DIGIT_UNIFORM, "uniform|cyclic",
              "labels below: drawn anew with probability rho, or every other one moved on"),
    LF_REAL(digit_params, rho, 0.5, 0, 1, "uniform: probability that a label is drawn anew"),
    LF_COUNT(digit_params, flip_seed, 1, 0, 1e9, "seed of which labels, and what they become"),
    LF_REAL(digit_params, reg, 0.2, 1e-8, 1e3, "ridge of the lower level, without 1/2"),
    LF_CHOICE(digit_params, standardise, 1, "no|yes",
              "features: as they are, or with mean 0 and deviation 1 over the rows below"),
    LF_CHOICE(digit_params, intercept, 0, "no|yes", "a constant feature behind the others"),
    {0},
};

LF_PROBLEM(digit_cleaning, digit,
           .doc = "weights of training rows of many classes whose labels are wrong, for clean loss",
           .source = "Dagreou, Ablin, Vaiter & Moreau 2022, arXiv:2201.13409, section 4",
           .views = 1u << LF_VIEW_BILEVEL, .metrics = digit_metrics,
           .bilevel = &lf_class_levels_answers);
