/* The proximal point behind prox: closed forms with kinks, curved inner functions, balls; a search
 * over a grid, and what is refused. */
#include "problems/common/prox_certificate.h"

#include "fixture_problem.h"
#include "trial.h"

enum { MOST = 3, D = 2 };

/* F(w) = (mu/2)|w - c|^2 + (1/n) sum f(<a_i, w> + b_i - (k/2)|w|^2) */
typedef struct {
    size_t n;
    double mu, c[D], a[MOST][D], b[MOST], k, rho_f;
    lf_outer f, identity;
    lf_domain X;
    lf_component inner[MOST], objective;
} curved;

static lf_status curved_init(void *state, const void *params, lf_problem_info *info) {
    curved *s = state;
    *s = *(const curved *)params;
    s->identity = (lf_outer){.kind = LF_OUTER_SUM, .p = 1, .scale = 1};
    s->objective = (lf_component){.outputs = 1, .outers = 1, .outer = &s->identity};
    for (size_t i = 0; i < s->n; i++)
        s->inner[i] = (lf_component){.outputs = s->f.p, .outers = 1, .outer = &s->f};
    info->dim = D;
    info->domain = s->X;
    info->role[LF_ROLE_OBJECTIVE] = (lf_components){1, &s->objective};
    info->role[LF_ROLE_INNER] = (lf_components){s->n, s->inner};
    info->rho_f = s->rho_f;
    info->rho_g = s->k;
    return LF_OK;
}

static size_t asked; /* questions since the last start of a measurement */

static lf_status curved_evaluate(void *state, const lf_samples *samples, const double *w,
                                 const double *y, double *g, double *grad) {
    const curved *s = state;
    const size_t i = samples->component;
    const bool inner = samples->role == LF_ROLE_INNER;
    double value = inner ? s->b[i] : 0;
    asked++;
    for (size_t t = 0; t < D; t++) {
        const double off = w[t] - s->c[t];
        value += inner ? s->a[i][t] * w[t] - s->k / 2 * w[t] * w[t] : s->mu / 2 * off * off;
        if (grad) grad[t] += *y * (inner ? s->a[i][t] - s->k * w[t] : s->mu * off);
    }
    if (g) *g = value;
    return LF_OK;
}

static const lf_problem_class curved_class = {.abi = LF_ABI,
                                              .name = "curved",
                                              .views = 1u << LF_VIEW_COMPOSITION,
                                              .state_size = sizeof(curved),
                                              .init = curved_init,
                                              .release = toy_release,
                                              .evaluate = curved_evaluate};

static curved hinge(double rho) {
    return (curved){.n = 1,
                    .a = {{1, 0}},
                    .f = {LF_OUTER_SUM, 1, 1, 0, 0, LF_PENALTY_HINGE, rho, 1},
                    .X = {.kind = LF_DOMAIN_SPACE, .n = D}};
}

static double prox_at(const curved *of, double w0, double w1) {
    double value = 0;
    const trial *t = trial_problem_of(&curved_class, of, 1, "1");
    asked = 0;
    assert_ok(lf_prox_measure(&t->problem, &(lf_point){.w = (double[]){w0, w1}}, &value));
    trial_teardown(NULL);
    return value;
}

/* value, to the accuracy that prox states */
static void is(const curved *of, double w0, double w1, double value) {
    assert_near(prox_at(of, w0, w1), value, 1e-3 * value + 1e-6);
}

/* 3 [w_0]_+ at the weight 1 of convex functions, and 3 |w_0| as the mean of two hinges. */
static void test_soft_threshold(void **unused) {
    (void)unused;
    curved s = hinge(3);
    is(&s, 5, 1, 3); /* what is 2 */
    is(&s, 2, 1, 2); /* what is 0: the kink holds it */
    is(&s, -1, 1, 0);
    is(&s, 0, 0, 0);
    s.n = 2;
    s.a[1][0] = -1;
    s.f.rho = 6;
    is(&s, 5, 1, 3);
    is(&s, -0.7, 1, 0.7);
    s.b[0] = s.b[1] = -1; /* 3 [|w_0| - 1]_+ */
    is(&s, -2.5, 0, 1.5);
    is(&s, 7, 0, 3);
}

/* |w - (2, 0)|^2 / 2 + 4 [w_0 - 1]_+: the kink at 1 takes the slope 3 of 4; of 2 it does not. */
static void test_objective(void **unused) {
    (void)unused;
    curved s = hinge(4);
    s.mu = 1;
    s.c[0] = 2;
    s.b[0] = -1;
    is(&s, 3, 1, hypot(2, 0.5));
    s.f.rho = 2; /* what_0 = (2 + 3 - 2) / 2 */
    is(&s, 3, 1, hypot(1.5, 0.5));
    s.f.rho = 0.5;
    is(&s, 3, 1, hypot(0.75, 0.5));
    s.f.scale = 4; /* 0.5 [4 w_0 - 1]_+, the kink at 1/4: what_0 = 3/2 */
    s.b[0] = -0.25;
    is(&s, 3, 1, hypot(1.5, 0.5));
    s.mu = -0.5; /* concave: 1/h = 2 rho_f; z_0 = 1/4 by the slope 1.25 + 1.125 of 8 */
    s.rho_f = 0.5;
    s.f.rho = 2;
    s.c[0] = 0;
    is(&s, 1.5, 0, 1.25);
}

/* 2 [1 - (k/2)|w|^2]_+ of k = 1.5: rho_F = 3 and 1/h = 6, so that what = 2 w inside, and not beyond
 * the circle. */
static void test_weakly_convex(void **unused) {
    (void)unused;
    const double edge = sqrt(2 / 1.5);
    curved s = hinge(2);
    s.a[0][0] = 0;
    s.b[0] = 1;
    s.k = 1.5;
    is(&s, 0.3, 0, 6 * 0.3);
    is(&s, 0.3, -0.4, 6 * 0.5);
    is(&s, 0.9, 0, 6 * (edge - 0.9));
    is(&s, 0, -1, 6 * (edge - 1));
    is(&s, 2, 0, 0);
    s.f.scale = 0.5; /* half of it, half as curved: 1/h = 3 */
    is(&s, 0.3, 0, 3 * 0.3);
}

/* rho [w_0]_+^2, its envelope's line and parabola, and [.]_+ with a level. */
static void test_other_functions(void **unused) {
    (void)unused;
    curved s = hinge(0.5);
    s.f.penalty = LF_PENALTY_SQUARED_HINGE;
    is(&s, 3, 1, 1.5);
    s.f.penalty = LF_PENALTY_SMOOTHED_HINGE; /* w^2/2 up to 1/2 */
    is(&s, 0.8, 1, 0.4);
    is(&s, 3, 1, 0.5);
    s.f = (lf_outer){LF_OUTER_HINGE, 1, 2, 0, .level = 0.5};
    is(&s, 1.5, 0, 1);
    is(&s, 4, 0, 2);
    s.f = (lf_outer){LF_OUTER_SUM, 1, 0.5, 0};
    is(&s, 4, 0, 0.5);
}

/* The middle between c and w, moved onto the ball or the box. */
static void test_domain(void **unused) {
    (void)unused;
    curved s = hinge(1);
    s.b[0] = -100;
    s.mu = 1;
    s.c[0] = 3;
    s.X = (lf_domain){.kind = LF_DOMAIN_BALL, .n = D, .radius = 1};
    const double norm = hypot(1.5, 0.25);
    is(&s, 0, 0.5, hypot(1.5 / norm, 0.5 - 0.25 / norm));
    s.X = (lf_domain){LF_DOMAIN_BOX, D, 0, -1, 1};
    is(&s, 0, 0.5, hypot(1, 0.25));
}

/* Slopes that move come to a kink's own soon; envelopes alone, of a lam ever smaller, take tens of
 * times as many questions. */
static void test_multipliers(void **unused) {
    (void)unused;
    curved s = hinge(10);
    s.mu = 1;
    s.n = 3;
    for (size_t i = 0; i < 3; i++) {
        s.a[i][0] = i == 0 ? 1 : 0.8;
        s.a[i][1] = i == 0 ? 0 : 1 - (double)i / 2;
    }
    s.c[0] = 2;
    s.c[1] = 1;
    prox_at(&s, 3, 2);
    assert_true(asked > 0 && asked < 2000);
    s = hinge(2000); /* where g_i hardly moves, slopes do not either, unless lam is cut */
    s.a[0][0] = 0.01;
    is(&s, 3, 0, 3);
    assert_true(asked < 4000);
}

/* Phi(z) of three hinges, for a search that halves its grid. */
static double phi(const curved *s, const double *w, const double *z) {
    double sum = 0;
    for (size_t t = 0; t < D; t++)
        sum += s->mu / 2 * (z[t] - s->c[t]) * (z[t] - s->c[t]) + (z[t] - w[t]) * (z[t] - w[t]) / 2;
    for (size_t i = 0; i < s->n; i++) {
        const double g = s->a[i][0] * z[0] + s->a[i][1] * z[1] + s->b[i];
        sum += s->f.rho * fmax(g, 0) / (double)s->n;
    }
    return sum;
}

static void test_grid(void **unused) {
    (void)unused;
    curved s = hinge(5);
    s.n = 3;
    s.mu = 0.3;
    s.c[1] = -1;
    for (uint64_t k = 0; k < 8; k++) {
        double numbers[11], best[D] = {0};
        table_point(40 + k, 11, 1, numbers);
        for (size_t i = 0; i < 3; i++) {
            s.a[i][0] = numbers[3 * i];
            s.a[i][1] = numbers[3 * i + 1];
            s.b[i] = numbers[3 * i + 2] / 2;
        }
        const double *w = numbers + 9;
        for (double cell = 0.4; cell > 1e-7; cell *= 0.7) {
            const double middle[D] = {best[0], best[1]};
            for (int i = -10; i <= 10; i++)
                for (int j = -10; j <= 10; j++) {
                    const double z[D] = {middle[0] + i * cell, middle[1] + j * cell};
                    if (phi(&s, w, z) < phi(&s, w, best)) lf_vec_copy(D, z, best);
                }
        }
        const double want = lf_vec_distance(D, w, best);
        assert_near(prox_at(&s, w[0], w[1]), want, 1e-3 * want + 1e-4);
    }
}

/* Constants that are not known, and functions of other kinds. */
static void test_refusals(void **unused) {
    (void)unused;
    curved s = hinge(1);
    double value = 0, w[D] = {0};
    for (size_t k = 0; k < 3; k++) {
        if (k == 0) s.rho_f = NAN;
        if (k == 1) s.f = (lf_outer){LF_OUTER_ABS, 1, 1, 0};
        if (k == 2) s.f = (lf_outer){LF_OUTER_GAP, 2, 1, 0};
        const trial *t = trial_problem_of(&curved_class, &s, 1, "1");
        assert_int_equal(lf_prox_measure(&t->problem, &(lf_point){.w = w}, &value), LF_UNSUPPORTED);
        assert_true(isnan(value));
        s.rho_f = 0;
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_soft_threshold), trial_test(test_objective),
        trial_test(test_weakly_convex),  trial_test(test_other_functions),
        trial_test(test_domain),         trial_test(test_multipliers),
        trial_test(test_grid),           trial_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
