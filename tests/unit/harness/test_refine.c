/* Where a choice stands among what was tried, and the points that would tell more. The first two
 * are numbers of the rules that this follows. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/results/results.h"
#include "near.h"

typedef struct {
    double beta, alpha, momentum, kept;
    size_t T;
    int mode;
} made_params;

static const lf_param params[] = {
    LF_REAL(made_params, beta, 1, 0, 1e12, ""),
    LF_REAL(made_params, alpha, 1, 0, 1e12, ""),
    LF_REAL(made_params, momentum, 0, 0, 1, ""),
    LF_COUNT(made_params, T, 1, 1, 1e9, ""),
    LF_CHOICE(made_params, mode, 0, "fast|slow", ""),
    LF_REAL(made_params, kept, 0, 0, 1 - 1e-12, ""),
    {0},
};

/* The grid of two lists, and the refinement of one of its points. */
static void refine(const char *a, const double *x, size_t n, const char *b, const double *y,
                   size_t m, const char *choice, lf_refinement *r) {
    static char text[64][64];
    const char *tried[64];
    size_t chosen = SIZE_MAX;
    for (size_t i = 0; i < n * m; i++) {
        snprintf(text[i], sizeof *text, "%s=%g,%s=%g", a, x[i / m], b, y[i % m]);
        tried[i] = text[i];
        if (strcmp(text[i], choice) == 0) chosen = i;
    }
    assert_true(chosen != SIZE_MAX);
    assert_ok(lf_refine(params, tried, n * m, chosen, r));
}

static void assert_points(lf_refinement *r, size_t n, const char *const *want) {
    assert_int_equal(r->n, n);
    for (size_t i = 0; i < n; i++)
        assert_string_equal(r->point[i], want[i]);
    lf_refinement_clear(r);
}

/* The smallest and the largest value of each parameter, and the choice, have its edges. */
static void assert_ends(const char *low, const char *high, const char *choice, lf_refinement *r) {
    lf_refinement short_of_it;
    assert_string_equal(r->low, low);
    assert_string_equal(r->high, high);
    assert_ok(lf_refine(params, (const char *[]){low, high, choice}, 3, 2, &short_of_it));
    assert_string_equal(short_of_it.edges, r->edges);
    lf_refinement_clear(&short_of_it);
}

static void test_edges(void **state) {
    (void)state;
    lf_refinement r;
    refine("beta", (double[]){1, 10, 100, 1000}, 4, "alpha", (double[]){1e-3, 1e-2}, 2,
           "beta=1000,alpha=0.001", &r);
    assert_string_equal(r.edges, "beta, alpha");
    assert_false(r.gap);
    assert_ends("beta=1,alpha=0.001", "beta=1000,alpha=0.01", "beta=1000,alpha=0.001", &r);
    assert_points(&r, 4,
                  (const char *[]){"beta=10000,alpha=0.001", "beta=1000,alpha=0.0001",
                                   "beta=10000,alpha=0.0001", "beta=316.228,alpha=0.001"});
}

static void test_inside(void **state) {
    (void)state;
    lf_refinement r;
    refine("beta", (double[]){10, 30, 100, 300}, 4, "alpha", (double[]){.3, 1, 3}, 3,
           "beta=100,alpha=1", &r);
    assert_string_equal(r.edges, "");
    assert_ends("beta=10,alpha=0.3", "beta=300,alpha=3", "beta=100,alpha=1", &r);
    assert_false(r.gap);
    assert_points(&r, 4,
                  (const char *[]){"beta=54.7723,alpha=1", "beta=100,alpha=0.547723",
                                   "beta=173.205,alpha=1", "beta=100,alpha=1.73205"});
}

/* The end of what a parameter may be is no edge: 0 of a step, 1 of a momentum, 1 of a count. A
 * value is not moved past it. */
static void test_ends(void **state) {
    (void)state;
    lf_refinement r;
    refine("momentum", (double[]){0, 0.5, 1}, 3, "T", (double[]){1, 2, 4}, 3, "momentum=1,T=1", &r);
    assert_string_equal(r.edges, "");
    assert_points(&r, 1, (const char *[]){"momentum=0.707107,T=1"});
    refine("momentum", (double[]){0, 0.5, 0.9}, 3, "T", (double[]){1, 2, 4}, 3, "momentum=0,T=4",
           &r);
    assert_string_equal(r.edges, "T");
    assert_ends("momentum=0,T=1", "momentum=0.9,T=4", "momentum=0,T=4", &r);
    assert_string_equal(r.point[0], "momentum=0,T=8");
    lf_refinement_clear(&r);
    refine("momentum", (double[]){0.5, 0.9}, 2, "T", (double[]){1, 2, 4}, 3, "momentum=0.9,T=2",
           &r);
    assert_string_equal(r.edges, "momentum");
    assert_string_equal(r.point[0], "momentum=1,T=2"); /* not 1.8 */
    lf_refinement_clear(&r);
    refine("kept", (double[]){0.5, 0.9}, 2, "T", (double[]){1, 2, 4}, 3, "kept=0.9,T=2", &r);
    assert_string_equal(r.point[0], "kept=0.999999999999,T=2"); /* not 1 */
    lf_refinement_clear(&r);
}

/* More than ten times away is a gap; ratios of the outermost values are held to 2 and to 10. */
static void test_gaps(void **state) {
    (void)state;
    lf_refinement r;
    refine("beta", (double[]){1e-4, 1e-2, 1e-1}, 3, "alpha", (double[]){1, 1.1}, 2,
           "beta=0.01,alpha=1.1", &r);
    assert_true(r.gap);
    assert_string_equal(r.edges, "alpha");
    assert_points(&r, 4,
                  (const char *[]){"beta=0.01,alpha=2.2", "beta=0.001,alpha=1.1",
                                   "beta=0.0316228,alpha=1.1", "beta=0.01,alpha=1.04881"});
    refine("beta", (double[]){1e-4, 1e-2}, 2, "alpha", (double[]){1}, 1, "beta=0.01,alpha=1", &r);
    assert_points(&r, 2, (const char *[]){"beta=0.1,alpha=1", "beta=0.001,alpha=1"});
}

/* Texts stay as they are; a point that differs in one was not tried. */
static void test_texts(void **state) {
    (void)state;
    static const char *const tried[] = {"mode=fast,beta=1", "mode=fast,beta=2", "mode=slow,beta=4",
                                        "mode=slow,beta=2", "mode=slow,beta=1"};
    lf_refinement r;
    assert_ok(lf_refine(params, tried, 5, 1, &r));
    assert_string_equal(r.edges, "");
    assert_ends("mode=fast,beta=1", "mode=fast,beta=4", "mode=fast,beta=2", &r);
    assert_points(&r, 2, (const char *[]){"mode=fast,beta=1.41421", "mode=fast,beta=2.82843"});
    assert_ok(lf_refine(NULL, tried, 5, 2, &r));
    assert_string_equal(r.edges, "beta");
    assert_points(&r, 2, (const char *[]){"mode=slow,beta=8", "mode=slow,beta=2.82843"});
    static const char *const one[] = {"mode=fast,beta=1"};
    assert_ok(lf_refine(params, one, 1, 0, &r));
    assert_string_equal(r.edges, "");
    assert_points(&r, 0, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_edges), cmocka_unit_test(test_inside), cmocka_unit_test(test_ends),
        cmocka_unit_test(test_gaps),  cmocka_unit_test(test_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
