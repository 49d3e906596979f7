/* What a problem says about itself is held together before anything is asked of it. */
#include "oracle/problem.h"

#include <math.h>
#include <string.h>

#include "near.h"

/* The sound problem of two strata; a test spoils one number of it. */
typedef struct {
    lf_outer outer[2];
    lf_component component;
    lf_problem problem;
} sketch;

static void sketch_begin(sketch *s) {
    *s = (sketch){.outer = {{.kind = LF_OUTER_GAP, .p = 2}, {.kind = LF_OUTER_SUM, .p = 1}}};
    s->component = (lf_component){.outputs = 3,
                                  .samples = 10,
                                  .strata = 2,
                                  .stratum = {4, 6},
                                  .outers = 2,
                                  .outer = s->outer};
    s->problem.info = (lf_problem_info){.dim = 5,
                                        .role[LF_ROLE_OBJECTIVE] = {1, &s->component},
                                        .domain = {.kind = LF_DOMAIN_BALL, .n = 5, .radius = 1}};
    assert_int_equal(lf_problem_check(&s->problem), LF_OK);
}

static void assert_refused(const sketch *s, const char *part) {
    assert_int_equal(lf_problem_check(&s->problem), LF_BAD_INPUT);
    if (!strstr(lf_message(), part)) print_error("said: %s\n", lf_message());
    assert_non_null(strstr(lf_message(), part));
}

#define REFUSED(field, value, part)                                                                \
    do {                                                                                           \
        sketch_begin(&s);                                                                          \
        s.field = (value);                                                                         \
        assert_refused(&s, part);                                                                  \
    } while (0)

/* Five rows named where there are ten: each draw would come from these five, and no count tell. */
static void test_components(void **state) {
    (void)state;
    sketch s;
    REFUSED(component.stratum[0], 5,
            "objective: component 0: its strata hold 11 samples, expected");
    REFUSED(component.samples, 0, "its strata hold 10 samples, expected its 0");
    REFUSED(component.strata, 9, "it has 9 strata, expected 4 at most");
    REFUSED(component.outputs, 0, "it has no outputs");
    REFUSED(component.outputs, 4, "its outer functions take 3 arguments, expected its 4 outputs");
    REFUSED(component.outputs, 2, "take 3 arguments or more, expected its 2 outputs");
    REFUSED(component.outer, NULL, "take 0 arguments");
    REFUSED(outer[0].kind, (lf_outer_kind)55, "outer function 0: kind 55");
    REFUSED(outer[0].p, 3, "outer function 0: kind 5 with 3 arguments");
    REFUSED(outer[1].p, 0, "outer function 1: kind 0 with 0 arguments");
    REFUSED(component.outers, 0, "objective: component 0: it has no outer function, expected");
    REFUSED(problem.info.role[LF_ROLE_OBJECTIVE].component, NULL, "1 components, but no list");
    REFUSED(problem.info.role[LF_ROLE_OBJECTIVE].always, 2, "2 belong to every draw, but there");
}

/* Ids of a stratum without samples are those behind the rows. */
static void test_empty_stratum(void **state) {
    (void)state;
    sketch s;
    sketch_begin(&s);
    s.component.stratum[0] = 10;
    s.component.stratum[1] = 0;
    assert_refused(&s, "objective: component 0: its stratum 1 holds no samples, expected one");
}

/* A batch of 10 samples cannot be lent to a component of 9, nor one that is drawn otherwise. */
static void test_shared_samples(void **state) {
    (void)state;
    sketch s;
    sketch_begin(&s);
    lf_component other[2] = {s.component, s.component};
    s.problem.info.role[LF_ROLE_OBJECTIVE].shared = true;
    s.problem.info.role[LF_ROLE_INNER] = (lf_components){2, other, .shared = true};
    assert_int_equal(lf_problem_check(&s.problem), LF_OK);
    other[1].share[0] = other[1].share[1] = 1;
    assert_refused(&s, "inner: component 1 has 10 samples in 2 strata, expected the same strata");
    other[1] = s.component;
    other[0].samples = 9;
    other[0].stratum[1] = 5;
    assert_refused(&s, "inner: component 0 has 9 samples in 2 strata, expected the same strata");
    s.problem.info.role[LF_ROLE_INNER].shared = false;
    assert_int_equal(lf_problem_check(&s.problem), LF_OK);
}

static void test_start_and_regulariser(void **state) {
    (void)state;
    static const double edge[5] = {1}, outside[5] = {1.01}, nan[5] = {NAN};
    static const lf_outer whole = {LF_OUTER_SUM, 5, 1}, longer = {LF_OUTER_SUM, 6, 1};
    sketch s;
    sketch_begin(&s);
    s.problem.info.x0 = edge;
    s.problem.info.regulariser = &whole;
    assert_int_equal(lf_problem_check(&s.problem), LF_OK);
    REFUSED(problem.info.x0, outside, "x0 is not finite, or outside of the domain of w");
    REFUSED(problem.info.x0, nan, "x0 is not finite, or outside of the domain of w");
    REFUSED(problem.info.regulariser, &longer,
            "its regulariser is of 6 numbers, expected 5 at most");
}

/* A budget in a measure that nothing can count would only be refused when somebody sets one, and
 * one in `steps` would count steps. */
static void test_measures(void **state) {
    (void)state;
    static const lf_measure sound[] = {{"g", "gradient.objective", ""}, {"twice", "2*g", ""}, {0}};
    static const lf_measure misspelt[] = {{"grads", "gradient.objectiv", ""}, {0}};
    static const lf_measure costless[] = {{.name = "grads"}, {0}};
    static const lf_measure taken[][2] = {{{"steps", "gradient.objective", ""}},
                                          {{"samples", "2*samples.objective", ""}},
                                          {{"calls", "gradient.objective", ""}},
                                          {{"seconds", "gradient.objective", ""}},
                                          {{"passes.inner", "steps", ""}}};
    static const char *const nameless[] = {"", "a,b", "1e5", ".g", "dp-g", "a b", "l\xff"};
    sketch s;
    sketch_begin(&s);
    s.problem.info.measures = sound;
    assert_int_equal(lf_problem_check(&s.problem), LF_OK);
    REFUSED(problem.info.measures, misspelt, "measure 'grads': cost 'gradient.objectiv': '");
    REFUSED(problem.info.measures, costless, "measure 'grads' has no cost, expected a sum");
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        REFUSED(problem.info.measures, taken[i], "every cost has this word already, expected");
    for (size_t i = 0; i < sizeof nameless / sizeof *nameless; i++) {
        const lf_measure one[] = {{nameless[i], "gradient.objective", ""}, {0}};
        REFUSED(problem.info.measures, one, "' is no name for a measure, expected letters");
    }
}

/* A domain of another length would be projected on in part. */
static void test_domains(void **state) {
    (void)state;
    sketch s;
    REFUSED(problem.info.dim, 0, "its dimension is 0");
    REFUSED(problem.info.domain.n, 3, "the domain of w has n = 3, expected its length, 5");
    REFUSED(problem.info.domain.radius, -1, "the domain of w is empty");
    REFUSED(problem.info.domain.radius, NAN, "the domain of w is empty");
    REFUSED(problem.info.domain.kind, (lf_domain_kind)77,
            "the domain of w is empty, or of no kind");
    REFUSED(problem.info.domain_y, ((lf_domain){LF_DOMAIN_BOX, 2, .lower = 1, .upper = 0}),
            "the domain of y is empty");
    REFUSED(problem.info.domain_y, ((lf_domain){LF_DOMAIN_SIMPLEX, 2, .upper = 0.4}),
            "the domain of y is empty");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_components),     cmocka_unit_test(test_empty_stratum),
        cmocka_unit_test(test_shared_samples), cmocka_unit_test(test_start_and_regulariser),
        cmocka_unit_test(test_measures),       cmocka_unit_test(test_domains),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
