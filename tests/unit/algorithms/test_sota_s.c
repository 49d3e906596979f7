/* SOTA-s: numbers worked out elsewhere, the recursion on pairs of scores, SOX and SOPA where they
 * coincide, a step by hand with an objective, counts, resume, refusals, descent. */
#include "coupled.h"
#include "partial_rows.h"
#include "scratch.h"

extern const lf_algorithm lf_algorithm_sota_s, lf_algorithm_sopa, lf_algorithm_sox;
static const lf_algorithm *const sota_s = &lf_algorithm_sota_s;

enum { D = 64 };

/* lam = 1/2, tau = 1, both weights 1/2, from u = W = 1. */
static void test_numbers(void **unused) {
    (void)unused;
    static const double want[3] = {-8.679659743518801e-01, 4.819252172963853e-01,
                                   -4.159325935619684e-03};
    static const double want_u[2] = {2.021844597704995, 2.330526081660865};
    partial_rows r = partial_example();
    double G[3], u[2], W = 0.5;
    for (size_t i = 0; i < 2; i++) {
        u[i] = 0.5 + 0.5 * partial_soft(&r, i, 0.5);
        assert_near(u[i], want_u[i], 1e-12);
        W += 0.5 * sqrt(u[i]) / 2;
    }
    assert_near(W, 1.237130471446286, 1e-12);
    for (size_t i = 0; i < 2; i++)
        for (size_t j = 0; j < 2; j++)
            r.q[i][j] *= pow(u[i], 0.5 - 1) / W;
    partial_four(&r, G);
    for (size_t j = 0; j < 3; j++)
        assert_near(G[j], want[j], 1e-12);
}

/* u, W and w beside the method, with momentum and decay; tau = 0: SOPA-s, no weights of rows. */
static void follow(const char *problem, double lam, double tau, double gam_W, bool zero) {
    enum { B1 = 8, B2 = 12, STEPS = 50 };
    const char *set =
        trial_text("eta=2,tau=%g,B1=8,B2=12,gam=0.3,gam_W=%g,beta=0.4,wd=0.01,start=%s", tau, gam_W,
                   zero ? "zero" : "first");
    partial_pair p = partial_start(sota_s, problem, set, 3);
    const size_t n = p.twin->problem.info.role[LF_ROLE_INNER].count, d = p.twin->problem.info.dim;
    double w[D] = {0}, v[D] = {0}, W = 0, *u = calloc(n, sizeof *u);
    size_t again = 0;
    for (size_t step = 0; step < STEPS; step++) {
        partial_rows r = {.margin = 0.6};
        double G[D] = {0}, mean = 0;
        partial_draw(p.twin, B1, B2, w, &r);
        for (size_t k = 0; k < B1; k++) {
            double *u_i = &u[r.S[k]];
            const double g = partial_soft(&r, k, lam), share = *u_i > 0 || zero ? 0.3 : 1;
            again += *u_i > 0;
            *u_i = (1 - share) * *u_i + share * g;
            mean += (tau > 0 ? pow(*u_i, lam / tau) : 1) / B1;
        }
        const double share = step > 0 || zero ? gam_W : 1;
        W = tau > 0 ? (1 - share) * W + share * mean : 1;
        for (size_t k = 0; k < B1; k++)
            for (size_t j = 0; j < B2; j++)
                r.q[k][j] *= (tau > 0 ? pow(u[r.S[k]], lam / tau - 1) : 1 / u[r.S[k]]) / W;
        partial_back(p.twin, &r, w, G);
        const double *got = trial_steps(p.t, 1);
        for (size_t j = 0; j < d; j++) {
            v[j] = 0.6 * v[j] + 0.4 * (G[j] + 0.01 * w[j]);
            w[j] -= 2 * v[j];
            assert_near(got[j], w[j], 1e-10);
        }
        assert_int_equal(trial_count(p.t, "samples.inner"), (step + 1) * B2);
        assert_int_equal(trial_count(p.t, "value.inner"), (step + 1) * B1 * B2);
        assert_int_equal(trial_count(p.t, "gradient.inner"), (step + 1) * B1 * B2);
    }
    assert_true(again > 20);
    free(u);
    lf_parameters_free(&p.params);
}

static void test_recursion(void **unused) {
    (void)unused;
    follow("keep=0.1,lam=0.5,margin=0.6", 0.5, 0.3, 0.4, false);
    follow("keep=0.1,lam=0.2,margin=0.6", 0.2, 1, 0.4, true);
    follow("keep=0.1,lam=0.5,margin=0.6", 0.5, 0, 0.4, false);
}

/* The points of two methods on the same draws, over some steps. */
static void same(const lf_algorithm *is, const char *problem, const char *set, const char *other,
                 const char *its, double tolerance) {
    partial_pair a = partial_start(sota_s, problem, set, 5);
    partial_pair b = partial_start(is, other, its, 5);
    for (size_t step = 0; step < 20; step++) {
        const double *got = trial_steps(a.t, 1), *want = trial_steps(b.t, 1);
        assert_true(lf_vec_norm(a.t->problem.info.dim, got) > 1e-4);
        for (size_t j = 0; j < a.t->problem.info.dim; j++)
            assert_near(got[j], want[j], tolerance);
    }
    trial_teardown(NULL);
    lf_parameters_free(&a.params);
    lf_parameters_free(&b.params);
}

/* tau = 0 on all negative rows is SOX at the new u, as is a large tau; a large lam makes pairs
 * weigh alike, as those of SOPA do with phi = 1 and thresholds of 0. */
static void test_equalities(void **unused) {
    (void)unused;
    const char *few = "keep=0.1,lam=0.5", *flat = "keep=0.1,lam=1e9";
    const char *sox = "eta=0.8,B1=8,B2=0,beta=1,gam=0.5,start=first,u=new";
    same(&lf_algorithm_sox, few, "eta=0.8,B1=8,B2=0,beta=1,gam=0.5,tau=0", few, sox, 1e-12);
    same(&lf_algorithm_sox, few, "eta=0.8,B1=8,B2=0,beta=1,gam=0.5,tau=1e9", few, sox, 1e-7);
    const char *pairs = "keep=0.1,form=cvar,max_fpr=1";
    same(&lf_algorithm_sopa, flat, "eta=0.5,B1=8,B2=6,beta=1,tau=0", pairs,
         "eta=0.5,eta_s=1e-300,B1=8,B2=6,beta=1", 1e-6);
}

/* All weights are p_i / W with W their mean: the gradient of tau log((1/n) sum exp(f_i / tau)) plus
 * the objective's, on all rows of the toy and gam = gam_W = 1; then projected. */
static void test_by_hand(void **unused) {
    (void)unused;
    toy problem = coupled_rows_alike(0);
    problem.regulariser = (lf_outer){LF_OUTER_SUM, 2, 0.5, 0};
    const double x0[2] = {0.3, 0.2}, taus[] = {1e-5, 0.7}; /* exp(f / 1e-5) is no double */
    trial *t = NULL;
    for (size_t k = 0; k < 2; k++) {
        double p[COUPLED_N], f[COUPLED_N], G[2] = {0}, W = 0, most = 0;
        for (size_t i = 0; i < COUPLED_N; i++) {
            f[i] = 2 * pow(fmax(coupled_inner(i, x0), 0), 2);
            most = fmax(most, f[i]);
        }
        assert_true(most > 0.01);
        for (size_t i = 0; i < COUPLED_N; i++)
            W += (p[i] = exp((f[i] - most) / taus[k])) / COUPLED_N;
        for (size_t i = 0; i < COUPLED_N; i++)
            lf_vec_axpy(2, p[i] / W * 4 * fmax(coupled_inner(i, x0), 0) / COUPLED_N, coupled_A[i],
                        G);
        t = trial_start(sota_s, &problem, 1, x0,
                        trial_text("eta=0.1,tau=%g,gam=1,gam_W=1,beta=1,B1=0,B2=0", taus[k]));
        const double *w = trial_steps(t, 1);
        for (size_t j = 0; j < 2; j++)
            assert_near(w[j], x0[j] - 0.1 * (G[j] + x0[j] + (j ? 1 : -1) + 0.5), 1e-13);
    }
    assert_int_equal(trial_count(t, "gradient.objective"), 16);
    assert_int_equal(trial_count(t, "value.inner"), COUPLED_N * COUPLED_N);
    problem.domain = (lf_domain){LF_DOMAIN_BALL, .n = 2, .radius = 0.2};
    t = trial_start(sota_s, &problem, 1, x0, "eta=1,beta=1");
    assert_near(lf_vec_norm(2, trial_steps(t, 1)), 0.2, 1e-15);
}

static void test_resumes(void **unused) {
    (void)unused;
    for (size_t before = 0; before < 5; before++) {
        const char *set = "B1=6,B2=5,update=adam,gam=0.5,gam_W=0.5,tau=0.5";
        partial_pair a = partial_start(sota_s, "keep=0.1", set, 7);
        partial_pair b = partial_start(sota_s, "keep=0.1", set, 7);
        trial_steps(a.t, before);
        trial_assert_resumes(a.t, b.t, 10);
        trial_teardown(NULL);
        lf_parameters_free(&a.params);
        lf_parameters_free(&b.params);
    }
}

static void test_descends(void **unused) {
    (void)unused;
    static const char *const sets[] = {"eta=0.01,update=adam,tau=0.5",
                                       "eta=0.01,update=adam,tau=0"};
    for (size_t k = 0; k < 2; k++) {
        partial_pair p = partial_start(sota_s, "keep=0.3,lam=0.3", sets[k], 2);
        const double w[D] = {0};
        const double from = problem_metric(&p.t->problem, "pauc_test", w);
        const double *now = trial_steps(p.t, 600);
        assert_true(problem_metric(&p.t->problem, "pauc_test", now) > from + 0.1);
        trial_teardown(NULL);
        lf_parameters_free(&p.params);
    }
}

/* gam_W = 1: W is this step's mean alone, however much larger the one before it was. */
static void test_small_tau(void **unused) {
    (void)unused;
    partial_pair p = partial_start(sota_s, "keep=0.1", "tau=5e-4,gam_W=1,B1=1,B2=8,eta=0.01", 5);
    assert_true(isfinite(lf_vec_norm(p.t->problem.info.dim, trial_steps(p.t, 100))));
    lf_parameters_free(&p.params);
}

static void test_refusals(void **unused) {
    (void)unused;
    toy apart = coupled_rows_alike(0), kinked = coupled_rows_alike(0);
    apart.shared = false;
    kinked.constraint[1].outer[0].penalty = LF_PENALTY_HINGE;
    const toy *const problems[] = {&apart, &kinked};
    static const char *const says[] = {"share their samples", "kink"};
    const double x0[2] = {0};
    for (size_t k = 0; k < 2; k++) {
        trial *t = trial_prepare(sota_s, problems[k], 1, "1e12", NULL, 1 << 20);
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
        trial_test(test_numbers),  trial_test(test_recursion), trial_test(test_equalities),
        trial_test(test_by_hand),  trial_test(test_resumes),   trial_test(test_descends),
        trial_test(test_refusals), trial_test(test_small_tau),
    };
    return cmocka_run_group_tests(tests, setup, scratch_teardown);
}
