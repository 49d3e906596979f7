/* MPVR: first steps by hand, counts, both samplings, batches, and ALEG where they are the same. */
#include "algorithms/group_minimax/aleg.c"
#include "algorithms/group_minimax/mpvr.c"

#include "circle.h"
#include "trial.h"

static const double origin[2] = {0, 0}, away[2] = {1.5, -1};
static const double c_w = 4; /* toy_circle: R^2 */

static const mpvr_state *state_of(const trial *t) {
    return t->state;
}

/* Which group the last step's only sample was of. */
static size_t group_of(const trial *t) {
    size_t i = 0;
    while (state_of(t)->times[i] == 0)
        i++;
    return i;
}

/* From w = 0 with losses that are the group's own. The sample's group i counts c_i-fold, so its q
 * moves by c_i (R_i(w_half) - R_i(0)) more than the snapshot says. */
static void first_step(const char *sampling, const double *c, uint64_t seed) {
    const toy problem = toy_circle(0);
    trial *t = trial_start(&lf_algorithm_mpvr, &problem, seed, origin,
                           trial_text("c=5,sampling=%s", sampling));
    const double step_w = c_w * state_of(t)->tau, step_q = 2 * log(3) * state_of(t)->tau;
    const double half[2] = {0, step_w / 6}, third = 1. / 3;
    const double q3 = 1 / (1 + 2 * exp(step_q * 0.375)), qh[3] = {(1 - q3) / 2, (1 - q3) / 2, q3};
    trial_steps(t, 1);
    const size_t i = group_of(t);
    const lf_point z = lf_algorithm_mpvr.iterate(t->state);
    double q[3], sum = 0;
    for (size_t j = 0; j < 2; j++) {
        const double a = circle_centre[i][j], g = j == 0 ? 0 : -1. / 6;
        assert_near(z.w[j], -step_w * (g + c[i] * (qh[i] * (half[j] - a) + third * a)), 1e-15);
    }
    for (size_t k = 0; k < 3; k++) {
        double r = circle_risk(k, origin, circle_flat);
        if (k == i) r += c[i] * (circle_risk(k, half, circle_flat) - r);
        sum += q[k] = exp(step_q * r);
    }
    for (size_t k = 0; k < 3; k++)
        assert_near(z.y[k], q[k] / sum, 1e-15);
    const lf_point mean = lf_algorithm_mpvr.average(t->state);
    assert_near(mean.w[1], half[1], 1e-16);
    assert_near(mean.y[2], q3, 1e-16);
}

static void test_first_step(void **unused) {
    (void)unused;
    for (uint64_t seed = 0; seed < 12; seed++) {
        first_step("uniform", (double[]){5, 40. / 12, 2}, seed);
        first_step("importance", (double[]){3, 3, 3}, seed);
    }
}

/* tau = c gamma / (L sqrt(K')), K' the iterations of an epoch. */
static void test_step_size(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0);
    const double ln3 = log(3), most = 2 * sqrt(2);
    const double uni = most * sqrt(20 + (5 + 40.0 / 12 + 2) * 9 * ln3);
    const double imp = most * sqrt(12 + 81 * ln3);
    const struct {
        const char *set;
        double tau;
        size_t K;
    } cases[] = {
        {"", 0.99 / (uni * sqrt(40)), 40},
        {"K=9", 0.99 / (uni * 3), 9},
        {"K=9,b=4,c=7,gamma=0.5", 3.5 / (uni * sqrt(3)), 3},
        {"sampling=importance", 0.99 / (imp * sqrt(40)), 40},
    };
    for (size_t i = 0; i < 4; i++) {
        trial *t = trial_start(&lf_algorithm_mpvr, &problem, 1, origin, cases[i].set);
        assert_near(state_of(t)->tau, cases[i].tau, 1e-16);
        assert_int_equal(state_of(t)->p.K, cases[i].K);
    }
}

/* After S epochs S (N + 2 b ceil(K/b)) of both kinds, whatever the sampling. */
static void test_counts(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0.1);
    static const struct {
        size_t K, b, steps;
    } cases[] = {{0, 1, 40}, {7, 1, 7}, {7, 3, 3}, {0, 16, 3}, {2, 5, 1}};
    for (size_t n = 0; n < 10; n++) {
        const size_t K = cases[n / 2].K, b = cases[n / 2].b, steps = cases[n / 2].steps;
        const char *sampling = n % 2 ? "uniform" : "importance";
        trial *t = trial_start(&lf_algorithm_mpvr, &problem, n, origin,
                               trial_text("K=%zu,b=%zu,sampling=%s", K, b, sampling));
        for (size_t S = 1; S <= 3; S++) {
            trial_steps(t, steps);
            assert_int_equal(trial_count(t, "gradient.inner"), S * (40 + 2 * b * steps));
            assert_int_equal(trial_count(t, "value.inner"), S * (40 + 2 * b * steps));
            assert_int_equal(trial_count(t, "samples.inner"), S * (40 + b * steps));
        }
    }
}

/* Groups of 1, 2 and 3 samples: the six estimates are all met, and their mean under the
 * probabilities of the sampling is the gradient at z_{k+1/2}. */
static void unbiased(const char *sampling, const double *probability) {
    const toy problem = circle_sized(0.2, (size_t[]){1, 2, 3});
    double met[6][5], want[5], mean[5] = {0}, mass = 0;
    size_t kinds = 0;
    for (uint64_t seed = 0; seed < 200; seed++) {
        trial *t = trial_start(&lf_algorithm_mpvr, &problem, seed, away,
                               trial_text("c=3,sampling=%s", sampling));
        trial_steps(t, 1);
        const lf_mirror_vr *z = &state_of(t)->z;
        const double now[5] = {z->g[0], z->g[1], z->r[0], z->r[1], z->r[2]};
        circle_gradient(z->wh, z->qh, want);
        for (size_t i = 0; i < 3; i++)
            want[2 + i] = circle_risk(i, z->wh, circle_flat);
        size_t k = 0;
        while (k < kinds && lf_vec_distance(3, met[k] + 2, now + 2) > 1e-6)
            k++;
        assert_true(k < 6);
        if (k == kinds) {
            lf_vec_copy(5, now, met[kinds++]);
            lf_vec_axpy(5, probability[group_of(t)], now, mean);
            mass += probability[group_of(t)];
        }
        trial_teardown(NULL);
    }
    assert_int_equal(kinds, 6);
    assert_near(mass, 1, 1e-15);
    for (size_t j = 0; j < 5; j++)
        assert_near(mean[j], want[j], 1e-14);
}

static void test_estimator_is_unbiased(void **unused) {
    (void)unused;
    unbiased("uniform", (double[]){1. / 6, 1. / 6, 1. / 6});
    unbiased("importance", (double[]){1. / 3, 1. / 6, 1. / 9});
}

/* Picks are as frequent as said, within four standard deviations. */
static void test_frequencies(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0.1);
    const double want[2][3] = {{0.2, 0.3, 0.5}, {1. / 3, 1. / 3, 1. / 3}};
    const double n = 100000;
    for (size_t k = 0; k < 2; k++) {
        const char *set = k ? "b=1000,sampling=importance" : "b=1000,sampling=uniform";
        trial *t = trial_start(&lf_algorithm_mpvr, &problem, 1, origin, set);
        double met[3] = {0};
        for (size_t step = 0; step < 100; step++) {
            trial_steps(t, 1);
            for (size_t i = 0; i < 3; i++)
                met[i] += (double)state_of(t)->times[i];
        }
        for (size_t i = 0; i < 3; i++)
            assert_near(met[i] / n, want[k][i], 4 * sqrt(want[k][i] * (1 - want[k][i]) / n));
    }
}

/* A batch of b is the mean of b estimates: with equal losses in a group, what counts is how often
 * each group came. */
static void test_batch_is_a_mean(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0);
    trial *t = trial_start(&lf_algorithm_mpvr, &problem, 4, away, "b=20,c=3");
    trial_steps(t, 1);
    const lf_mirror_vr *z = &state_of(t)->z;
    const double c[3] = {5, 40. / 12, 2};
    for (size_t i = 0; i < 3; i++) {
        const double share = c[i] * (double)state_of(t)->times[i] / 20;
        const double before = circle_risk(i, away, circle_flat);
        const double now = circle_risk(i, z->wh, circle_flat);
        assert_near(z->r[i], before + share * (now - before), 1e-14);
    }
}

/* One group, the same K, draws and steps: c / sqrt(5) = 0.99 c'. Both are one method. */
static void test_is_aleg_for_one_group(void **unused) {
    (void)unused;
    toy problem = toy_circle(0.1);
    problem.constraints = 1;
    trial *a = trial_start(&lf_algorithm_aleg, &problem, 3, away, "K=6,c=2");
    trial *b = trial_start(&lf_algorithm_mpvr, &problem, 3, away,
                           trial_text("K=6,c=%.17g", 2 / (0.99 * sqrt(5))));
    for (size_t k = 0; k < 60; k++) {
        trial_steps(a, 1);
        trial_steps(b, 1);
        for (size_t j = 0; j < 2; j++) {
            assert_near(lf_algorithm_aleg.iterate(a->state).w[j],
                        lf_algorithm_mpvr.iterate(b->state).w[j], 1e-14);
            assert_near(lf_algorithm_aleg.average(a->state).w[j],
                        lf_algorithm_mpvr.average(b->state).w[j], 1e-14);
        }
        assert_int_equal(trial_count(a, "gradient.inner"), trial_count(b, "gradient.inner"));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_first_step),
        trial_test(test_step_size),
        trial_test(test_counts),
        trial_test(test_estimator_is_unbiased),
        trial_test(test_frequencies),
        trial_test(test_batch_is_a_mean),
        trial_test(test_is_aleg_for_one_group),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
