/* One step of SONX, SONEX, SOX and MSVR: exact gradients, bias, counts, first visits. */
#include "algorithms/composition/parts/tracker.h"
#include "coupled_reference.h"

extern const lf_algorithm lf_algorithm_sonx, lf_algorithm_sonex, lf_algorithm_sox,
    lf_algorithm_msvr;

static const double here[2] = {0.5, 0.75};

/* The step is then -G. */
#define PLAIN "eta=1,beta=1"

static double slope_squared(double z) {
    return 4 * fmax(z, 0);
}

static double slope_hinge(double z) {
    return z > 0 ? 2 : 0;
}

static double slope_smoothed(double z) {
    return fmin(fmax(z / 0.4, 0), 2);
}

/* Full batches of everything: grad F, at either u, as u_i = g_i(w_0) at the start. */
static void test_exact(void **unused) {
    (void)unused;
    static const struct {
        const lf_algorithm *is;
        const char *set;
        lf_penalty penalty;
        double (*slope)(double);
    } cases[] = {
        {&lf_algorithm_sox, PLAIN, LF_PENALTY_SQUARED_HINGE, slope_squared},
        {&lf_algorithm_msvr, "eta=1,a=1", LF_PENALTY_SQUARED_HINGE, slope_squared},
        {&lf_algorithm_msvr, "eta=1,variant=v2", LF_PENALTY_SQUARED_HINGE, slope_squared},
        {&lf_algorithm_sonex, PLAIN ",lam=0", LF_PENALTY_SQUARED_HINGE, slope_squared},
        {&lf_algorithm_sonx, PLAIN, LF_PENALTY_HINGE, slope_hinge},
        {&lf_algorithm_sonex, PLAIN ",lam=0.4", LF_PENALTY_HINGE, slope_smoothed},
    };
    for (size_t k = 0; k < 2 * (sizeof cases / sizeof *cases); k++) {
        const toy problem = coupled_toy(cases[k / 2].penalty, 0.3);
        const char *set =
            trial_text("B0=0,B1=0,B2=0,gam=0.3,u=%s,%s", k % 2 ? "new" : "old", cases[k / 2].set);
        trial *t = trial_start(cases[k / 2].is, &problem, 1, here, set);
        const double *w = trial_steps(t, 1);
        double want[2];
        coupled_gradient(here, cases[k / 2].slope, want);
        for (size_t j = 0; j < 2; j++)
            assert_near(here[j] - w[j], want[j], 1e-13);
    }
}

/* w_{t-1} and the trackers follow: without noise and with gam = 1 the new u is g(w_t). */
static void test_second_step(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_SQUARED_HINGE, 0);
    for (size_t fresh = 0; fresh < 2; fresh++) {
        const char *set =
            trial_text("B0=0,B1=0,B2=0,gam=1,eta=0.1,beta=1,u=%s", fresh ? "new" : "old");
        trial *t = trial_start(&lf_algorithm_sox, &problem, 1, here, set);
        double first[2];
        lf_vec_copy(2, trial_steps(t, 1), first);
        const double *second = trial_steps(t, 1);
        double want[2] = {first[0] - 1, first[1] + 1}; /* then slopes at g(here) or at g(first) */
        for (size_t i = 0; i < 3; i++) {
            const double u = coupled_inner(i, fresh ? first : here);
            lf_vec_axpy(2, slope_squared(u) / 3, coupled_A[i], want);
        }
        for (size_t j = 0; j < 2; j++)
            assert_near((first[j] - second[j]) / 0.1, want[j], 1e-13);
    }
}

/* Given all u_i, the mean of G on the old u is grad g0 + (1/n) sum_i J_i^T f_i'(u_i): S, B_i and
 * B_0 are what is random. f_i(z) = 2 [z + c_i]_+^2 at u_i = 0. Plain means over 20,000 seeds,
 * within 4.5 standard errors. */
static void test_unbiased_given_u(void **unused) {
    (void)unused;
    enum { SEEDS = 20000 };
    toy problem = coupled_toy(LF_PENALTY_SQUARED_HINGE, 0.3);
    const double c[3] = {0.7, -0.2, 1.1};
    double sum[2] = {0}, squares[2] = {0}, want[2] = {here[0] - 1, here[1] + 1};
    for (size_t i = 0; i < 3; i++) {
        problem.constraint[i].outer[0].shift = -c[i];
        lf_vec_axpy(2, slope_squared(c[i]) / 3, coupled_A[i], want);
    }
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        trial *t = trial_start(&lf_algorithm_sonx, &problem, seed, here,
                               PLAIN ",B0=3,B1=2,B2=2,gam=0.3,gam_prime=0.5,start=zero");
        const double *w = trial_steps(t, 1);
        for (size_t j = 0; j < 2; j++) {
            sum[j] += here[j] - w[j];
            squares[j] += (here[j] - w[j]) * (here[j] - w[j]);
        }
        trial_teardown(NULL);
    }
    for (size_t j = 0; j < 2; j++) {
        const double mean = sum[j] / SEEDS, variance = squares[j] / SEEDS - mean * mean;
        assert_true(variance > 0.01);
        assert_near(mean, want[j], 4.5 * sqrt(variance / SEEDS));
    }
}

/* Away from the origin, as w_{-1} = w_0 is then not 0, on curved g_i, whose J_i tell at which point
 * they were asked for; both u's. */
static void test_away_from_the_origin(void **unused) {
    (void)unused;
    static const struct {
        const lf_algorithm *is;
        const char *set;
        lf_penalty penalty;
        reference r;
    } cases[] = {
        {&lf_algorithm_sonx, "beta=0.3", LF_PENALTY_SQUARED_HINGE, {slope_squared, .beta = 0.3}},
        {&lf_algorithm_sonex, "beta=0.3,lam=0.4", LF_PENALTY_HINGE, {slope_smoothed, .beta = 0.3}},
        {&lf_algorithm_msvr, "a=0.3", LF_PENALTY_SQUARED_HINGE, {slope_squared, .beta = 0.3}},
        {&lf_algorithm_msvr,
         "a=0.3,variant=v2",
         LF_PENALTY_SQUARED_HINGE,
         {slope_squared, .beta = 0.3, .storm = true}},
    };
    for (size_t k = 0; k < 2 * (sizeof cases / sizeof *cases); k++) {
        toy problem = coupled_toy(cases[k / 2].penalty, 0.3);
        reference r = cases[k / 2].r;
        for (size_t i = 0; i < COUPLED_N; i++)
            problem.constraint[i].curve = 0.7;
        r.eta = 0.1, r.gam = 0.3, r.gam_prime = 0.5, r.B0 = 3, r.B1 = 2, r.B2 = 2;
        r.fresh = k % 2;
        const char *set = trial_text("B0=3,B1=2,B2=2,eta=0.1,gam=0.3,gam_prime=0.5,u=%s,%s",
                                     r.fresh ? "new" : "old", cases[k / 2].set);
        trial *t = trial_start(cases[k / 2].is, &problem, 5, here, set);
        reference_begin(&r, &problem, 5, here);
        reference_follow(&r, t, 8);
    }
}

/* B_0 = 3, B1 = 2, B2 = 4 of a problem with one sampled and one known objective. */
static void test_counts(void **unused) {
    (void)unused;
    const toy problem = coupled_shapes();
    static const char *const starts[] = {"batch", "first", "zero"};
    for (size_t k = 0; k < 12; k++) {
        const char *start = starts[k / 4];
        const size_t gam_prime = k / 2 % 2, begun = k / 4 == REFERENCE_BATCH ? 3 * 4 : 0;
        const char *set = trial_text("B0=3,B1=2,B2=4,gam=0.3,gam_prime=%zu,u=%s,start=%s",
                                     gam_prime, k % 2 ? "new" : "old", start);
        trial *t = trial_start(&lf_algorithm_sonx, &problem, 1, here, set);
        assert_int_equal(trial_count(t, "value.inner"), begun);
        assert_int_equal(trial_count(t, "samples.inner"), begun);
        assert_int_equal(trial_count(t, "gradient.inner"), 0);
        trial_steps(t, 5);
        size_t asked = 5 * 2 * 4 * (1 + gam_prime);
        /* what is touched first is asked about once; in five steps all three are, by this seed */
        if (k / 4 == REFERENCE_FIRST && gam_prime > 0) asked -= 3 * 4;
        assert_int_equal(trial_count(t, "value.inner"), begun + asked);
        assert_int_equal(trial_count(t, "samples.inner"), begun + 5 * 2 * 4);
        assert_int_equal(trial_count(t, "gradient.inner"), 5 * 2 * 4);
        assert_int_equal(trial_count(t, "samples.objective"), 5 * 3);
        assert_int_equal(trial_count(t, "gradient.objective"), 5 * 3);
        assert_int_equal(trial_count(t, "value.objective"), 0);
        assert_int_equal(trial_count(t, "outer"), 5 * (2 + 2));
    }
}

/* Where there is no u_i yet, u_i becomes the first value, and the slope is taken there, whatever
 * `u` says. */
static void test_first_touch(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_SQUARED_HINGE, 0.3);
    double w[2][2];
    for (int fresh = 0; fresh < 2; fresh++) {
        const char *set = trial_text("B0=3,B1=0,B2=2,gam=0.3,gam_prime=0.5,eta=0.1,start=first,"
                                     "u=%s",
                                     fresh ? "new" : "old");
        trial *t = trial_start(&lf_algorithm_sonx, &problem, 5, here, set);
        reference r = {
            slope_squared, .eta = 0.1, .gam = 0.3, .gam_prime = 0.5,         .beta = 1,
            .B0 = 3,       .B1 = 3,    .B2 = 2,    .start = REFERENCE_FIRST, .fresh = fresh};
        reference_begin(&r, &problem, 5, here);
        reference_follow(&r, t, 1);
        lf_vec_copy(2, t->is->iterate(t->state).w, w[fresh]);
        reference_follow(&r, t, 9);
    }
    assert_memory_equal(w[0], w[1], sizeof w[0]);
}

/* Every choice of u and start, two of three components a step, with noise. */
static void test_by_definition(void **unused) {
    (void)unused;
    static const char *const starts[] = {"batch", "first", "zero"};
    const toy problem = coupled_toy(LF_PENALTY_SQUARED_HINGE, 0.3);
    for (int k = 0; k < 6; k++) {
        const char *set = trial_text("B0=3,B1=2,B2=4,gam=0.3,gam_prime=0.5,eta=0.05,beta=0.4,"
                                     "lam=0,wd=0.1,clip=0.8,u=%s,start=%s",
                                     k % 2 ? "new" : "old", starts[k / 2]);
        trial *t = trial_start(&lf_algorithm_sonex, &problem, 7, here, set);
        reference r = {slope_squared, .eta = 0.05, .gam = 0.3,     .gam_prime = 0.5,
                       .beta = 0.4,   .wd = 0.1,   .clip = 0.8,    .B0 = 3,
                       .B1 = 2,       .B2 = 4,     .start = k / 2, .fresh = k % 2};
        reference_begin(&r, &problem, 7, here);
        reference_follow(&r, t, 40);
    }
}

/* Methods whose step is -G. */
static const struct {
    const lf_algorithm *is;
    const char *set;
} plain[] = {
    {&lf_algorithm_sonx, PLAIN},
    {&lf_algorithm_sonex, PLAIN ",lam=0"},
    {&lf_algorithm_sox, PLAIN},
    {&lf_algorithm_msvr, "eta=1,a=1"},
    {&lf_algorithm_msvr, "eta=1,variant=v2"},
    {&lf_algorithm_msvr, "eta=1,a=1,variant=sp"},
};

/* The known part and the regulariser belong to g0; B1 = 0 and B1 > n both mean all. */
static void test_parts_of_g0(void **unused) {
    (void)unused;
    for (size_t m = 0; m < sizeof plain / sizeof *plain; m++) {
        toy problem = coupled_shapes();
        problem.domain = (lf_domain){LF_DOMAIN_SPACE, 2};
        double w[2][2];
        for (size_t k = 0; k < 2; k++) {
            if (k) problem.known.is.outputs = 0;
            if (k) problem.regulariser = (lf_outer){LF_OUTER_ABS, 1, 0.25, 0};
            trial *t =
                trial_start(plain[m].is, &problem, 1, here,
                            trial_text("%s,B0=0,B1=%d,B2=0,gam=1", plain[m].set, k ? 99 : 0));
            lf_vec_copy(2, trial_steps(t, 1), w[k]);
            assert_int_equal(trial_count(t, "gradient.inner"), 8 + 12 + 20);
        }
        assert_near(w[0][0] - w[1][0], 0.25, 1e-15); /* |w_0| / 4 for 0.3 w_1 */
        assert_near(w[0][1] - w[1][1], -0.3, 1e-15);
    }
}

/* Projected on the ball, and drawn from w_0 .. w_{t-1} if so wanted. */
static void test_domain_and_output(void **unused) {
    (void)unused;
    toy problem = coupled_toy(LF_PENALTY_SQUARED_HINGE, 0);
    problem.domain = (lf_domain){LF_DOMAIN_BALL, 2, 0.05, 0, 0};
    const double far[2] = {3, 4};
    for (size_t m = 0; m < sizeof plain / sizeof *plain; m++) {
        const char *set = trial_text("%s,gam=0.2,B2=0", plain[m].set);
        trial *t = trial_start(plain[m].is, &problem, 1, far, set);
        assert_near(t->is->iterate(t->state).w[0], 0.03, 1e-16);
        assert_near(lf_vec_norm(2, trial_steps(t, 1)), 0.05, 1e-16);
        set = trial_text("%s,gam=0.2,B2=0,output=random", plain[m].set);
        t = trial_start(plain[m].is, &problem, 1, far, set);
        const double *w = trial_steps(t, 1); /* w_0 is all there is to draw from */
        assert_near(w[0], 0.03, 1e-16);
        assert_near(w[1], 0.04, 1e-16);
    }
}

static void test_smooth(void **unused) {
    (void)unused;
    const toy smooth = coupled_shapes(), kinked = coupled_toy(LF_PENALTY_HINGE, 0);
    assert_ok(lf_tracker_smooth(trial_problem(&smooth, 1, "1e12")->oracle));
    assert_int_equal(lf_tracker_smooth(trial_problem(&kinked, 1, "1e12")->oracle), LF_UNSUPPORTED);
    assert_non_null(strstr(lf_message(), "component 0 has a kink"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_exact),
        trial_test(test_second_step),
        trial_test(test_unbiased_given_u),
        trial_test(test_away_from_the_origin),
        trial_test(test_counts),
        trial_test(test_first_touch),
        trial_test(test_by_definition),
        trial_test(test_parts_of_g0),
        trial_test(test_domain_and_output),
        trial_test(test_smooth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
