/* What every algorithm of the registry owes the harness, tried on the toy problems. */
#include "allocations.h"
#include "every_method.h"

enum { STEPS = 40 };

static void check_table(const lf_algorithm *is, const subject *problem, const char *set) {
    (void)problem;
    (void)set;
    assert_ok(lf_algorithm_check(is, is->name));
}

/* A plan of step sizes that wants a horizon is refused without one. */
static void check_plans(const lf_algorithm *is, const subject *problem, const char *set) {
    const lf_param *p = is->params;
    while (p->field && strcmp(lf_param_name(p), "schedule") != 0)
        p++;
    if (set || !p->field || !strstr(p->text, "linear")) return;
    trial *t = prepare(is, problem, 7, "1e12", "schedule=linear", (size_t)1 << 24);
    assert_int_equal(trial_init(t, x0), LF_BAD_ARGUMENT);
    assert_non_null(strstr(lf_message(), "horizon"));
}

/* The plan multiplies the step: from the second step on none is left of it, and w stays. */
static void check_plan_multiplies(const lf_algorithm *is, const subject *problem, const char *set) {
    const lf_param *p = is->params;
    while (p->field && strcmp(lf_param_name(p), "schedule") != 0)
        p++;
    if (set || !p->field || !strstr(p->text, "linear")) return;
    trial *t = start(is, problem, 7, "schedule=step,every=1,factor=0");
    double w[3];
    memcpy(w, trial_steps(t, 1), problem->is.dim * sizeof *w);
    const double *now = trial_steps(t, 2);
    for (size_t j = 0; j < problem->is.dim; j++)
        assert_near(now[j], w[j], 1e-15);
}

/* A start outside of the domain is not judged there. */
static void check_starts_in_domain(const lf_algorithm *is, const subject *problem,
                                   const char *set) {
    const double far[3] = {40, -30, 20};
    trial *t = prepare(is, problem, 7, "1e12", set, (size_t)1 << 24);
    assert_ok(trial_init(t, far));
    const lf_domain *X = &lf_oracle_info(t->oracle)->domain;
    assert_true(lf_domain_contains(X, is->iterate(t->state).w, 1e-12));
    if (is->average) assert_true(lf_domain_contains(X, is->average(t->state).w, 1e-12));
}

/* The same seed gives the same bytes and counters; the point stays finite and in the domain. */
static void check_repeats(const lf_algorithm *is, const subject *problem, const char *set) {
    trial *a = start(is, problem, 7, set), *b = start(is, problem, 7, set);
    const lf_problem_info *info = lf_oracle_info(a->oracle);
    for (size_t k = 0; k < STEPS; k++) {
        const double *x = trial_steps(a, 1);
        assert_memory_equal(x, trial_steps(b, 1), info->dim * sizeof *x);
        assert_true(lf_vec_finite(info->dim, x));
        assert_true(lf_domain_contains(&info->domain, x, 1e-12));
        const double *y = is->iterate(a->state).y;
        if (y) assert_true(lf_domain_contains(&info->domain_y, y, 1e-12));
    }
    const lf_meter *left = lf_oracle_meter(a->oracle), *right = lf_oracle_meter(b->oracle);
    assert_memory_equal(left->count, right->count, sizeof left->count);
    assert_true(left->count[LF_COUNTER_STEPS] == STEPS);
}

/* Stopped after STEPS and put back into a fresh run, also at another address: the same bytes. That
 * one goes ahead, so that it finds nothing of its own in the first one's memory. */
static void check_resumes(const lf_algorithm *is, const subject *problem, const char *set) {
    trial *a = start(is, problem, 7, set), *b = start(is, problem, 7, set);
    trial_steps(a, STEPS - 3); /* in the middle of epochs and of inner loops */
    trial_resume(a, b);
    double path[STEPS][sizeof x0 / sizeof *x0];
    const size_t d = lf_oracle_info(a->oracle)->dim;
    for (size_t k = 0; k < STEPS; k++)
        lf_vec_copy(d, trial_steps(b, 1), path[k]);
    for (size_t k = 0; k < STEPS; k++)
        assert_memory_equal(trial_steps(a, 1), path[k], d * sizeof(double));
    assert_memory_equal(lf_oracle_meter(a->oracle)->count, lf_oracle_meter(b->oracle)->count,
                        sizeof lf_oracle_meter(a->oracle)->count);
}

/* Runs to the end of a budget on all evaluations: never over it, and the next step would be. */
static void check_budget(const lf_algorithm *is, const subject *problem, const char *set) {
    static const char *const units[4][4] = {
        {"samples", "value.constraint + gradient.constraint", "passes.objective", "steps"},
        {"samples", "value.inner + gradient.inner", "passes.inner", "steps"},
        {"samples", "value.objective + gradient.objective", "passes.objective", "steps"},
        {"samples", "gradient.lower + hvp.lower + jvp.lower", "passes.lower", "steps"}};
    const bool alone = is->view == LF_VIEW_SADDLE || is->view == LF_VIEW_PLAIN;
    const bool bilevel = is->view == LF_VIEW_BILEVEL;
    const size_t family = bilevel ? 3 : alone ? 2 : problem->is.groups || problem->is.coupled;
    for (size_t u = 0; u < 4; u++) {
        char text[64];
        const char *large = bilevel ? "33333" : "333"; /* start batches are large there */
        snprintf(text, sizeof text, "%s:%s",
                 u == 2   ? (bilevel ? "77" : "7")
                 : u == 3 ? "333"
                          : large,
                 units[family][u]);
        trial *t = prepare(is, problem, 5, text, set, 1 << 20);
        lf_status status = trial_init(t, x0);
        size_t steps = 0;
        while (status == LF_OK && steps++ < 100000)
            status = trial_step(t);
        assert_int_equal(status, LF_BUDGET_SPENT);
        const lf_meter *meter = lf_oracle_meter(t->oracle);
        assert_true(lf_budget_used(&meter->budget, meter->count) <= 1 + 1e-12); /* 1/N rounds */
        if (u == 3) assert_int_equal(steps, 333 + 1);
        assert_int_equal(trial_step(t), LF_BUDGET_SPENT); /* and stays spent */
        trial_close(t);
        trials_open--;
    }
}

/* The average is the start before the first step, stays finite and in the domain, keeps a second
 * block if the iterate does, and is the same bytes after a stop. */
static void check_average(const lf_algorithm *is, const subject *problem, const char *set) {
    if (!is->average) return;
    trial *a = start(is, problem, 7, set), *b = start(is, problem, 7, set);
    const lf_problem_info *info = lf_oracle_info(a->oracle);
    const size_t bytes_w = info->dim * sizeof(double), bytes_y = info->domain_y.n * sizeof(double);
    const lf_point start = is->iterate(a->state), before = is->average(a->state);
    assert_memory_equal(before.w, start.w, bytes_w);
    if (start.y) assert_memory_equal(before.y, start.y, bytes_y);
    trial_steps(a, STEPS - 3);
    trial_resume(a, b);
    for (size_t k = 0; k < STEPS; k++) {
        trial_steps(a, 1);
        trial_steps(b, 1);
        const lf_point mean = is->average(a->state), same = is->average(b->state);
        assert_memory_equal(mean.w, same.w, bytes_w);
        assert_true(lf_domain_contains(&info->domain, mean.w, 1e-12));
        assert_int_equal(mean.y == NULL, start.y == NULL);
        if (!mean.y) continue;
        assert_memory_equal(mean.y, same.y, bytes_y);
        assert_true(lf_domain_contains(&info->domain_y, mean.y, 1e-12));
    }
}

/* Every amount of memory short of enough is reported; the least that works is enough to run. */
static void check_memory(const lf_algorithm *is, const subject *problem, const char *set) {
    lf_status status = LF_NO_MEMORY;
    size_t bytes = 0;
    for (; status != LF_OK && bytes < 1 << 16; bytes += 8) {
        trial *t = prepare(is, problem, 1, "1e12", set, bytes);
        status = trial_init(t, x0);
        if (status != LF_OK) assert_int_equal(status, LF_NO_MEMORY);
        if (status == LF_OK) trial_steps(t, 3);
        trial_close(t);
        trials_open--;
    }
    assert_int_equal(status, LF_OK);
    assert_true(bytes > 8 * problem->is.dim);
}

static void check_allocates_nothing(const lf_algorithm *is, const subject *problem,
                                    const char *set) {
    trial *t = start(is, problem, 3, set);
#if ALLOCATIONS_COUNTED
    assert_true(allocations > 0); /* the counting works */
#endif
    trial_steps(t, 1); /* libraries may set themselves up */
    const size_t before = allocations;
    for (size_t k = 0; k < STEPS; k++)
        if (is->step(t->state, t->oracle) != LF_OK) fail();
    assert_int_equal(allocations, before);
}

#define CONTRACT(name)                                                                             \
    static void test_##name(void **unused) {                                                       \
        (void)unused;                                                                              \
        for_all(check_##name);                                                                     \
    }
CONTRACT(table)
CONTRACT(plans)
CONTRACT(plan_multiplies)
CONTRACT(starts_in_domain)
CONTRACT(repeats)
CONTRACT(resumes)
CONTRACT(average)
CONTRACT(budget)
CONTRACT(memory)
CONTRACT(allocates_nothing)

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_table),           trial_test(test_plans),
        trial_test(test_plan_multiplies), trial_test(test_starts_in_domain),
        trial_test(test_repeats),         trial_test(test_resumes),
        trial_test(test_average),         trial_test(test_budget),
        trial_test(test_memory),          trial_test(test_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
