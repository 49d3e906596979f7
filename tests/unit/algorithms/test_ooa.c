/* OOA: the golden trajectory, counts, values at risk that it must reach. */
#include "centres.h"
#include "golden.h"
#include "trial.h"

extern const lf_algorithm lf_algorithm_ooa;

static void test_golden(void **unused) {
    (void)unused;
    const toy problem = centres(0.6, 0);
    trial *t = trial_start(&lf_algorithm_ooa, &problem, 1, origin, "B1=0,B2=0,gq=0.3,eta=0.1");
    const double want_w[2] = {-0.0268386201, 0.2579681041};
    const double want_q[GROUPS] = {0.1426310896, 0.6000000000, 0.2573689104};
    trial_steps(t, 5);
    const lf_point z = lf_algorithm_ooa.iterate(t->state);
    for (size_t j = 0; j < 2; j++)
        assert_near(z.w[j], want_w[j], 1e-9);
    for (size_t i = 0; i < GROUPS; i++)
        assert_near(z.y[i], want_q[i], 1e-9);
}

/* Under KL: q_i ~ min(cap, c q_i exp(gq L_i)); without a cap, the weights of group DRO. */
static void test_kl_steps(void **unused) {
    (void)unused;
    const double caps[] = {0.4, 0.6, 1}, gq = 0.8, eta = 0.1;
    size_t at_cap = 0;
    for (size_t k = 0; k < 3; k++) {
        const toy problem = centres(caps[k], 0);
        double q[GROUPS] = {1. / 3, 1. / 3, 1. / 3}, w[2] = {0, 0};
        trial *t = trial_start(&lf_algorithm_ooa, &problem, 1, origin,
                               "B1=0,B2=0,gq=0.8,eta=0.1,projection=kl");
        for (size_t step = 0; step < 20; step++) {
            double sum = 0, G[2] = {0, 0}, left = 1;
            bool fixed[GROUPS] = {false};
            for (size_t i = 0; i < GROUPS; i++)
                sum += q[i] *= exp(gq * risk(i, w));
            for (size_t round = 0; round < GROUPS; round++) /* the largest over the cap is fixed */
                for (size_t i = 0; i < GROUPS; i++)
                    if (!fixed[i] && q[i] * left / sum > caps[k]) {
                        sum -= q[i];
                        q[i] = caps[k];
                        left -= caps[k];
                        fixed[i] = true;
                        at_cap++;
                    }
            for (size_t i = 0; i < GROUPS; i++) {
                if (!fixed[i]) q[i] *= left / sum;
                for (size_t j = 0; j < 2; j++)
                    G[j] += q[i] * (w[j] - centre[i][j]);
            }
            lf_vec_axpy(2, -eta, G, w);
            trial_steps(t, 1);
            const lf_point z = lf_algorithm_ooa.iterate(t->state);
            for (size_t i = 0; i < GROUPS; i++)
                assert_near(z.y[i], q[i], 1e-13);
            assert_near(lf_vec_distance(2, z.w, w), 0, 1e-13);
        }
    }
    assert_true(at_cap > 10);
}

/* N samples, values and gradients a step, nothing before. */
static void test_counts(void **unused) {
    (void)unused;
    const toy problem = centres(0.6, 0.1);
    const struct {
        const char *set;
        size_t N;
    } cases[] = {{"B1=2,B2=4", 8}, {"B1=0,B2=4", 12}, {"B1=8,B2=1", 3}, {"B1=3,B2=0", 40}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t kl = 0; kl < 2; kl++) {
            const char *set = trial_text("%s,projection=%s", cases[i].set, kl ? "kl" : "euclid");
            trial *t = trial_start(&lf_algorithm_ooa, &problem, 1, origin, set);
            assert_int_equal(trial_count(t, "samples.inner"), 0);
            trial_steps(t, 7);
            assert_int_equal(trial_count(t, "samples.inner"), 7 * cases[i].N);
            assert_int_equal(trial_count(t, "value.inner"), 7 * cases[i].N);
            assert_int_equal(trial_count(t, "gradient.inner"), 7 * cases[i].N);
        }
}

/* What is drawn counts n/B1 times, in both blocks; the others' weights change by the projection
 * alone, all by the same number where none is at an end. */
static void test_sampled_groups(void **unused) {
    (void)unused;
    const toy problem = centres(0.6, 0);
    size_t drawn[GROUPS] = {0};
    for (uint64_t seed = 0; seed < 30; seed++) {
        const double w[2] = {0.3, -0.2};
        trial *t = trial_start(&lf_algorithm_ooa, &problem, seed, w, "B1=1,B2=0,gq=0.05,eta=0.5");
        trial *beside = trial_problem(&problem, seed, "1e12");
        for (size_t step = 0; step < 2; step++) { /* a loss of the step before is forgotten */
            const lf_point z = lf_algorithm_ooa.iterate(t->state);
            double at[2], q[GROUPS];
            size_t i;
            lf_vec_copy(2, z.w, at);
            lf_vec_copy(GROUPS, z.y, q);
            trial_steps(t, 1);
            assert_ok(lf_oracle_components(beside->oracle, LF_ROLE_INNER, 1, &i));
            const double rise = q[i] * (exp(0.05 * 3 * risk(i, at)) - 1);
            drawn[i]++;
            assert_true(z.y[i] < 0.6);
            for (size_t k = 0; k < GROUPS; k++)
                assert_near(z.y[k], q[k] - rise / 3 + (k == i ? rise : 0), 1e-14);
            for (size_t j = 0; j < 2; j++)
                assert_near(z.w[j], at[j] - 0.5 * 3 * z.y[i] * (at[j] - centre[i][j]), 1e-14);
        }
    }
    assert_true(drawn[0] > 0 && drawn[1] > 0 && drawn[2] > 0);
}

/* A step of size 0 has no weight in the mean, which stays what it was. */
static void test_no_steps(void **unused) {
    (void)unused;
    const toy problem = centres(0.6, 0.1);
    const double w[2] = {0.3, -0.2};
    trial *t = trial_start(&lf_algorithm_ooa, &problem, 1, w, "eta=0,B1=2,B2=2");
    trial_steps(t, 5);
    assert_memory_equal(lf_algorithm_ooa.average(t->state).w, w, sizeof w);
}

/* The plan is of the step on w; the weights follow it only where that is asked for. */
static void test_schedule_of_the_weights(void **unused) {
    (void)unused;
    const toy problem = centres(0.6, 0);
    const char *const plans[] = {"", ",schedule=step,every=1,factor=0.5",
                                 ",schedule=step,every=1,factor=0.5,schedule_q=eta"};
    double q[3][GROUPS];
    for (size_t k = 0; k < 3; k++) {
        const char *set = trial_text("B1=0,B2=0,gq=0.3,eta=0%s", plans[k]); /* w stays */
        trial *t = trial_start(&lf_algorithm_ooa, &problem, 1, origin, set);
        trial_steps(t, 2);
        lf_vec_copy(GROUPS, lf_algorithm_ooa.iterate(t->state).y, q[k]);
    }
    trial *two = trial_start(&lf_algorithm_ooa, &problem, 1, origin, "B1=0,B2=0,gq=0.3,eta=0");
    trial_steps(two, 1);
    double want[GROUPS]; /* the second step with half of gq */
    for (size_t i = 0; i < GROUPS; i++)
        want[i] = lf_algorithm_ooa.iterate(two->state).y[i] * exp(0.15 * risk(i, origin));
    lf_domain_project(&lf_oracle_info(two->oracle)->domain_y, want);
    assert_memory_equal(q[0], q[1], sizeof q[0]);
    for (size_t i = 0; i < GROUPS; i++)
        assert_near(q[2][i], want[i], 1e-14);
    assert_true(fabs(q[2][0] - q[0][0]) > 1e-3);
}

/* w descends the regulariser too. */
static void test_regulariser(void **unused) {
    (void)unused;
    const toy plain = centres(0.6, 0);
    toy regular = plain;
    regular.regulariser = (lf_outer){LF_OUTER_SUM, 2, 0.25, 0};
    const char *set = "B1=0,B2=0,eta=0.1";
    trial *t = trial_start(&lf_algorithm_ooa, &plain, 1, origin, set);
    trial *r = trial_start(&lf_algorithm_ooa, &regular, 1, origin, set);
    const double *w = trial_steps(t, 1), *v = trial_steps(r, 1);
    for (size_t j = 0; j < 2; j++)
        assert_near(v[j], w[j] - 0.1 * 0.25, 1e-15);
}

/* The run's averages: the value at risk of w and, least over all w, of sum q_i L_i. */
static void assert_solved(trial *t, double cap, double tolerance) {
    const lf_point mean = lf_algorithm_ooa.average(t->state);
    const double best = golden_on_ball((golden_disc){2, 3, at_risk, &cap, {0}});
    double v[2] = {0, 0}, least = 0; /* it is least at the mean of the centres */
    for (size_t i = 0; i < GROUPS; i++)
        lf_vec_axpy(2, mean.y[i], centre[i], v);
    for (size_t i = 0; i < GROUPS; i++)
        least += mean.y[i] * risk(i, v);
    assert_true(least <= best + 1e-12);
    assert_near(at_risk(&cap, mean.w), best, tolerance);
    assert_near(least, best, tolerance);
}

/* Mirror steps on convex losses, going to 0: the averages close the duality gap like 1 / sum eta.
 */
static void test_kl_reaches_the_value_at_risk(void **unused) {
    (void)unused;
    const double caps[] = {1. / 3, 0.4, 0.5, 0.6, 1};
    for (size_t k = 0; k < 5; k++) {
        const toy exact = centres(caps[k], 0), noisy = centres(caps[k], 0.1);
        const char *set = "B1=0,B2=0,gq=0.05,eta=0.1,projection=kl,schedule=linear,horizon=20000";
        trial *t = trial_start(&lf_algorithm_ooa, &exact, 1, origin, set);
        trial_steps(t, 20000);
        assert_solved(t, caps[k], 2e-3);
        set = "B1=2,B2=4,gq=0.01,eta=0.02,projection=kl,schedule=linear,horizon=20000";
        t = trial_start(&lf_algorithm_ooa, &noisy, 3, origin, set);
        trial_steps(t, 20000);
        assert_solved(t, caps[k], 2e-2);
    }
}

/* The released rule is no mirror step. Where the best q is a vertex of Q it gets there ... */
static void test_euclid_reaches_a_vertex(void **unused) {
    (void)unused;
    toy problem = centres(0.5, 0);
    for (size_t i = 0; i < 2; i++) /* groups 0 and 1 are 3 worse than before, so they count alone */
        for (size_t row = 0; row < problem.constraint[i].is.samples; row++)
            problem.constraint[i].level[row][0] += 3;
    for (size_t kl = 0; kl < 2; kl++) {
        const char *set =
            trial_text("B1=0,B2=0,gq=0.05,eta=0.1,projection=%s", kl ? "kl" : "euclid");
        trial *t = trial_start(&lf_algorithm_ooa, &problem, 1, origin, set);
        trial_steps(t, 1000);
        const lf_point z = lf_algorithm_ooa.iterate(t->state);
        assert_near(z.w[0], 0.5, 1e-10);
        assert_near(z.w[1], 0.75, 1e-10);
        assert_near(z.y[2], 0, 1e-10);
    }
}

/* ... but elsewhere it rests where the q_i (exp(gq L_i) - 1) are alike and not the L_i: here group
 * 0, the worst one, is left without weight, and 1.0 is far above the least value at risk, 0.7047.
 */
static void test_euclid_rests_elsewhere(void **unused) {
    (void)unused;
    double cap = 0.6;
    const toy problem = centres(cap, 0);
    const char *set = "B1=0,B2=0,gq=0.05,eta=0.1,schedule=linear,horizon=20000";
    trial *t = trial_start(&lf_algorithm_ooa, &problem, 1, origin, set);
    trial_steps(t, 20000);
    const lf_point z = lf_algorithm_ooa.iterate(t->state);
    const double want_w[2] = {-0.5, 0.5}, want_q[GROUPS] = {0, 0.5, 0.5};
    for (size_t j = 0; j < 2; j++)
        assert_near(z.w[j], want_w[j], 1e-6);
    for (size_t i = 0; i < GROUPS; i++)
        assert_near(z.y[i], want_q[i], 1e-6);
    assert_near(risk(1, z.w) * z.y[1], risk(2, z.w) * z.y[2], 1e-6);
    assert_true(risk(0, z.w) > 2 * risk(1, z.w) - 1e-6);
    assert_near(at_risk(&cap, z.w), 1, 1e-6);
    assert_near(golden_on_ball((golden_disc){2, 3, at_risk, &cap, {0}}), 0.7047, 1e-4);
}

static void test_refusals(void **unused) {
    (void)unused;
    const toy line = toy_line();
    toy two = centres(0.6, 0);
    two.constraint[1].is.outputs = two.constraint[1].is.outers = 2;
    two.constraint[1].outer[1] = two.constraint[1].outer[0];
    const toy *const problems[] = {&line, &two};
    for (size_t i = 0; i < 2; i++) {
        trial *t = trial_prepare(&lf_algorithm_ooa, problems[i], 1, "1e6", NULL, 1 << 20);
        assert_int_equal(trial_init(t, origin), LF_UNSUPPORTED);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_golden),
        trial_test(test_kl_steps),
        trial_test(test_counts),
        trial_test(test_sampled_groups),
        trial_test(test_schedule_of_the_weights),
        trial_test(test_regulariser),
        trial_test(test_no_steps),
        trial_test(test_kl_reaches_the_value_at_risk),
        trial_test(test_euclid_reaches_a_vertex),
        trial_test(test_euclid_rests_elsewhere),
        trial_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
