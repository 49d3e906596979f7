/* AdaCVaR: both projections against a search, steps beside a recursion, what it becomes, the worst
 * share, counts, resume. */
#include "circle.h"

extern const lf_algorithm lf_algorithm_adacvar;
static const lf_algorithm *const adacvar = &lf_algorithm_adacvar;

/* p of ln lam (3) with sum k, by halving alone. */
static void search(bool kl, const double *la, double k, double *p) {
    double low = -1e4, high = 1e4;
    for (int j = 0; j < 200; j++) {
        const double nu = (low + high) / 2;
        double sum = 0;
        for (size_t i = 0; i < 3; i++) {
            p[i] = kl ? fmin(1, exp(la[i] + nu)) : 1 / (1 + exp(-la[i] - nu));
            sum += p[i];
        }
        *(sum < k ? &low : &high) = nu;
    }
}

static size_t pick(const double *p, double u) {
    const double at = u * (p[0] + p[1] + p[2]);
    return at < p[0] ? 0 : at < p[0] + p[1] ? 1 : 2;
}

/* The recursion written down again with the method's stream: both halves from the old (w, p), a
 * group that comes twice moves twice by its old p, momentum, the mean weighed by the plan. */
static void follow(bool kl, double r, double eta_q, double lmax) {
    toy problem = toy_circle(0);
    problem.regulariser = (lf_outer){.kind = LF_OUTER_SUM, .p = 2, .scale = 0.1};
    const double k = fmax(1, 3 * r);
    double w[2] = {1.5, -1}, v[2] = {0}, la[3] = {0}, p[3], sum[2] = {0}, weight = 0;
    const char *set = trial_text("r=%.17g,eta_q=%.17g,lmax=%.17g,eta=0.2,beta=0.5,B1=2,B2=3,"
                                 "schedule=step,every=10,factor=0.5,projection=%s",
                                 r, eta_q, lmax, kl ? "kl" : "fermi");
    trial *t = trial_start(adacvar, &problem, 3, w, set);
    trial *stream = trial_problem(&problem, 3, "1e12");
    search(kl, la, k, p);
    for (size_t n = 0; n < 40; n++) {
        const double eta = 0.2 * pow(0.5, (double)(n / 10));
        double G[2] = {0}, loss[2];
        size_t drawn[2];
        for (size_t j = 0; j < 2; j++) {
            drawn[j] = pick(p, lf_oracle_uniform(stream->oracle));
            loss[j] = circle_risk(drawn[j], w, circle_flat);
            circle_add_gradient(drawn[j], 0.5, w, G);
        }
        for (size_t j = 0; j < 2; j++) {
            v[j] = 0.5 * v[j] + 0.5 * (G[j] + 0.1);
            w[j] -= eta * v[j];
        }
        const double norm = lf_vec_norm(2, w);
        lf_vec_scale(2, norm > 2 ? 2 / norm : 1, w);
        for (size_t j = 0; j < 2; j++)
            la[drawn[j]] -= eta_q * (1 - fmin(1, fmax(0, loss[j] / lmax))) / p[drawn[j]];
        search(kl, la, k, p);
        lf_vec_axpy(2, eta, w, sum);
        weight += eta;
        trial_steps(t, 1);
        const lf_point at = adacvar->iterate(t->state), mean = adacvar->average(t->state);
        for (size_t i = 0; i < 3; i++) {
            assert_near(at.y[i], p[i] / k, 1e-9);
            assert_true(at.y[i] <= (1 + 1e-12) / k);
        }
        for (size_t j = 0; j < 2; j++) {
            assert_near(at.w[j], w[j], 1e-12);
            assert_near(mean.w[j], sum[j] / weight, 1e-12);
        }
        assert_true(mean.y == at.y);
    }
}

static void test_recursion(void **unused) {
    (void)unused;
    for (size_t kl = 0; kl < 2; kl++) {
        follow(kl, 0.5, 0.1, 4);
        follow(kl, 2. / 3, 3, 2);
        follow(kl, 0, 0.5, 4); /* no cap: r = 1/n, k = 1 */
        follow(kl, 0.9, 40, 8);
    }
}

/* By hand: k = 3/2, all at p = 1/2; the first group drawn, of loss 3/2 of lmax 3, falls by
 * 1/2 / (1/2) = 1 at eta_q = 1: 1/(1 + e x) + 2/(1 + x) = 3/2 at x = exp(-nu). */
static void test_first_step(void **unused) {
    (void)unused;
    const double lift[3] = {0, 0, 0.375}, x0[2] = {0}, e = exp(1);
    const toy problem = circle_lifted(0, lift);
    const char *set = "r=0.5,eta_q=1,lmax=3,eta=0.5,B1=1,B2=0";
    trial *t = trial_start(adacvar, &problem, 1, x0, set);
    const double u = lf_oracle_uniform(trial_problem(&problem, 1, "1e12")->oracle);
    const size_t i = (size_t)(3 * u);
    const double *w = trial_steps(t, 1), *q = adacvar->iterate(t->state).y;
    assert_near(q[0] + q[1] + q[2], 1, 1e-14);
    const double a = 1.5 * e, b = 1.5 + 1.5 * e - 1 - 2 * e, c = -1.5; /* a x^2 + b x + c = 0 */
    const double x = (-b + sqrt(b * b - 4 * a * c)) / (2 * a);
    for (size_t j = 0; j < 3; j++)
        assert_near(q[j], 1 / (1 + (j == i ? e : 1) * x) / 1.5, 1e-13);
    for (size_t j = 0; j < 2; j++)
        assert_near(w[j], 0.5 * circle_centre[i][j], 1e-14);
}

/* r = 1: every group is drawn alike whatever its loss, plain SGD on the mean. */
static void test_all(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0);
    const double x0[2] = {1, 1};
    trial *t = trial_start(adacvar, &problem, 2, x0, "r=1,eta_q=5,B1=1,B2=0,eta=0.1");
    trial *stream = trial_problem(&problem, 2, "1e12");
    double w[2] = {1, 1};
    for (size_t k = 0; k < 30; k++) {
        double g[2] = {0};
        const size_t i = (size_t)(3 * lf_oracle_uniform(stream->oracle));
        circle_add_gradient(i, 1, w, g);
        lf_vec_axpy(2, -0.1, g, w);
        const double *got = trial_steps(t, 1);
        for (size_t j = 0; j < 2; j++)
            assert_near(got[j], w[j], 1e-13);
        for (size_t j = 0; j < 3; j++)
            assert_near(adacvar->iterate(t->state).y[j], 1. / 3, 1e-13);
    }
}

/* With r = 2/3 it goes to the least mean of the two largest risks. */
static void test_worst_share(void **unused) {
    (void)unused;
    const double lift[3] = {0, 0, 1};
    const toy problem = circle_lifted(0.05, lift);
    const double x0[2] = {1.5, -1};
    for (size_t kl = 0; kl < 2; kl++) {
        const char *set = trial_text("r=0.66666666666666663,eta_q=0.003,eta=0.01,B1=1,B2=4,lmax=4,"
                                     "projection=%s",
                                     kl ? "kl" : "fermi");
        trial *t = trial_start(adacvar, &problem, 1, x0, set);
        trial_steps(t, 100000);
        double R[3], w[2], best = INFINITY;
        memcpy(w, adacvar->average(t->state).w, sizeof w);
        for (size_t pass = 0; pass < 2; pass++) {
            double least = INFINITY, sum = 0;
            for (size_t i = 0; i < 3; i++) {
                R[i] = circle_risk(i, w, lift);
                sum += R[i];
                least = fmin(least, R[i]);
            }
            if (pass == 0) best = (sum - least) / 2;
            w[0] =
                0; /* the best: by symmetry w_0 = 0, at w_1 = 1/4 two groups tie below the third */
            w[1] = 0.25;
            if (pass == 1) assert_near(best, (sum - least) / 2, 0.02);
        }
    }
}

/* Steps of length 0, past the end of a plan, are no part of the mean. */
static void test_end_of_plan(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0.1);
    const double x0[2] = {1, 1};
    trial *t = trial_start(adacvar, &problem, 1, x0, "eta=0.5,schedule=linear,horizon=3");
    double mean[2];
    trial_steps(t, 3);
    memcpy(mean, adacvar->average(t->state).w, sizeof mean);
    trial_steps(t, 3);
    assert_memory_equal(mean, adacvar->average(t->state).w, sizeof mean);
    t = trial_start(adacvar, &problem, 1, x0, "eta=1000"); /* and a long one ends on the ball */
    assert_near(lf_vec_norm(2, trial_steps(t, 1)), 2, 1e-14);
    t = trial_start(adacvar, &problem, 1, x0, "eta=0"); /* none at all: the start stays */
    trial_steps(t, 1);
    assert_memory_equal(x0, adacvar->average(t->state).w, sizeof x0);
}

static void test_counts(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0.1);
    const double x0[2] = {0};
    trial *t = trial_start(adacvar, &problem, 1, x0, "B1=5,B2=2");
    assert_near(adacvar->average(t->state).y[2], 1.0 / 3, 1e-14); /* the start */
    trial_steps(t, 7);
    assert_int_equal(trial_count(t, "samples.inner"), 70);
    assert_int_equal(trial_count(t, "value.inner"), 70);
    assert_int_equal(trial_count(t, "gradient.inner"), 70);
}

/* Steps that would sink a weight below all numbers leave weights. */
static void test_log_weights_survive(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0.1);
    const double x0[2] = {0};
    for (size_t kl = 0; kl < 2; kl++) {
        trial *t =
            trial_start(adacvar, &problem, 1, x0,
                        kl ? "r=0.5,eta_q=1e9,lmax=9,projection=kl" : "r=0.5,eta_q=1e9,lmax=9");
        for (size_t k = 0; k < 2000; k++) {
            trial_steps(t, 1);
            const double *q = adacvar->iterate(t->state).y;
            assert_near(q[0] + q[1] + q[2], 1, 1e-6);
            for (size_t i = 0; i < 3; i++)
                assert_true(q[i] >= 0 && q[i] <= (1 + 1e-6) / 1.5);
        }
    }
}

static void test_resumes(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0.1);
    const double x0[2] = {1, 1};
    for (size_t before = 0; before < 5; before++) {
        trial *a = trial_start(adacvar, &problem, 7, x0, "B1=2,B2=3,update=adam,r=0.5");
        trial *b = trial_start(adacvar, &problem, 7, x0, "B1=2,B2=3,update=adam,r=0.5");
        trial_steps(a, before);
        trial_assert_resumes(a, b, 10);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_recursion),
        trial_test(test_first_step),
        trial_test(test_all),
        trial_test(test_worst_share),
        trial_test(test_counts),
        trial_test(test_end_of_plan),
        trial_test(test_log_weights_survive),
        trial_test(test_resumes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
