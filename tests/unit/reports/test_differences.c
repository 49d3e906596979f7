/* One method in two folders: what pairs, and what becomes of runs that did not end well. */
#include <math.h>

#include "made_results.h"
#include "reports/differences_parts.h"

enum { P, Q, A = 0, B };

typedef struct {
    made *first, *other;
} folders;

static int setup(void **state) {
    folders *f = calloc(1, sizeof *f);
    if (!f || made_setup((void **)&f->first) != 0 || made_setup((void **)&f->other) != 0) return -1;
    f->first->experiment.claims_count = f->other->experiment.claims_count = 0;
    *state = f;
    return 0;
}

static int teardown(void **state) {
    folders *f = *state;
    made_teardown((void **)&f->first);
    made_teardown((void **)&f->other);
    free(f);
    return 0;
}

/* Seeds 0 .. n - 1 end with FV `from` + a little for each seed; each trace is one of its own. */
static void add(made *m, size_t method, size_t n, double from) {
    for (size_t i = 0; i < n; i++) {
        const double end = from + 0.01 * (double)(i * i % 7);
        lf_record *record =
            made_run(m, P, method, i, LF_RUN_DONE, 2, (const double[]){100, end}, NULL);
        snprintf(record->trace_sha256, sizeof record->trace_sha256, "%zu %.17g", i, end);
    }
}

static lf_difference of(folders *f, size_t method) {
    lf_difference d;
    assert_ok(lf_difference_make(&f->first->results, &f->other->results, P, method, &d));
    assert_ok(lf_differences_settle(&d, 1));
    return d;
}

/* Does the metric judge where more is better? */
static void judge_by(folders *f, const char *metric) {
    f->first->tuning.metric = f->other->tuning.metric = (char *)metric;
    f->first->experiment.tuning = &f->first->tuning;
    f->first->experiment.tuning_count = 1;
}

static void test_order_of_lists(void **state) {
    folders *f = *state;
    add(f->first, A, 8, 1);
    add(f->first, B, 8, 5);
    f->other->method[0].id = (char *)"b", f->other->method[1].id = (char *)"a";
    f->other->problem[0].id = (char *)"q", f->other->problem[1].id = (char *)"p";
    add(f->other, A, 8, 5);
    add(f->other, B, 8, 1);
    for (size_t i = 0; i < f->other->results.runs; i++)
        f->other->plan[i].problem = Q;
    for (size_t method = A; method <= B; method++) {
        const lf_difference d = of(f, method);
        assert_int_equal(d.pairs, 8);
        assert_int_equal(d.same, 8);
        assert_int_equal(d.verdict, LF_DIFFERENCE_IDENTICAL);
        assert_int_equal(d.method[1], 1 - method);
        assert_false(d.budget || d.parameters || d.task);
    }
    f->other->plan[0].spec.budget = (char *)"5:steps";
    f->other->plan[0].spec.algorithm = (char *)"unknown:eta=2";
    const lf_difference d = of(f, B);
    assert_true(d.budget && d.parameters && !d.task);
    f->other->method[0].id = (char *)"new";
    assert_int_equal(of(f, B).pairs, 0);
}

/* Half as much of the objective is no gain beyond the bound that methods are judged within. */
static void test_bound(void **state) {
    folders *f = *state;
    double bound = 0.1;
    add(f->first, A, 8, 5);
    for (uint64_t seed = 0; seed < 8; seed++)
        made_run(f->other, P, A, seed, LF_RUN_DONE, 2, (const double[]){100, 2},
                 (const double[]){0, 1});
    judge_by(f, "FV");
    assert_near(of(f, A).q[1].median, 2, 0);
    f->first->tuning.where = (char *)"CVio", f->first->tuning.at_most = &bound;
    const lf_difference d = of(f, A);
    assert_true(isnan(d.q[1].median) && isinf(d.cost[1]));
    assert_int_equal(d.verdict, LF_DIFFERENCE_DIFFERS);
}

static void test_all_crash(void **state) {
    folders *f = *state;
    add(f->first, A, 18, 1);
    add(f->other, A, 18, 1);
    for (size_t i = 0; i < 18; i++)
        f->other->record[i].status = LF_RUN_FAILED;
    const lf_difference d = of(f, A);
    assert_int_equal(d.same, 0); /* the same traces, but not the same ends */
    assert_int_equal(d.verdict, LF_DIFFERENCE_DIFFERS);
    assert_true(d.p < 1e-3);
    assert_true(isnan(d.q[1].median) && isfinite(d.q[0].median));
    assert_true(isfinite(d.cost[0]) && isinf(d.cost[1]));
}

/* Seven of eighteen diverge, and none ends elsewhere: worse on each seed that moved. */
static void test_some_diverge(void **state) {
    folders *f = *state;
    add(f->first, A, 18, 1);
    add(f->other, A, 18, 1);
    for (size_t i = 0; i < 7; i++)
        f->other->record[i].status = LF_RUN_DIVERGED;
    const lf_difference d = of(f, A);
    assert_int_equal(d.same, 11);
    assert_int_equal(d.verdict, LF_DIFFERENCE_DIFFERS);
    assert_true(d.p < 0.05);
    assert_true(d.q[1].median >= d.q[0].median);
}

/* Of gain more is better: the worst that diverge are still the worst. */
static void test_higher_is_better(void **state) {
    folders *f = *state;
    judge_by(f, "gain");
    for (size_t i = 0; i < 20; i++) {
        const double end = (double)i;
        made_run(f->first, P, A, i, LF_RUN_DONE, 2, (const double[]){100, end}, NULL);
        made_run(f->other, P, A, i, i < 12 ? LF_RUN_DONE : LF_RUN_DIVERGED, 2,
                 (const double[]){100, end}, NULL);
        snprintf(f->other->record[i].trace_sha256, 9, "other %zu", i);
    }
    const lf_difference d = of(f, A);
    assert_true(d.higher);
    assert_near(d.q[0].median, -9.5, 0);
    assert_near(d.q[1].median, -9.5, 0);
    assert_true(isnan(d.q[1].lower)); /* its worse quartile did not end */
    assert_int_equal(d.verdict, LF_DIFFERENCE_DIFFERS);
}

static void test_without_chance(void **state) {
    folders *f = *state;
    f->first->method[A].deterministic = f->other->method[A].deterministic = true;
    add(f->first, A, 1, 1);
    add(f->other, A, 1, 1.001);
    assert_int_equal(of(f, A).verdict, LF_DIFFERENCE_CHANGED);
    f->other->record[0].value[3] = f->first->record[0].value[3];
    assert_int_equal(of(f, A).verdict, LF_DIFFERENCE_SAME_ENDS);
}

/* The same run from every seed, here and there: what changed, no seed did. */
static void test_one_run(void **state) {
    folders *f = *state;
    add(f->first, A, 2, 1);
    add(f->other, A, 2, 1.5);
    assert_int_equal(of(f, A).verdict, LF_DIFFERENCE_FEW);
    for (size_t i = 0; i < 2; i++) {
        strcpy(f->first->record[i].trace_sha256, "first");
        strcpy(f->other->record[i].trace_sha256, "other");
    }
    assert_int_equal(of(f, A).verdict, LF_DIFFERENCE_CHANGED);
    strcpy(f->other->record[1].trace_sha256, "another");
    assert_int_equal(of(f, A).verdict, LF_DIFFERENCE_FEW);
}

static void test_too_few_seeds(void **state) {
    folders *f = *state;
    add(f->first, A, 5, 1);
    add(f->other, A, 5, 9);
    assert_int_equal(of(f, A).verdict, LF_DIFFERENCE_FEW);
}

/* One of twenty rows with p below 0.05 is what luck does. */
static void test_family(void **state) {
    folders *f = *state;
    lf_difference row[20];
    add(f->first, A, 6, 1);
    add(f->other, A, 6, 9);
    assert_int_equal(of(f, A).verdict, LF_DIFFERENCE_DIFFERS);
    for (size_t i = 0; i < 20; i++) {
        assert_ok(lf_difference_make(&f->first->results, &f->other->results, P, A, &row[i]));
        if (i > 0) row[i].p = 0.5, row[i].pairs = 20;
    }
    assert_ok(lf_differences_settle(row, 20));
    assert_int_equal(row[0].verdict, LF_DIFFERENCE_FEW); /* for so many rows */
    assert_int_equal(row[1].verdict, LF_DIFFERENCE_WITHIN);
    assert_near(row[0].p, 20.0 / 32, 1e-12);
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)
    const struct CMUnitTest tests[] = {
        CASE(test_order_of_lists),   CASE(test_bound),
        CASE(test_all_crash),        CASE(test_some_diverge),
        CASE(test_higher_is_better), CASE(test_without_chance),
        CASE(test_one_run),          CASE(test_too_few_seeds),
        CASE(test_family),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
