/* AL-SVRE: settings, operator, steps by hand and replayed, snapshots and what they cost. */
#include "algorithms/group_minimax/al_svre.c"

#include "circle.h"

static trial *start(const toy *problem, uint64_t seed, const double *x0, const char *set) {
    return trial_start(&lf_algorithm_al_svre, problem, seed, x0, set);
}

/* R = 2, m = 3, N = 40, G = 3, L = 1: kappa, theta, beta and the steps from their formulas. */
static void test_settings(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0);
    const double x0[2] = {0}, Lip = 2 * sqrt(2) * sqrt(12 + 81 * log(3));
    const svre_state *s = start(&problem, 1, x0, NULL)->state;
    assert_near(s->p.mu_w, 2e-4 / 8, 1e-18);
    assert_near(s->p.mu_q, 1e-4, 1e-18);
    assert_near(s->p.beta, 1e-2 / 4, 1e-17);
    assert_int_equal(s->p.T_in, 40);
    const double kappa = 2.5e-5 / (2.5e-5 + 2.5e-3);
    assert_near(s->theta, (1 - sqrt(kappa)) / (1 + sqrt(kappa)), 1e-14);
    assert_near(s->p.p, 0.05, 1e-16);
    assert_near(s->tau_w, 4 * 0.99 * sqrt(0.05) / Lip, 1e-15);
    assert_near(s->tau_q, 2.0 / 3 * 0.99 * sqrt(0.05) / Lip, 1e-16);
    s = start(&problem, 1, x0, "mu_w=0.5,mu_q=0,beta=6,T_in=7,b=4,p=3,c=2")->state;
    assert_near(s->theta, (1 - 0.5) / (1 + 0.5), 1e-15); /* kappa = 0.5 / (0.5 + 1.5) */
    assert_near(s->p.p, 0.3, 1e-16);
    assert_int_equal(s->p.T_in, 7);
    assert_near(s->tau_w, 4 * 0.99 * 2 * sqrt(0.3) / Lip, 1e-14);
    s = start(&problem, 1, x0, "beta=-1,mu_w=0,mu_q=0,p=99")->state;
    assert_near(s->p.beta, Lip / sqrt(40) / 4, 1e-14);
    assert_int_equal(((const svre_state *)start(&problem, 1, x0, "b=7")->state)->p.T_in, 6);
    assert_near(s->theta, 1, 0);
    assert_near(s->p.p, 1, 0);
    s = start(&problem, 1, x0, "beta=-1,mu_w=1e-3,mu_q=30")->state;
    assert_near(s->p.beta, (30 * 2.0 / 3 - 4e-3) / 4, 1e-14);
    s = start(&problem, 1, x0, "beta=-1,mu_w=100")->state;
    assert_near(s->p.beta, 0, 0);
    assert_near(s->theta, 0, 0);
}

/* F_mu(w, q) + beta/2 |w - u|^2 of the toy, by its rows' means */
static double inner_problem(const svre_state *s, const double *w, const double *q) {
    double R[3], value = 0, away[3];
    circle_risks(w, R);
    for (size_t i = 0; i < 3; i++) {
        value += q[i] * R[i];
        away[i] = q[i] - 1.0 / 3;
    }
    const double far = lf_vec_distance(2, w, s->u);
    return value + s->p.mu_w / 2 * lf_vec_dot(2, w, w) - s->p.mu_q / 2 * lf_vec_dot(3, away, away) +
           s->p.beta / 2 * far * far;
}

/* The operator at the snapshot, and without its sampled part at the half point, against central
 * differences of what is solved: quadratic, so they are exact. */
static void test_operator(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0.1);
    const double x0[2] = {0.6, 0.3}, h = 1e-3;
    trial *t = start(&problem, 1, x0, "mu_w=0.3,mu_q=0.7,beta=2,c=10,T_in=5");
    trial_steps(t, 12); /* two outer steps: u is neither the start nor w */
    svre_state *s = t->state;
    assert_true(lf_vec_distance(2, s->u, s->w) > 1e-3 && s->k == 2);
    assert_ok(svre_move_snapshot(s, t->oracle));
    for (size_t i = 0; i < 5; i++) {
        double w[2][2], q[2][3];
        for (size_t side = 0; side < 2; side++) {
            lf_vec_copy(2, s->w, w[side]);
            lf_vec_copy(3, s->q, q[side]);
            *(i < 2 ? &w[side][i] : &q[side][i - 2]) += side ? h : -h;
        }
        const double slope =
            (inner_problem(s, w[1], q[1]) - inner_problem(s, w[0], q[0])) / (2 * h);
        assert_near(i < 2 ? s->g_snap[i] : s->r_snap[i - 2], slope, 1e-11);
    }
    svre_half(s, t->oracle);
    for (size_t i = 0; i < 2; i++)
        assert_near(s->g[i], s->g_snap[i] + (0.3 + 0.5) * (s->w_half[i] - s->w_snap[i]), 1e-14);
    for (size_t i = 0; i < 3; i++)
        assert_near(s->r[i], s->r_snap[i] - 0.7 * (s->q_half[i] - s->q_snap[i]), 1e-14);
}

/* Over the pool the sampled operator averages to the full one at the half point: groups weighted by
 * their probability, every row of a group alike. */
static void test_unbiased(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0);
    const double x0[2] = {0.6, 0.3};
    for (int from = 0; from < 2; from++) {
        const char *set =
            trial_text("mu_w=0,mu_q=0,beta=0,c=10,sampling=%s", from ? "uniform" : "importance");
        trial *t = start(&problem, 1, x0, set);
        trial_steps(t, 5);
        svre_state *s = t->state;
        double mean[5] = {0}, want[2] = {0}, R[3], g0[2], r0[3];
        svre_half(s, t->oracle);
        lf_vec_copy(2, s->g, g0);
        lf_vec_copy(3, s->r, r0);
        size_t seen[3] = {0};
        for (size_t left = 3; left > 0;) { /* one sample of each group, in the order they come */
            lf_vec_copy(2, g0, s->g);
            lf_vec_copy(3, r0, s->r);
            assert_ok(svre_sample(s, t->oracle));
            size_t i = 0;
            while (i < 2 && s->r[i] == r0[i])
                i++;
            if (seen[i]++ > 0) continue;
            const double chance = from ? (double)problem.constraint[i].is.samples / 40 : 1.0 / 3;
            lf_vec_axpy(2, chance, s->g, mean);
            lf_vec_axpy(3, chance, s->r, mean + 2);
            left--;
        }
        circle_risks(s->w_half, R);
        for (size_t i = 0; i < 3; i++)
            circle_add_gradient(i, s->q_half[i], s->w_half, want);
        for (size_t i = 0; i < 5; i++)
            assert_near(mean[i], i < 2 ? want[i] : R[i - 2], 1e-13);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_settings),
        trial_test(test_operator),
        trial_test(test_unbiased),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
