/* The players of q in SMD-1: a recursion of the test's own meets numbers worked out elsewhere, and
 * the method that recursion; the mirror step of Tsallis' entropy; what does not move; the rate. */
#include "circle.h"

extern const lf_algorithm lf_algorithm_smd_online;
static const lf_algorithm *const smd_online = &lf_algorithm_smd_online;

enum { M = 3 };
typedef enum { IX, EXP3P, TINF } player;
static const char *const player_name[] = {"ix", "exp3p", "tinf"};

/* q (3) of L (3) by bisection of x. */
static void tsallis(double eta, const double *L, double *q) {
    const double least = fmin(L[0], fmin(L[1], L[2]));
    double low = least - 2 * sqrt(M) / eta, high = least - 2 / eta;
    for (int k = 0; k < 200; k++) {
        const double x = (low + high) / 2;
        double sum = 0;
        for (size_t j = 0; j < M; j++)
            sum += q[j] = 4 / pow(eta * (L[j] - x), 2);
        *(sum > 1 ? &high : &low) = x;
    }
}

/* One step of q (3) after the loss l of group i; L (3) is what the player remembers. */
static void play(player is, double eta, double gam, double beta, size_t i, double l, double *L,
                 double *q) {
    double p[M], sum = 0;
    if (is == IX) L[i] += (1 - l) / (q[i] + gam);
    if (is == TINF) L[i] += (1 - l) / q[i];
    for (size_t j = 0; j < M && is == EXP3P; j++)
        L[j] -= ((j == i ? l : 0) + beta) / q[j];
    if (is == TINF) {
        tsallis(eta, L, q);
        return;
    }
    for (size_t j = 0; j < M; j++)
        sum += p[j] = exp(-eta * L[j]);
    for (size_t j = 0; j < M; j++)
        q[j] = is == EXP3P ? (1 - gam) * p[j] / sum + gam / M : p[j] / sum;
}

/* Losses |w - c_i|^2 / 2 over 2, groups 0 1 2 1 0, w by steps of 0.1: w and q after five. */
static void test_numbers(void **unused) {
    (void)unused;
    static const double c[M][2] = {{1, 0}, {0, 1.5}, {-1, -0.5}};
    static const double want[3][3] = {{.2571693940, .3414399396, .4013906665},
                                      {.3111576394, .3953713307, .2934710299},
                                      {.2765722173, .3388750008, .3845527819}};
    static const size_t drawn[5] = {0, 1, 2, 1, 0};
    for (player is = IX; is <= TINF; is++) {
        double w[2] = {0}, L[M] = {0}, q[M] = {1. / 3, 1. / 3, 1. / 3};
        for (size_t k = 0; k < 5; k++) {
            const size_t i = drawn[k];
            const double g[2] = {w[0] - c[i][0], w[1] - c[i][1]};
            play(is, 0.2, 0.1, 0.05, i, (g[0] * g[0] + g[1] * g[1]) / 4, L, q);
            lf_vec_axpy(2, -0.1, g, w);
        }
        assert_near(w[0], .08461, 1e-10);
        assert_near(w[1], .20385, 1e-10);
        for (size_t j = 0; j < M; j++)
            assert_near(q[j], want[is][j], 1e-9);
    }
    double q[M];
    tsallis(0.5, (double[]){0, 1, 3}, q);
    assert_near(q[0], .4608401435, 1e-9);
    assert_near(q[1], .3368151792, 1e-9);
}

/* Where the run's own stream of uniform numbers leads, with the constants of the theory. */
static void follow(player is, size_t T, double c_q) {
    const toy problem = toy_circle(0);
    double w[2] = {1.5, -1}, L[M] = {0}, q[M] = {1. / 3, 1. / 3, 1. / 3};
    const char *set = trial_text("lmax=4,player=%s,T=%zu,c_q=%g", player_name[is], T, c_q);
    trial *t = trial_start(smd_online, &problem, 3, w, set);
    trial *stream = trial_problem(&problem, 3, "1e12");
    for (size_t k = 0; k < 60; k++) {
        const double horizon = (double)(T ? T : k + 1), u = lf_oracle_uniform(stream->oracle);
        const double b = sqrt(log(M) / (M * horizon));
        const double eta = is == EXP3P ? 0.95 * c_q * b
                           : T         ? c_q * sqrt(8 / horizon)
                                       : 2 * c_q / sqrt(horizon);
        const double gam = fmin(0.5, 1.05 * sqrt(M * log(M) / horizon));
        const size_t i = u < q[0] ? 0 : u < q[0] + q[1] ? 1 : 2;
        double R[M], g[2] = {0};
        circle_risks(w, R);
        circle_add_gradient(i, 1, w, g);
        lf_vec_axpy(2, -2 * sqrt(2) / (3 * sqrt(5)) / sqrt(horizon), g, w);
        const double norm = lf_vec_norm(2, w);
        lf_vec_scale(2, norm > 2 ? 2 / norm : 1, w);
        if (is == EXP3P && T == 0)
            for (size_t j = 0; j < M; j++) /* sums of eta times estimates: eta falls */
                L[j] *= k > 0 ? sqrt((double)(k + 1) / (double)k) : 1;
        play(is, eta, gam, b, i, fmin(R[i] / 4, 1), L, q);
        trial_steps(t, 1);
        const lf_point at = smd_online->iterate(t->state);
        for (size_t j = 0; j < M; j++)
            assert_near(at.y[j], q[j], 1e-11);
        assert_near(at.w[0], w[0], 1e-12);
        assert_near(at.w[1], w[1], 1e-12);
    }
    assert_true(fabs(q[0] - q[2]) > 1e-3);
}

static void test_recursions(void **unused) {
    (void)unused;
    for (player is = EXP3P; is <= TINF; is++) {
        follow(is, 0, 1);
        follow(is, 40, 1);
        follow(is, 500, 2.5);
    }
}

/* With a constant eta a step of tinf is the mirror step 1/sqrt(q') = 1/sqrt(q) + eta ghat/2 - c. */
static void test_mirror_step(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0);
    const double x0[2] = {1.5, -1}, eta = sqrt(8. / 50);
    trial *t = trial_start(smd_online, &problem, 5, x0, "lmax=4,player=tinf,T=50");
    trial *stream = trial_problem(&problem, 5, "1e12");
    for (size_t k = 0; k < 100; k++) {
        const lf_point at = smd_online->iterate(t->state);
        const double u = lf_oracle_uniform(stream->oracle), *q = at.y;
        const double old[M] = {q[0], q[1], q[2]};
        const size_t i = u < q[0] ? 0 : u < q[0] + q[1] ? 1 : 2;
        const double ghat = (1 - fmin(circle_risk(i, at.w, circle_flat) / 4, 1)) / q[i];
        trial_steps(t, 1);
        double shift[M];
        for (size_t j = 0; j < M; j++)
            shift[j] = 1 / sqrt(q[j]) - 1 / sqrt(old[j]) - (j == i ? eta * ghat / 2 : 0);
        assert_near(shift[0], shift[1], 4e-13);
        assert_near(shift[0], shift[2], 4e-13);
        circle_assert_inside(at);
    }
}

/* A loss of lmax or more is no news to ix and tinf; exp3p lifts the drawn group. */
static void test_no_news(void **unused) {
    (void)unused;
    const double x0[2] = {0}, lift[M] = {9, 9, 9};
    const toy problem = circle_lifted(0, lift);
    for (player is = IX; is <= TINF; is++) {
        trial *t = trial_start(smd_online, &problem, 1, x0,
                               trial_text("player=%s,T=100", player_name[is]));
        trial_steps(t, 1);
        const double *q = smd_online->iterate(t->state).y;
        double most = 0;
        for (size_t j = 0; j < M; j++)
            most = fmax(most, q[j]);
        if (is == EXP3P)
            assert_true(most > 0.34);
        else
            assert_near(most, 1. / 3, 1e-15);
    }
}

/* A thousand groups' worth of loss, one after the other, and a step that is far too long: q stays
 * on the simplex and the run costs a value and a gradient a step. */
static void test_counts_and_extremes(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0.1);
    const double x0[2] = {0};
    for (player is = EXP3P; is <= TINF; is++) {
        trial *t = trial_start(smd_online, &problem, 1, x0,
                               trial_text("player=%s,c_w=1e3,c_q=1e3", player_name[is]));
        trial_steps(t, 2000);
        circle_assert_inside(smd_online->iterate(t->state));
        circle_assert_inside(smd_online->average(t->state));
        assert_int_equal(trial_count(t, "value.inner"), 2000);
        assert_int_equal(trial_count(t, "gradient.inner"), 2000);
        assert_int_equal(trial_count(t, "samples.inner"), 2000);
    }
}

static void test_rate(void **unused) {
    (void)unused;
    circle_rate(smd_online, "player=exp3p,", 3, true);
    circle_rate(smd_online, "player=tinf,", 3, true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_numbers),
        trial_test(test_recursions),
        trial_test(test_mirror_step),
        trial_test(test_no_news),
        trial_test(test_counts_and_extremes),
        trial_test(test_rate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
