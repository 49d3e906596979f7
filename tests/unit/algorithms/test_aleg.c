/* ALEG: first steps by hand, whole epochs against the definitions, counts, the estimator. */
#include "mirror_moves.h"

extern const lf_algorithm lf_algorithm_aleg;
static const double origin[2] = {0, 0}, away[2] = {1.5, -1};

/* From w = 0, where R = (3/2, 3/2, 9/8) and sum q_i grad R_i = (0, -1/6), with losses that are the
 * group's own: both blocks stay on their axis, and q_1 = q_2 = (1 - q_3) / 2. */
static void test_first_step(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0);
    const double eta = 0.1;
    trial *t = trial_start(&lf_algorithm_aleg, &problem, 1, origin, "eta=0.1");
    assert_place(lf_algorithm_aleg.iterate(t->state), origin, (double[]){1. / 3, 1. / 3, 1. / 3},
                 1e-15);
    const double half_w = moves_c_w * eta / 6,
                 half_q3 = 1 / (1 + 2 * exp(moves_c_q() * eta * 0.375));
    const double w = -moves_c_w * eta * (half_w - half_q3 / 2);
    const double fall = (1 + half_w * half_w) / 2 - (0.5 - half_w) * (0.5 - half_w) / 2;
    const double q3 = 1 / (1 + 2 * exp(moves_c_q() * eta * fall));
    trial_steps(t, 1);
    assert_place(lf_algorithm_aleg.iterate(t->state), (double[]){0, w},
                 (double[]){(1 - q3) / 2, (1 - q3) / 2, q3}, 1e-15);
    assert_place(lf_algorithm_aleg.average(t->state), (double[]){0, half_w},
                 (double[]){(1 - half_q3) / 2, (1 - half_q3) / 2, half_q3}, 1e-15);
}

/* One group and K = 1 is the extragradient method with a step of h = 1 / (L sqrt(5)):
 * w - a shrinks by 1 - h + h^2. */
static void test_one_group(void **unused) {
    (void)unused;
    toy problem = toy_circle(0);
    problem.constraints = 1;
    const double h = 1 / sqrt(5), shrink = 1 - h + h * h;
    trial *t = trial_start(&lf_algorithm_aleg, &problem, 1, away, "K=1");
    double rest[2] = {away[0] - 1, away[1]};
    for (size_t k = 0; k < 5; k++) {
        const double *w = trial_steps(t, 1);
        lf_vec_scale(2, shrink, rest);
        assert_near(w[0], 1 + rest[0], 1e-14);
        assert_near(w[1], rest[1], 1e-14);
        assert_near(*lf_algorithm_aleg.iterate(t->state).y, 1, 0);
    }
}

/* Four epochs of K[s] iterations by the definitions, from w and equal weights; the weights of one
 * epoch are all alike. */
static void follow(trial *t, const double *w, const size_t *K, const double *alpha,
                   const double *eta) {
    place z = place_start(w), points[16] = {z}, mean = {0};
    double weight = 0;
    for (size_t s = 0, last = 1; s < 4; last = K[s++]) {
        const place snapshot = place_mean(last, points);
        const slope there = slope_at(&snapshot);
        for (size_t k = 0; k < K[s]; k++) {
            const place half = place_prox(eta[s], alpha[s], &snapshot, &z, &there);
            const slope at_half = slope_at(&half);
            points[k] = z = place_prox(eta[s], alpha[s], &snapshot, &z, &at_half);
            lf_vec_axpy(2, eta[s], half.w, mean.w);
            lf_vec_axpy(3, eta[s], half.q, mean.q);
            weight += eta[s];
            trial_steps(t, 1);
            assert_place(lf_algorithm_aleg.iterate(t->state), z.w, z.q, 1e-13);
            place average = mean;
            lf_vec_scale(2, 1 / weight, average.w);
            lf_vec_scale(3, 1 / weight, average.q);
            assert_place(lf_algorithm_aleg.average(t->state), average.w, average.q, 1e-13);
        }
    }
}

/* Four epochs under each rule: K_s, alpha_s and eta_s are those that the table of parameters says.
 */
static void test_epochs_by_definition(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0);
    const double L = moves_lipschitz(1, 1, 0), r2 = sqrt(2), r3 = sqrt(3), least = 1 / sqrt(20);
    const double five = 1 / (L * sqrt(25)), general = 10 * sqrt(0.5 * 0.1) / L;
    const struct {
        const char *set;
        size_t K[4];
        double alpha[4], eta[4];
    } cases[] = {
        {"K=1,eta=0.1", {1, 1, 1, 1}, {1, 1, 1, 1}, {0.1, 0.1, 0.1, 0.1}}, /* plain mirror-prox */
        {"K=5", {5, 5, 5, 5}, {0.2, 0.2, 0.2, 0.2}, {five, five, five, five}},
        {"K=3,alpha=0.5,theta=0.9,c=10",
         {3, 3, 3, 3},
         {0.5, 0.5, 0.5, 0.5},
         {general, general, general, general}},
        {"K=6,eta=0.1,K_rule=shrinking,eta_rule=shrinking,s0=1",
         {6, 5, 4, 3},
         {1. / 6, 0.2, 0.25, 1. / 3},
         {0.1, 0.1 / r2, 0.1 / r3, 0.05}},
        {"K=2,K_rule=growing,s0=1,c=3",
         {2, 2, 3, 4},
         {0.5, 0.5, 1. / 3, 0.25},
         {3 / (L * sqrt(10)), 3 / (L * sqrt(10)), 3 / (L * sqrt(15)), 3 / (L * sqrt(20))}},
        {"K=8,eta=0.1,K_rule=shrinking,eta_rule=shrinking,s0=0.01", /* both at their ends */
         {8, 2, 2, 2},
         {0.125, 0.5, 0.5, 0.5},
         {0.1, 0.1 * least, 0.1 * least, 0.1 * least}},
        {"K=2,eta=0.1,K_rule=growing,s0=0.01",
         {2, 8, 8, 8},
         {0.5, 0.125, 0.125, 0.125},
         {0.1, 0.1, 0.1, 0.1}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        trial *t = trial_start(&lf_algorithm_aleg, &problem, i, origin, cases[i].set);
        follow(t, origin, cases[i].K, cases[i].alpha, cases[i].eta);
    }
}

/* After S epochs S (N + 2 m K) of both kinds, the N in the epoch's first step. */
static void test_counts(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0.1);
    for (size_t K = 0; K < 8; K += 7) {
        const size_t steps = K ? K : 14;
        trial *t = trial_start(&lf_algorithm_aleg, &problem, 1, origin, trial_text("K=%zu", K));
        assert_int_equal(trial_count(t, "gradient.inner"), 0);
        for (size_t S = 1; S <= 3; S++) {
            trial_steps(t, 1);
            assert_int_equal(trial_count(t, "gradient.inner"), (S - 1) * (40 + 6 * steps) + 40 + 6);
            trial_steps(t, steps - 1);
            assert_int_equal(trial_count(t, "gradient.inner"), S * (40 + 6 * steps));
            assert_int_equal(trial_count(t, "value.inner"), S * (40 + 6 * steps));
            assert_int_equal(trial_count(t, "samples.inner"), S * (40 + 3 * steps));
        }
    }
}

/* Two samples in each of three groups, which differ more from group to group: the eight estimates,
 * as first steps tell them, are all met and have the mean of the slope at the half point, which is
 * then the average. */
static void test_estimator_is_unbiased(void **unused) {
    (void)unused;
    toy problem = circle_sized(0.2, (size_t[]){2, 2, 2});
    for (size_t i = 0; i < 3; i++) {
        const double *a = circle_centre[i], level = lf_vec_dot(2, a, a) / 2 + 1;
        toy_fill(&problem.constraint[i], 0, -a[0], -a[1], level, 0.1 * (double)(i + 1));
    }
    double met[8][4], want[4], mean[4] = {0};
    size_t kinds = 0;
    for (uint64_t seed = 0; seed < 100; seed++) {
        trial *t = trial_start(&lf_algorithm_aleg, &problem, seed, away, "eta=0.02");
        double now[4];
        trial_steps(t, 1);
        first_slope(0.02, away, lf_algorithm_aleg.iterate(t->state), now);
        exact_slope(lf_algorithm_aleg.average(t->state), want);
        size_t k = 0;
        while (k < kinds && lf_vec_distance(4, met[k], now) > 1e-6)
            k++;
        assert_true(k < 8);
        if (k == kinds) lf_vec_copy(4, now, met[kinds++]);
        trial_teardown(NULL);
    }
    assert_int_equal(kinds, 8);
    for (size_t k = 0; k < 8; k++)
        lf_vec_axpy(4, 1. / 8, met[k], mean);
    for (size_t j = 0; j < 4; j++)
        assert_near(mean[j], want[j], 1e-12);
}

/* Groups of one sample: the estimator is exact, and no seed matters. */
static void test_single_samples(void **unused) {
    (void)unused;
    const toy problem = circle_sized(0.2, (size_t[]){1, 1, 1});
    const double alpha = 0.25, eta = 0.1;
    trial *t[2];
    for (uint64_t seed = 0; seed < 2; seed++) {
        t[seed] = trial_start(&lf_algorithm_aleg, &problem, 1 + seed, away, "K=4,eta=0.1");
        follow(t[seed], away, (size_t[]){4, 4, 4, 4}, (double[]){alpha, alpha, alpha, alpha},
               (double[]){eta, eta, eta, eta});
    }
    for (size_t k = 0; k < 15; k++)
        assert_memory_equal(trial_steps(t[0], 1), trial_steps(t[1], 1), 2 * sizeof(double));
}

/* With eta -> 0 the first step is -c eta g(z_0) up to O(eta^2): a tenth of eta, a tenth of what is
 * left over after division by eta. */
static void test_small_steps_are_gradient_flow(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0.1);
    const place start = place_start(away);
    double rest[2][4], want[4];
    exact_slope((lf_point){start.w, start.q}, want);
    for (size_t n = 0; n < 2; n++) {
        const double eta = n ? 1e-5 : 1e-4;
        trial *t = trial_start(&lf_algorithm_aleg, &problem, 1, away, trial_text("eta=%g", eta));
        trial_steps(t, 1);
        first_slope(eta, away, lf_algorithm_aleg.iterate(t->state), rest[n]);
        lf_vec_axpy(4, -1, want, rest[n]);
    }
    for (size_t j = 0; j < 4; j++) {
        assert_near(rest[0][j], 0, 0.05);
        assert_near(rest[0][j] / rest[1][j], 10, 0.2);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_first_step),
        trial_test(test_one_group),
        trial_test(test_epochs_by_definition),
        trial_test(test_counts),
        trial_test(test_estimator_is_unbiased),
        trial_test(test_single_samples),
        trial_test(test_small_steps_are_gradient_flow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
