/* RSVRB: lazy as eager, one level as SVRB, counts, refusals, random output, convergence. */
#include <math.h>

#include "curved_levels.h"
#include "lazy_case.h"
#include "quadratic_levels.h"

extern const lf_algorithm lf_algorithm_rsvrb;
extern const lf_algorithm lf_algorithm_svrb;
extern const lf_problem_class lf_problem_compositional;

static double constant(size_t t) {
    (void)t;
    return 0.3;
}

#define SIZES LAZY_SIZES "eta=0.3,"

/* The floor is reached all the time: H shrinks where a level is passed by. */
static void test_lazy_is_eager(void **unused) {
    (void)unused;
    const eager shape = {.m = 6,
                         .k = 2,
                         .d = 3,
                         .n = 2,
                         .gamma = 0.1,
                         .tau = 0.3,
                         .beta0 = 0.5,
                         .floor = 0.5,
                         .eta = constant};
    lazy_case quadratic = {&lf_problem_bilevel_quadratic, "tasks=6,s=0.3",
                           SIZES "k=2,gamma=0.1,tau=0.3,beta0=0.5", shape};
    lazy_same_path(&lf_algorithm_rsvrb, &quadratic, 200, 1e-10);
    lazy_case all = {&lf_problem_bilevel_quadratic, "tasks=6,s=0.3",
                     SIZES "k=9,gamma=0.1,tau=0.3,beta0=0.5", shape};
    all.as.k = 6;
    lazy_same_path(&lf_algorithm_rsvrb, &all, 100, 1e-10);
    lazy_case curved = {&curved_class, "", SIZES "k=1,gamma=0.1,tau=0.3,beta0=0.5", shape};
    curved.as.m = 2;
    curved.as.k = curved.as.d = curved.as.n = 1;
    lazy_same_path(&lf_algorithm_rsvrb, &curved, 200, 1e-10);
    lazy_case known = {&lf_problem_compositional, "tasks=6,s=0.3,d=3,dy=2",
                       SIZES "k=2,gamma=0.1,tau=0.3,beta0=0.5", shape};
    known.as.known = true;
    lazy_same_path(&lf_algorithm_rsvrb, &known, 200, 1e-10);
}

/* Limits that hold back, which a walk through the missed steps has to meet one by one. */
static void test_lazy_is_eager_with_limits(void **unused) {
    (void)unused;
    lazy_case c = {&lf_problem_bilevel_quadratic,
                   "tasks=6,s=0.3",
                   SIZES "k=2,gamma=0.1,tau=0.9,beta0=0.5,radius=0.3,C_fx=0.05,C_fy=0.4",
                   {.m = 6,
                    .k = 2,
                    .d = 3,
                    .n = 2,
                    .gamma = 0.1,
                    .tau = 0.9,
                    .beta0 = 0.5,
                    .floor = 0.5,
                    .radius = 0.3,
                    .C_fx = 0.05,
                    .C_fy = 0.4,
                    .eta = constant}};
    lazy_same_path(&lf_algorithm_rsvrb, &c, 200, 1e-10);
}

static void test_lazy_is_eager_with_betas_apart(void **unused) {
    (void)unused;
    lazy_case c = {&lf_problem_bilevel_quadratic,
                   "tasks=6,s=0.3",
                   SIZES "k=2,gamma=0.1,tau=0.3,beta_fx=0.3,beta_fy=0.7,beta_gy=0.2,"
                         "beta_gg=0.05,beta_d=0.4",
                   {.m = 6,
                    .k = 2,
                    .d = 3,
                    .n = 2,
                    .gamma = 0.1,
                    .tau = 0.3,
                    .floor = 0.5,
                    .own = {0.3, 0.7, 0.2, 0.05, 0.4},
                    .eta = constant}};
    lazy_same_path(&lf_algorithm_rsvrb, &c, 200, 1e-10);
}

/* beta = 1; then so large that products pass 1e-150 several times. */
static void test_lazy_is_eager_where_products_vanish(void **unused) {
    (void)unused;
    const eager shape = {.m = 8,
                         .k = 2,
                         .d = 3,
                         .n = 2,
                         .gamma = 0.01,
                         .tau = 0.1,
                         .beta0 = 12,
                         .floor = 0.5,
                         .eta = constant};
    lazy_case c = {&lf_problem_bilevel_quadratic, "tasks=8,s=0.1",
                   SIZES "k=2,gamma=0.01,tau=0.1,beta0=12", shape};
    lazy_same_path(&lf_algorithm_rsvrb, &c, 2000, 1e-10);
    lazy_case large = {&lf_problem_bilevel_quadratic, "tasks=8,s=0.1",
                       SIZES "k=2,gamma=0.01,tau=0.1,beta0=7", shape};
    large.as.beta0 = 7;
    lazy_same_path(&lf_algorithm_rsvrb, &large, 1500, 1e-10);
}

/* d is the mean of all z_i while no floor is in the way. */
static void test_outer_mean(void **unused) {
    (void)unused;
    lazy_case c = {&lf_problem_bilevel_quadratic,
                   "tasks=6,s=0.1",
                   SIZES "k=2,gamma=0.1,tau=0.3,beta0=0.02,floor=1e-9,outer=mean",
                   {.m = 6,
                    .k = 2,
                    .d = 3,
                    .n = 2,
                    .gamma = 0.1,
                    .tau = 0.3,
                    .beta0 = 0.02,
                    .floor = 1e-9,
                    .mean = true,
                    .eta = constant}};
    lazy_same_path(&lf_algorithm_rsvrb, &c, 200, 1e-9);
}

/* One level: d is SVRB's z in every step, so the paths are one, and so are the counts. */
static void test_is_svrb_on_one_level(void **unused) {
    (void)unused;
    static const char shared[] = LAZY_SIZES "gamma=0.1,tau=0.3,C_fy=0.9,";
    const char *sets[] = {"eta=1,beta0=0.5", "sched=constant,beta=0.5"};
    const lf_algorithm *methods[] = {&lf_algorithm_rsvrb, &lf_algorithm_svrb};
    trial *t[2];
    for (size_t k = 0; k < 2; k++)
        t[k] = quadratic_start(methods[k], "s=0.3", 4, lazy_start, "1e12",
                               trial_text("%s%s", shared, sets[k]));
    for (size_t n = 0; n < 300; n++) {
        const lf_point a = (trial_steps(t[0], 1), t[0]->is->iterate(t[0]->state));
        const lf_point b = (trial_steps(t[1], 1), t[1]->is->iterate(t[1]->state));
        assert_near(lf_vec_distance(3, a.w, b.w), 0, 1e-11);
        assert_near(lf_vec_distance(2, a.y, b.y), 0, 1e-11);
    }
    assert_true(lf_vec_distance(3, t[0]->is->iterate(t[0]->state).w, lazy_start) > 0.1);
    assert_memory_equal(lf_oracle_meter(t[0]->oracle)->count, lf_oracle_meter(t[1]->oracle)->count,
                        sizeof lf_oracle_meter(t[0]->oracle)->count);
}

/* Start: m (init_f + init_g); a step: k (b_f + b_g), each asked about at two points, whatever m. */
static void test_counts(void **unused) {
    (void)unused;
    static const char set[] = "k=2,b_f=3,b_g=5,init_f=7,init_g=9";
    for (size_t m = 4; m <= 16; m *= 2)
        for (size_t kinds = 1; kinds <= 2; kinds++) { /* f depends on x itself, or not */
            const char *problem = trial_text("tasks=%zu,s=0.3%s", m, kinds == 1 ? ",rho=0" : "");
            trial *t = quadratic_start(&lf_algorithm_rsvrb, problem, 1, lazy_start, "1e12", set);
            for (size_t T = 0; T <= 40; T += 20) {
                const size_t f = m * 7 + T * 2 * 3, g = m * 9 + T * 2 * 5;
                assert_int_equal(trial_count(t, "samples.upper"), f);
                assert_int_equal(trial_count(t, "samples.lower"), g);
                assert_int_equal(trial_count(t, "gradient.upper"), kinds * (m * 7 + T * 2 * 2 * 3));
                assert_int_equal(trial_count(t, "gradient.lower"), m * 9 + T * 2 * 2 * 5);
                assert_int_equal(trial_count(t, "hvp.lower"), m * 9 + T * 2 * 2 * 5);
                assert_int_equal(trial_count(t, "jvp.lower"), m * 9 + T * 2 * 2 * 5);
                trial_steps(t, 20);
            }
        }
}

/* Wherever in a step the budget ends, the point is that of the step before, bit by bit. */
static void test_refused_step_moves_nothing(void **unused) {
    (void)unused;
    static const char set[] = "k=2,b=2,init_f=4,init_g=4,eta=0.5,beta0=0.5,tau=0.3,gamma=0.1";
    const size_t begun = 5 * (4 * 2 + 3 * 4), step = 2 * (8 + 3 * 4);
    for (size_t spare = 0; spare < step; spare++) {
        trial *t = quadratic_start(&lf_algorithm_rsvrb, "tasks=5,s=0.3", 2, lazy_start,
                                   trial_text("%zu:calls", begun + 6 * step + spare), set);
        trial_steps(t, 6);
        double x[3], y[10];
        lf_point at = t->is->iterate(t->state);
        memcpy(x, at.w, sizeof x);
        memcpy(y, at.y, sizeof y);
        assert_int_equal(trial_step(t), LF_BUDGET_SPENT);
        at = t->is->iterate(t->state);
        assert_memory_equal(x, at.w, sizeof x);
        assert_memory_equal(y, at.y, sizeof y);
        trial_teardown(NULL);
    }
    assert_true(lf_algorithm_rsvrb.whole);
}

/* Put back into a fresh run in the middle, with levels that are behind: the same bytes. */
static void test_resumes(void **unused) {
    (void)unused;
    static const char set[] = "k=2,b=2,eta=0.5,gamma=0.1,tau=0.3,output=random";
    trial *a = quadratic_start(&lf_algorithm_rsvrb, "tasks=7,s=0.3", 2, lazy_start, "1e12", set);
    trial *b = quadratic_start(&lf_algorithm_rsvrb, "tasks=7,s=0.3", 2, lazy_start, "1e12", set);
    trial_steps(a, 37);
    trial_assert_resumes(a, b, 40);
}

/* The point judged is the one that the method's own random numbers name. */
static void test_random_output(void **unused) {
    (void)unused;
    enum { T = 60 };
    static double x[T][3], y[T][8];
    size_t chosen = 0, changes = 0;
    trial *last =
        quadratic_start(&lf_algorithm_rsvrb, "tasks=4,s=0.3", 3, lazy_start, "1e12", "k=2");
    trial *random = quadratic_start(&lf_algorithm_rsvrb, "tasks=4,s=0.3", 3, lazy_start, "1e12",
                                    "k=2,output=random");
    trial *names = quadratic_open("tasks=4,s=0.3", 3, "1e12");
    for (size_t t = 0; t < T; t++) {
        const lf_point at = last->is->iterate(last->state);
        memcpy(x[t], at.w, sizeof x[t]);
        memcpy(y[t], at.y, sizeof y[t]);
        trial_steps(last, 1);
        trial_steps(random, 1);
        if (lf_oracle_uniform(names->oracle) * (double)(t + 1) < 1) {
            chosen = t;
            changes++;
        }
        const lf_point judged = random->is->iterate(random->state);
        assert_memory_equal(judged.w, x[chosen], sizeof x[chosen]);
        assert_memory_equal(judged.y, y[chosen], sizeof y[chosen]);
    }
    assert_true(changes > 1);
}

/* Eight levels, two of them a step: nearer to x* with more samples, in the mean over ten seeds. */
static void test_convergence(void **unused) {
    (void)unused;
    static const size_t steps[] = {0, 250, 1250, 6250}; /* of 8 samples */
    double off[4] = {0}, best[3];
    for (uint64_t seed = 0; seed < 10; seed++) {
        trial *t = quadratic_start(&lf_algorithm_rsvrb, "tasks=8,s=0.3", seed, lazy_start, "1e12",
                                   "k=2,b=2,eta=0.05,tau=0.2,gamma=0.1,beta0=0.3");
        lazy_minimiser(&t->problem, best);
        for (size_t n = 0, done = 0; n < 4; done = steps[n++])
            off[n] += lf_vec_distance(3, trial_steps(t, steps[n] - done), best) / 10;
        trial_teardown(NULL);
    }
    print_message(
        "mean |x - x*| at the start and after 2e3, 1e4, 5e4 samples: %.3g %.3g %.3g %.3g\n", off[0],
        off[1], off[2], off[3]);
    assert_true(off[1] < off[0] && off[2] < off[1] && off[3] < off[2]);
    assert_true(off[3] < off[0] / 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_lazy_is_eager),
        trial_test(test_lazy_is_eager_with_limits),
        trial_test(test_lazy_is_eager_with_betas_apart),
        trial_test(test_lazy_is_eager_where_products_vanish),
        trial_test(test_outer_mean),
        trial_test(test_is_svrb_on_one_level),
        trial_test(test_counts),
        trial_test(test_refused_step_moves_nothing),
        trial_test(test_resumes),
        trial_test(test_random_output),
        trial_test(test_convergence),
    };
    return cmocka_run_group_tests_name("rsvrb", tests, NULL, NULL);
}
