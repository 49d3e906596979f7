/* Estimates as coefficients of the rows: what they stand for after a method's history of them. */
#include <levelfield/vector.h>

#include "fixture_problem.h"
#include "kept_estimate.h"
#include "oracle/oracle.h"
#include "problems/bilevel/parts/weights.h"
#include "scratch.h"

extern const lf_problem_class lf_problem_sample_weights;

/* Two of the same problem: one with X~'diag(h)X~ at hand, one that goes through the rows. */
enum { CACHED, PLAIN, BOTH, STEPS = 20, BATCH = 4 };

typedef struct {
    fixture_problem is[BOTH];
    lf_oracle *o[BOTH];
    size_t d, n;         /* d: length of x, n: of y */
    double *x[2], *y[2]; /* old and new point */
    double *v, *r, *out[BOTH];
    lf_estimate E[BOTH], dense; /* dense: of PLAIN */
} pair;

static pair both;

static int open_pair(void **state) {
    pair *b = &both;
    lf_budget budget;
    (void)state;
    *b = (pair){0};
    for (int k = 0; k < BOTH; k++) {
        b->is[k] = problem_open(&lf_problem_sample_weights, "");
        lf_weights *w = b->is[k].problem.state;
        assert_true(w->cached);
        w->cached = k == CACHED;
        const lf_cost_scope scope = lf_cost_scope_of(&b->is[k].problem.info);
        assert_ok(lf_budget_parse("1e9:samples", &scope, &budget));
        assert_ok(lf_oracle_create(&b->is[k].problem, 1, &budget, &b->o[k]));
        assert_ok(lf_oracle_estimate(b->o[k], LF_FORM_OWN, 0, &b->E[k]));
    }
    b->d = b->is[0].problem.info.dim;
    b->n = b->is[0].problem.info.domain_y.n;
    assert_ok(lf_oracle_estimate(b->o[PLAIN], LF_FORM_DENSE, 0, &b->dense));
    double **slots[] = {&b->x[0], &b->x[1], &b->y[0],   &b->y[1],
                        &b->v,    &b->r,    &b->out[0], &b->out[1]};
    for (size_t k = 0; k < sizeof slots / sizeof *slots; k++)
        *slots[k] = calloc(b->d + 2 * b->n, sizeof(double));
    table_point(1, b->n, 1, b->v);
    table_point(2, b->d, 1, b->r);
    return 0;
}

static int close_pair(void **state) {
    (void)state;
    pair *b = &both;
    for (int k = 0; k < BOTH; k++) {
        lf_oracle_free(b->o[k]);
        problem_close(&b->is[k]);
        free(b->x[k]);
        free(b->y[k]);
        free(b->out[k]);
    }
    free(b->v);
    free(b->r);
    return 0;
}

/* out (2n + d) <- H v, V'r, V v of an estimate. */
static void products(lf_oracle *o, lf_estimate E, double *out) {
    const pair *b = &both;
    lf_vec_zero(2 * b->n + b->d, out);
    assert_ok(lf_oracle_estimate_hessian(o, E, b->v, out));
    assert_ok(lf_oracle_estimate_jacobian_t(o, E, b->r, out + b->n));
    assert_ok(lf_oracle_estimate_jacobian(o, E, 1, b->v, out + 2 * b->n));
}

/* The cached estimate against the plain one, or against matrices. */
static void assert_same(lf_form form, double relative) {
    pair *b = &both;
    const size_t n = 2 * b->n + b->d;
    products(b->o[CACHED], b->E[CACHED], b->out[0]);
    products(b->o[PLAIN], form == LF_FORM_OWN ? b->E[PLAIN] : b->dense, b->out[1]);
    assert_true(lf_vec_norm(n, b->out[1]) > 0);
    for (size_t part = 0; part < 3; part++) {
        const size_t at = part * b->n, length = part < 2 ? b->n : b->d;
        assert_near(lf_vec_distance(length, b->out[0] + at, b->out[1] + at), 0,
                    relative * lf_vec_norm(length, b->out[1] + at));
    }
}

/* The two points of step t: the second is `reach` from the first, and the first of the next. */
static void move(size_t t, double reach) {
    pair *b = &both;
    lf_vec_copy(b->d, b->x[1], b->x[0]);
    lf_vec_copy(b->n, b->y[1], b->y[0]);
    table_point(100 + t, b->d, reach, b->x[1]);
    table_point(200 + t, b->n, reach, b->y[1]);
}

/* E <- S[(1 - beta)(E - old) + new] on the batch, floor < 0: without S. */
static void storm(int k, lf_estimate E, double beta, size_t n, double floor) {
    const pair *b = &both;
    lf_batch batch;
    assert_ok(lf_oracle_draw(b->o[k], LF_ROLE_LOWER, 0, n, &batch));
    assert_ok(lf_oracle_estimate_add(b->o[k], E, &batch, b->x[0], b->y[0], -1));
    assert_ok(lf_oracle_estimate_scale(b->o[k], E, 1 - beta));
    assert_ok(lf_oracle_estimate_add(b->o[k], E, &batch, b->x[1], b->y[1], 1));
    if (floor >= 0) assert_ok(lf_oracle_estimate_project(b->o[k], E, &batch, floor));
}

/* Twenty steps as matrices and as coefficients, with no projection. The dense and the own form ask
 * two oracles of the same seed, so their batches are the same. */
static void test_as_matrices(void **state) {
    (void)state;
    pair *b = &both;
    for (size_t t = 0; t < STEPS; t++) {
        move(t, 0.3);
        storm(CACHED, b->E[CACHED], 0.2, BATCH, -1);
        storm(PLAIN, b->dense, 0.2, BATCH, -1);
    }
    assert_same(LF_FORM_DENSE, 1e-11);
}

/* Far moves and a small momentum make many coefficients negative before they are cut. */
static void test_cache(void **state) {
    (void)state;
    pair *b = &both;
    size_t cut = 0;
    for (size_t t = 0; t < STEPS; t++) {
        move(t, 3);
        for (int k = 0; k < BOTH; k++)
            storm(k, b->E[k], 0.05, BATCH, -1);
        for (int k = 0; k < BOTH; k++) {
            const double *h = kept_numbers(b->o[k], b->E[k]) + 2;
            for (size_t j = 0; j < b->d; j++)
                cut += h[j] < 0;
            lf_batch full;
            assert_ok(lf_oracle_full(b->o[k], LF_ROLE_LOWER, 0, &full));
            assert_ok(lf_oracle_estimate_project(b->o[k], b->E[k], &full, 1e-3));
            for (size_t j = 0; j < b->d; j++)
                assert_true(h[j] >= 0);
        }
    }
    assert_true(cut > STEPS);
    assert_same(LF_FORM_OWN, 1e-11);
    /* so that H >= floor I */
    products(b->o[CACHED], b->E[CACHED], b->out[0]);
    assert_true(lf_vec_dot(b->n, b->v, b->out[0]) >= 0.999e-3 * lf_vec_dot(b->n, b->v, b->v));
}

/* Only rows of the batch are looked at, and only they need be. */
static void test_cut_batch(void **state) {
    (void)state;
    pair *b = &both;
    move(0, 1);
    lf_batch full;
    for (int k = 0; k < BOTH; k++) {
        assert_ok(lf_oracle_full(b->o[k], LF_ROLE_LOWER, 0, &full));
        assert_ok(lf_oracle_estimate_add(b->o[k], b->E[k], &full, b->x[1], b->y[1], 1));
    }
    for (size_t t = 0; t < STEPS; t++) {
        move(t, 3);
        for (int k = 0; k < BOTH; k++)
            storm(k, b->E[k], 0.05, BATCH, 1e-3);
        for (size_t j = 0; j < b->d; j++)
            assert_true(kept_numbers(b->o[PLAIN], b->E[PLAIN])[2 + j] >= 0);
    }
    assert_same(LF_FORM_OWN, 1e-11);
}

/* A floor above what there is of I moves H by a multiple of I, and nothing else. */
static void test_floor(void **state) {
    (void)state;
    pair *b = &both;
    const double floor = 0.25, lambda = 1e-3;
    move(0, 1);
    lf_batch batch;
    assert_ok(lf_oracle_draw(b->o[CACHED], LF_ROLE_LOWER, 0, BATCH, &batch));
    assert_ok(lf_oracle_estimate_add(b->o[CACHED], b->E[CACHED], &batch, b->x[1], b->y[1], 1));
    products(b->o[CACHED], b->E[CACHED], b->out[0]);
    assert_ok(lf_oracle_estimate_project(b->o[CACHED], b->E[CACHED], NULL, floor));
    products(b->o[CACHED], b->E[CACHED], b->out[1]);
    lf_vec_axpy(b->n, floor - lambda, b->v, b->out[0]);
    assert_near(lf_vec_distance(2 * b->n + b->d, b->out[0], b->out[1]), 0, 1e-14);
}

/* 1e-105 is past where the multiplier is folded into the numbers; 0 leaves the zero estimate. */
static void test_scale(void **state) {
    (void)state;
    pair *b = &both;
    for (size_t t = 0; t < 3; t++) {
        move(t, 1);
        storm(CACHED, b->E[CACHED], 0, BATCH, -1);
        storm(PLAIN, b->dense, 0, BATCH, -1);
        for (size_t k = 0; k < 105 && t < 2; k++) {
            assert_ok(lf_oracle_estimate_scale(b->o[CACHED], b->E[CACHED], 0.1));
            assert_ok(lf_oracle_estimate_scale(b->o[PLAIN], b->dense, 0.1));
        }
        assert_same(LF_FORM_DENSE, 1e-11);
    }
    assert_true(kept_numbers(b->o[CACHED], b->E[CACHED])[0] > 1e-100);
    assert_ok(lf_oracle_estimate_scale(b->o[CACHED], b->E[CACHED], 0));
    products(b->o[CACHED], b->E[CACHED], b->out[0]);
    assert_true(lf_vec_norm(2 * b->n + b->d, b->out[0]) == 0);
    storm(CACHED, b->E[CACHED], 0, BATCH, -1);
    assert_true(lf_vec_finite(kept_count(b->o[CACHED], b->E[CACHED]),
                              kept_numbers(b->o[CACHED], b->E[CACHED])));
}

/* A row that is twice in a batch counts twice. */
static void test_duplicates(void **state) {
    (void)state;
    pair *b = &both;
    static const uint32_t twice[] = {7, 7, 9};
    const size_t three = 3;
    const lf_samples samples = {
        .role = LF_ROLE_LOWER, .n = 3, .id = twice, .per_stratum = &three, .draw = 0};
    void *problem = b->is[PLAIN].problem.state;
    double *E = kept_numbers(b->o[PLAIN], b->E[PLAIN]);
    move(0, 1);
    assert_ok(lf_weights_form.add(problem, &samples, b->x[1], b->y[1], 1, E));
    assert_ok(lf_weights_answers.hvp(problem, &samples, b->x[1], b->y[1], b->v, b->out[1]));
    lf_weights_form.hessian(problem, 0, E, b->v, b->out[0]);
    assert_near(lf_vec_distance(b->n, b->out[0], b->out[1]), 0, 1e-15);
    assert_true(E[2 + 7] != 0 && E[2 + 9] != 0 && E[2 + 8] == 0);
}

static int setup(void **state) {
    if (scratch_setup(state)) return -1;
    return setenv("XDG_CACHE_HOME", *state, 1);
}

#define ON_A_PAIR(test) cmocka_unit_test_setup_teardown(test, open_pair, close_pair)

int main(void) {
    const struct CMUnitTest tests[] = {
        ON_A_PAIR(test_as_matrices), ON_A_PAIR(test_cache), ON_A_PAIR(test_cut_batch),
        ON_A_PAIR(test_floor),       ON_A_PAIR(test_scale), ON_A_PAIR(test_duplicates),
    };
    return cmocka_run_group_tests_name("weights_form", tests, setup, scratch_teardown);
}
