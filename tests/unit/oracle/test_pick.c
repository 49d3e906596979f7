/* Picking components: every subset of size k equally often, in order. */
#include "near.h"
#include "oracle/oracle.h"

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

/* The last two of five are in every draw; the others come equally often, and the weights make the
 * mean over a draw that of all five, whatever the F_i are. */
static void test_some_belong_to_every_draw(void **state) {
    (void)state;
    enum { ALWAYS = 2, OTHERS = MANY - ALWAYS };
    const double F[MANY] = {1, -2.5, 7, 0.3, 11};
    lf_component many[MANY];
    for (size_t i = 0; i < MANY; i++)
        many[i] = (lf_component){.outputs = 1, .samples = 10, .strata = 1, .stratum = {10}};
    lf_problem problem = {.info = {.dim = 1}};
    problem.info.role[LF_ROLE_INNER] = (lf_components){MANY, many, ALWAYS};
    const lf_cost_scope scope = lf_cost_scope_of(&problem.info);
    lf_budget budget;
    lf_oracle *o;
    size_t ids[MANY];
    assert_ok(lf_budget_parse("1e6", &scope, &budget));
    assert_ok(lf_oracle_create(&problem, 11, &budget, &o));
    for (size_t k = ALWAYS + 1; k <= MANY; k++) {
        size_t seen[1 << OTHERS] = {0}, subsets = 0;
        double mean = 0;
        for (size_t draw = 0; draw < 3000; draw++) {
            size_t set = 0;
            assert_ok(lf_oracle_components(o, LF_ROLE_INNER, k, ids));
            for (size_t j = 0; j < k; j++) {
                assert_true(j == 0 || ids[j - 1] < ids[j]);
                set |= (size_t)1 << ids[j];
            }
            assert_int_equal(set >> OTHERS, 3);
            if (seen[set & 7]++ > 0) continue;
            subsets++;
            for (size_t j = 0; j < k; j++)
                mean +=
                    lf_oracle_component_weight(o, LF_ROLE_INNER, k, ids[j]) * F[ids[j]] / (double)k;
        }
        assert_int_equal(subsets, k == MANY ? 1 : OTHERS); /* 3 of 1, 3 of 2, 1 of 3 */
        for (size_t set = 0; set < 8; set++) /* 1,000 expected, standard deviation 26 */
            if (seen[set] > 0 && k < MANY) assert_in_range(seen[set], 880, 1120);
        assert_near(mean / (double)subsets, (1 - 2.5 + 7 + 0.3 + 11) / MANY, 1e-14);
    }
    assert_int_equal(lf_oracle_components(o, LF_ROLE_INNER, ALWAYS, ids), LF_BAD_ARGUMENT);
    assert_true(lf_oracle_component_weight(o, LF_ROLE_INNER, MANY, 0) == 1);
    lf_oracle_free(o);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_components_are_uniform),
                                       cmocka_unit_test(test_some_belong_to_every_draw)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
