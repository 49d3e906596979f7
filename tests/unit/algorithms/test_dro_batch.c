/* Best responses against numbers worked out elsewhere and by what makes them best; then mini-batch
 * DRO: its steps by hand and beside a recursion, what it becomes, its bias, counts, resume. */
#include "algorithms/group_minimax/parts/best_response.h"
#include "circle.h"
#include "difference.h"

extern const lf_algorithm lf_algorithm_dro_batch;
static const lf_algorithm *const dro_batch = &lf_algorithm_dro_batch;

static void test_numbers(void **unused) {
    (void)unused;
    static const double v[4] = {3, 1, 2, 5};
    static const struct {
        lf_risk risk;
        double q[4];
    } is[] = {{{LF_RISK_CVAR, .r = 0.375}, {.3333333333, 0, 0, .6666666667}},
              {{LF_RISK_CVAR, .r = 0.5}, {.5, 0, 0, .5}},
              {{LF_RISK_CVAR, .r = 0.1}, {0, 0, 0, 1}},
              {{LF_RISK_CVAR, .r = 1}, {.25, .25, .25, .25}},
              {{LF_RISK_CHI2, .nu = 1}, {.25, 0, 0, .75}},
              {{LF_RISK_CHI2, .nu = 5}, {.2625, .1625, .2125, .3625}},
              {{LF_RISK_BALL, .rho = 0.3}, {.2827326835, .0208712153, .1518019494, .5445941518}},
              {{LF_RISK_BALL, .rho = 1}, {.1464466094, 0, 0, .8535533906}},
              {{LF_RISK_BALL, .rho = 1.5}, {0, 0, 0, 1}},
              {{LF_RISK_KLCVAR, .r = 0.5, .lam = 1}, {.3326204779, .0450152866, .1223642355, .5}}};
    for (size_t k = 0; k < sizeof is / sizeof *is; k++) {
        double q[4], room[4];
        lf_best_response(&is[k].risk, 4, v, q, room);
        for (size_t i = 0; i < 4; i++)
            assert_near(q[i], is[k].q[i], 1e-9);
    }
    double q[4], room[4]; /* (4/2 - 1) / 2 < 1: the two that tie share all */
    lf_best_response(&(lf_risk){LF_RISK_BALL, .rho = 1}, 4, (double[]){5, 1, 5, 2}, q, room);
    assert_memory_equal(q, ((double[]){0.5, 0, 0.5, 0}), sizeof q);
}

/* Many losses, with ties: the mean of the largest r n, the rest of the weight at the edge. */
static void test_many(void **unused) {
    (void)unused;
    enum { N = 300 };
    for (size_t k = 0; k < 40; k++) {
        double v[N], q[N], room[N], sorted[N], want = 0, got = 0, sum = 0;
        const double r = table_random(k, 999, 0.002, 1), worst = fmax(r * N, 1);
        for (size_t i = 0; i < N; i++) {
            v[i] = table_random(k, i, 0, 1);
            if (k % 2) v[i] = floor(8 * v[i]);
            sorted[i] = v[i];
            for (size_t j = i; j > 0 && sorted[j] > sorted[j - 1]; j--) {
                const double was = sorted[j];
                sorted[j] = sorted[j - 1];
                sorted[j - 1] = was;
            }
        }
        for (size_t i = 0; i < N; i++)
            want += sorted[i] * fmin(1, fmax(0, worst - (double)i)) / worst;
        lf_best_response(&(lf_risk){LF_RISK_CVAR, .r = r}, N, v, q, room);
        for (size_t i = 0; i < N; i++) {
            got += q[i] * v[i];
            sum += q[i];
            assert_true(q[i] >= 0 && q[i] <= (1 + 1e-12) / worst);
        }
        assert_near(sum, 1, 1e-12);
        assert_near(got, want, 1e-11);
        lf_best_response(&(lf_risk){LF_RISK_BALL, .rho = r}, N, v, q, room);
        double square = 0;
        for (size_t i = 0; i < N; i++)
            square += q[i] * q[i];
        assert_near((N * square - 1) / 2, r, 1e-9);
    }
}

/* Three equally likely losses, r = 0.4: what batches of 1 to 5 with replacement miss of 3.75. */
static void test_bias(void **unused) {
    (void)unused;
    static const double loss[3] = {1, 2.5, 4};
    static const double want[5] = {-1.25, -.583333, -.416667, -.342593, -.231481};
    size_t batches = 1;
    for (size_t b = 1; b <= 5; b++) {
        batches *= 3;
        double mean = 0;
        for (size_t k = 0; k < batches; k++) {
            double v[5], q[5], room[5];
            for (size_t i = 0, rest = k; i < b; i++, rest /= 3)
                v[i] = loss[rest % 3];
            lf_best_response(&(lf_risk){LF_RISK_CVAR, .r = 0.4}, b, v, q, room);
            for (size_t i = 0; i < b; i++)
                mean += q[i] * v[i] / (double)batches;
        }
        assert_near(mean - 3.75, want[b - 1], 1e-6);
    }
}

/* On noiseless risks: two of three groups a step, the two largest weights by the response; momentum
 * and the mean beside numbers. */
static void follow(const lf_risk *risk, const char *set) {
    const toy problem = toy_circle(0);
    double w[2] = {1.5, -1}, m[2] = {0}, sum[2] = {0};
    trial *t = trial_start(dro_batch, &problem, 3, w, set);
    trial *twin = trial_problem(&problem, 3, "1e12");
    size_t gradients = 0;
    for (size_t k = 1; k <= 40; k++) {
        size_t S[2];
        double v[2], q[2], room[2], G[2] = {0};
        assert_ok(lf_oracle_components(twin->oracle, LF_ROLE_INNER, 2, S));
        for (size_t i = 0; i < 2; i++)
            v[i] = circle_risk(S[i], w, circle_flat);
        lf_best_response(risk, 2, v, q, room);
        for (size_t i = 0; i < 2; i++) {
            circle_add_gradient(S[i], q[i], w, G);
            gradients += q[i] > 0 ? 3 : 0;
        }
        for (size_t j = 0; j < 2; j++) {
            m[j] = 0.5 * m[j] + 0.5 * G[j];
            w[j] -= 0.1 * m[j];
        }
        const double norm = lf_vec_norm(2, w);
        lf_vec_scale(2, norm > 2 ? 2 / norm : 1, w);
        lf_vec_axpy(2, 1, w, sum);
        const double *got = trial_steps(t, 1), *mean = dro_batch->average(t->state).w;
        for (size_t j = 0; j < 2; j++) {
            assert_near(got[j], w[j], 1e-13);
            assert_near(mean[j], sum[j] / (double)k, 1e-13);
        }
        assert_int_equal(trial_count(t, "value.inner"), 6 * k);
        assert_int_equal(trial_count(t, "samples.inner"), 6 * k);
        assert_int_equal(trial_count(t, "gradient.inner"), gradients);
    }
}

static void test_recursion(void **unused) {
    (void)unused;
    follow(&(lf_risk){LF_RISK_CVAR, .r = 0.75}, "r=0.75,B1=2,B2=3,eta=0.1,beta=0.5");
    follow(&(lf_risk){LF_RISK_CVAR, .r = 1. / 3}, "B1=2,B2=3,eta=0.1,beta=0.5"); /* no cap */
    follow(&(lf_risk){LF_RISK_CHI2, .nu = 0.2}, "risk=chi2,nu=0.2,B1=2,B2=3,eta=0.1,beta=0.5");
    follow(&(lf_risk){LF_RISK_BALL, .rho = 0.3}, "risk=ball,rho=0.3,B1=2,B2=3,eta=0.1,beta=0.5");
    follow(&(lf_risk){LF_RISK_KLCVAR, .r = 1, .lam = 0.3},
           "risk=klcvar,r=1,lam=0.3,B1=2,B2=3,eta=0.1,beta=0.5");
}

/* All groups and samples: subgradient steps on the largest risk go to its minimum, and with r = 1
 * it is descent on the mean of all. */
static void test_limits(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0.1);
    const double x0[2] = {1, 1};
    trial *t = trial_start(dro_batch, &problem, 1, x0, "B1=0,B2=0,eta=0.01,beta=1");
    trial_steps(t, 4000);
    assert_near(circle_max_risk(dro_batch->average(t->state).w, circle_flat), circle_value, 0.02);
    t = trial_start(dro_batch, &problem, 1, x0, "B1=0,B2=0,eta=0.5,beta=1,r=1");
    double w[2] = {1, 1};
    for (size_t k = 0; k < 5; k++) {
        double g[2];
        circle_gradient(w, (double[]){1. / 3, 1. / 3, 1. / 3}, g);
        lf_vec_axpy(2, -0.5, g, w);
        const double *got = trial_steps(t, 1);
        assert_near(got[0], w[0], 1e-14);
        assert_near(got[1], w[1], 1e-14);
    }
}

/* The regulariser r(w) = (w_0 + w_1) / 10, the plan and the domain act in a step. */
static void test_step(void **unused) {
    (void)unused;
    const double x0[2] = {1, 1};
    toy problem = toy_circle(0);
    problem.regulariser = (lf_outer){.kind = LF_OUTER_SUM, .p = 2, .scale = 0.1};
    const char *set = "B1=0,B2=0,eta=0.5,beta=1,r=1,schedule=step,every=1,factor=0.1";
    trial *t = trial_start(dro_batch, &problem, 1, x0, set);
    double w[2] = {1, 1};
    for (size_t k = 0; k < 3; k++) {
        double g[2];
        circle_gradient(w, (double[]){1. / 3, 1. / 3, 1. / 3}, g);
        for (size_t j = 0; j < 2; j++)
            w[j] -= 0.5 * pow(0.1, (double)k) * (g[j] + 0.1);
        const double *got = trial_steps(t, 1);
        assert_near(got[0], w[0], 1e-14);
        assert_near(got[1], w[1], 1e-14);
    }
    t = trial_start(dro_batch, &problem, 1, x0, "eta=1000");
    assert_near(lf_vec_norm(2, trial_steps(t, 1)), 2, 1e-14);
    double q[2], room[2];
    lf_best_response(&(lf_risk){LF_RISK_KLCVAR, .r = 0.5, .lam = 2}, 2, (double[]){3, 1}, q, room);
    assert_near(q[0] / q[1], exp(1), 1e-12);
}

static void test_resumes(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0.1);
    const double x0[2] = {1, 1};
    for (size_t before = 0; before < 5; before++) {
        trial *a = trial_start(dro_batch, &problem, 7, x0, "B1=2,B2=3,update=adam");
        trial *b = trial_start(dro_batch, &problem, 7, x0, "B1=2,B2=3,update=adam");
        trial_steps(a, before);
        trial_assert_resumes(a, b, 10);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_numbers),   trial_test(test_many),   trial_test(test_bias),
        trial_test(test_recursion), trial_test(test_limits), trial_test(test_step),
        trial_test(test_resumes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
