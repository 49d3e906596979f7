/* AL-SVRE as a whole: replayed step by step, what it costs, where it ends. */
#include "svre_reference.h"

static trial *start(const toy *problem, uint64_t seed, const double *x0, const char *set) {
    return trial_start(&lf_algorithm_al_svre, problem, seed, x0, set);
}

static void test_replay(void **unused) {
    (void)unused;
    reference plain = {.p = 0.05, .c = 20, .b = 1};
    replay("eps=0,beta=0,c=20", &plain);
    assert_true(plain.snapshots > 1 && plain.snapshots < 20);
    reference outer = {.mu_w = 0.2,
                       .mu_q = 0.3,
                       .beta = 0.6,
                       .theta = 1.0 / 3,
                       .p = 0.3,
                       .c = 10,
                       .T_in = 9,
                       .b = 2,
                       .uniform = true};
    replay("mu_w=0.2,mu_q=0.3,beta=2.4,T_in=9,p=6,b=2,c=10,sampling=uniform", &outer);
    assert_true(outer.snapshots > 100 / 9);
    reference still = {.beta = 1, .theta = 1, .p = 1e-12, .c = 1e6, .T_in = 25, .b = 1};
    replay("mu_w=0,mu_q=0,beta=4,T_in=25,p=4e-11,c=1e6", &still);
    assert_int_equal(still.snapshots, 4); /* one an outer step, the first of each */
}

/* The first, and then one with probability p a step: within four standard deviations. */
static void test_snapshots_come_with_probability_p(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0.1);
    const double x0[2] = {0}, n = 20000, p = 0.05;
    trial *t = start(&problem, 5, x0, "beta=0");
    trial_steps(t, (size_t)n);
    const double asked = (double)trial_count(t, "samples.inner") - n;
    assert_near(asked / 40, 1 + (n - 1) * p, 4 * sqrt(n * p * (1 - p)));
}

/* One group of rows alike and p = 1, so that nothing is random: extragradient, w half from the
 * gradient at w, w from that at the half point; the average is that of the half points. */
static void test_extragradient(void **unused) {
    (void)unused;
    toy problem = toy_circle(0);
    problem.constraints = 1;
    const double x0[2] = {-1.5, 1};
    double w[2] = {-1.5, 1}, mean[2] = {0};
    trial *t = start(&problem, 1, x0, "p=8,beta=0,mu_w=0.5,mu_q=0,c=0.5");
    const double step = 4 * 0.99 * 0.5 / 4; /* Lip = 2 D_w^2 L = 4 */
    for (size_t k = 1; k <= 30; k++) {
        double half[2] = {w[0], w[1]}, g[2] = {0.5 * w[0], 0.5 * w[1]};
        circle_add_gradient(0, 1, w, g);
        lf_vec_axpy(2, -step, g, half);
        lf_vec_copy(2, half, g);
        lf_vec_scale(2, 0.5, g);
        circle_add_gradient(0, 1, half, g);
        lf_vec_axpy(2, -step, g, w);
        lf_vec_axpy(2, 1, half, mean);
        trial_steps(t, 1);
        const lf_point at = t->is->iterate(t->state), average = t->is->average(t->state);
        for (size_t j = 0; j < 2; j++) {
            assert_near(at.w[j], w[j], 1e-13);
            assert_near(average.w[j], mean[j] / (double)k, 1e-13);
        }
        assert_near(at.y[0], 1, 0);
        assert_int_equal(trial_count(t, "gradient.inner"), k * (8 + 2));
    }
    /* a quadratic of modulus 1.5, so a step multiplies the error by 1 - 1.5 s + (1.5 s)^2 */
    const double moved = 1.5 * step, left = pow(1 - moved + moved * moved, 30);
    assert_near(w[0], 2.0 / 3 - left * (1.5 + 2.0 / 3), 1e-13);
}

/* Without regularisation: the saddle itself, to 1e-6 in 100 passes of gradients. */
static void test_reaches_the_saddle(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0.1);
    const double x0[2] = {1.5, -1};
    for (uint64_t seed = 0; seed < 10; seed++) {
        const char *from = seed % 2 ? "uniform" : "importance";
        const char *set = trial_text("mu_w=0,mu_q=0,beta=0,c=8,sampling=%s", from);
        trial *t = start(&problem, seed, x0, set);
        while (trial_count(t, "gradient.inner") < 100 * 40)
            trial_steps(t, 1);
        const lf_point at = t->is->iterate(t->state);
        assert_true(circle_gap(at, circle_flat) < 1e-6);
        assert_near(circle_max_risk(at.w, circle_flat), circle_value, 1e-6);
        assert_near(lf_vec_norm(2, at.w), 0, 1e-6);
        assert_near(at.y[0], 0.5, 1e-6);
        assert_near(at.y[2], 0, 1e-6);
    }
}

/*
 * One group raised by h = 1/2: (1 + mu_w) w_0 = q_0 - q_1 and h - 2 w_0 = mu_q (q_0 - q_1), so the
 * regularised saddle has w_0 = h / (2 + mu_q (1 + mu_w)), not h / 2. Default eps, ten times it, and
 * any outer loop: the same limit.
 */
static void test_stops_at_the_floor_of_mu(void **unused) {
    (void)unused;
    toy problem = toy_circle(0.1);
    for (size_t row = 0; row < 8; row++)
        problem.constraint[0].level[row][0] += 0.5;
    const double x0[2] = {0, 1};
    const struct {
        const char *set;
        double eps;
    } cases[] = {{"c=8", 2e-4},         {"c=8,beta=0", 2e-4},   {"c=8,beta=1,T_in=20", 2e-4},
                 {"c=8,beta=-1", 2e-4}, {"c=8,eps=2e-3", 2e-3}, {"c=8,eps=0,beta=0", 0}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        trial *t = start(&problem, k, x0, cases[k].set);
        const double *w = trial_steps(t, 10000), eps = cases[k].eps;
        const double limit = 0.5 / (2 + eps / 2 * (1 + eps / 8));
        assert_near(w[0], limit, 1e-9);
        assert_near(w[1], 0, 1e-9);
        if (eps > 0) assert_near((0.25 - w[0]) / eps, 0.25 / 4, 1e-3); /* first order in mu_q */
    }
}

/* mu so large that all three groups have weight: with q_2 = t, w = (0, t / (2 (1 + mu_w))) and
 * R_0 - mu_q q_0 = R_2 - mu_q t give t = (mu_q/2 - 3/8) / (3 mu_q/2 + 1 / (4 (1 + mu_w))). */
static void test_regularised_saddle_inside(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0.1);
    const double x0[2] = {1.5, -1}, t2 = (1 - 0.375) / (3 + 1 / 6.0);
    const char *const outer[] = {"beta=0", "beta=2", "beta=-1", "beta=0.5,sampling=uniform,b=3"};
    for (size_t k = 0; k < 4; k++) {
        trial *t = start(&problem, k, x0, trial_text("mu_w=0.5,mu_q=2,c=5,%s", outer[k]));
        trial_steps(t, 10000);
        const lf_point at = t->is->iterate(t->state);
        assert_near(at.w[0], 0, 1e-9);
        assert_near(at.w[1], t2 / 3, 1e-9);
        assert_near(at.y[0], (1 - t2) / 2, 1e-9);
        assert_near(at.y[2], t2, 1e-9);
    }
}

/* Steps far too long: thrown about, never out. */
static void test_stays_inside(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0.1);
    const double x0[2] = {1.5, -1};
    const char *const sets[] = {"c=300", "c=1e6,beta=1", "c=300,b=4,p=40"};
    for (size_t k = 0; k < 3; k++) {
        trial *t = start(&problem, 1, x0, sets[k]);
        for (size_t n = 0; n < 1000; n++) {
            trial_steps(t, 1);
            circle_assert_inside(t->is->iterate(t->state));
        }
        circle_assert_inside(t->is->average(t->state));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_replay),
        trial_test(test_snapshots_come_with_probability_p),
        trial_test(test_extragradient),
        trial_test(test_reaches_the_saddle),
        trial_test(test_stops_at_the_floor_of_mu),
        trial_test(test_regularised_saddle_inside),
        trial_test(test_stays_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
