/* SMD: first steps by hand, both halves from the old point, counts, averages, the rate. */
#include "circle.h"

extern const lf_algorithm lf_algorithm_smd;

/* gamma_0 at c = 1 for |w| <= 2 and rows that differ by `spread`. */
static double first_gamma(double spread) {
    const double G = 3 + 5 * spread;
    return 2 / sqrt(5 * (4 * G * G + 2 * log(3)));
}

/* From w = (0, 1): the losses are 2, 2, 9/8 and the mean gradient (0, 1 - 1/6). */
static void test_first_step(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0);
    const double x0[2] = {0, 1};
    const struct {
        const char *set;
        double step_w, step_q;
    } cases[] = {{NULL, 1, 1},
                 {"c=0.5", 0.5, 0.5},
                 {"c=2,rho=0.25", 0.5, 2},
                 {"T=16", 0.25, 0.25},
                 {"T=4,b=5", 0.5, 0.5}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        trial *t = trial_start(&lf_algorithm_smd, &problem, 1, x0, cases[k].set);
        trial_steps(t, 1);
        const lf_point at = t->is->iterate(t->state);
        const double gamma = first_gamma(0);
        assert_near(at.w[0], 0, 1e-15);
        assert_near(at.w[1], 1 - 4 * cases[k].step_w * gamma * 5 / 6, 1e-14);
        const double fall = exp(-2 * log(3) * cases[k].step_q * gamma * (2 - 1.125));
        assert_near(at.y[0], 1 / (2 + fall), 1e-14);
        assert_near(at.y[2], fall / (2 + fall), 1e-14);
    }
}

/* The recursion written down again, w and q each from the (w, q) before; and the mean of the points
 * before their updates, weighted by gamma_t. */
static void test_both_halves_from_the_old_point(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0);
    double w[2] = {0.5, -1}, q[3] = {1.0 / 3, 1.0 / 3, 1.0 / 3}, sum[5] = {0}, weight = 0;
    trial *t = trial_start(&lf_algorithm_smd, &problem, 1, w, "c=3");
    lf_point mean = t->is->average(t->state);
    assert_near(mean.w[0], 0.5, 0); /* the start before the first step */
    assert_near(mean.y[1], 1.0 / 3, 1e-15);
    for (size_t k = 0; k < 25; k++) {
        const double gamma = 3 * first_gamma(0) / sqrt((double)(k + 1));
        double R[3], g[2] = {0}, total = 0;
        circle_risks(w, R);
        for (size_t i = 0; i < 3; i++)
            circle_add_gradient(i, q[i], w, g);
        for (size_t i = 0; i < 5; i++)
            sum[i] += gamma * (i < 2 ? w[i] : q[i - 2]);
        weight += gamma;
        lf_vec_axpy(2, -4 * gamma, g, w);
        const double norm = lf_vec_norm(2, w);
        lf_vec_scale(2, norm > 2 ? 2 / norm : 1, w);
        for (size_t i = 0; i < 3; i++)
            total += q[i] *= exp(2 * log(3) * gamma * R[i]);
        lf_vec_scale(3, 1 / total, q);
        trial_steps(t, 1);
        const lf_point at = t->is->iterate(t->state);
        mean = t->is->average(t->state);
        for (size_t i = 0; i < 5; i++) {
            assert_near(i < 2 ? at.w[i] : at.y[i - 2], i < 2 ? w[i] : q[i - 2], 1e-13);
            assert_near(i < 2 ? mean.w[i] : mean.y[i - 2], sum[i] / weight, 1e-13);
        }
    }
}

/* A step asks m samples, or b m, once each. */
static void test_counts(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0.1);
    const double x0[2] = {0};
    for (size_t b = 1; b < 5; b += 3) {
        trial *t = trial_start(&lf_algorithm_smd, &problem, 1, x0, trial_text("b=%zu", b));
        trial_steps(t, 17);
        assert_int_equal(trial_count(t, "samples.inner"), 17 * 3 * b);
        assert_int_equal(trial_count(t, "value.inner"), 17 * 3 * b);
        assert_int_equal(trial_count(t, "gradient.inner"), 17 * 3 * b);
    }
}

/* At the edge where steps throw w across the ball and q into the corners: a weight too small for
 * any number comes back, as its logarithm is not lost. */
static void test_log_weights_survive(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0.1);
    const double x0[2] = {0};
    const char *const sets[] = {"c=1e5", "c=1e5,T=1"};
    for (size_t k = 0; k < 2; k++) {
        trial *t = trial_start(&lf_algorithm_smd, &problem, 1, x0, sets[k]);
        bool sunk[3] = {false}, back[3] = {false};
        for (size_t n = 0; n < 500000; n++) {
            if (lf_algorithm_smd.step(t->state, t->oracle) != LF_OK) fail();
            const double *q = lf_algorithm_smd.iterate(t->state).y;
            for (size_t i = 0; i < 3; i++) {
                back[i] |= sunk[i] && q[i] > 0.5;
                sunk[i] |= q[i] == 0;
            }
        }
        assert_true(sunk[0] && sunk[1] && sunk[2]);
        assert_true(back[0] && back[1]);
        circle_assert_inside(t->is->iterate(t->state));
        circle_assert_inside(t->is->average(t->state));
    }
}

/* One group: there is nothing to weigh, and w goes down its risk. */
static void test_one_group(void **unused) {
    (void)unused;
    toy problem = toy_circle(0);
    problem.constraints = 1;
    const double x0[2] = {-1, 1};
    trial *t = trial_start(&lf_algorithm_smd, &problem, 1, x0, NULL);
    trial_steps(t, 1);
    const lf_point at = t->is->iterate(t->state);
    const double step = 4 * 2 / (sqrt(5) * 2 * 3); /* M = R G */
    assert_near(at.w[0], -1 + 2 * step, 1e-14);
    assert_near(at.w[1], 1 - step, 1e-14);
    assert_near(at.y[0], 1, 0);
}

static void test_rate(void **unused) {
    (void)unused;
    circle_rate(&lf_algorithm_smd, "", 2, false);
    circle_rate(&lf_algorithm_smd, "", 2, true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_first_step), trial_test(test_both_halves_from_the_old_point),
        trial_test(test_counts),     trial_test(test_log_weights_survive),
        trial_test(test_one_group),  trial_test(test_rate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
