/* Quantities of methods with other letters, and how wide they were tried. */
#include "harness/results/tried.h"

#include <stdlib.h>
#include <string.h>

#include "near.h"

/* SSG and 3S-Econ both have a step size; its words end at the bracket. Values that are not above 0,
 * texts and names of nothing are left out. */
static lf_tried *tried(const char *algorithm, const char *const *points, size_t n, size_t *found) {
    lf_experiment_method method = {.id = "m", .algorithm = (char *)algorithm};
    lf_experiment experiment = {.methods_count = 1, .methods = &method};
    lf_tuning_point point[4] = {{0}};
    for (size_t i = 0; i < n; i++)
        point[i].parameters = (char *)points[i];
    const lf_results results = {.experiment = &experiment};
    const lf_tuned tuned = {.points = n, .point = point};
    lf_tried *list;
    assert_ok(lf_tuned_tried(&results, &tuned, &list, found));
    return list;
}

static void test_same_quantity(void **state) {
    (void)state;
    size_t n, m;
    lf_tried *a = tried("ssg", (const char *[]){"eta=2e-4,eps=0", "eta=5e-3,eps=1e-5"}, 2, &n);
    lf_tried *b = tried("3secon",
                        (const char *[]){"alpha=1e-3,beta=1,alpha_rule=epoch",
                                         "alpha=1e-3,beta=1000,alpha_rule=constant",
                                         "alpha=1e-1,beta=1,nothing=3"},
                        3, &m);
    assert_int_equal(n, 2);
    assert_int_equal(m, 2);
    const lf_tried *own = lf_tried_find(a, n, "step size"),
                   *other = lf_tried_find(b, m, "step size");
    assert_non_null(own);
    assert_non_null(other);
    assert_near(own->least, 2e-4, 0);
    assert_near(own->most, 5e-3, 0);
    assert_near(lf_tried_decades(own), 1.39794, 1e-5);
    assert_near(lf_tried_decades(other), 2, 1e-12);
    assert_false(lf_tried_unlike(own, other));
    assert_null(lf_tried_find(a, n, "weight of the penalty"));
    const lf_tried *beta = lf_tried_find(b, m, "weight of the penalty");
    assert_near(lf_tried_decades(beta), 3, 1e-12);
    assert_false(lf_tried_unlike(other, beta)); /* one decade is not more than one */
    assert_true(lf_tried_unlike(own, beta));
    const lf_tried *eps = &a[1 - (own - a)];
    assert_near(lf_tried_decades(eps), 0, 0); /* 0 has no place on such a scale */
    free(a);
    free(b);
    free(tried("unheard_of", (const char *[]){"eta=1"}, 1, &n));
    assert_int_equal(n, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_same_quantity)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
