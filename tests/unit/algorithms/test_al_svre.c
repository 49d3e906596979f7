/* AL-SVRE: its settings from their formulas; the operator and the estimate that it is replayed with
 * against their definitions. */
#include "svre_reference.h"

static double theta_of(double mu_w, double beta) {
    const double kappa = mu_w / (mu_w + beta);
    return (1 - sqrt(kappa)) / (1 + sqrt(kappa));
}

/* R = 2, m = 3, N = 40, G = 3, L = 1: what the defaults are on this problem, and what becomes of
 * the parameters; the steps follow only if all of it is right. */
static void test_settings(void **unused) {
    (void)unused;
    const double Lip = reference_lipschitz(false), spread = Lip / sqrt(40) / 4;
    const double modulus = (30 * 2. / 3 - 4e-3) / 4, mu_w = 2e-4 / 8, mu_q = 1e-4, beta = 1e-2 / 4;
    const double theta = theta_of(mu_w, beta);
    const struct {
        const char *set;
        reference r;
    } cases[] = {
        {NULL, {mu_w, mu_q, beta, theta, .p = 0.05, .c = 1, .T_in = 40, .b = 1}},
        {"b=7,c=9", {mu_w, mu_q, beta, theta, .p = 0.35, .c = 9, .T_in = 6, .b = 7}},
        {"mu_w=0.5,mu_q=0,beta=6,T_in=7,b=4,p=3,c=2",
         {0.5, 0, 1.5, 1. / 3, .p = 0.3, .c = 2, .T_in = 7, .b = 4}},
        {"beta=-1,mu_w=0,mu_q=0,p=99", {0, 0, spread, 1, .p = 1, .c = 1, .T_in = 40, .b = 1}},
        {"beta=-1,mu_w=1e-3,mu_q=30",
         {1e-3, 30, modulus, theta_of(1e-3, modulus), .p = 0.05, .c = 1, .T_in = 40, .b = 1}},
        {"beta=-1,mu_w=100", {100, mu_q, 0, 0, .p = 0.05, .c = 1, .T_in = 40, .b = 1}},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        reference r = cases[k].r;
        replay(cases[k].set, &r);
    }
}

/* F_mu(w, q) + beta/2 |w - u|^2 of the toy, by its rows' means */
static double inner_problem(const reference *r, const double *z) {
    double R[3], value = 0, away[3];
    circle_risks(z, R);
    for (size_t i = 0; i < 3; i++) {
        value += z[2 + i] * R[i];
        away[i] = z[2 + i] - 1.0 / 3;
    }
    const double far = lf_vec_distance(2, z, r->u);
    return value + r->mu_w / 2 * lf_vec_dot(2, z, z) - r->mu_q / 2 * lf_vec_dot(3, away, away) +
           r->beta / 2 * far * far;
}

/* In the midst of an outer step, with u neither the start nor w. */
static reference in_the_midst(bool uniform) {
    reference r = {0.3, 0.7, 0.5, .p = 0.05, .c = 10, .T_in = 7, .b = 1, .uniform = uniform};
    r.theta = theta_of(0.3, 0.5);
    replay(uniform ? "mu_w=0.3,mu_q=0.7,beta=2,c=10,T_in=7,sampling=uniform"
                   : "mu_w=0.3,mu_q=0.7,beta=2,c=10,T_in=7",
           &r);
    assert_true(lf_vec_distance(2, r.u, r.z) > 1e-9);
    return r;
}

/* The operator, of which the second block's sign is turned, against central differences of what is
 * solved: quadratic, so they are exact. */
static void test_operator(void **unused) {
    (void)unused;
    const reference r = in_the_midst(false);
    const double h = 1e-3, at[5] = {0.6, 0.3, 0.2, 0.5, 0.3};
    double F[5];
    reference_operator(&r, at, F);
    for (size_t i = 0; i < 5; i++) {
        double below[5], above[5];
        lf_vec_copy(5, at, below);
        lf_vec_copy(5, at, above);
        below[i] -= h;
        above[i] += h;
        const double slope = (inner_problem(&r, above) - inner_problem(&r, below)) / (2 * h);
        assert_near(i < 2 ? F[i] : -F[i], slope, 1e-11);
    }
}

/* Over the pool the estimate averages to the operator at the half point: groups weighted by their
 * chances, every row of a group alike. */
static void test_unbiased(void **unused) {
    (void)unused;
    for (int uniform = 0; uniform < 2; uniform++) {
        const reference r = in_the_midst(uniform);
        const double half[5] = {0.6, 0.3, 0.2, 0.5, 0.3};
        double mean[5] = {0}, want[5];
        for (size_t i = 0; i < 3; i++) {
            double F[5];
            reference_known(&r, half, F);
            reference_drawn(&r, half, i, F);
            lf_vec_axpy(5, reference_chance(&r, i), F, mean);
        }
        reference_operator(&r, half, want);
        for (size_t i = 0; i < 5; i++)
            assert_near(mean[i], want[i], 1e-13);
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
