/* Continual learning on a small made-up set: losses and slopes against plain sums, what it says of
 * itself, counters, and what it refuses. */
#include <math.h>

#include <levelfield/vector.h>

#include "fixture_problem.h"
#include "oracle/oracle.h"
#include "plain_pairs.h"
#include "problems/continual/parts/continual_metrics.h"
#include "scratch.h"

extern const lf_problem_class lf_problem_continual;

/* 8 groups as classes, 100 training rows of each; temp = 1 keeps the numbers near 1. */
enum { CLASSES = 8, N = 800, N_T = 100, M = 3, P = PLAIN_P, K = PLAIN_K, Q = LF_PAIRS_TEXT };
enum { V = LF_PAIRS_VARIANTS, LINEAR = PLAIN_D };
static const size_t target = 4, kept[M] = {6, 0, 3};
#define SET "data=synthetic_small,target=4,protected=6+0+3,k=5,per_class=40,temp=0.5"

static fixture_problem open(const char *more) {
    char set[256];
    snprintf(set, sizeof set, SET "%s", more);
    return problem_open(&lf_problem_continual, set);
}

static lf_continual *state_of(fixture_problem *p) {
    return p->problem.state;
}

/* Mean cross-entropy of the first 40 training rows of a class, by the prompts. */
static double plain_loss(const lf_continual *s, const double *w, size_t class) {
    double sum = 0;
    for (size_t i = 0, seen = 0; seen < 40; i++) {
        const uint32_t row = s->pairs.task.train[i];
        double total = 0;
        if (s->pairs.class->code[row] != class) continue;
        for (size_t c = 0; c < CLASSES; c++)
            total += exp(plain_score(&s->pairs, w, row, c * V) / 0.5);
        sum += log(total) - plain_score(&s->pairs, w, row, class * V) / 0.5;
        seen++;
    }
    return sum / 40;
}

static void test_description(void **state) {
    (void)state;
    fixture_problem p = open("");
    const lf_problem_info *info = &p.problem.info;
    const lf_components *inner = &info->role[LF_ROLE_INNER];
    assert_int_equal(info->dim, LINEAR);
    assert_int_equal(inner->count, N_T + M);
    assert_int_equal(inner->always, M);
    assert_int_equal(inner->component[0].samples, N);
    assert_int_equal(inner->component[0].outputs, 2);
    assert_int_equal(inner->component[N_T].samples, 40);
    assert_int_equal(info->metrics, LF_CONTINUAL_METRICS + M);
    assert_int_equal(info->part[0].n, N_T);
    assert_string_equal(info->part[1].name, "6");
    for (size_t i = 0; i < N_T; i++)
        assert_int_equal(state_of(&p)->pairs.class->code[info->part[0].row[i]], target);
    problem_close(&p);
    p = open(",towers=tanh,width=7,negatives=others");
    assert_int_equal(p.problem.info.dim, 7 * (P + 1) + 7 * (Q + 1) + 2 * K * 7);
    assert_int_equal(p.problem.info.role[LF_ROLE_INNER].component[0].samples, N - N_T);
    problem_close(&p);
}

/* Both directions of a pair against plain sums, on a batch with repeats and on everything. */
static void test_pairs_by_hand(void **state) {
    (void)state;
    static const char *const sets[] = {"", ",negatives=others"};
    static const uint32_t id[] = {3, 3, 650, 12, 401, 699};
    static const size_t six[] = {6};
    for (size_t k = 0; k < 2; k++) {
        fixture_problem p = open(sets[k]);
        const lf_continual *s = state_of(&p);
        double w[LINEAR], u[2], want[2];
        uint32_t at[6];
        table_point(3, LINEAR, 0.5, w);
        for (size_t j = 0; j < 6; j++)
            at[j] = k ? s->pairs.other_at[id[j]] : id[j];
        component_map map = map_of(&p.problem, LF_ROLE_INNER, 17);
        assert_ok(map.evaluate(map.state, &map.samples, w, NULL, u, NULL));
        plain_pair(&s->pairs, w, s->pairs.target_at[17], s->n_negatives, s->negatives, want);
        for (size_t j = 0; j < 2; j++)
            assert_near(u[j], want[j], 1e-12 * want[j]);
        map.samples.n = 6;
        map.samples.id = id;
        map.samples.per_stratum = six;
        assert_ok(map.evaluate(map.state, &map.samples, w, NULL, u, NULL));
        plain_pair(&s->pairs, w, s->pairs.target_at[17], 6, at, want);
        for (size_t j = 0; j < 2; j++)
            assert_near(u[j], want[j], 1e-12 * want[j]);
        problem_close(&p);
    }
}

/* One pair against one other: u^I holds x_i and t_j, u^T holds x_j and t_i. */
static void test_directions_differ(void **state) {
    (void)state;
    fixture_problem p = open("");
    lf_continual *s = state_of(&p);
    double w[LINEAR], grad[LINEAR] = {0}, u[2], moved[2];
    const double y[2] = {1, 0};
    uint32_t other = s->pairs.other_at[5];
    const size_t i = s->pairs.target_at[0];
    table_point(4, LINEAR, 0.5, w);
    lf_contrast_pair(&s->towers, &s->pairs, i, 1, &other, NULL, w, y, u, grad);
    const uint32_t *row = s->pairs.task.train, *text = s->pairs.text;
    const double own = plain_score(&s->pairs, w, row[i], text[i]);
    assert_near(0.5 * log(u[0]), plain_score(&s->pairs, w, row[i], text[other]) - own, 1e-13);
    assert_near(0.5 * log(u[1]), plain_score(&s->pairs, w, row[other], text[i]) - own, 1e-13);
    assert_true(fabs(u[0] - u[1]) > 1e-3);
    /* a small step against grad u^I lowers u^I by its square */
    const double norm = lf_vec_dot(LINEAR, grad, grad), h = 1e-6;
    lf_vec_axpy(LINEAR, -h, grad, w);
    lf_contrast_pair(&s->towers, &s->pairs, i, 1, &other, NULL, w, NULL, moved, NULL);
    assert_near((u[0] - moved[0]) / h / norm, 1, 1e-4);
    problem_close(&p);
}

/* Slopes by differences: both towers, both directions at once, and the constraints. */
static void test_gradients(void **state) {
    (void)state;
    static const char *const sets[] = {"", ",towers=tanh,width=7", ",negatives=others"};
    for (size_t k = 0; k < 3; k++) {
        fixture_problem p = open(sets[k]);
        check_component(&p.problem, LF_ROLE_INNER, 0, MAP_KINKED, 7);
        check_component(&p.problem, LF_ROLE_INNER, 42, MAP_KINKED, 8);
        check_component(&p.problem, LF_ROLE_INNER, N_T + 1, MAP_KINKED, 9);
        problem_close(&p);
    }
}

/* F as a method's mean over n components, and as printed: the contrastive mean over n_t, plus
 * (1/m) sum P(h_k). */
static void penalised(const char *set, double (*P_of)(double h)) {
    fixture_problem p = open(set);
    const lf_continual *s = state_of(&p);
    const lf_components *inner = &p.problem.info.role[LF_ROLE_INNER];
    double w[LINEAR], u[2], mean = 0, want = 0, worst = -INFINITY;
    table_point(6, LINEAR, 0.5, w);
    for (size_t i = 0; i < N_T + M; i++) {
        const lf_component *c = &inner->component[i];
        assert_ok(lf_problem_evaluate(&p.problem, LF_ROLE_INNER, i, w, NULL, u, NULL));
        for (size_t k = 0; k < c->outers; k++)
            mean += lf_outer_value(&c->outer[k], &u[k]) / (N_T + M);
    }
    for (size_t i = 0; i < N_T; i++) {
        plain_pair(&s->pairs, w, s->pairs.target_at[i], N, NULL, u);
        want += 0.5 * (log(1e-14 + u[0]) + log(1e-14 + u[1])) / N_T;
    }
    assert_near(problem_metric(&p.problem, "objective", w), want, 1e-12);
    for (size_t k = 0; k < M; k++) {
        const double h = plain_loss(s, w, kept[k]) - plain_loss(s, s->w_old, kept[k]);
        want += P_of(h) / M;
        worst = fmax(worst, h);
    }
    assert_true(worst > 0.01); /* the penalty is at work */
    assert_near(mean, want, 1e-11 * (1 + fabs(want)));
    assert_near(problem_metric(&p.problem, "F", w), want, 1e-11 * (1 + fabs(want)));
    assert_near(problem_metric(&p.problem, "worst", w), worst, 1e-12);
    assert_near(problem_metric(&p.problem, "violation", w), worst, 1e-12);
    problem_close(&p);
}

static double hinge(double h) {
    return 3 * fmax(h, 0);
}

static double squared(double h) {
    return 3 * fmax(h, 0) * fmax(h, 0);
}

static double smoothed(double h) {
    if (h <= 0) return 0;
    return h < 3 * 0.1 ? h * h / 0.2 : 3 * h - 0.1 * 9 / 2;
}

static void test_penalties(void **state) {
    (void)state;
    penalised(",penalty=hinge,rho=3", hinge);
    penalised(",penalty=squared,rho=3", squared);
    penalised(",penalty=smoothed,rho=3,lambda=0.1", smoothed);
}

/* Shares of test rows told right, recounted. */
static void test_accuracy(void **state) {
    (void)state;
    fixture_problem p = open("");
    const lf_continual *s = state_of(&p);
    double w[LINEAR];
    double right[2][CLASSES] = {{0}}, all[CLASSES] = {0}, total = 0;
    table_point(6, LINEAR, 0.5, w);
    for (size_t i = 0; i < s->pairs.task.n_rest; i++) {
        const uint32_t row = s->pairs.task.rest[i];
        const size_t c = s->pairs.class->code[row];
        all[c]++;
        for (size_t at = 0; at < 2; at++) {
            size_t best = 0;
            for (size_t l = 1; l < CLASSES; l++)
                if (plain_score(&s->pairs, at ? w : s->w_old, row, l * V) >
                    plain_score(&s->pairs, at ? w : s->w_old, row, best * V))
                    best = l;
            right[at][c] += best == c;
        }
    }
    for (size_t c = 0; c < CLASSES; c++)
        total += right[1][c];
    const double n = (double)s->pairs.task.n_rest;
    assert_near(problem_metric(&p.problem, "accuracy", w), total / n, 1e-12);
    const double gain = (right[1][target] - right[0][target]) / all[target];
    assert_near(problem_metric(&p.problem, "target_gain", w), gain, 1e-12);
    const double err = (right[0][kept[1]] - right[1][kept[1]]) / all[kept[1]];
    assert_true(fabs(err) > 0);
    assert_near(problem_metric(&p.problem, "err_2", w), err, 1e-12);
    assert_near(problem_metric(&p.problem, "target_gain", s->w_old), 0, 0);
    assert_near(problem_metric(&p.problem, "worst", s->w_old), 0, 0);
    problem_close(&p);
}

static int setup(void **state) {
    if (scratch_setup(state)) return -1;
    return setenv("XDG_CACHE_HOME", *state, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_description),       cmocka_unit_test(test_pairs_by_hand),
        cmocka_unit_test(test_directions_differ), cmocka_unit_test(test_gradients),
        cmocka_unit_test(test_penalties),         cmocka_unit_test(test_accuracy),
    };
    return cmocka_run_group_tests_name("continual", tests, setup, scratch_teardown);
}
