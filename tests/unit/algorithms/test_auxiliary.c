/* Auxiliary coordinates: plain steps of their own, beside whatever the method does with the rest.
 */
#include "coupled_reference.h"

extern const lf_algorithm lf_algorithm_sonex, lf_algorithm_sonx;

#define WHOLE "B0=0,B1=0,B2=0"

static const double start[2] = {0.4, 0.3};

/* Of w = (w_0, w_1) the last is auxiliary. All f_i are smooth. */
static toy apart(double spread) {
    toy t = coupled_toy(LF_PENALTY_SQUARED_HINGE, spread);
    t.auxiliary = 1;
    return t;
}

static double slope(double z) {
    return 4 * fmax(z, 0);
}

/* Full batches, gam = 1 and the new u: G = grad F(w_t). w_1 moves by -eta_s G_1, halved in every
 * step; w_0 by momentum or Adam as if it were alone, with decay and with G_0 cut to 0.3. */
static void by_hand(const lf_algorithm *is, const char *more, bool adam, double beta) {
    const toy problem = apart(0.2);
    const double eta = 0.05, eta_s = 0.2, wd = 0.5;
    const char *set = trial_text(WHOLE ",u=new,gam=1,eta=0.05,eta_s=0.2,wd=0.5,schedule=step,"
                                       "factor=0.5,every=1,%s",
                                 more);
    trial *t = trial_start(is, &problem, 1, start, set);
    double w[2] = {start[0], start[1]}, m = 0, q = 0;
    const double clip = strstr(more, "clip") ? 0.3 : INFINITY;
    for (int k = 0; k < 6; k++) {
        double G[2];
        const double factor = pow(0.5, k);
        coupled_gradient(w, slope, G);
        const double g = G[0] * fmin(1, clip / fabs(G[0])) + wd * w[0];
        m = (1 - beta) * m + beta * g;
        q = 0.75 * q + 0.25 * g * g;
        const double m_hat = m / (1 - pow(1 - beta, k + 1)), q_hat = q / (1 - pow(0.75, k + 1));
        w[0] -= eta * factor * (adam ? m_hat / (sqrt(q_hat) + 1e-8) : m);
        w[1] -= eta_s * factor * G[1];
        const double *got = trial_steps(t, 1);
        for (size_t j = 0; j < 2; j++)
            assert_near(got[j], w[j], 1e-13);
    }
}

static void test_steps_by_hand(void **unused) {
    (void)unused;
    by_hand(&lf_algorithm_sonex, "lam=0,gam_prime=0,beta=0.3,clip=0.3", false, 0.3);
    by_hand(&lf_algorithm_sonex, "lam=0,gam_prime=0,beta=0.3,update=adam,beta_prime=0.25,clip=0.3",
            true, 0.3);
    by_hand(&lf_algorithm_sonx, "gam_prime=0,beta=0.6,clip=0.3", false, 0.6);
}

static const lf_algorithm *const all[] = {&lf_algorithm_sonex, &lf_algorithm_sonx};

/* eta_s = 0 is as if there were none, to the bit; else a problem without any is refused. */
static void test_none(void **unused) {
    (void)unused;
    const toy with = apart(0.2), without = coupled_toy(LF_PENALTY_SQUARED_HINGE, 0.2);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        trial *a = trial_start(all[i], &with, 3, start, "eta_s=0");
        trial *b = trial_start(all[i], &without, 3, start, NULL);
        for (size_t k = 0; k < 30; k++)
            assert_memory_equal(trial_steps(a, 1), trial_steps(b, 1), sizeof start);
        trial *t = trial_prepare(all[i], &without, 1, "1e12", "eta_s=0.1", 1 << 20);
        assert_int_equal(trial_init(t, start), LF_BAD_ARGUMENT);
        assert_non_null(strstr(lf_message(), "eta_s"));
        trial_teardown(NULL);
    }
}

/* It changes how fast the minimiser is reached, not which one: full batches of the smooth F. */
static void test_same_minimiser(void **unused) {
    (void)unused;
    const toy problem = apart(0);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const char *more = all[i] == &lf_algorithm_sonex ? ",lam=0" : "";
        const char *set = trial_text(WHOLE ",eta=0.05,eta_s=0.1,gam=0.5%s", more);
        trial *t = trial_start(all[i], &problem, 1, start, set);
        double grad[2];
        coupled_gradient(trial_steps(t, 20000), slope, grad);
        assert_near(lf_vec_norm(2, grad), 0, 1e-9);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_steps_by_hand),
        trial_test(test_none),
        trial_test(test_same_minimiser),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
