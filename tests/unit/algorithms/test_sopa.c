/* SOPA: numbers worked out elsewhere, the recursion on pairs of scores, SOX on full batches, a step
 * by hand with an objective, counts, resume, refusals, and that partial AUC grows. */
#include "coupled.h"
#include "partial_rows.h"
#include "scratch.h"

extern const lf_algorithm lf_algorithm_sopa, lf_algorithm_sox;
static const lf_algorithm *const sopa = &lf_algorithm_sopa;

enum { D = 64, ROWS = 4096 };

/* Thresholds at 1/2 and phi = 1/2: both rows have one pair above, so that s stays. */
static void test_numbers(void **unused) {
    (void)unused;
    static const double want[3] = {-3.993132321116240e-01, 2.084286937063335e-01,
                                   2.153167937464698e-02};
    partial_rows r = partial_example();
    double G[3];
    for (size_t i = 0; i < 2; i++)
        assert_near(partial_tail(&r, i, 0.5, 0.5), 1, 0);
    partial_four(&r, G);
    for (size_t j = 0; j < 3; j++)
        assert_near(G[j], want[j], 1e-12);
}

/* Momentum beta = 0.4 and decay, for the model alone; s_i moves when its row is drawn. */
static void test_recursion(void **unused) {
    (void)unused;
    enum { B1 = 8, B2 = 12, STEPS = 60 };
    const double phi = 0.3, eta_s = 0.05;
    partial_pair p = partial_start(sopa, "keep=0.1,form=cvar,max_fpr=0.3,margin=0.6",
                                   "eta=2,eta_s=0.05,B1=8,B2=12,beta=0.4,wd=0.01", 3);
    const size_t n = p.twin->problem.info.role[LF_ROLE_INNER].count;
    const size_t d = p.twin->problem.info.dim - n;
    assert_int_equal(p.twin->problem.info.auxiliary, n);
    double w[D] = {0}, v[D] = {0}, *s = calloc(n, sizeof *s);
    size_t above = 0, below = 0;
    for (size_t step = 0; step < STEPS; step++) {
        partial_rows r = {.margin = 0.6};
        double G[D] = {0}, mean[B1];
        partial_draw(p.twin, B1, B2, w, &r);
        for (size_t k = 0; k < B1; k++) {
            mean[k] = partial_tail(&r, k, s[r.S[k]], phi);
            above += mean[k] > 0;
            below += mean[k] < 1 / phi;
        }
        partial_back(p.twin, &r, w, G);
        for (size_t j = 0; j < d; j++) {
            v[j] = 0.6 * v[j] + 0.4 * (G[j] + 0.01 * w[j]);
            w[j] -= 2 * v[j];
        }
        for (size_t k = 0; k < B1; k++)
            s[r.S[k]] -= eta_s * (1 - mean[k]);
        const double *got = trial_steps(p.t, 1);
        for (size_t j = 0; j < d; j++)
            assert_near(got[j], w[j], 1e-10);
        for (size_t i = 0; i < n; i++)
            assert_near(got[d + i], s[i], 1e-12);
        assert_int_equal(trial_count(p.t, "samples.inner"), (step + 1) * B2);
        assert_int_equal(trial_count(p.t, "gradient.inner"), (step + 1) * B1 * B2);
        assert_int_equal(trial_count(p.t, "value.inner"), 0);
    }
    assert_true(above > 20 && below > 20);
    free(s);
    lf_parameters_free(&p.params);
}

/* On all negative rows and at eta_s = eta / B1 it is SOX, whose components have batches apart. */
static void test_sox(void **unused) {
    (void)unused;
    const char *problem = "keep=0.1,form=cvar,max_fpr=0.4";
    partial_pair a = partial_start(sopa, problem, "eta=0.8,eta_s=0.1,B1=8,B2=0,beta=1", 5);
    partial_pair b = partial_start(&lf_algorithm_sox, problem,
                                   "eta=0.8,B1=8,B2=0,beta=1,gam=0.5,start=first", 5);
    const size_t d = a.t->problem.info.dim;
    for (size_t step = 0; step < 30; step++) {
        const double *got = trial_steps(a.t, 1), *want = trial_steps(b.t, 1);
        for (size_t j = 0; j < d; j++)
            assert_near(got[j], want[j], 1e-12);
    }
    lf_parameters_free(&a.params);
    lf_parameters_free(&b.params);
}

/* Two of three components and an objective: the mean slope in w_0, the sum in the coordinate with a
 * step size of its own, the objective's once in both; then a step plan, and a ball. */
static void test_by_hand(void **unused) {
    (void)unused;
    toy problem = coupled_rows_linear(0);
    problem.regulariser = (lf_outer){LF_OUTER_SUM, 2, 0.5, 0};
    const double x0[2] = {0.3, 0.2};
    for (int ball = 0; ball < 2; ball++) {
        if (ball) problem.domain = (lf_domain){LF_DOMAIN_BALL, .n = 2, .radius = 0.4};
        trial *t = trial_start(sopa, &problem, 2, x0,
                               "eta=0.1,eta_s=0.3,beta=1,B1=2,B2=3,schedule=step,every=1,factor=0");
        trial *twin = trial_problem(&problem, 2, "1e12");
        size_t S[2];
        assert_ok(lf_oracle_components(twin->oracle, LF_ROLE_INNER, 2, S));
        double want[2];
        for (size_t j = 0; j < 2; j++) {
            const double sum = coupled_A[S[0]][j] + coupled_A[S[1]][j];
            const double own = x0[j] + (j ? 1 : -1) + 0.5;
            want[j] = x0[j] - (j ? 0.3 * (sum + own) : 0.1 * (sum / 2 + own));
        }
        const double norm = lf_vec_norm(2, want);
        if (ball) {
            assert_true(norm > 0.4);
            lf_vec_scale(2, 0.4 / norm, want);
        }
        for (size_t steps = 1; steps < 3; steps++) { /* the plan stops it after the first */
            const double *w = trial_steps(t, 1);
            for (size_t j = 0; j < 2; j++)
                assert_near(w[j], want[j], 1e-13);
        }
        assert_int_equal(trial_count(t, "gradient.objective"), 6);
    }
}

static void test_resumes(void **unused) {
    (void)unused;
    for (size_t before = 0; before < 5; before++) {
        const char *set = "B1=6,B2=5,update=adam";
        partial_pair a = partial_start(sopa, "keep=0.1,form=cvar", set, 7);
        partial_pair b = partial_start(sopa, "keep=0.1,form=cvar", set, 7);
        trial_steps(a.t, before);
        trial_assert_resumes(a.t, b.t, 10);
        trial_teardown(NULL);
        lf_parameters_free(&a.params);
        lf_parameters_free(&b.params);
    }
}

/* F on all rows. */
static double tail(const trial *t, const double *w) {
    const lf_components *all = &t->problem.info.role[LF_ROLE_INNER];
    double sum = 0, g;
    for (size_t i = 0; i < all->count; i++) {
        assert_ok(lf_problem_evaluate(&t->problem, LF_ROLE_INNER, i, w, NULL, &g, NULL));
        sum += g / (double)all->count;
    }
    return sum;
}

static void test_descends(void **unused) {
    (void)unused;
    partial_pair p = partial_start(sopa, "keep=0.3,form=cvar", "eta=0.01,update=adam", 2);
    double *x0 = calloc(p.t->problem.info.dim, sizeof *x0);
    const double from = tail(p.t, x0);
    const double pauc = problem_metric(&p.t->problem, "pauc_test", x0);
    const double *w = trial_steps(p.t, 600);
    assert_true(tail(p.t, w) < from - 0.1);
    const double now = problem_metric(&p.t->problem, "pauc_test", w);
    assert_true(isnan(pauc) || now > pauc + 0.1);
    free(x0);
    lf_parameters_free(&p.params);
}

static void test_refusals(void **unused) {
    (void)unused;
    toy apart = coupled_rows_linear(0), curved = coupled_rows_linear(0);
    toy none = coupled_rows_linear(0), always = coupled_rows_linear(0);
    apart.shared = false;
    curved.constraint[2].outer[0].penalty = LF_PENALTY_HINGE;
    none.auxiliary = 0;
    always.always = 1;
    const toy *const problems[] = {&apart, &curved, &none, &always};
    static const char *const says[] = {"share their samples", "form=cvar", "form=cvar",
                                       "share their samples"};
    const double x0[2] = {0};
    for (size_t k = 0; k < 4; k++) {
        trial *t = trial_prepare(sopa, problems[k], 1, "1e12", NULL, 1 << 20);
        assert_int_equal(trial_init(t, x0), LF_UNSUPPORTED);
        assert_non_null(strstr(lf_message(), says[k]));
    }
}

static int setup(void **state) {
    if (scratch_setup(state)) return -1;
    return setenv("XDG_CACHE_HOME", *state, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_numbers),  trial_test(test_recursion), trial_test(test_sox),
        trial_test(test_by_hand),  trial_test(test_resumes),   trial_test(test_descends),
        trial_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, setup, scratch_teardown);
}
