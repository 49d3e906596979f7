/* Auxiliary coordinates: plain steps of their own, beside whatever the method does with the rest.
 */
#include "coupled_reference.h"

extern const lf_algorithm lf_algorithm_sonex, lf_algorithm_sonx, lf_algorithm_sox,
    lf_algorithm_msvr, lf_algorithm_alexr, lf_algorithm_alexr2;

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
    by_hand(&lf_algorithm_sox, "beta=0.3,update=adam,beta_prime=0.25,clip=0.3", true, 0.3);
    by_hand(&lf_algorithm_msvr, "gam_prime=0,a=0.4", false, 0.4);
}

/* v2: the rest follows z, the auxiliary coordinate G. */
static void test_msvr_v2(void **unused) {
    (void)unused;
    const toy problem = apart(0.2);
    trial *t = trial_start(&lf_algorithm_msvr, &problem, 4, start,
                           "variant=v2,B0=3,B1=2,B2=4,eta=0.05,eta_s=0.3,a=0.3,gam=0.4");
    reference r = {slope,       .eta = 0.05,  .gam = 0.4, .gam_prime = 1 / 1.2 + 0.6,
                   .beta = 0.3, .eta_s = 0.3, .B0 = 3,    .B1 = 2,
                   .B2 = 4,     .storm = true};
    reference_begin(&r, &problem, 4, start);
    reference_follow(&r, t, 20);
}

/* K = 2 inner steps, then the outer one, which leaves w_1 where the inner ones have put it. */
static void test_alexr2(void **unused) {
    (void)unused;
    const toy problem = apart(0);
    const double eta = 0.1, eta_s = 0.2, nu = 0.5, alpha = 0.25, wd = 0.3, clip = 0.2;
    trial *t = trial_start(&lf_algorithm_alexr2, &problem, 1, start,
                           WHOLE ",lam=0,K=2,eta=0.1,eta_s=0.2,nu=0.5,alpha=0.25,beta=1,theta=0,"
                                 "gam=1e12,wd=0.3,clip=0.2,update=momentum,schedule=step,"
                                 "factor=0.5,every=1");
    double w[2] = {start[0], start[1]};
    for (int outer = 0; outer < 3; outer++) {
        const double factor = pow(0.5, outer);
        double z[2] = {w[0], w[1]}, G[2];
        for (size_t k = 0; k < 2; k++) {
            coupled_gradient(z, slope, G);
            const double g = G[0] * fmin(1, clip / fabs(G[0])) + wd * z[0] + (z[0] - w[0]) / nu;
            z[0] -= eta / (1 + eta / nu) * g;
            z[1] -= eta_s * factor * G[1];
        }
        w[0] -= alpha * factor * (w[0] - z[0]) / nu;
        w[1] = z[1];
        const double *got = trial_steps(t, 2);
        for (size_t j = 0; j < 2; j++)
            assert_near(got[j], w[j], 1e-10); /* gam = 1e12 is not quite gh = 1 */
    }
}

/* f* of 2 [.]_+^2 and gam = 2: the slope of an envelope of f with parameter 1/2. */
static double dual(double v, double y) {
    return 4 * fmax(v + y / 2, 0) / 3;
}

static void test_alexr(void **unused) {
    (void)unused;
    const toy problem = apart(0.1);
    trial *t = trial_start(&lf_algorithm_alexr, &problem, 2, start,
                           "B0=3,B1=2,B2=4,eta=0.05,eta_s=0.3,gam=2,theta=0.6");
    alexr_reference r = {slope,        dual,    .eta = 0.05, .theta = 0.6,
                         .eta_s = 0.3, .B0 = 3, .B1 = 2,     .B2 = 4};
    alexr_reference_begin(&r, &problem, 2, start);
    for (size_t k = 0; k < 20; k++) {
        const double *w = trial_steps(t, 1), *z = alexr_reference_step(&r);
        for (size_t j = 0; j < 2; j++)
            assert_near(w[j], z[j], 1e-13);
    }
}

static const lf_algorithm *const all[] = {&lf_algorithm_sonex, &lf_algorithm_sonx,
                                          &lf_algorithm_sox,   &lf_algorithm_msvr,
                                          &lf_algorithm_alexr, &lf_algorithm_alexr2};

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
        const bool inner = all[i] == &lf_algorithm_alexr || all[i] == &lf_algorithm_alexr2;
        const char *more = all[i] == &lf_algorithm_alexr    ? ",dual=bregman"
                           : all[i] == &lf_algorithm_alexr2 ? ",lam=0,update=momentum,alpha=0.2"
                           : all[i] == &lf_algorithm_sonex  ? ",lam=0"
                                                            : "";
        const char *set =
            trial_text(WHOLE ",eta=0.05,eta_s=0.1%s%s", inner ? ",gam=4" : ",gam=0.5", more);
        trial *t = trial_start(all[i], &problem, 1, start, set);
        double grad[2];
        coupled_gradient(trial_steps(t, 20000), slope, grad);
        assert_near(lf_vec_norm(2, grad), 0, 1e-9);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_steps_by_hand), trial_test(test_msvr_v2), trial_test(test_alexr2),
        trial_test(test_alexr),         trial_test(test_none),    trial_test(test_same_minimiser),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
