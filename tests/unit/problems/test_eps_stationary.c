/* How far from stationary: numbers of another program, cases by hand, a search over a grid. */
#include "problems/common/eps_stationary.h"

#include "disc.h"

enum { FCCO_N = 32, FCCO_D = 8 };

/* F(w) = scale (|w - c|^2 / 2 + (1/n) sum 4 [<a_i, w> + b_i]_+) */
typedef struct {
    double scale;
    lf_outer hinge, identity;
    lf_component inner[FCCO_N], objective;
} fcco;

static double fcco_a(size_t i, size_t t) {
    return cos(1.7 * (double)(i + 1) * (double)(t + 1) + (double)t);
}

static double fcco_c(size_t t) {
    return cos((double)(t + 1));
}

static lf_status fcco_init(void *state, const void *params, lf_problem_info *info) {
    fcco *s = state;
    s->scale = *(const double *)params;
    s->identity = (lf_outer){.kind = LF_OUTER_SUM, .p = 1, .scale = s->scale};
    s->hinge = (lf_outer){
        .kind = LF_OUTER_SUM, .p = 1, .scale = 1, .penalty = LF_PENALTY_HINGE, .rho = 4 * s->scale};
    s->objective = (lf_component){.outputs = 1, .outers = 1, .outer = &s->identity};
    for (size_t i = 0; i < FCCO_N; i++)
        s->inner[i] = (lf_component){.outputs = 1, .outers = 1, .outer = &s->hinge};
    info->dim = FCCO_D;
    info->domain = (lf_domain){.kind = LF_DOMAIN_SPACE, .n = FCCO_D};
    info->role[LF_ROLE_OBJECTIVE] = (lf_components){1, &s->objective};
    info->role[LF_ROLE_INNER] = (lf_components){FCCO_N, s->inner};
    return LF_OK;
}

static lf_status fcco_evaluate(void *state, const lf_samples *samples, const double *w,
                               const double *y, double *g, double *grad) {
    (void)state;
    const size_t i = samples->component;
    const bool inner = samples->role == LF_ROLE_INNER;
    double value = inner ? 0.5 * sin(2.3 * (double)(i + 1)) - 0.2 : 0;
    for (size_t t = 0; t < FCCO_D; t++) {
        const double off = w[t] - fcco_c(t);
        value += inner ? fcco_a(i, t) * w[t] : off * off / 2;
        if (grad) grad[t] += y[0] * (inner ? fcco_a(i, t) : off);
    }
    if (g) g[0] = value;
    return LF_OK;
}

static const lf_problem_class fcco_class = {.abi = LF_ABI,
                                            .name = "fcco",
                                            .views = 1u << LF_VIEW_COMPOSITION,
                                            .state_size = sizeof(fcco),
                                            .init = fcco_init,
                                            .release = toy_release,
                                            .evaluate = fcco_evaluate};

static double eps_at(const lf_problem *problem, const double *w) {
    double eps = NAN, bound = NAN;
    assert_ok(lf_eps_measure(problem, &(lf_point){.w = w}, &eps));
    assert_ok(lf_eps_measure_bound(problem, &(lf_point){.w = w}, &bound));
    assert_true(eps <= bound * (1 + 1e-6) + 1e-8);
    return eps;
}

/* Points and numbers of the closed-form problem, worked out by another program. */
static void test_numbers(void **unused) {
    (void)unused;
    static const double best[FCCO_D] = {.3234111973, -.2652846282, -.5388763452, -.4294012867,
                                        .0712374883, .6945953005,  .5725803583,  .0531585960};
    double at[3][FCCO_D] = {{0}};
    static const double want[3] = {1.12402362, .60681397, .07199413};
    for (size_t t = 0; t < FCCO_D; t++) {
        at[1][t] = fcco_c(t);
        at[2][t] = best[t] + 0.01;
    }
    const double scale = 1;
    trial *s = trial_problem_of(&fcco_class, &scale, 1, "1");
    for (size_t k = 0; k < 3; k++) {
        double bound;
        const double eps = eps_at(&s->problem, at[k]);
        assert_near(eps, want[k], 2e-6 * want[k]);
        assert_ok(lf_eps_measure_bound(&s->problem, &(lf_point){.w = at[k]}, &bound));
        assert_true(bound < 2.5 * eps);
        for (double times = 0.25; times < 8; times *= 16) { /* F times a number */
            trial *other = trial_problem_of(&fcco_class, &times, 1, "1");
            const double scaled = eps_at(&other->problem, at[k]);
            assert_true(scaled >= fmin(1, times) * eps * (1 - 2e-6));
            assert_true(scaled <= fmax(1, times) * eps * (1 + 2e-6));
        }
    }
    assert_true(eps_at(&s->problem, best) <= 1e-7);
}

/* A composition of toys: the first component has outer functions f of (w_0, w_1). */
static trial *pair(lf_outer f, double pull, lf_domain X) {
    toy problem = {.dim = 2, .constraints = 1, .coupled = true, .domain = X};
    const size_t p = f.p;
    problem.objective.is = toy_shape(1, 2, 0, 1);
    problem.objective.outer[0] = (lf_outer){LF_OUTER_SUM, 1, 1, 0};
    toy_fill(&problem.objective, 0, 0, pull, 0, 0.1);
    problem.constraint[0].is = toy_shape(p, 4, 0, 1);
    problem.constraint[0].outer[0] = f;
    for (size_t j = 0; j < p; j++)
        toy_fill(&problem.constraint[0], j, j == 0, j == 1, 0, 0.2);
    return trial_problem(&problem, 1, "1");
}

static const lf_domain pair_free = {.kind = LF_DOMAIN_SPACE, .n = 2};

/* One kink: at the distance a its slope is all or nothing until eps = a. */
static void test_by_hand(void **unused) {
    (void)unused;
    const double w[2] = {0.3, 0};
    const lf_outer hinge = {LF_OUTER_SUM, 1, 1, 0, 0, LF_PENALTY_HINGE, 4, 0};
    lf_outer f = hinge;
    assert_near(eps_at(&pair(f, 0, pair_free)->problem, w), 0.3, 1e-6); /* the kink is reached */
    f.rho = 0.1;
    assert_near(eps_at(&pair(f, 0, pair_free)->problem, w), 0.1, 1e-6);   /* not worth it */
    assert_near(eps_at(&pair(f, 0.7, pair_free)->problem, w), 0.7, 1e-6); /* beyond the kink */
    assert_near(eps_at(&pair(f, 0.25, pair_free)->problem, w), hypot(0.25, 0.1), 1e-6);
    assert_near(eps_at(&pair(f, 0, pair_free)->problem, (double[]){-0.02, 0}), 0, 1e-9);
    f = (lf_outer){LF_OUTER_GAP, 2, 1, 0}; /* |w_0 - w_1| falls by sqrt(2) eps */
    assert_near(eps_at(&pair(f, 0, pair_free)->problem, w), 0.3 / sqrt(2), 1e-6);
    f = (lf_outer){LF_OUTER_ABS, 1, 3, 0};
    assert_near(eps_at(&pair(f, 0, pair_free)->problem, (double[]){-0.2, 1}), 0.2, 1e-6);
    f = (lf_outer){LF_OUTER_HINGE, 1, 2, 0, .level = 0.1};
    assert_near(eps_at(&pair(f, 0, pair_free)->problem, w), 0.2, 1e-6);
    /* 2 rho (w_0 - eps) = eps at 2 rho = 1 */
    f = (lf_outer){LF_OUTER_SUM, 1, 1, 0, 0, LF_PENALTY_SQUARED_HINGE, 0.5, 0};
    assert_near(eps_at(&pair(f, 0, pair_free)->problem, w), 0.15, 1e-6);
    f = (lf_outer){LF_OUTER_RATIO, 2, 1, 0}; /* -w_0/w_1 of slope (-1, 1/2) at (1/2, 1) */
    assert_near(eps_at(&pair(f, 0, pair_free)->problem, (double[]){0.5, 1}), hypot(1, 0.5), 1e-6);
}

/* A component with functions of one argument each: 3 |w_0 - 0|, 4 [w_1]_+. The nearer kink takes
 * its part of the gradient first, and a slope of 1/4 is less than the way to the other. */
static void test_two_functions(void **unused) {
    (void)unused;
    toy problem = {.dim = 2, .constraints = 1, .coupled = true, .domain = pair_free};
    problem.objective.is = toy_shape(1, 2, 0, 1);
    problem.objective.outer[0] = (lf_outer){LF_OUTER_SUM, 1, 1, 0};
    toy_fill(&problem.objective, 0, 0, 0, 0, 0.1);
    problem.constraint[0].is = toy_shape(2, 4, 0, 2);
    problem.constraint[0].outer[0] = (lf_outer){LF_OUTER_ABS, 1, 3, 0};
    problem.constraint[0].outer[1] =
        (lf_outer){LF_OUTER_SUM, 1, 1, 0, 0, LF_PENALTY_HINGE, 0.25, 0};
    toy_fill(&problem.constraint[0], 0, 1, 0, 0, 0.2);
    toy_fill(&problem.constraint[0], 1, 0, 1, 0, 0.2);
    const lf_problem *p = &trial_problem(&problem, 1, "1")->problem;
    assert_near(eps_at(p, (double[]){-0.1, 0.2}), 0.2, 1e-6);
    assert_near(eps_at(p, (double[]){-0.1, 0.9}), 0.25, 1e-6);
    assert_near(eps_at(p, (double[]){0.3, 0.2}), 0.3, 1e-6);
    assert_near(eps_at(p, (double[]){0, -5}), 0, 1e-8);
}

/* At the edge the normal takes what points outwards, and nothing that points inwards. */
static void test_ball(void **unused) {
    (void)unused;
    const lf_domain X = {LF_DOMAIN_BALL, 2, 0.5, 0, 0};
    const lf_outer f = {LF_OUTER_SUM, 1, 1, 0};
    assert_near(eps_at(&pair(f, 0.25, X)->problem, (double[]){-0.5, 0}), 0.25, 1e-6);
    assert_near(eps_at(&pair(f, 0.25, X)->problem, (double[]){0.5, 0}), hypot(1, 0.25), 1e-6);
    assert_near(eps_at(&pair(f, 0.25, X)->problem, (double[]){-0.4, 0}), hypot(1, 0.25), 1e-6);
    trial *t = pair(f, 0, (lf_domain){LF_DOMAIN_BOX, 2, 0, -1, 1});
    double value;
    assert_int_equal(lf_eps_measure(&t->problem, &(lf_point){.w = (double[]){0, 0}}, &value),
                     LF_UNSUPPORTED);
    const toy problem = toy_disc(0); /* no composition: no number */
    t = trial_problem(&problem, 1, "1");
    assert_ok(lf_eps_measure(&t->problem, &(lf_point){.w = (double[]){0, 0}}, &value));
    assert_true(isnan(value));
}

/* The least eps on a fine grid of (eps, y_1, y_2), of f = rho_1 [w_0 + w_1]_+ + rho_2 [w_0 - w_1]_+
 * with a pull on w_1: nothing of it is bisection or descent. */
static void test_grid(void **unused) {
    (void)unused;
    enum { FINE = 2000 };
    const double w[2] = {0.21, -0.1}, g[2] = {0.11, 0.31}, pull = 0.4, rho = 3;
    const double slope[2][2] = {{1, 1}, {1, -1}};
    toy problem = {.dim = 2, .constraints = 2, .coupled = true, .domain = pair_free};
    problem.objective.is = toy_shape(1, 2, 0, 1);
    problem.objective.outer[0] = (lf_outer){LF_OUTER_SUM, 1, 1, 0};
    toy_fill(&problem.objective, 0, 0, pull, 0, 0.1);
    for (size_t i = 0; i < 2; i++) {
        problem.constraint[i].is = toy_shape(1, 4, 0, 1);
        problem.constraint[i].outer[0] =
            (lf_outer){LF_OUTER_SUM, 1, 1, 0, 0, LF_PENALTY_HINGE, rho, 0};
        toy_fill(&problem.constraint[i], 0, slope[i][0], slope[i][1], 0, 0.2);
    }
    double least = INFINITY;
    for (size_t k = 0; k <= FINE; k++)
        for (size_t l = 0; l <= FINE; l++) {
            const double y[2] = {rho * (double)k / FINE, rho * (double)l / FINE};
            double G[2] = {0, pull}, away = 0;
            for (size_t i = 0; i < 2; i++) {
                lf_vec_axpy(2, y[i] / 2, slope[i], G);
                if (y[i] < rho) away = fmax(away, g[i]); /* t_i has to come to the kink */
            }
            least = fmin(least, fmax(away, lf_vec_norm(2, G)));
        }
    assert_near(eps_at(&trial_problem(&problem, 1, "1")->problem, w), least, 2 * rho / FINE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_numbers), trial_test(test_by_hand), trial_test(test_two_functions),
        trial_test(test_ball),    trial_test(test_grid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
