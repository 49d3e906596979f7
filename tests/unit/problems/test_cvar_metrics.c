/* What CVaR over groups is judged by: against the definition on the rows of the table. */
#include "fixture_problem.h"
#include "scratch.h"

#include <levelfield/vector.h>

#include "problems/common/pixels.h"

extern const lf_problem_class lf_problem_cvar_dro;

/* 8 groups of 100 rows: r n is 3 or, in part, 1.2. */
enum { M = 8, N = 800, N_TEST = 1000, D = 32, S = D };
static const double decay = 0.01;
static const char primal[] = "data=synthetic_small,decay=0.01,r=0.375";
static const char primal_part[] = "data=synthetic_small,decay=0.01";
static const char dual[] = "data=synthetic_small,decay=0.01,form=dual";

static fixture_problem open(const char *assignments) {
    return problem_open(&lf_problem_cvar_dro, assignments);
}

typedef struct {
    double loss[M], accuracy[M], test[M];
    double accuracy_test; /* of all test rows, whatever their group */
} recomputed;

/* From the rows of the table, group by group. */
static void recompute(const double *w, recomputed *got) {
    lf_data *data;
    *got = (recomputed){0};
    assert_ok(lf_data_open("synthetic_small", &data));
    for (size_t i = 0; i < data->rows; i++) {
        const size_t group = data->attribute[0].code[i];
        const double score = lf_vec_dot(D, data->dense + i * D, w) * data->label[i];
        const double loss = log1p(exp(-score));
        if (i < data->train_rows) {
            got->loss[group] += loss * M / N;
            got->accuracy[group] += (double)(score > 0) * M / N;
        } else {
            got->test[group] += loss / N_TEST;
            got->accuracy_test += (double)(score > 0) / (M * N_TEST);
        }
    }
    lf_data_close(data);
}

/* The k-th largest, counted from 0, taken out; *at <- where it was. */
static double take_largest(double *x, size_t *at) {
    size_t best = 0;
    for (size_t i = 1; i < M; i++)
        if (x[i] > x[best]) best = i;
    const double value = x[best];
    x[best] = -INFINITY;
    *at = best;
    return value;
}

/* (1/m) (the floor(m) largest + the rest of m times the next) */
static double plain_cvar(const double *loss, double m) {
    double left[M], sum = 0, weight = m;
    size_t at;
    memcpy(left, loss, sizeof left);
    for (; weight > 1e-12; weight -= 1)
        sum += fmin(weight, 1) * take_largest(left, &at);
    return sum / m;
}

static void check_metrics(const char *assignments, double m, size_t k) {
    fixture_problem p = open(assignments);
    const bool has_s = p.problem.info.dim > D;
    double w[D + 1], left[M], sum = 0, worst = 0, right = 0, mean = 0;
    recomputed want;
    table_point(31, D + 1, 0.3, w);
    w[S] = 0.7;
    recompute(w, &want);
    memcpy(left, want.loss, sizeof left);
    for (size_t i = 0, at; i < k; i++) {
        worst += take_largest(left, &at) / (double)k;
        right += want.accuracy[at] / (double)k;
    }
    for (size_t i = 0; i < M; i++) {
        sum += fmax(want.loss[i] - w[S], 0) / m;
        mean += want.loss[i] / M;
    }
    const double F = w[S] + sum + decay / 2 * lf_vec_dot(D, w, w);
    assert_near(problem_metric(&p.problem, "cvar", w), plain_cvar(want.loss, m), 1e-12);
    assert_near(problem_metric(&p.problem, "cvar_test", w), plain_cvar(want.test, m), 1e-12);
    assert_near(problem_metric(&p.problem, "worst_k", w), worst, 1e-12);
    assert_near(problem_metric(&p.problem, "worst_k_accuracy", w), right, 1e-12);
    assert_near(problem_metric(&p.problem, "mean_loss", w), mean, 1e-12);
    assert_near(problem_metric(&p.problem, "accuracy_test", w), want.accuracy_test, 1e-12);
    if (has_s)
        assert_near(problem_metric(&p.problem, "F", w), F, 1e-12);
    else
        assert_true(isnan(problem_metric(&p.problem, "F", w)));
    problem_close(&p);
}

static void test_metrics(void **state) {
    (void)state;
    check_metrics(primal, 3, 3);
    check_metrics(primal_part, 1.2, 2);
    check_metrics(dual, 1.2, 2);
}

/* F at the best s is CVaR and the decay; elsewhere it is more. */
static void test_best_s(void **state) {
    (void)state;
    const char *const parts[] = {primal, primal_part};
    const size_t place[] = {3, 1}; /* the (floor(r n) + 1)-th largest loss, from 0 */
    for (size_t k = 0; k < 2; k++) {
        fixture_problem p = open(parts[k]);
        double w[D + 1], s = 0;
        recomputed got;
        size_t at;
        table_point(41, D, 0.3, w);
        recompute(w, &got);
        for (size_t i = 0; i <= place[k]; i++)
            s = take_largest(got.loss, &at);
        const double least =
            problem_metric(&p.problem, "cvar", w) + decay / 2 * lf_vec_dot(D, w, w);
        w[S] = s;
        assert_near(problem_metric(&p.problem, "F", w), least, 1e-12);
        for (double shift = -0.3; shift < 0.35; shift += 0.1) {
            w[S] = s + shift;
            assert_true(problem_metric(&p.problem, "F", w) >= least - 1e-12);
        }
        problem_close(&p);
    }
}

/* Both forms and a second problem, which finds the optimum in the cache, agree; without decay
 * nothing is certified. */
static void test_gap(void **state) {
    (void)state;
    const char *const same[] = {primal_part, dual, primal_part};
    double w[D + 1] = {0}, gap[3];
    for (size_t k = 0; k < 3; k++) {
        fixture_problem p = open(same[k]);
        gap[k] = problem_metric(&p.problem, "gap", w);
        problem_close(&p);
    }
    assert_true(gap[0] > 0 && gap[0] < log(2));
    assert_near(gap[1], gap[0], 0);
    assert_near(gap[2], gap[0], 0);
    fixture_problem p = open("data=synthetic_small,decay=0");
    assert_true(isnan(problem_metric(&p.problem, "gap", w)));
    problem_close(&p);
}

/* Subgradient steps on F lead to the optimum, and never below it. */
static void test_gap_is_reached(void **state) {
    (void)state;
    fixture_problem p = open("data=synthetic_small,decay=0.1,r=0.375");
    const lf_samples every = {.role = LF_ROLE_INNER,
                              .component = LF_EVERY,
                              .n = N,
                              .per_stratum = (size_t[M]){100, 100, 100, 100, 100, 100, 100, 100}};
    double w[D + 1] = {0}, least = INFINITY;
    for (size_t t = 0; t < 3000; t++) {
        double g[M], y[M], grad[D + 1] = {0};
        assert_ok(p.problem.is->evaluate(p.problem.state, &every, w, NULL, g, NULL));
        for (size_t i = 0; i < M; i++)
            y[i] = g[i] > 0 ? 1 / (0.375 * M) : 0;
        assert_ok(p.problem.is->evaluate(p.problem.state, &every, w, y, NULL, grad));
        lf_vec_axpy(D, 0.1, w, grad);
        grad[S] += 1;
        lf_vec_axpy(D + 1, -2 / (0.1 * ((double)t + 50)), grad, w);
        if (t % 50 == 0) least = fmin(least, problem_metric(&p.problem, "gap", w));
    }
    assert_true(least >= 0);
    assert_near(least, 0, 1e-3);
    problem_close(&p);
}

/* Of two groups by hand. */
static void test_gram(void **state) {
    (void)state;
    fixture_problem p = open("data=synthetic_small,m=2");
    double w[D + 1], G[2][D + 1] = {{0}}, a, b, c;
    const double one = 1;
    table_point(51, D + 1, 0.3, w);
    for (size_t i = 0; i < 2; i++)
        assert_ok(lf_problem_evaluate(&p.problem, LF_ROLE_INNER, i, w, &one, NULL, G[i]));
    a = lf_vec_dot(D, G[0], G[0]);
    b = lf_vec_dot(D, G[1], G[1]);
    c = lf_vec_dot(D, G[0], G[1]);
    assert_near(problem_metric(&p.problem, "gram", w),
                (a + b) / 2 - sqrt((a - b) * (a - b) / 4 + c * c), 1e-14);
    a++, b++, c++; /* s is the last coordinate, of slope -1 in both */
    assert_near(problem_metric(&p.problem, "gram_s", w),
                (a + b) / 2 - sqrt((a - b) * (a - b) / 4 + c * c), 1e-14);
    problem_close(&p);
}

/* Test rows whose groups do not train count too: here those of six of the eight. */
static void test_accuracy_of_all(void **state) {
    (void)state;
    fixture_problem p = open("data=synthetic_small,m=2");
    double w[D + 1];
    recomputed want;
    table_point(61, D + 1, 0.3, w);
    recompute(w, &want);
    assert_near(problem_metric(&p.problem, "accuracy_test", w), want.accuracy_test, 1e-12);
    problem_close(&p);
}

/* Images of a hospital that no training image is of: no group's loss, but an accuracy. */
static void test_unseen_images(void **state) {
    (void)state;
    need_data("mnist30");
    enum { POOL = 4, TRAIN = 60000, ROWS = 70000 };
    lf_data *data;
    double *x, right = 0, w[7 * 7 + 2];
    size_t features;
    uint32_t *row = malloc(ROWS * sizeof *row);
    assert_non_null(row);
    for (size_t i = 0; i < ROWS; i++)
        row[i] = (uint32_t)i;
    table_point(71, 7 * 7 + 2, 1, w);
    assert_ok(lf_data_open("mnist30", &data));
    assert_ok(lf_pixels_features(data, POOL, TRAIN, row, ROWS, row, &x, &features));
    for (size_t i = TRAIN; i < ROWS; i++)
        right += lf_vec_dot(features, x + i * features, w) * data->label[i] > 0;
    fixture_problem p = open("data=mnist30,pool=4");
    assert_int_equal(p.problem.info.role[LF_ROLE_INNER].count, 30);
    assert_near(problem_metric(&p.problem, "accuracy_test", w), right / (ROWS - TRAIN), 1e-12);
    assert_true(isnan(problem_metric(&p.problem, "cvar_test", w)));
    problem_close(&p);
    lf_data_close(data);
    free(x);
    free(row);
}

/* The real groups: certified, and the losses at the start are all ln 2. */
static void test_people(void **state) {
    (void)state;
    need_data("a9a16");
    fixture_problem p = open("data=a9a16");
    const double w[124] = {0};
    assert_int_equal(p.problem.info.role[LF_ROLE_INNER].count, 16);
    assert_near(problem_metric(&p.problem, "cvar", w), log(2), 1e-12);
    assert_near(problem_metric(&p.problem, "cvar_test", w), log(2), 1e-12);
    const double gap = problem_metric(&p.problem, "gap", w);
    assert_true(gap > 0 && gap < log(2));
    problem_close(&p);
}

/* Many small groups: certified; more of them than parameters. */
static void test_many_groups(void **state) {
    (void)state;
    fixture_problem p = open("data=synth1252");
    const double w[22] = {0};
    assert_int_equal(p.problem.info.role[LF_ROLE_INNER].count, 1252);
    const double gap = problem_metric(&p.problem, "gap", w);
    assert_true(gap > 0 && gap < log(2));
    assert_near(problem_metric(&p.problem, "gram", w), 0, 0);
    problem_close(&p);
}

static int setup(void **state) {
    if (scratch_setup(state)) return -1;
    return setenv("XDG_CACHE_HOME", *state, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_metrics),       cmocka_unit_test(test_best_s),
        cmocka_unit_test(test_gap),           cmocka_unit_test(test_gap_is_reached),
        cmocka_unit_test(test_gram),          cmocka_unit_test(test_people),
        cmocka_unit_test(test_many_groups),   cmocka_unit_test(test_accuracy_of_all),
        cmocka_unit_test(test_unseen_images),
    };
    return cmocka_run_group_tests_name("cvar_metrics", tests, setup, scratch_teardown);
}
