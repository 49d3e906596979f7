/* Rows divided into groups by attributes and their products. */
#include "problems/common/partition.h"

#include <string.h>

#include "near.h"

enum { ROWS = 8 };

static const char *const sexes[] = {"Female", "Male"};
static const char *const races[] = {"White", "Black", "Other"};
static const uint16_t sex_code[ROWS] = {1, 1, 0, 1, 0, 1, 1, 0};
static const uint16_t race_code[ROWS] = {0, 2, 0, 2, 0, 0, 2, 2};
static const lf_attribute attributes[] = {{"race", 3, races, race_code},
                                          {"sex", 2, sexes, sex_code}};
static const lf_data data = {
    .name = "people", .rows = ROWS, .attributes = 2, .attribute = attributes};
static const uint32_t all[ROWS] = {0, 1, 2, 3, 4, 5, 6, 7};

static void check(const lf_partition *p, size_t m, const size_t *start, const uint32_t *row) {
    assert_int_equal(p->m, m);
    assert_memory_equal(p->start, start, (m + 1) * sizeof *start);
    assert_memory_equal(p->row, row, start[m] * sizeof *row);
}

/* White women, white men, other women, other men: no one is black, so those are no groups. */
static void test_product(void **state) {
    (void)state;
    lf_partition p;
    assert_ok(lf_partition_create(&data, "race*sex", ROWS, all, 0, 0, &p));
    check(&p, 4, (size_t[]){0, 2, 4, 5, 8}, (uint32_t[]){2, 4, 0, 5, 7, 1, 3, 6});
    assert_string_equal(p.name[0], "White, Female");
    assert_string_equal(p.name[3], "Other, Male");
    lf_partition_free(&p);
    assert_ok(lf_partition_create(&data, "auto", ROWS, all, 0, 0, &p));
    assert_int_equal(p.m, 4);
    lf_partition_free(&p);
    assert_ok(lf_partition_create(&data, "sex*race", ROWS, all, 0, 0, &p));
    check(&p, 4, (size_t[]){0, 2, 3, 5, 8}, (uint32_t[]){2, 4, 7, 0, 5, 1, 3, 6});
    lf_partition_free(&p);
}

/* A name of the user's may have the sign of a product in it. */
static void test_name_with_a_star(void **state) {
    (void)state;
    const lf_attribute own[] = {{"sex", 2, sexes, sex_code}, {"sex*", 3, races, race_code}};
    const lf_data users = {.name = "own", .rows = ROWS, .attributes = 2, .attribute = own};
    lf_partition p;
    assert_ok(lf_partition_create(&users, "sex*", ROWS, all, 0, 0, &p));
    assert_int_equal(p.m, 2);
    assert_string_equal(p.name[1], "Other");
    lf_partition_free(&p);
}

static void test_fewer(void **state) {
    (void)state;
    lf_partition p;
    assert_ok(lf_partition_create(&data, "race*sex", ROWS, all, 3, 1, &p));
    check(&p, 3, (size_t[]){0, 1, 2, 3}, (uint32_t[]){2, 0, 7});
    lf_partition_free(&p);
}

/* Other rows fall into the groups that the first ones made; those of no group are left out. */
static void test_like(void **state) {
    (void)state;
    lf_partition train, rest;
    assert_ok(lf_partition_create(&data, "race*sex", 3, all, 0, 0, &train));
    check(&train, 3, (size_t[]){0, 1, 2, 3}, (uint32_t[]){2, 0, 1});
    assert_ok(lf_partition_apply(&train, 5, all + 3, &rest));
    check(&rest, 3, (size_t[]){0, 1, 2, 4},
          (uint32_t[]){4, 5, 3, 6}); /* 7: other women, no group */
    assert_string_equal(rest.name[2], "Other, Male");
    lf_partition_free(&rest);
    assert_ok(lf_partition_apply(&train, 0, NULL, &rest));
    check(&rest, 3, (size_t[]){0, 0, 0, 0}, NULL);
    lf_partition_free(&rest);
    lf_partition_free(&train);
}

static void refuse(const char *groups, size_t n, size_t m, size_t n_i, lf_status want,
                   const char *says) {
    lf_partition p;
    assert_int_equal(lf_partition_create(&data, groups, n, all, m, n_i, &p), want);
    assert_non_null(strstr(lf_message(), says));
    lf_partition_free(&p);
}

static void test_refusals(void **state) {
    (void)state;
    const lf_data bare = {.name = "bare", .rows = ROWS};
    lf_partition p;
    refuse("age", ROWS, 0, 0, LF_NOT_FOUND, "it has: race, sex");
    refuse("race*", ROWS, 0, 0, LF_NOT_FOUND, "race");
    refuse("", ROWS, 0, 0, LF_NOT_FOUND, "it has: race, sex");
    refuse("sex*sex*sex*sex*sex", ROWS, 0, 0, LF_BAD_ARGUMENT, "up to 4");
    refuse("race*sex", ROWS, 5, 0, LF_BAD_INPUT, "5 groups were asked for, there are 4");
    refuse("race*sex", ROWS, 0, 3, LF_BAD_INPUT, "\"White, Female\" has 2 rows, 3");
    refuse("sex", 0, 0, 0, LF_BAD_INPUT, "there are 0");
    assert_int_equal(lf_partition_create(&bare, "auto", ROWS, all, 0, 0, &p), LF_BAD_INPUT);
    lf_partition_free(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_product),  cmocka_unit_test(test_name_with_a_star),
        cmocka_unit_test(test_fewer),    cmocka_unit_test(test_like),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests_name("partition", tests, NULL, NULL);
}
