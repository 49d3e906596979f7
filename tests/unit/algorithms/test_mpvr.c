/* MPVR: its recursion under both samplings, with batches, and what it asks; ALEG where they are the
 * same. */
#include "mirror_moves.h"

extern const lf_algorithm lf_algorithm_aleg, lf_algorithm_mpvr;
static const double origin[2] = {0, 0}, away[2] = {1.5, -1};

/* How the pool of N samples is drawn from: shares of the groups, up to each, and their weights. */
typedef struct {
    const char *word;
    double end[3], c[3];
} pool;

static double pool_lipschitz(const pool *p, double spread) {
    double most = 0, sum = 0;
    for (size_t i = 0; i < 3; i++) {
        most = fmax(most, p->c[i]);
        sum += p->c[i];
    }
    const bool uniform = strcmp(p->word, "uniform") == 0;
    return moves_lipschitz(most, uniform ? sum : most * most, spread);
}

/* The group that the next number of the method's stream names. */
static size_t pool_pick(const pool *p, trial *stream) {
    const double u = lf_oracle_uniform(stream->oracle);
    return (size_t)(u >= p->end[0]) + (size_t)(u >= p->end[1]);
}

static const pool pools[2] = {{"uniform", {0.2, 0.5, 1}, {5, 40. / 12, 2}},
                              {"importance", {1. / 3, 2. / 3, 1}, {3, 3, 3}}};

/* Three epochs of K iterations with steps tau of b picks each, by the definitions: losses are the
 * group's own, so what counts is how often each group came. */
static void follow(const pool *p, const char *set, size_t K, size_t b, double tau, uint64_t seed) {
    const toy problem = toy_circle(0);
    trial *t = trial_start(&lf_algorithm_mpvr, &problem, seed, away, set);
    trial *stream = trial_problem(&problem, seed, "1e12");
    place z = place_start(away), points[40] = {z}, mean = {0};
    for (size_t s = 0; s < 3; s++) {
        const place snapshot = place_mean(s == 0 ? 1 : K, points);
        const slope there = slope_at(&snapshot);
        for (size_t k = 0; k < K; k++) {
            const place half = place_prox(tau, 1 / (double)K, &snapshot, &z, &there);
            const slope at_half = slope_at(&half);
            slope estimate = there;
            for (size_t pick = 0; pick < b; pick++) {
                const size_t i = pool_pick(p, stream);
                const double c = p->c[i] / (double)b;
                circle_add_gradient(i, c * half.q[i], half.w, estimate.g);
                circle_add_gradient(i, -c * snapshot.q[i], snapshot.w, estimate.g);
                estimate.r[i] += c * (at_half.r[i] - there.r[i]);
            }
            points[k] = z = place_prox(tau, 1 / (double)K, &snapshot, &z, &estimate);
            trial_steps(t, 1);
            assert_place(lf_algorithm_mpvr.iterate(t->state), z.w, z.q, 1e-12);
            const double share = 1 / (double)(s * K + k + 1);
            lf_vec_axpby(2, share, half.w, 1 - share, mean.w);
            lf_vec_axpby(3, share, half.q, 1 - share, mean.q);
            assert_place(lf_algorithm_mpvr.average(t->state), mean.w, mean.q, 1e-12);
        }
    }
}

/* tau = c gamma / (L sqrt(K')), K' = ceil(K / b) the iterations of an epoch. */
static void test_recursion(void **unused) {
    (void)unused;
    static const struct {
        const char *set;
        size_t K, b;
        double c; /* c gamma */
    } cases[] = {{"", 40, 1, 0.99},
                 {"K=9", 9, 1, 0.99},
                 {"K=9,b=4,c=7,gamma=0.5", 3, 4, 3.5},
                 {"c=5", 40, 1, 4.95},
                 {"b=20,c=3", 2, 20, 2.97}};
    for (size_t n = 0; n < 10; n++) {
        const size_t k = n / 2;
        const pool *p = &pools[n % 2];
        const double L = pool_lipschitz(p, 0), tau = cases[k].c / (L * sqrt((double)cases[k].K));
        char set[64];
        snprintf(set, sizeof set, "%s%ssampling=%s", cases[k].set, *cases[k].set ? "," : "",
                 p->word);
        for (uint64_t seed = 0; seed < 4; seed++) {
            follow(p, set, cases[k].K, cases[k].b, tau, seed);
            trial_teardown(NULL);
        }
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

/* Groups of 1, 2 and 3 samples: the six estimates, as first steps tell them, are all met, and their
 * mean under the probabilities of the sampling is the slope at the half point, which is then the
 * average. */
static void unbiased(const pool *p, const double *probability) {
    const toy problem = circle_sized(0.2, (size_t[]){1, 2, 3});
    const double tau = 3 * 0.99 / (pool_lipschitz(p, 0.2) * sqrt(6));
    double met[6][4], want[4], mean[4] = {0}, mass = 0;
    size_t kinds = 0;
    for (uint64_t seed = 0; seed < 200; seed++) {
        trial *t = trial_start(&lf_algorithm_mpvr, &problem, seed, away,
                               trial_text("c=3,sampling=%s", p->word));
        const size_t i = pool_pick(p, trial_problem(&problem, seed, "1e12"));
        double now[4];
        trial_steps(t, 1);
        first_slope(tau, away, lf_algorithm_mpvr.iterate(t->state), now);
        exact_slope(lf_algorithm_mpvr.average(t->state), want);
        size_t k = 0;
        while (k < kinds && lf_vec_distance(4, met[k], now) > 1e-6)
            k++;
        assert_true(k < 6);
        if (k == kinds) {
            lf_vec_copy(4, now, met[kinds++]);
            lf_vec_axpy(4, probability[i], now, mean);
            mass += probability[i];
        }
        trial_teardown(NULL);
    }
    assert_int_equal(kinds, 6);
    assert_near(mass, 1, 1e-15);
    for (size_t j = 0; j < 4; j++)
        assert_near(mean[j], want[j], 1e-12);
}

static void test_estimator_is_unbiased(void **unused) {
    (void)unused;
    const pool uniform = {"uniform", {1. / 6, 0.5, 1}, {6, 3, 2}};
    unbiased(&uniform, (double[]){1. / 6, 1. / 6, 1. / 6});
    unbiased(&pools[1], (double[]){1. / 3, 1. / 6, 1. / 9});
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
        trial_test(test_recursion),
        trial_test(test_counts),
        trial_test(test_estimator_is_unbiased),
        trial_test(test_is_aleg_for_one_group),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
