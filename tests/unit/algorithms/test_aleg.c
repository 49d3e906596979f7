/* ALEG: first steps by hand, whole epochs against the definitions, counts, the estimator. */
#include "algorithms/group_minimax/aleg.c"

#include "circle.h"
#include "trial.h"

static const double origin[2] = {0, 0}, away[2] = {1.5, -1};
/* toy_circle: c_w = R^2, c_q = 2 ln m */
static const double c_w = 4;

static double c_q(void) {
    return 2 * log(3);
}

/* L_z = 2 D_w G sqrt(2 ln m), D_w = sqrt(2), G = 3 + 5 spread */
static double L_z(double spread) {
    return 2 * sqrt(2) * (3 + 5 * spread) * sqrt(2 * log(3));
}

static void assert_point(lf_point got, const double *w, const double *q, double tolerance) {
    for (size_t j = 0; j < 2; j++)
        assert_near(got.w[j], w[j], tolerance);
    for (size_t i = 0; i < 3; i++)
        assert_near(got.y[i], q[i], tolerance);
}

/* From w = 0, where R = (3/2, 3/2, 9/8) and sum q_i grad R_i = (0, -1/6), with losses that are the
 * group's own: both blocks stay on their axis, and q_1 = q_2 = (1 - q_3) / 2. */
static void test_first_step(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0);
    const double eta = 0.1;
    trial *t = trial_start(&lf_algorithm_aleg, &problem, 1, origin, "eta=0.1");
    assert_point(lf_algorithm_aleg.iterate(t->state), origin, (double[]){1. / 3, 1. / 3, 1. / 3},
                 1e-15);
    const double half_w = c_w * eta / 6, half_q3 = 1 / (1 + 2 * exp(c_q() * eta * 0.375));
    const double w = -c_w * eta * (half_w - half_q3 / 2);
    const double fall = (1 + half_w * half_w) / 2 - (0.5 - half_w) * (0.5 - half_w) / 2;
    const double q3 = 1 / (1 + 2 * exp(c_q() * eta * fall));
    trial_steps(t, 1);
    assert_point(lf_algorithm_aleg.iterate(t->state), (double[]){0, w},
                 (double[]){(1 - q3) / 2, (1 - q3) / 2, q3}, 1e-15);
    assert_point(lf_algorithm_aleg.average(t->state), (double[]){0, half_w},
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

typedef struct {
    double w[2], q[3], lq[3];
} place;

/* argmin of eta <g, z> + alpha B(z, snapshot) + (1 - alpha) B(z, z_k), g the gradient at `slope`;
 * the ball is not reached. */
static place prox(double eta, double alpha, const place *snapshot, const place *z,
                  const place *slope) {
    place p;
    double grad[2], sum = 0;
    circle_gradient(slope->w, slope->q, grad);
    for (size_t j = 0; j < 2; j++)
        p.w[j] = alpha * snapshot->w[j] + (1 - alpha) * z->w[j] - c_w * eta * grad[j];
    for (size_t i = 0; i < 3; i++)
        sum += p.q[i] = exp(alpha * snapshot->lq[i] + (1 - alpha) * z->lq[i] +
                            c_q() * eta * circle_risk(i, slope->w, circle_flat));
    for (size_t i = 0; i < 3; i++)
        p.lq[i] = log(p.q[i] /= sum);
    return p;
}

static place mean_of(size_t n, const place *all) {
    place mean = {0};
    for (size_t k = 0; k < n; k++) {
        lf_vec_axpy(2, 1 / (double)n, all[k].w, mean.w);
        lf_vec_axpy(3, 1 / (double)n, all[k].q, mean.q);
        lf_vec_axpy(3, 1 / (double)n, all[k].lq, mean.lq);
    }
    return mean;
}

/* Epochs of K[s] iterations by the definitions; the weights of one epoch are all alike. */
static void follow(trial *t, const size_t *K, const double *alpha, const double *eta) {
    const double third = 1. / 3, l = -log(3);
    place z = {{0, 0}, {third, third, third}, {l, l, l}}, points[16] = {z}, mean = {0};
    double weight = 0;
    for (size_t s = 0, last = 1; s < 4; last = K[s++]) {
        const place snapshot = mean_of(last, points);
        for (size_t k = 0; k < K[s]; k++) {
            const place half = prox(eta[s], alpha[s], &snapshot, &z, &snapshot);
            points[k] = z = prox(eta[s], alpha[s], &snapshot, &z, &half);
            lf_vec_axpy(2, eta[s], half.w, mean.w);
            lf_vec_axpy(3, eta[s], half.q, mean.q);
            weight += eta[s];
            trial_steps(t, 1);
            assert_point(lf_algorithm_aleg.iterate(t->state), z.w, z.q, 1e-13);
            const lf_point average = lf_algorithm_aleg.average(t->state);
            for (size_t j = 0; j < 2; j++)
                assert_near(average.w[j], mean.w[j] / weight, 1e-13);
            for (size_t i = 0; i < 3; i++)
                assert_near(average.y[i], mean.q[i] / weight, 1e-13);
        }
    }
}

/* Four epochs under each rule: K_s, alpha_s and eta_s are those that the table of parameters says.
 */
static void test_epochs_by_definition(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0);
    const double L = L_z(0), r2 = sqrt(2), r3 = sqrt(3), least = 1 / sqrt(20);
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
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        trial *t = trial_start(&lf_algorithm_aleg, &problem, i, origin, cases[i].set);
        follow(t, cases[i].K, cases[i].alpha, cases[i].eta);
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

/* The gradient at z_{k+1/2} is what the estimator should be on average. */
static void exact(const lf_mirror_vr *z, double *g) {
    circle_gradient(z->wh, z->qh, g);
    for (size_t i = 0; i < 3; i++)
        g[2 + i] = circle_risk(i, z->wh, circle_flat);
}

/* Two samples in each of three groups: the eight estimates are all met and have the right mean. */
static void test_estimator_is_unbiased(void **unused) {
    (void)unused;
    const toy problem = circle_sized(0.2, (size_t[]){2, 2, 2});
    double met[8][5], want[5], mean[5] = {0};
    size_t kinds = 0;
    for (uint64_t seed = 0; seed < 100; seed++) {
        trial *t = trial_start(&lf_algorithm_aleg, &problem, seed, away, "eta=0.02");
        trial_steps(t, 1);
        const lf_mirror_vr *z = &((const aleg_state *)t->state)->z;
        const double now[5] = {z->g[0], z->g[1], z->r[0], z->r[1], z->r[2]};
        exact(z, want);
        size_t k = 0;
        while (k < kinds && lf_vec_distance(3, met[k] + 2, now + 2) > 1e-6)
            k++;
        assert_true(k < 8);
        if (k == kinds) lf_vec_copy(5, now, met[kinds++]);
        trial_teardown(NULL);
    }
    assert_int_equal(kinds, 8);
    for (size_t k = 0; k < 8; k++)
        lf_vec_axpy(5, 1. / 8, met[k], mean);
    for (size_t j = 0; j < 5; j++)
        assert_near(mean[j], want[j], 1e-14);
}

/* Groups of one sample: the estimator is exact, and no seed matters. */
static void test_single_samples(void **unused) {
    (void)unused;
    const toy problem = circle_sized(0.2, (size_t[]){1, 1, 1});
    trial *a = trial_start(&lf_algorithm_aleg, &problem, 1, away, "K=4,eta=0.1");
    trial *b = trial_start(&lf_algorithm_aleg, &problem, 2, away, "K=4,eta=0.1");
    const lf_mirror_vr *z = &((const aleg_state *)a->state)->z;
    for (size_t k = 0; k < 30; k++) {
        double want[5];
        assert_memory_equal(trial_steps(a, 1), trial_steps(b, 1), 2 * sizeof(double));
        exact(z, want);
        for (size_t j = 0; j < 5; j++)
            assert_near(j < 2 ? z->g[j] : z->r[j - 2], want[j], 1e-14);
    }
}

/* With eta -> 0 the first step is -c eta g(z_0) up to O(eta^2): a tenth of eta, a tenth of what is
 * left over after division by eta. */
static void test_small_steps_are_gradient_flow(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0.1);
    const double third = 1. / 3;
    double grad[2], rest[2][5], mean = 0;
    circle_gradient(away, (double[]){third, third, third}, grad);
    for (size_t i = 0; i < 3; i++)
        mean += circle_risk(i, away, circle_flat) / 3;
    for (size_t n = 0; n < 2; n++) {
        const double eta = n ? 1e-5 : 1e-4;
        trial *t = trial_start(&lf_algorithm_aleg, &problem, 1, away, trial_text("eta=%g", eta));
        const double *w = trial_steps(t, 1);
        const double *lq = ((const aleg_state *)t->state)->z.lq;
        for (size_t j = 0; j < 2; j++)
            rest[n][j] = (w[j] - away[j]) / eta + c_w * grad[j];
        for (size_t i = 0; i < 3; i++)
            rest[n][2 + i] =
                (lq[i] + log(3)) / eta - c_q() * (circle_risk(i, away, circle_flat) - mean);
    }
    for (size_t j = 0; j < 5; j++) {
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
