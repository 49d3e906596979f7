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
    REFUSED(problem.info.role[LF_ROLE_OBJECTIVE].component, NULL, "1 components, but no list");
    REFUSED(problem.info.role[LF_ROLE_OBJECTIVE].always, 2, "2 belong to every draw, but there");
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_components),
                                       cmocka_unit_test(test_domains)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
