/* Which rows are protected. */
#include "problems/constrained/parts/groups.h"

#include <string.h>

#include "near.h"

enum { ROWS = 6 };

static const char *const sexes[] = {"Female", "Male"};
static const char *const races[] = {"African-American", "Caucasian", "Other"};
static const uint16_t sex_code[ROWS] = {1, 1, 0, 1, 0, 1};
static const uint16_t race_code[ROWS] = {0, 1, 1, 2, 1, 0};
static const lf_attribute attributes[] = {{"race", 3, races, race_code},
                                          {"sex", 2, sexes, sex_code}};
static const uint32_t all[ROWS] = {0, 1, 2, 3, 4, 5};

static lf_data table_named(const char *name) {
    return (lf_data){.name = name, .rows = ROWS, .attributes = 2, .attribute = attributes};
}

static void check(const char *name, const char *group, size_t n, const uint32_t *want,
                  size_t want_protected) {
    const lf_data data = table_named(name);
    uint32_t divided[ROWS];
    size_t n_protected;
    assert_ok(lf_groups_divide(&data, group, n, all, divided, &n_protected));
    assert_int_equal(n_protected, want_protected);
    assert_memory_equal(divided, want, n * sizeof *want);
}

static void test_choice(void **state) {
    (void)state;
    check("a9a", "auto", ROWS, (uint32_t[]){2, 4, 0, 1, 3, 5}, 2);           /* Female, rarer */
    check("compas16", "auto", ROWS, (uint32_t[]){1, 2, 4, 0, 3, 5}, 3);      /* Caucasian */
    check("compas16.yaml", "auto", ROWS, (uint32_t[]){2, 4, 0, 1, 3, 5}, 2); /* a user's: Female */
    check("a9a", "race", ROWS, (uint32_t[]){3, 0, 1, 2, 4, 5}, 1);           /* Other, rarest */
    check("a9a", "sex/Male", 4, (uint32_t[]){0, 1, 3, 2}, 3);
    check("a9a", "race/Caucasian", 4, (uint32_t[]){1, 2, 0, 3}, 2);
}

/* As many categories as users: the rarest is not among the first 256. */
static void test_many_categories(void **state) {
    (void)state;
    enum { USERS = 2000, N = 2 * USERS - 1 };
    static const char *name[USERS];
    static uint16_t code[N];
    static uint32_t row[N], divided[N];
    size_t n_protected;
    for (size_t i = 0; i < USERS; i++)
        name[i] = "user";
    for (size_t i = 0; i < N; i++) { /* two rows each, and one of the last */
        code[i] = (uint16_t)(i / 2);
        row[i] = (uint32_t)i;
    }
    const lf_attribute user = {"user", USERS, name, code};
    const lf_data data = {.name = "own", .rows = N, .attributes = 1, .attribute = &user};
    assert_ok(lf_groups_divide(&data, "user", N, row, divided, &n_protected));
    assert_int_equal(n_protected, 1);
    assert_int_equal(divided[0], N - 1);
}

/* A name of the user's may have the sign in it that stands before a category. */
static void test_names_with_a_stroke(void **state) {
    (void)state;
    const lf_attribute own[] = {{"km", 3, races, race_code}, {"km/h", 2, sexes, sex_code}};
    const lf_data data = {.name = "own", .rows = ROWS, .attributes = 2, .attribute = own};
    uint32_t divided[ROWS];
    size_t n;
    assert_ok(lf_groups_divide(&data, "km/h", ROWS, all, divided, &n));
    assert_int_equal(n, 2);
    assert_ok(lf_groups_divide(&data, "km/h/Male", ROWS, all, divided, &n));
    assert_int_equal(n, 4);
    assert_ok(lf_groups_divide(&data, "km/Caucasian", ROWS, all, divided, &n));
    assert_int_equal(n, 3);
}

static void test_refusals(void **state) {
    (void)state;
    const lf_data data = table_named("a9a");
    uint32_t divided[ROWS];
    size_t n;
    assert_int_equal(lf_groups_divide(&data, "age", ROWS, all, divided, &n), LF_NOT_FOUND);
    assert_int_equal(lf_groups_divide(&data, "race/Martian", ROWS, all, divided, &n), LF_NOT_FOUND);
    assert_non_null(strstr(lf_message(), "Caucasian"));
    /* the first two rows are both male */
    assert_int_equal(lf_groups_divide(&data, "sex", 2, all, divided, &n), LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "group sex/Female of a9a: 0 protected rows of 2"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_choice), cmocka_unit_test(test_many_categories),
        cmocka_unit_test(test_names_with_a_stroke), cmocka_unit_test(test_refusals)};
    return cmocka_run_group_tests_name("groups", tests, NULL, NULL);
}
