/* PPD-SG: steps by hand, plain primal-dual SGD as a special case, counts, rate. */
#include "circle.h"
#include "saddle_methods.h"

extern const lf_algorithm lf_algorithm_ppd_sg;
static const lf_algorithm *const ppd_sg = &lf_algorithm_ppd_sg;
static const double x0[2] = {1.5, -1};

/* Two updates, their mean with the start 5.455/3, the response to it, and the next stage. */
static void test_by_hand(void **unused) {
    (void)unused;
    const double c = 5.455 / 3;
    const char *const restarts[] = {"avg", "last"};
    for (size_t k = 0; k < 2; k++) {
        const double v = k == 0 ? c : 1.655; /* where the second stage begins */
        trial *t =
            by_hand(ppd_sg, trial_text("eta0=0.1,T0=3,gamma=0.5,B=0,restart=%s", restarts[k]));
        assert_at(ppd_sg->average(t->state), 2, 0);
        trial_steps(t, 1);
        assert_at(ppd_sg->iterate(t->state), 1.8, 0.05);
        assert_at(ppd_sg->average(t->state), 1.9, 0.025);
        trial_steps(t, 1);
        assert_at(ppd_sg->iterate(t->state), v, c - 1.5);
        assert_at(ppd_sg->average(t->state), c, c - 1.5);
        trial_steps(t, 1);
        const double slope = v + c - 1.5 + (v - c) / 0.5;
        assert_at(ppd_sg->iterate(t->state), v - 0.1 / 3 * slope, c - 1.5 + 0.1 / 3 * (v - c));
    }
}

/* What is judged with output=centre: the start, then each stage's mean and response. */
static void test_output(void **unused) {
    (void)unused;
    trial *t = by_hand(ppd_sg, "eta0=0.1,T0=3,gamma=0.5,B=0,output=centre");
    assert_at(ppd_sg->iterate(t->state), 2, 0);
    trial_steps(t, 1);
    assert_at(ppd_sg->iterate(t->state), 2, 0);
    trial_steps(t, 1);
    assert_at(ppd_sg->iterate(t->state), 5.455 / 3, 5.455 / 3 - 1.5);
    trial_steps(t, 7);
    assert_at(ppd_sg->iterate(t->state), 5.455 / 3, 5.455 / 3 - 1.5);
}

/* No pull and no end of the stage: primal-dual SGD on the same samples, both from the old point. */
static void test_plain_primal_dual(void **unused) {
    (void)unused;
    const toy problem = toy_pass(0.1);
    trial *t = trial_start(ppd_sg, &problem, 3, x0, "eta0=0.2,T0=1000000,gamma=1e300,B=5");
    trial *same = trial_problem(&problem, 3, "1e12");
    double u[3] = {x0[0], x0[1], 0}, g[3];
    for (size_t k = 0; k < 200; k++) {
        pass_gradient(same, 5, u, g);
        lf_vec_axpy(2, -0.2, g, u);
        u[2] += 0.2 * g[2];
        const double *w = trial_steps(t, 1);
        assert_near(w[0], u[0], 1e-13);
        assert_near(w[1], u[1], 1e-13);
        assert_near(*ppd_sg->iterate(t->state).y, u[2], 1e-13);
    }
}

static void assert_counts(const trial *t, size_t gradients, size_t values) {
    assert_int_equal(trial_count(t, "gradient.objective"), gradients);
    assert_int_equal(trial_count(t, "value.objective"), values);
    assert_int_equal(trial_count(t, "samples.objective"), gradients + values);
}

/* Stage k: B (T_k - 1) gradients, then min(m m_growth^k, 48) values in its last step. */
static void test_counts(void **unused) {
    (void)unused;
    const toy problem = toy_pass(0.1);
    const struct {
        const char *m;
        size_t values[3];
    } cases[] = {{"m=0", {6, 18, 48}},
                 {"m=1", {3, 9, 27}},
                 {"m=5,m_growth=1", {5, 5, 5}},
                 {"m=1000", {48, 48, 48}}};
    for (size_t k = 0; k < 4; k++) {
        const size_t *m = cases[k].values;
        trial *t = trial_start(ppd_sg, &problem, 1, x0, trial_text("T0=3,B=2,%s", cases[k].m));
        trial_steps(t, 1);
        assert_counts(t, 2, 0);
        trial_steps(t, 1);
        assert_counts(t, 4, m[0]);
        trial_steps(t, 7);
        assert_counts(t, 18, m[0]);
        trial_steps(t, 1);
        assert_counts(t, 20, m[0] + m[1]);
        trial_steps(t, 26);
        assert_counts(t, 72, m[0] + m[1] + m[2]);
        assert_int_equal(trial_count(t, "steps"), 36);
    }
}

/* A step whose response would overrun the budget is refused, with all it did. */
static void test_budget_at_a_stage_end(void **unused) {
    (void)unused;
    const toy problem = toy_pass(0.1);
    for (size_t budget = 9; budget <= 10; budget++) { /* 2 + 2 gradients and 6 values */
        trial *t = trial_prepare(ppd_sg, &problem, 1, trial_text("%zu:samples", budget), "T0=3,B=2",
                                 1 << 20);
        assert_ok(trial_init(t, x0));
        assert_ok(trial_step(t));
        assert_int_equal(trial_step(t), budget == 10 ? LF_OK : LF_BUDGET_SPENT);
    }
}

/* Steps of 1, 1, 1 on f alone: w_0 - 2 is halved each time, the auxiliary w_1 stays. */
static void test_pretraining(void **unused) {
    (void)unused;
    const toy problem = toy_pass(0);
    for (size_t k = 0; k < 2; k++) {
        const char *set = trial_text("pretrain=3,pretrain_eta=0.5,B=0,eta0=0.1,dual_start=%s",
                                     k ? "estimate" : "zero");
        trial *t = trial_start(ppd_sg, &problem, 1, x0, set);
        trial_steps(t, 3);
        const lf_point at = ppd_sg->iterate(t->state);
        const double v0 = 2 - 0.5 / 8, alpha = k ? v0 - 1 - 1 : 0;
        assert_near(at.w[0], v0, 1e-14);
        assert_near(at.w[1], -1, 0);
        assert_near(*at.y, alpha, 1e-14);
        assert_counts(t, 3 * 48, k * 48);
        trial_steps(t, 1);
        assert_near(at.w[0], v0 - 0.1 * (v0 - 2 + alpha), 1e-14);
        assert_near(at.w[1], -1 - 0.1 * (-1 - 1 + alpha), 1e-14);
        assert_near(*at.y, alpha + 0.1 * (v0 - 2 - alpha), 1e-14);
    }
}

/* Without pretraining the estimate is the response to the start, where the first stage has its
 * centre and the slope in alpha is none. */
static void test_estimate_at_the_start(void **unused) {
    (void)unused;
    trial *t = by_hand(ppd_sg, "eta0=0.1,gamma=0.5,B=0,dual_start=estimate");
    assert_at(ppd_sg->iterate(t->state), 2, 0.5);
    assert_at(ppd_sg->average(t->state), 2, 0.5);
    assert_int_equal(trial_count(t, "gradient.objective"), 0);
    assert_true(trial_count(t, "value.objective") > 0);
    trial_steps(t, 1);
    assert_at(ppd_sg->iterate(t->state), 2 - 0.1 * 2.5, 0.5);
}

/* Also steps far too long end in the domains. */
static void test_domains(void **unused) {
    (void)unused;
    const toy problem = toy_pass(0);
    assert_on_edge(trial_start(ppd_sg, &problem, 1, x0, "eta0=1000,B=0"), true);
    assert_on_edge(trial_start(ppd_sg, &problem, 1, x0, "pretrain=2,pretrain_eta=1000,B=0"), false);
}

static void test_resumes(void **unused) {
    (void)unused;
    for (size_t before = 0; before < 14; before++) /* around two ends of stages */
        assert_resumes(ppd_sg, "T0=3,B=4,pretrain=2,dual_start=estimate", before, 20);
    assert_resumes(ppd_sg, "T0=3,B=4,restart=last,output=centre", 7, 20);
}

/*
 * F is 1-strongly convex and concave and eta_k T_k is constant: the centre's distance falls with
 * the root of the samples. Responses are exact here, or their m_k samples would be seen instead.
 * What is left of the start shrinks twelvefold a stage and is below the noise after the first one.
 * 32 seeds know the means to 10 %, the slope over four stages to 0.04.
 */
static void test_rate(void **unused) {
    (void)unused;
    enum { SEEDS = 32, STAGES = 5 };
    const toy problem = toy_pass(0.5);
    double steps[STAGES], distance[STAGES] = {0};
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        trial *t = trial_start(ppd_sg, &problem, seed, x0, "eta0=0.3,T0=40,gamma=10,B=4,m=48");
        double T = 40;
        for (size_t k = 0; k < STAGES; k++, T *= 3) {
            trial_steps(t, (size_t)T - 1);
            steps[k] = T;
            distance[k] += pass_distance(ppd_sg->iterate(t->state)) / SEEDS;
        }
        trial_teardown(NULL);
    }
    assert_near(log_slope(STAGES - 1, steps + 1, distance + 1), -0.5, 0.12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_by_hand),
        trial_test(test_output),
        trial_test(test_plain_primal_dual),
        trial_test(test_counts),
        trial_test(test_budget_at_a_stage_end),
        trial_test(test_pretraining),
        trial_test(test_estimate_at_the_start),
        trial_test(test_domains),
        trial_test(test_resumes),
        trial_test(test_rate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
