/* How a batch is split among strata: by their samples, or by shares that the problem states. */
#include <string.h>

#include "near.h"
#include "oracle/oracle.h"
#include "oracle/problem.h"

/* Label and group: 40 + 10 positive rows, 500 + 450 negative ones. */
enum { STRATA = 4, ROWS = 1000 };
static const size_t sizes[STRATA] = {40, 10, 500, 450};
static const lf_outer sum = {LF_OUTER_SUM, 1, 1, 0};
static const lf_component by_size = {.outputs = 1,
                                     .samples = ROWS,
                                     .strata = STRATA,
                                     .stratum = {40, 10, 500, 450},
                                     .outers = 1,
                                     .outer = &sum};

static lf_component component;
static size_t asked[STRATA], inside[STRATA];
static lf_problem problem;
static lf_oracle *oracle;

static lf_status recorder_init(void *state, const void *params, lf_problem_info *info) {
    (void)state;
    (void)params;
    *info = (lf_problem_info){.dim = 1};
    info->role[LF_ROLE_INNER] = (lf_components){1, &component};
    return LF_OK;
}

static void recorder_release(void *state) {
    (void)state;
}

/* inside[s] <- how many of the s-th stretch of ids are of stratum s */
static lf_status recorder_evaluate(void *state, const lf_samples *s, const double *w,
                                   const double *y, double *g, double *grad) {
    (void)state;
    (void)w;
    (void)y;
    (void)g;
    (void)grad;
    memcpy(asked, s->per_stratum, sizeof asked);
    memset(inside, 0, sizeof inside);
    for (size_t k = 0, at = 0, first = 0; s->id && k < STRATA; first += sizes[k++])
        for (size_t i = 0; i < asked[k]; i++, at++)
            inside[k] += s->id[at] >= first && s->id[at] < first + sizes[k];
    return LF_OK;
}

static const lf_problem_class recorder = {.abi = LF_ABI,
                                          .name = "recorder",
                                          .init = recorder_init,
                                          .release = recorder_release,
                                          .evaluate = recorder_evaluate};

static void make(lf_component of) {
    lf_budget budget;
    component = of;
    assert_ok(lf_problem_create(&recorder, NULL, &problem));
    const lf_cost_scope scope = lf_cost_scope_of(&problem.info);
    assert_ok(lf_budget_parse("1e6", &scope, &budget));
    assert_ok(lf_oracle_create(&problem, 5, &budget, &oracle));
}

static int unmake(void **state) {
    (void)state;
    lf_oracle_free(oracle);
    lf_problem_release(&problem);
    return 0;
}

/* A batch of n is split like this, whether the component is drawn alone or with all others. */
static void check_split(size_t n, const size_t *want) {
    const double w = 0;
    double g;
    for (int every = 0; every < 2; every++) {
        lf_batch batch;
        assert_ok(lf_oracle_draw(oracle, LF_ROLE_INNER, every ? LF_EVERY : 0, n, &batch));
        assert_ok(lf_oracle_value(oracle, &batch, &w, &g));
        assert_memory_equal(asked, want, sizeof asked);
        assert_memory_equal(inside, want, sizeof inside);
    }
}

static void test_by_size(void **state) {
    (void)state;
    make(by_size);
    check_split(100, (size_t[]){4, 1, 50, 45});
    check_split(4, (size_t[]){1, 1, 1, 1});
}

/* As many positive rows as negative ones, each class split by group as it is. */
static void test_balanced(void **state) {
    (void)state;
    lf_component balanced = by_size;
    const size_t share[STRATA] = {40 * 950, 10 * 950, 500 * 50, 450 * 50};
    memcpy(balanced.share, share, sizeof share);
    make(balanced);
    /* 51.2 + 12.8 and 33.7 + 30.3: the largest remainders are those of 12.8 and 33.7 */
    check_split(128, (size_t[]){51, 13, 34, 30});
    check_split(ROWS, (size_t[]){400, 100, 263, 237});
}

/* All samples are all samples: no share changes that. */
static void test_full_batch_knows_no_shares(void **state) {
    (void)state;
    lf_component even = by_size;
    for (size_t s = 0; s < STRATA; s++)
        even.share[s] = 1;
    make(even);
    check_split(6, (size_t[]){2, 2, 1, 1});
    const double w = 0;
    double g;
    for (int every = 0; every < 2; every++) {
        lf_batch batch;
        assert_ok(lf_oracle_full(oracle, LF_ROLE_INNER, every ? LF_EVERY : 0, &batch));
        assert_ok(lf_oracle_value(oracle, &batch, &w, &g));
        assert_memory_equal(asked, sizes, sizeof asked);
    }
    assert_int_equal(lf_oracle_share(oracle, LF_ROLE_INNER, 0, 10), 4 + 1 + 50 + 45);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_by_size, unmake),
        cmocka_unit_test_teardown(test_balanced, unmake),
        cmocka_unit_test_teardown(test_full_batch_knows_no_shares, unmake),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
