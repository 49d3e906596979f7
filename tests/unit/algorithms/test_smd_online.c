/* SMD-1: the drawn group, the unbiased step of w, Exp3-IX, averages, counts, the rate. */
#include "circle.h"

extern const lf_algorithm lf_algorithm_smd_online;

/* At t = 0 of the any-time rule, with c_w = c_q = 1: D_w = sqrt 2, G = 3, m = 3. */
static double first_eta_w(void) {
    return 2 * sqrt(2) / (3 * sqrt(5));
}

static double first_eta_q(void) {
    return sqrt(log(3) / 3);
}

/* Where a run is after 20 steps, gone on from with the numbers of other seeds: the directions of w,
 * weighted by q, average to sum_i q_i grad R_i(w). */
static void test_step_of_w_is_unbiased(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0);
    const double x0[2] = {0.7, -0.2}, eta_w = first_eta_w() / sqrt(21);
    double mean[2] = {0}, want[2] = {0};
    bool met[3] = {false};
    trial *t = trial_start(&lf_algorithm_smd_online, &problem, 1, x0, "c_q=5");
    trial_steps(t, 20); /* away from equal weights */
    const lf_point at = t->is->iterate(t->state);
    assert_true(fabs(at.y[0] - at.y[2]) > 0.01);
    void *memory = malloc(lf_arena_snapshot_bytes(t->arena));
    saved_arena(t->arena, memory);
    for (uint64_t seed = 2; !met[0] || !met[1] || !met[2]; seed++) {
        trial *other = trial_start(&lf_algorithm_smd_online, &problem, seed, x0, "c_q=5");
        lf_arena_restore(other->arena, memory, other->birth, t->birth);
        const double u = lf_oracle_uniform(trial_problem(&problem, seed, "1e12")->oracle);
        const size_t i = u < at.y[0] ? 0 : u < at.y[0] + at.y[1] ? 1 : 2;
        const double *w = trial_steps(other, 1);
        for (size_t j = 0; j < 2 && !met[i]; j++)
            mean[j] += at.y[i] * (at.w[j] - w[j]) / eta_w;
        met[i] = true;
    }
    free(memory);
    circle_gradient(at.w, at.y, want);
    assert_near(mean[0], want[0], 1e-12);
    assert_near(mean[1], want[1], 1e-12);
}

/* The drawn weight alone moves, by (1 - l) / (q + eta/2), and takes its share from the others; a
 * loss above lmax moves nothing, one below 0 counts as 0. All groups have the same loss here. */
static void test_exp3_ix(void **unused) {
    (void)unused;
    const double x0[2] = {0}, eta = 0.3, losses[4] = {0.5, 1.9, 7, -1};
    const double clipped[4] = {0.25, 0.95, 1, 0};
    for (size_t k = 0; k < 4; k++) {
        double lift[3];
        for (size_t i = 0; i < 3; i++)
            lift[i] = losses[k] - circle_risk(i, x0, circle_flat);
        const toy problem = circle_lifted(0, lift);
        const char *set = trial_text("T=1,c_q=%.17g", eta / first_eta_q());
        trial *t = trial_start(&lf_algorithm_smd_online, &problem, 1, x0, set);
        const double u = lf_oracle_uniform(trial_problem(&problem, 1, "1e12")->oracle);
        trial_steps(t, 1);
        const double *q = t->is->iterate(t->state).y;
        const double fall = exp(-eta * (1 - clipped[k]) / (1.0 / 3 + eta / 2));
        for (size_t i = 0; i < 3; i++)
            assert_near(q[i], (i == (size_t)(3 * u) ? fall : 1) / (2 + fall), 1e-14);
    }
}

/* The recursion written down again with the method's stream of uniform numbers, w and q each from
 * the (w, q) before; with a horizon the mean is plain, without one weighted by the step. */
static void replay(const char *set, size_t T, double c_w, double c_q) {
    const toy problem = toy_circle(0);
    double w[2] = {1.5, -1}, lq[3] = {-log(3), -log(3), -log(3)}, sum[5] = {0}, weight = 0;
    trial *t = trial_start(&lf_algorithm_smd_online, &problem, 3, w, set);
    trial *stream = trial_problem(&problem, 3, "1e12");
    for (size_t k = 0; k < 40; k++) {
        const double share = 1 / sqrt((double)(T ? T : k + 1)),
                     u = lf_oracle_uniform(stream->oracle);
        const double eta_q = c_q * first_eta_q() * share;
        double R[3], q[3], g[2] = {0}, total = 0;
        for (size_t i = 0; i < 3; i++)
            q[i] = exp(lq[i]);
        const size_t drawn = u < q[0] ? 0 : u < q[0] + q[1] ? 1 : 2;
        circle_risks(w, R);
        circle_add_gradient(drawn, 1, w, g);
        for (size_t i = 0; i < 5; i++)
            sum[i] += share * (i < 2 ? w[i] : q[i - 2]);
        weight += share;
        lf_vec_axpy(2, -c_w * first_eta_w() * share, g, w);
        const double norm = lf_vec_norm(2, w);
        lf_vec_scale(2, norm > 2 ? 2 / norm : 1, w);
        lq[drawn] -= eta_q * (1 - fmin(R[drawn] / 4, 1)) / (q[drawn] + eta_q / 2);
        for (size_t i = 0; i < 3; i++)
            total += exp(lq[i]);
        for (size_t i = 0; i < 3; i++)
            lq[i] -= log(total);
        trial_steps(t, 1);
        const lf_point at = t->is->iterate(t->state), mean = t->is->average(t->state);
        for (size_t i = 0; i < 5; i++) {
            assert_near(i < 2 ? at.w[i] : at.y[i - 2], i < 2 ? w[i] : exp(lq[i - 2]), 1e-12);
            assert_near(i < 2 ? mean.w[i] : mean.y[i - 2], sum[i] / weight, 1e-12);
        }
    }
}

static void test_recursion(void **unused) {
    (void)unused;
    replay("lmax=4", 0, 1, 1);
    replay("lmax=4,T=25,c_w=0.5,c_q=3", 25, 0.5, 3);
}

static void test_counts(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0.1);
    const double x0[2] = {0};
    trial *t = trial_start(&lf_algorithm_smd_online, &problem, 1, x0, NULL);
    assert_near(t->is->average(t->state).y[2], 1.0 / 3, 1e-15); /* the start, before any step */
    trial_steps(t, 23);
    assert_int_equal(trial_count(t, "samples.inner"), 23);
    assert_int_equal(trial_count(t, "value.inner"), 23);
    assert_int_equal(trial_count(t, "gradient.inner"), 23);
}

/* Implicit exploration bounds a step of ln q by 2, whatever the multiplier: so the weights, seen
 * after every step, differ by no more. */
static void test_log_weights_survive(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0.1);
    const double x0[2] = {0};
    trial *t = trial_start(&lf_algorithm_smd_online, &problem, 1, x0, "c_w=1e6,c_q=1e6,T=1");
    const double *q = t->is->iterate(t->state).y;
    double before[2] = {0, 0}, widest = 0;
    for (size_t n = 0; n < 500000; n++) {
        if (lf_algorithm_smd_online.step(t->state, t->oracle) != LF_OK) fail();
        for (size_t i = 0; i < 2; i++) {
            const double now = log(q[i] / q[2]);
            widest = fmax(widest, fabs(now - before[i]));
            before[i] = now;
        }
    }
    assert_true(widest > 1 && widest <= 2 + 1e-12);
    circle_assert_inside(t->is->iterate(t->state));
    circle_assert_inside(t->is->average(t->state));
}

static void test_rate(void **unused) {
    (void)unused;
    circle_rate(&lf_algorithm_smd_online, "", 2, false);
    circle_rate(&lf_algorithm_smd_online, "", 2, true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_step_of_w_is_unbiased),
        trial_test(test_exp3_ix),
        trial_test(test_recursion),
        trial_test(test_counts),
        trial_test(test_log_weights_survive),
        trial_test(test_rate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
