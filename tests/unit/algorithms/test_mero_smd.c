/* Any-time MERO: its steps beside a recursion, SMD where the minima stand still, the least largest
 * excess, counts, resume. */
#include "circle.h"

extern const lf_algorithm lf_algorithm_mero_smd, lf_algorithm_smd;
static const lf_algorithm *const mero_smd = &lf_algorithm_mero_smd;

/* Into the ball. */
static void inside(double *w) {
    const double norm = lf_vec_norm(2, w);
    lf_vec_scale(2, norm > 2 ? 2 / norm : 1, w);
}

/* Noiseless risks, |w| <= 2, G = 3: M^2 = 36 + 2 ln 3. Steps this long lead w and W_i outside. */
static void test_recursion(void **unused) {
    (void)unused;
    static const double lift[3] = {0, 0.5, 0};
    const toy problem = circle_lifted(0, lift);
    const double x0[2] = {1.5, -1}, c = 8, c1 = 4, rho = 2;
    double w[2] = {1.5, -1}, W[3][2], A[3][2] = {{0}}, lq[3] = {0}, q[3], total = 0;
    double sum[5] = {0}, weight = 0;
    for (size_t i = 0; i < 3; i++)
        lf_vec_copy(2, x0, W[i]);
    trial *t = trial_start(mero_smd, &problem, 3, x0, "c=8,c1=4,rho=2,b=2");
    assert_near(mero_smd->average(t->state).w[0], 1.5, 0); /* the start */
    for (size_t k = 0; k < 40; k++) {
        const double root = sqrt((double)(k + 1)), e = c1 * 2 / 3 / root;
        const double gamma = 2 * c / sqrt(36 + 2 * log(3)) / sqrt(5) / root;
        double g[2] = {0}, mass = 0;
        total += e;
        for (size_t i = 0; i < 3; i++)
            mass += exp(lq[i]);
        for (size_t i = 0; i < 3; i++) {
            q[i] = exp(lq[i]) / mass;
            circle_add_gradient(i, q[i], w, g);
        }
        for (size_t i = 0; i < 5; i++)
            sum[i] += gamma * (i < 2 ? w[i] : q[i - 2]);
        weight += gamma;
        for (size_t i = 0; i < 3; i++) {
            double h[2] = {0};
            for (size_t j = 0; j < 2; j++)
                A[i][j] += e / total * (W[i][j] - A[i][j]);
            lq[i] += 2 * log(3) * gamma * (circle_risk(i, w, lift) - circle_risk(i, A[i], lift));
            circle_add_gradient(i, 1, W[i], h);
            lf_vec_axpy(2, -e, h, W[i]);
            inside(W[i]);
        }
        lf_vec_axpy(2, -rho * 4 * gamma, g, w);
        inside(w);
        mass = exp(lq[0]) + exp(lq[1]) + exp(lq[2]);
        trial_steps(t, 1);
        const lf_point at = mero_smd->iterate(t->state), mean = mero_smd->average(t->state);
        for (size_t i = 0; i < 5; i++) {
            assert_near(i < 2 ? at.w[i] : at.y[i - 2], i < 2 ? w[i] : exp(lq[i - 2]) / mass, 1e-12);
            assert_near(i < 2 ? mean.w[i] : mean.y[i - 2], sum[i] / weight, 1e-12);
        }
    }
}

/* Where W_i stands still it is SMD on the risks less those of the start. */
static void test_smd(void **unused) {
    (void)unused;
    const double x0[2] = {0.5, 1};
    double lift[3];
    for (size_t i = 0; i < 3; i++)
        lift[i] = -circle_risk(i, x0, circle_flat);
    const toy problem = toy_circle(0), lower = circle_lifted(0, lift);
    trial *t = trial_start(mero_smd, &problem, 1, x0, "c=3,c1=1e-300");
    trial *smd = trial_start(&lf_algorithm_smd, &lower, 1, x0, "c=3");
    for (size_t k = 0; k < 200; k++) {
        const double *w = trial_steps(t, 1), *want = trial_steps(smd, 1);
        for (size_t j = 0; j < 2; j++)
            assert_near(w[j], want[j], 1e-12);
        for (size_t i = 0; i < 3; i++)
            assert_near(mero_smd->iterate(t->state).y[i], smd->is->iterate(smd->state).y[i], 1e-12);
    }
}

/* Risks lifted by 0, 5 and 1 have the excesses of none: the smallest circle, whatever the lift; SMD
 * on them goes to the second group's own minimum. */
static void test_excess(void **unused) {
    (void)unused;
    static const double lift[3] = {0, 5, 1};
    const toy problem = circle_lifted(0.1, lift);
    const double x0[2] = {1, 1};
    trial *t = trial_start(mero_smd, &problem, 1, x0, "c=3,c1=3");
    trial_steps(t, 20000);
    const lf_point mean = mero_smd->average(t->state);
    assert_near(circle_max_risk(mean.w, circle_flat), circle_value, 0.03);
    assert_near(mean.y[0], 0.5, 0.05);
    assert_near(mean.y[1], 0.5, 0.05);
    trial *smd = trial_start(&lf_algorithm_smd, &problem, 1, x0, "c=3");
    trial_steps(smd, 20000);
    assert_true(circle_max_risk(smd->is->average(smd->state).w, circle_flat) > 2.5);
}

static void test_counts(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0.1);
    const double x0[2] = {0};
    for (size_t b = 1; b < 5; b += 3) {
        trial *t = trial_start(mero_smd, &problem, 1, x0, trial_text("b=%zu", b));
        trial_steps(t, 7);
        assert_int_equal(trial_count(t, "samples.inner"), 7 * 3 * b);
        assert_int_equal(trial_count(t, "value.inner"), 2 * 7 * 3 * b);
        assert_int_equal(trial_count(t, "gradient.inner"), 2 * 7 * 3 * b);
    }
}

static void test_resumes(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0.1);
    const double x0[2] = {1, 1};
    for (size_t before = 0; before < 4; before++) {
        trial *a = trial_start(mero_smd, &problem, 7, x0, NULL);
        trial *b = trial_start(mero_smd, &problem, 7, x0, NULL);
        trial_steps(a, before);
        trial_assert_resumes(a, b, 10);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_recursion), trial_test(test_smd),     trial_test(test_excess),
        trial_test(test_counts),    trial_test(test_resumes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
