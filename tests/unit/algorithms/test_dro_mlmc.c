/* Multilevel DRO: its steps beside a recursion, the mean of its direction, what it becomes, counts,
 * resume. */
#include "algorithms/group_minimax/parts/best_response.h"
#include "circle.h"

extern const lf_algorithm lf_algorithm_dro_mlmc;
static const lf_algorithm *const dro_mlmc = &lf_algorithm_dro_mlmc;

/* The direction of a step at w on noiseless risks, from the method's stream; *values, *gradients
 * count draws that are asked. */
static void direction(trial *stream, const lf_risk *risk, size_t n0, size_t J, const double *w,
                      double G[2], size_t *values, size_t *gradients) {
    enum { MOST = 32 };
    double v[MOST], q[MOST], room[MOST], a[MOST] = {0};
    size_t drawn[MOST], n = n0, j = 0;
    const double u = lf_oracle_uniform(stream->oracle);
    for (double tail = 0.5; j < J && u < tail; tail /= 2)
        j++;
    n <<= j;
    const double P = j < J ? pow(0.5, (double)(j + 1)) : pow(0.5, (double)J);
    for (size_t k = 0; k < n; k++) {
        drawn[k] = (size_t)(3 * lf_oracle_uniform(stream->oracle));
        v[k] = circle_risk(drawn[k], w, circle_flat);
    }
    const struct {
        size_t from, n;
        double share;
    } parts[] = {{0, n0 / 2, 1}, {0, n, 1 / P}, {0, n / 2, -0.5 / P}, {n / 2, n / 2, -0.5 / P}};
    for (size_t p = 0; p < 4; p++) {
        lf_best_response(risk, parts[p].n, v + parts[p].from, q, room);
        for (size_t k = 0; k < parts[p].n; k++)
            a[parts[p].from + k] += parts[p].share * q[k];
    }
    G[0] = G[1] = 0;
    for (size_t k = 0; k < n; k++) {
        circle_add_gradient(drawn[k], a[k], w, G);
        *gradients += fabs(a[k]) > 1e-12; /* else it is rounding */
    }
    *values += n;
}

static void follow(const lf_risk *risk, size_t n0, size_t J, const char *set) {
    const toy problem = toy_circle(0);
    double w[2] = {1.5, -1}, m[2] = {0}, sum[2] = {0}, weight = 0;
    size_t values = 0, gradients = 0;
    trial *t = trial_start(dro_mlmc, &problem, 3, w,
                           trial_text("%s,n0=%zu,J=%zu,B2=3,eta=0.05,beta=0.5,schedule=step,"
                                      "every=20,factor=0.5",
                                      set, n0, J));
    trial *stream = trial_problem(&problem, 3, "1e12");
    for (size_t k = 0; k < 60; k++) {
        const double eta = 0.05 * pow(0.5, (double)(k / 20));
        double G[2];
        direction(stream, risk, n0, J, w, G, &values, &gradients);
        for (size_t j = 0; j < 2; j++) {
            m[j] = 0.5 * m[j] + 0.5 * G[j];
            w[j] -= eta * m[j];
        }
        const double norm = lf_vec_norm(2, w);
        lf_vec_scale(2, norm > 2 ? 2 / norm : 1, w);
        lf_vec_axpy(2, eta, w, sum);
        weight += eta;
        const double *got = trial_steps(t, 1), *mean = dro_mlmc->average(t->state).w;
        for (size_t j = 0; j < 2; j++) {
            assert_near(got[j], w[j], 1e-12);
            assert_near(mean[j], sum[j] / weight, 1e-12);
        }
        assert_int_equal(trial_count(t, "samples.inner"), 3 * values);
        assert_int_equal(trial_count(t, "value.inner"), 3 * values);
        assert_int_equal(trial_count(t, "gradient.inner"), 3 * gradients);
    }
}

static void test_recursion(void **unused) {
    (void)unused;
    follow(&(lf_risk){LF_RISK_CVAR, .r = 0.4}, 2, 3, "r=0.4");
    follow(&(lf_risk){LF_RISK_CVAR, .r = 1. / 3}, 6, 2, "r=0"); /* no cap */
    follow(&(lf_risk){LF_RISK_CHI2, .nu = 0.5}, 4, 1, "risk=chi2,nu=0.5");
    follow(&(lf_risk){LF_RISK_BALL, .rho = 0.3}, 4, 0, "risk=ball,rho=0.3");
    follow(&(lf_risk){LF_RISK_KLCVAR, .r = 0.5, .lam = 0.2}, 2, 2, "risk=klcvar,r=0.5,lam=0.2");
}

/* The mean of the direction is that of the subgradient of batches of 4, over all 81 of them, though
 * most steps have two draws. Steps are too short to leave the place. */
static void test_mean(void **unused) {
    (void)unused;
    enum { STEPS = 40000 };
    static const double losses[3] = {1, 2.5, 4}, x0[2] = {0, 1};
    double lift[3], want[2] = {0}, value = 0;
    for (size_t i = 0; i < 3; i++)
        lift[i] = losses[i] - circle_risk(i, x0, circle_flat);
    for (size_t k = 0; k < 81; k++) {
        double v[4], q[4], room[4];
        size_t drawn[4];
        for (size_t i = 0, rest = k; i < 4; i++, rest /= 3) {
            drawn[i] = rest % 3;
            v[i] = losses[drawn[i]];
        }
        lf_best_response(&(lf_risk){LF_RISK_CVAR, .r = 0.4}, 4, v, q, room);
        for (size_t i = 0; i < 4; i++) {
            value += q[i] * v[i] / 81;
            circle_add_gradient(drawn[i], q[i] / 81, x0, want);
        }
    }
    assert_near(value, 2.5 + 2. / 3 + 13. / 54, 1e-12);
    const toy problem = circle_lifted(0, lift);
    const double eta = 1e-9;
    trial *t = trial_start(dro_mlmc, &problem, 1, x0, "r=0.4,n0=2,J=1,B2=1,eta=1e-9");
    const double *w = trial_steps(t, STEPS);
    for (size_t j = 0; j < 2; j++) /* deviation of one step about 2 */
        assert_near((x0[j] - w[j]) / eta / STEPS, want[j], 5 * 2 / sqrt(STEPS));
    assert_near((double)trial_count(t, "value.inner") / STEPS, 3, 0.05); /* n0 (J/2 + 1) */
}

/* r = 1: plain steps on the mean of the first n0/2 draws; no other is asked for a gradient. */
static void test_all_count(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0);
    const double x0[2] = {1, 1};
    toy lifted = problem;
    lifted.regulariser = (lf_outer){.kind = LF_OUTER_SUM, .p = 2, .scale = 0.1};
    trial *t = trial_start(dro_mlmc, &lifted, 5, x0, "r=1,n0=2,J=3,B2=0,eta=0.5");
    trial *stream = trial_problem(&problem, 5, "1e12");
    double w[2] = {1, 1};
    for (size_t k = 0; k < 20; k++) {
        double G[2];
        size_t values = 0, gradients = 0;
        direction(stream, &(lf_risk){LF_RISK_CVAR, .r = 1}, 2, 3, w, G, &values, &gradients);
        assert_int_equal(gradients, 1);
        for (size_t j = 0; j < 2; j++)
            w[j] -= 0.5 * (G[j] + 0.1);
        const double *got = trial_steps(t, 1);
        assert_near(got[0], w[0], 1e-13);
        assert_near(got[1], w[1], 1e-13);
    }
    trial *odd = trial_prepare(dro_mlmc, &problem, 1, "1", "n0=3", 1 << 20);
    assert_int_equal(trial_init(odd, x0), LF_BAD_ARGUMENT);
    assert_non_null(strstr(lf_message(), "n0 = 3 is to be even"));
    assert_non_null(strstr(lf_message(), "take 4"));
}

/* The largest risk of all, of a group that one or two draws often miss and 128 do not: w goes to
 * its centre, though half of the steps have two draws. */
static void test_bias(void **unused) {
    (void)unused;
    static const double lift[3] = {0, 0, 2};
    const toy problem = circle_lifted(0, lift);
    const double x0[2] = {0, 1};
    trial *t = trial_start(dro_mlmc, &problem, 1, x0, "n0=2,J=6,B2=1,eta=0.002");
    trial_steps(t, 40000);
    const double *w = dro_mlmc->average(t->state).w;
    assert_near(w[0], 0, 0.1);
    assert_near(w[1], 0.5, 0.1);
}

static void test_resumes(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0.1);
    const double x0[2] = {1, 1};
    for (size_t before = 0; before < 5; before++) {
        trial *a = trial_start(dro_mlmc, &problem, 7, x0, "update=adam");
        trial *b = trial_start(dro_mlmc, &problem, 7, x0, "update=adam");
        trial_steps(a, before);
        trial_assert_resumes(a, b, 10);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_recursion), trial_test(test_mean),    trial_test(test_all_count),
        trial_test(test_bias),      trial_test(test_resumes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
