/* Picking components: every subset of size k equally often, in order. */
#include "core/oracle.h"
#include "near.h"

enum { MANY = 5 };

static void test_components_are_uniform(void **state) {
    (void)state;
    lf_component many[MANY];
    for (size_t i = 0; i < MANY; i++)
        many[i] = (lf_component){.outputs = 1, .samples = 10, .strata = 1, .stratum = {10}};
    lf_problem problem = {.info = {.dim = 1}};
    problem.info.role[LF_ROLE_INNER] = (lf_components){MANY, many};
    const lf_cost_scope scope = lf_cost_scope_of(&problem.info);
    lf_budget budget;
    assert_ok(lf_budget_parse("1e6", &scope, &budget));
    lf_oracle *o;
    assert_ok(lf_oracle_create(&problem, 11, &budget, &o));
    size_t pairs[MANY][MANY] = {{0}};
    for (int i = 0; i < 20000; i++) {
        size_t ids[2];
        assert_ok(lf_oracle_components(o, LF_ROLE_INNER, 2, ids));
        assert_true(ids[0] < ids[1] && ids[1] < MANY);
        pairs[ids[0]][ids[1]]++;
    }
    for (size_t i = 0; i < MANY; i++)
        for (size_t j = i + 1; j < MANY; j++) /* 2,000 expected, standard deviation 42 */
            assert_in_range(pairs[i][j], 1790, 2210);
    size_t all[MANY];
    assert_ok(lf_oracle_components(o, LF_ROLE_INNER, MANY, all));
    for (size_t i = 0; i < MANY; i++)
        assert_int_equal(all[i], i);
    assert_int_equal(lf_oracle_components(o, LF_ROLE_INNER, MANY + 1, all), LF_BAD_ARGUMENT);
    lf_oracle_free(o);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_components_are_uniform)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
