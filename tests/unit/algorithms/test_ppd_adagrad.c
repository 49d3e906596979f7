/* PPD-AdaGrad: steps by hand, dual averaging afresh in each stage, counts, limit. */
#include "saddle_methods.h"

extern const lf_algorithm lf_algorithm_ppd_adagrad;
static const lf_algorithm *const ppd_adagrad = &lf_algorithm_ppd_adagrad;
static const double x0[2] = {1.5, -1};

/* The first update is -eta g/(delta + |g|), the second around the centre, not around the point. */
static void test_by_hand(void **unused) {
    (void)unused;
    trial *t = by_hand(ppd_adagrad, "eta0=0.1,T0=3,gamma=0.5,B=0,delta=0.5");
    trial_steps(t, 1);
    assert_at(ppd_adagrad->iterate(t->state), 2 - 0.1 * 2 / 2.5, 0.1 * 0.5 / 1);
    const double g = 1.92 + 0.05 - 0.08 / 0.5, h = -(1.92 - 1.5 - 0.05);
    const double v = 2 - 0.1 * (2 + g) / (0.5 + sqrt(4 + g * g));
    const double c = (2 + 1.92 + v) / 3;
    trial_steps(t, 1);
    assert_at(ppd_adagrad->iterate(t->state), c, c - 1.5);
    assert_at(ppd_adagrad->average(t->state), c, c - 1.5);
    trial_steps(t, 1); /* sums are 0 again; dF/dalpha is 0 there */
    assert_at(ppd_adagrad->iterate(t->state), c - 0.1 / 3 * (2 * c - 1.5) / (2 * c - 1), c - 1.5);
    trial *longer = by_hand(ppd_adagrad, "eta0=0.1,T0=9,gamma=0.5,B=0,delta=0.5");
    trial_steps(longer, 2);
    assert_at(ppd_adagrad->iterate(longer->state), v,
              -0.1 * (-0.5 + h) / (0.5 + sqrt(0.25 + h * h)));
}

/* Every coordinate has its own scale: one stage on samples, written down again. */
static void test_recursion(void **unused) {
    (void)unused;
    const toy problem = toy_pass(0.1);
    trial *t = trial_start(ppd_adagrad, &problem, 3, x0, "eta0=0.5,T0=1000,gamma=2,delta=0.1,B=5");
    trial *same = trial_problem(&problem, 3, "1e12");
    const double c[3] = {x0[0], x0[1], 0};
    double u[3] = {x0[0], x0[1], 0}, G[3] = {0}, Q[3] = {0}, g[3];
    for (size_t k = 0; k < 200; k++) {
        pass_gradient(same, 5, u, g);
        for (size_t i = 0; i < 3; i++) {
            g[i] = i < 2 ? g[i] + (u[i] - c[i]) / 2 : -g[i];
            G[i] += g[i];
            Q[i] += g[i] * g[i];
            u[i] = c[i] - 0.5 * G[i] / (0.1 + sqrt(Q[i]));
        }
        const double *w = trial_steps(t, 1);
        assert_near(w[0], u[0], 1e-13);
        assert_near(w[1], u[1], 1e-13);
        assert_near(*ppd_adagrad->iterate(t->state).y, u[2], 1e-13);
    }
}

/* stage_end=data: the theory's rule, written down again, by its first term (Lt = 1) and by its
 * second. c is the mean of a stage's points, the centre among them; M grows from stage to stage. */
static void follow_data(double Lt) {
    const toy problem = toy_pass(0.1);
    trial *t = trial_start(ppd_adagrad, &problem, 3, x0,
                           trial_text("eta0=0.5,stage_end=data,M=0.7,Lt=%g,T0=3,growth=2,gamma=2,"
                                      "delta=0.1,B=5,m=3,m_growth=1",
                                      Lt));
    trial *same = trial_problem(&problem, 3, "1e12");
    const double share = 1 / sqrt(3);
    double u[3] = {x0[0], x0[1], 0}, c[3] = {x0[0], x0[1], 0}, M = 0.7, eta = 0.5, g[3];
    for (size_t stage = 1; stage <= 3; stage++) {
        double G[3] = {0}, Q[3] = {0}, sum[3] = {c[0], c[1], c[2]}, points = 1, bound = INFINITY;
        while (points < bound) {
            const size_t values = trial_count(t, "value.objective");
            double roots = 0, most = 0;
            pass_gradient(same, 5, u, g);
            for (size_t i = 0; i < 3; i++) {
                g[i] = i < 2 ? g[i] + (u[i] - c[i]) / 2 : -g[i];
                G[i] += g[i];
                Q[i] += g[i] * g[i];
                u[i] = c[i] - eta * G[i] / (0.1 + sqrt(Q[i]));
                sum[i] += u[i];
                roots += sqrt(Q[i]);
                most = fmax(most, sqrt(Q[i]));
            }
            points++;
            const double s = 0.1 + most;
            bound = M * fmax(8 * Lt * Lt * s / share, 2 * share * (roots + 3 * s));
            trial_steps(t, 1);
            assert_int_equal(trial_count(t, "value.objective") > values, points >= bound);
        }
        assert_true(points > 5);
        const lf_point at = ppd_adagrad->iterate(t->state);
        for (size_t i = 0; i < 3; i++) {
            u[i] = c[i] = i < 2 ? at.w[i] : *at.y; /* alpha is answered afresh */
            if (i < 2) assert_near(c[i], sum[i] / points, 1e-12);
        }
        lf_batch answered;
        assert_ok(lf_oracle_draw(same->oracle, LF_ROLE_OBJECTIVE, 0, 3, &answered));
        M *= 2;
        eta /= 2;
    }
}

static void test_data_ends_a_stage(void **unused) {
    (void)unused;
    follow_data(1);
    follow_data(0.25);
}

/* The default is T0 = 200: 199 updates of 32 and 48 values, then 599 updates and 48 values. */
static void test_counts(void **unused) {
    (void)unused;
    const toy problem = toy_pass(0.1);
    trial *t = trial_start(ppd_adagrad, &problem, 1, x0, NULL);
    trial_steps(t, 199);
    assert_int_equal(trial_count(t, "gradient.objective"), 199 * 32);
    assert_int_equal(trial_count(t, "value.objective"), 48);
    trial_steps(t, 598);
    assert_int_equal(trial_count(t, "value.objective"), 48);
    trial_steps(t, 1);
    assert_int_equal(trial_count(t, "gradient.objective"), 798 * 32);
    assert_int_equal(trial_count(t, "value.objective"), 96);
    assert_int_equal(trial_count(t, "samples.objective"), 798 * 32 + 96);
}

/* Pretraining is that of PPD-SG, and leaves nothing in the sums. */
static void test_pretraining(void **unused) {
    (void)unused;
    const toy problem = toy_pass(0);
    trial *t = trial_start(ppd_adagrad, &problem, 1, x0,
                           "pretrain=3,pretrain_eta=0.5,B=0,eta0=0.1,delta=1,dual_start=estimate");
    trial_steps(t, 3);
    const lf_point at = ppd_adagrad->iterate(t->state);
    const double v0 = 2 - 0.5 / 8, alpha = v0 - 2;
    assert_near(at.w[0], v0, 1e-14);
    assert_near(*at.y, alpha, 1e-14);
    trial_steps(t, 1);
    const double g0 = v0 - 2 + alpha, g1 = -2 + alpha;
    assert_near(at.w[0], v0 - 0.1 * g0 / (1 + fabs(g0)), 1e-14);
    assert_near(at.w[1], -1 - 0.1 * g1 / (1 + fabs(g1)), 1e-14);
    assert_near(*at.y, alpha, 1e-14);
}

/* Also steps far too long end in the domains. */
static void test_domains(void **unused) {
    (void)unused;
    const toy problem = toy_pass(0);
    assert_on_edge(trial_start(ppd_adagrad, &problem, 1, x0, "eta0=1000,B=0"), true);
}

static void test_resumes(void **unused) {
    (void)unused;
    for (size_t before = 0; before < 14; before++)
        assert_resumes(ppd_adagrad, "T0=3,B=4,pretrain=2,dual_start=estimate", before, 20);
    assert_resumes(ppd_adagrad, "T0=3,B=4,output=centre", 7, 20);
}

/* On all samples it ends at the answer. */
static void test_limit(void **unused) {
    (void)unused;
    const toy problem = toy_pass(0.1);
    trial *t = trial_start(ppd_adagrad, &problem, 1, x0, "eta0=1,T0=50,B=0,delta=0.1,growth=2");
    trial_steps(t, 49 + 99 + 199 + 399 + 799 + 1599);
    assert_true(pass_distance(ppd_adagrad->iterate(t->state)) < 1e-3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_by_hand),           trial_test(test_recursion), trial_test(test_counts),
        trial_test(test_pretraining),       trial_test(test_domains),   trial_test(test_resumes),
        trial_test(test_data_ends_a_stage), trial_test(test_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
