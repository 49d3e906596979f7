/* ALEXR2: the golden trajectory, counts, limits, and what an outer step is made of. */
#include "coupled.h"
#include "trial.h"

extern const lf_algorithm lf_algorithm_alexr2;

/* Noiseless, all components a step. */
#define WHOLE "B0=0,B1=0,B2=0"
#define PLAIN "update=momentum,lam=0.1," WHOLE

/* argmin of g0 + (1/3) sum f_lam(g_i) for rho = 2, lam = 0.1, where g_1 alone is inside */
static const double limit[2] = {0.2741935484, -0.6129032258};

/* ALEXR2 with dual=u, lam = 0.1 and momentum by its printed lines, without noise and all components
 * a step. */
typedef struct {
    double eta, nu, gh, theta, wd, clip, alpha, beta;
    size_t K, k;
    double w[2], v[2], z[2], last[2], u[COUPLED_N];
    size_t clipped;
} printed;

static void printed_begin(printed *r, const double *x) {
    for (size_t j = 0; j < 2; j++)
        r->w[j] = r->z[j] = r->last[j] = x[j];
    for (size_t i = 0; i < COUPLED_N; i++)
        r->u[i] = coupled_inner(i, x);
}

/* w moves with the K-th inner step alone, and ALEXR then begins at w with its duals kept. */
static void printed_step(printed *r) {
    double G[2] = {r->z[0] - 1, r->z[1] + 1};
    for (size_t i = 0; i < COUPLED_N; i++) {
        const double now = coupled_inner(i, r->z), before = coupled_inner(i, r->last);
        r->u[i] = (1 - r->gh) * r->u[i] + r->gh * (now + r->theta * (now - before));
        lf_vec_axpy(2, fmin(fmax(r->u[i] / 0.1, 0), 2) / COUPLED_N, coupled_A[i], G);
    }
    const double cut = fmin(1, r->clip / lf_vec_norm(2, G));
    r->clipped += cut < 1;
    for (size_t j = 0; j < 2; j++) {
        const double z = r->z[j], kept = 1 - r->eta * r->wd;
        r->last[j] = z;
        r->z[j] = (z * kept / r->eta + r->w[j] / r->nu - cut * G[j]) / (1 / r->eta + 1 / r->nu);
    }
    if (++r->k % r->K != 0) return;
    for (size_t j = 0; j < 2; j++) {
        r->v[j] = (1 - r->beta) * r->v[j] + r->beta * (r->w[j] - r->z[j]) / r->nu;
        r->w[j] -= r->alpha * r->v[j];
        r->z[j] = r->last[j] = r->w[j];
    }
}

static void test_golden(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_HINGE, 0);
    const double u[COUPLED_N] = {0.1695842081, -0.4491904579, 0.6203545705};
    trial *t = trial_start(&lf_algorithm_alexr2, &problem, 1, coupled_origin,
                           PLAIN ",K=3,eta=0.2,nu=0.5,gam=4,theta=0.125,alpha=0.5,beta=0.5");
    printed r = {0.2, 0.5, 0.8, 0.125, 0, INFINITY, 0.5, 0.5, .K = 3};
    printed_begin(&r, coupled_origin);
    for (size_t k = 0; k < 9; k++)
        printed_step(&r);
    const double *w = trial_steps(t, 9);
    assert_near(w[0], 0.1240028699, 1e-9);
    assert_near(w[1], -0.3168554275, 1e-9);
    assert_near(lf_vec_distance(2, w, r.w), 0, 1e-12);
    for (size_t i = 0; i < COUPLED_N; i++)
        assert_near(r.u[i], u[i], 1e-9);
}

/* One outer step of K = 2, with theta, weight decay and clipping; a strong pull and a weak one. */
static void test_outer_step_by_hand(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_HINGE, 0);
    const double x[2] = {0.3, 0.1}, nu[] = {0.5, 4};
    for (size_t k = 0; k < 2; k++) {
        printed r = {0.2, nu[k], 0.8, 0.5, 0.3, 0.7, 0.25, 1, .K = 2};
        printed_begin(&r, x);
        printed_step(&r);
        printed_step(&r);
        assert_true(r.clipped > 0);
        trial *t =
            trial_start(&lf_algorithm_alexr2, &problem, 1, x,
                        trial_text(PLAIN ",K=2,eta=0.2,nu=%g,gam=4,theta=0.5,wd=0.3,clip=0.7,"
                                         "alpha=0.25,beta=1",
                                   nu[k]));
        const double *w = trial_steps(t, 2);
        for (size_t j = 0; j < 2; j++)
            assert_near(w[j], r.w[j], 1e-14);
    }
}

static void test_inner_and_outer_steps(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_HINGE, 0);
    trial *t = trial_start(&lf_algorithm_alexr2, &problem, 1, coupled_origin,
                           PLAIN ",K=4,eta=0.2,nu=0.5,gam=4,theta=0.5,alpha=0.25,beta=0.3");
    printed r = {0.2, 0.5, 0.8, 0.5, 0, INFINITY, 0.25, 0.3, .K = 4};
    double before[2] = {0, 0};
    printed_begin(&r, coupled_origin);
    for (size_t k = 1; k <= 12; k++) {
        const double u = r.u[0], *w = trial_steps(t, 1);
        printed_step(&r);
        assert_int_equal(w[0] != before[0], k % 4 == 0);
        assert_near(lf_vec_distance(2, w, r.w), 0, 1e-14);
        assert_true(k == 1 || r.u[0] != u);
        lf_vec_copy(2, w, before);
    }
}

/* 12 rows to start; with N = 2 * 4 a step draws 2N, asks 3N + N, with one batch N, 2N + N, and
 * theta = 0 asks N values less. A batch of all rows is one batch. The outer step is free. */
static void test_counts(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_HINGE, 0.1);
    const struct {
        const char *set;
        size_t first, samples, values, gradients;
    } cases[] = {
        {"B1=2,B2=4,batches=independent", 12, 16, 24, 8},
        {"B1=2,B2=4,batches=one", 12, 8, 16, 8},
        {"B1=2,B2=4,batches=independent,theta=0", 12, 16, 16, 8},
        {"B1=2,B2=4,batches=one,theta=0", 12, 8, 8, 8},
        {"B1=2,B2=4,batches=independent,start=zero,dual=prox", 0, 16, 24, 8},
        {"B1=3,B2=0,batches=independent", 40, 40, 80, 40},
        {"B1=8,B2=1,batches=independent", 3, 6, 9, 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *set = trial_text("K=3,B0=5,%s", cases[i].set);
        trial *t = trial_start(&lf_algorithm_alexr2, &problem, 1, coupled_origin, set);
        assert_int_equal(trial_count(t, "samples.inner"), cases[i].first);
        assert_int_equal(trial_count(t, "value.inner"), cases[i].first);
        for (size_t k = 1; k <= 7; k++) {
            trial_steps(t, 1);
            assert_int_equal(trial_count(t, "samples.inner"),
                             cases[i].first + k * cases[i].samples);
            assert_int_equal(trial_count(t, "value.inner"), cases[i].first + k * cases[i].values);
            assert_int_equal(trial_count(t, "gradient.inner"), k * cases[i].gradients);
            assert_int_equal(trial_count(t, "gradient.objective"), 5 * k);
            assert_int_equal(trial_count(t, "value.objective"), 0);
        }
    }
}

/* A component pays for its start when it is first drawn: one value of its batch, not two. */
static void test_counts_of_a_first_draw(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_HINGE, 0.1);
    trial *t =
        trial_start(&lf_algorithm_alexr2, &problem, 1, coupled_origin, "start=first,B1=3,B2=4");
    assert_int_equal(trial_count(t, "samples.inner"), 0);
    trial_steps(t, 1);
    assert_int_equal(trial_count(t, "value.inner"), 2 * 12);
    trial_steps(t, 1);
    assert_int_equal(trial_count(t, "value.inner"), 2 * 12 + 3 * 12);
}

static double smoothed(double g) {
    return fmin(fmax(g / 0.1, 0), 2);
}

/* Both dual forms, both kinds of outer step, with and without extrapolation. */
static void test_reaches_the_minimiser(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_HINGE, 0);
    static const char *const sets[] = {
        "dual=u,alpha=0.1,nu=0.5,beta=0.5",
        "dual=prox,alpha=0.1,nu=0.5,beta=0.5",
        "dual=u,alpha=0.4,nu=0.5,beta=1,theta=0,K=20,eta=0.05",
        "dual=u,alpha=0.02,nu=0.1,beta=0.5,update=adam,schedule=linear,horizon=4000",
    };
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        const char *set = trial_text(PLAIN ",%s", sets[i]);
        if (i == 3) set = trial_text("lam=0.1," WHOLE ",%s", sets[i]);
        trial *t = trial_start(&lf_algorithm_alexr2, &problem, 1, coupled_origin, set);
        const double *w = trial_steps(t, 20000);
        double grad[2];
        coupled_gradient(w, smoothed, grad);
        assert_true(lf_vec_norm(2, grad) < 1e-8);
        assert_near(w[0], limit[0], 1e-8);
        assert_near(w[1], limit[1], 1e-8);
    }
}

/* While no u_i leaves (0, lam rho) the two dual forms give the same run, and else not. */
static void test_dual_forms_on_the_way(void **unused) {
    (void)unused;
    toy problem = coupled_toy(LF_PENALTY_HINGE, 0);
    for (size_t i = 0; i < COUPLED_N; i++)
        problem.constraint[i].outer[0].shift = -1; /* f = 2 [g_i + 1]_+: inside for a large lam */
    for (size_t wide = 0; wide < 2; wide++) {
        const double *w[2];
        for (size_t form = 0; form < 2; form++) {
            const char *set =
                trial_text("lam=%g,update=momentum," WHOLE ",eta=0.1,nu=0.5,alpha=0.2,dual=%s",
                           wide ? 2.0 : 0.2, form ? "prox" : "u");
            trial *t = trial_start(&lf_algorithm_alexr2, &problem, 1, coupled_origin, set);
            w[form] = trial_steps(t, 60);
        }
        if (wide)
            assert_near(lf_vec_distance(2, w[0], w[1]), 0, 1e-12);
        else
            assert_true(lf_vec_distance(2, w[0], w[1]) > 1e-6);
    }
}

/* lam = 0 on a problem that states the smoothing itself is the same method. */
static void test_smoothing_by_the_problem(void **unused) {
    (void)unused;
    const toy hinge = coupled_toy(LF_PENALTY_HINGE, 0.1);
    const toy smooth = coupled_toy(LF_PENALTY_SMOOTHED_HINGE, 0.1); /* of lambda = 0.1 */
    trial *a = trial_start(&lf_algorithm_alexr2, &hinge, 1, coupled_origin, "lam=0.1,B2=4");
    trial *b = trial_start(&lf_algorithm_alexr2, &smooth, 1, coupled_origin, "lam=0,B2=4");
    const double *w = trial_steps(a, 100), *v = trial_steps(b, 100);
    assert_near(lf_vec_distance(2, w, v), 0, 1e-12);
}

/* Samples of components and rows, alpha going to 0: near the minimiser, which is 0.67 away. */
static void test_with_noise(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_HINGE, 0.1);
    for (size_t i = 0; i < 4; i++) {
        const char *set =
            trial_text("lam=0.1,B0=8,B1=2,B2=4,eta=0.01,nu=0.5,alpha=0.01,dual=%s,batches=%s,"
                       "schedule=linear,horizon=8000",
                       i % 2 ? "prox" : "u", i / 2 ? "one" : "independent");
        trial *t = trial_start(&lf_algorithm_alexr2, &problem, 5 + i, coupled_origin, set);
        const double *w = trial_steps(t, 40000);
        assert_true(lf_vec_distance(2, w, limit) < 0.05);
    }
}

static void test_random_output(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_HINGE, 0);
    const char *set = PLAIN ",K=2,output=random";
    double seen[40][2];
    size_t kinds = 0;
    trial *last = trial_start(&lf_algorithm_alexr2, &problem, 1, coupled_origin, PLAIN ",K=2");
    double path[11][2] = {{0, 0}};
    for (size_t t = 1; t < 11; t++)
        lf_vec_copy(2, trial_steps(last, 2), path[t]);
    for (uint64_t seed = 0; seed < 40; seed++) {
        trial *t = trial_start(&lf_algorithm_alexr2, &problem, seed, coupled_origin, set);
        const double *w = trial_steps(t, 20);
        size_t at = 0;
        while (at < 10 && lf_vec_distance(2, path[at], w) > 1e-15)
            at++;
        assert_true(at < 10); /* one of w_0 .. w_9 */
        size_t k = 0;
        while (k < kinds && lf_vec_distance(2, seen[k], w) > 1e-15)
            k++;
        if (k == kinds) lf_vec_copy(2, w, seen[kinds++]);
    }
    assert_true(kinds > 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_golden),
        trial_test(test_outer_step_by_hand),
        trial_test(test_inner_and_outer_steps),
        trial_test(test_counts),
        trial_test(test_counts_of_a_first_draw),
        trial_test(test_reaches_the_minimiser),
        trial_test(test_dual_forms_on_the_way),
        trial_test(test_smoothing_by_the_problem),
        trial_test(test_with_noise),
        trial_test(test_random_output),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
