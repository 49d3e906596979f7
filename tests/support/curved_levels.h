/**
 * @file curved_levels.h
 * @brief Two lower levels on scalars x, y_i whose second derivatives depend on the point, so that a
 *        method that asks at a wrong point, or about a wrong batch, is found out.
 *
 *     f_i(x, y) = (y - c)^2/2 + r (x - 1)^2/2 + x y/2,   g_i(x, y) = a (y^4/12 + (1 + x^2/4) y^2/2)
 * - b x^2 y/2
 *
 * Sample k of level i has a, b, c, r of its own, 6 of each; Hyy = a (y^2 + 1 + x^2/4), Jxy = x (a
 * y/2
 * - b).
 */
#pragma once

#include "trial.h"

enum { CURVED_SAMPLES = 6, CURVED_LEVELS = 2 };

typedef struct {
    double a, b, c, r;
} curved_sample;

static inline curved_sample curved_at(size_t i, size_t k) {
    const double at = (double)k, level = (double)i;
    return (curved_sample){1 + 0.1 * at + 0.3 * level, 0.5 + 0.2 * at - 0.1 * level,
                           0.3 - 0.1 * at + 0.4 * level, 0.2 + 0.05 * at};
}

/** Means over the samples: all four are linear in the answers. */
static inline curved_sample curved_mean(const lf_samples *s) {
    curved_sample mean = {0, 0, 0, 0};
    for (size_t k = 0; k < s->n; k++) {
        const curved_sample one = curved_at(s->component, s->id ? s->id[k] : k);
        mean.a += one.a / (double)s->n;
        mean.b += one.b / (double)s->n;
        mean.c += one.c / (double)s->n;
        mean.r += one.r / (double)s->n;
    }
    return mean;
}

static inline lf_status curved_upper(void *state, const lf_samples *s, const double *x,
                                     const double *y, double *gx, double *gy) {
    const curved_sample at = curved_mean(s);
    (void)state;
    if (gx) *gx += at.r * (*x - 1) + *y / 2;
    if (gy) *gy += *y - at.c + *x / 2;
    return LF_OK;
}

static inline lf_status curved_lower(void *state, const lf_samples *s, const double *x,
                                     const double *y, double *gy) {
    const curved_sample at = curved_mean(s);
    (void)state;
    *gy += at.a * (pow(*y, 3) / 3 + (1 + *x * *x / 4) * *y) - at.b * *x * *x / 2;
    return LF_OK;
}

static inline lf_status curved_hvp(void *state, const lf_samples *s, const double *x,
                                   const double *y, const double *v, double *out) {
    (void)state;
    *out += curved_mean(s).a * (*y * *y + 1 + *x * *x / 4) * *v;
    return LF_OK;
}

static inline lf_status curved_jvp(void *state, const lf_samples *s, const double *x,
                                   const double *y, const double *q, double *out) {
    const curved_sample at = curved_mean(s);
    (void)state;
    *out += *x * (at.a * *y / 2 - at.b) * *q;
    return LF_OK;
}

static inline lf_status curved_lower_x(void *state, const lf_samples *s, const double *x,
                                       const double *y, double *gx) {
    const curved_sample at = curved_mean(s);
    (void)state;
    *gx += *x * *y * (at.a * *y / 4 - at.b);
    return LF_OK;
}

static inline lf_status curved_init(void *state, const void *params, lf_problem_info *info) {
    static const lf_component all[CURVED_LEVELS] = {
        {.outputs = 1, .samples = CURVED_SAMPLES, .strata = 1, .stratum = {CURVED_SAMPLES}},
        {.outputs = 1, .samples = CURVED_SAMPLES, .strata = 1, .stratum = {CURVED_SAMPLES}}};
    static const double x0 = 0.8;
    (void)state, (void)params;
    *info = (lf_problem_info){.dim = 1,
                              .role[LF_ROLE_UPPER] = {.count = CURVED_LEVELS, .component = all},
                              .role[LF_ROLE_LOWER] = {.count = CURVED_LEVELS, .component = all},
                              .domain = {.kind = LF_DOMAIN_BALL, .n = 1, .radius = 2},
                              .domain_y = {.kind = LF_DOMAIN_SPACE, .n = CURVED_LEVELS},
                              .x0 = &x0,
                              .n = CURVED_SAMPLES,
                              .mu_y = 0.5,
                              .L_y = 5,
                              .direct = true,
                              .data_name = "",
                              .data_sha256 = ""};
    return LF_OK;
}

static inline void curved_release(void *state) {
    (void)state;
}

static const lf_bilevel curved_answers = {.upper = curved_upper,
                                          .lower = curved_lower,
                                          .hvp = curved_hvp,
                                          .jvp = curved_jvp,
                                          .lower_x = curved_lower_x};

static const lf_problem_class curved_class = {.abi = LF_ABI,
                                              .name = "curved",
                                              .views = 1u << LF_VIEW_BILEVEL,
                                              .state_size = 1,
                                              .init = curved_init,
                                              .release = curved_release,
                                              .bilevel = &curved_answers};

static inline lf_status curved_tell_less(void *state, const void *params, lf_problem_info *info) {
    LF_TRY(curved_init(state, params, info));
    info->mu_y = info->L_y = 0;
    return LF_OK;
}

/** The same, which does not state its constants. */
static const lf_problem_class curved_unknown = {.abi = LF_ABI,
                                                .name = "curved_unknown",
                                                .views = 1u << LF_VIEW_BILEVEL,
                                                .state_size = 1,
                                                .init = curved_tell_less,
                                                .release = curved_release,
                                                .bilevel = &curved_answers};

/** What a batch says at (x, y): the answers that a method may ask for, as numbers. */
typedef struct {
    double gx, gy, w, H, V, across; /* across: dg/dx */
} curved_answer;

/** Asked on a twin of the run, from batches K of f_i and J of g_i; either may be NULL. */
static inline curved_answer curved_ask(trial *t, const lf_batch *K, const lf_batch *J, double x,
                                       double y) {
    curved_answer is = {0};
    const double one = 1;
    if (K) assert_ok(lf_oracle_upper_gradient(t->oracle, K, &x, &y, &is.gx, &is.gy));
    if (!J) return is;
    assert_ok(lf_oracle_lower_gradient(t->oracle, J, &x, &y, &is.w));
    assert_ok(lf_oracle_lower_hvp(t->oracle, J, &x, &y, &one, &is.H));
    assert_ok(lf_oracle_lower_jvp(t->oracle, J, &x, &y, &one, &is.V));
    assert_ok(lf_oracle_lower_gradient_x(t->oracle, J, &x, &y, &is.across));
    return is;
}

/** A run on it, from its x0, and a twin of the problem that draws the same batches. */
static inline trial *curved_start(const lf_algorithm *is, const char *set, trial **twin) {
    *twin = trial_problem_of(&curved_class, NULL, 3, "1e12");
    return trial_start_of(is, &curved_class, NULL, 3, set);
}

/** The next b samples of level i in this role. */
static inline lf_batch curved_draw(trial *t, lf_role role, size_t i, size_t b) {
    lf_batch batch;
    if (b >= CURVED_SAMPLES)
        assert_ok(lf_oracle_full(t->oracle, role, i, &batch));
    else
        assert_ok(lf_oracle_draw(t->oracle, role, i, b, &batch));
    return batch;
}

/** x after the projection. */
static inline double curved_project(double x) {
    return fmax(-2, fmin(2, x));
}

/** Where the run stands is (x, y). */
static inline void assert_curved(const trial *t, double x, const double *y) {
    const lf_point at = t->is->iterate(t->state);
    assert_near(*at.w, x, 1e-12);
    for (size_t i = 0; i < CURVED_LEVELS; i++)
        assert_near(at.y[i], y[i], 1e-12);
}

/** What a run has drawn and asked so far: upper samples and gradients; lower samples, gradients,
 *  hvp, jvp. */
static inline void assert_asked(const trial *t, const size_t want[6]) {
    static const char *const names[6] = {"samples.upper",  "gradient.upper", "samples.lower",
                                         "gradient.lower", "hvp.lower",      "jvp.lower"};
    for (size_t k = 0; k < 6; k++)
        assert_int_equal(trial_count(t, names[k]), want[k]);
}
