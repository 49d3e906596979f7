/* Which look decides: what later seeds say is shown, and turns nothing. */
#include <math.h>

#include "harness/statistics/sequential.h"
#include "near.h"

static const double level = LF_LOOK_LEVEL;

static lf_differences known(size_t n, const double *x) {
    return (lf_differences){.n = n, .low = x, .high = x, .tie = NAN};
}

static lf_sequential_verdict decided(const lf_differences *d) {
    lf_sequential_verdict v;
    assert_ok(lf_sequential_decide(d, level, &v));
    return v;
}

/* Six seeds for it, twelve against it by much more: P reaches the level both for and against. The
 * look at six decided, and of the mirror image the contrary; for a tie the order of looks is the
 * same. */
static void test_first_look_decides(void **state) {
    (void)state;
    double x[18], turned[18];
    for (size_t i = 0; i < 18; i++) {
        x[i] = i < 6 ? .1 + .01 * (double)i : -10 - .1 * (double)i;
        turned[i] = -x[i];
    }
    lf_differences d = known(18, x);
    const lf_differences mirror = known(18, turned);
    const lf_sequential_verdict v = decided(&d), m = decided(&mirror);
    assert_true(lf_stat_reaches(v.p.held, level) && lf_stat_reaches(v.p.against, level));
    assert_near(v.p.held, m.p.against, 0);
    assert_near(v.p.against, m.p.held, 0);
    assert_int_equal(v.outcome, LF_CLAIM_HELD);
    assert_int_equal(m.outcome, LF_CLAIM_NOT_HELD);
    assert_int_equal(v.look, 6);
    assert_int_equal(m.look, 6);
    bool contrary;
    assert_ok(lf_sequential_contrary(&d, level, &v, &contrary));
    assert_true(contrary);
    assert_ok(lf_sequential_contrary(&mirror, level, &m, &contrary));
    assert_true(contrary);
    d.tie = .5; /* at six seeds it is a tie as well */
    const lf_sequential_verdict tie = decided(&d);
    assert_int_equal(tie.outcome, LF_CLAIM_TIE);
    assert_ok(lf_sequential_contrary(&d, level, &tie, &contrary));
    assert_true(contrary);
    d.n = 6;
    assert_ok(lf_sequential_contrary(&d, level, &tie, &contrary));
    assert_false(contrary);
    const lf_differences few = known(5, x), open = known(4, x);
    assert_int_equal(decided(&few).look, 5);
    assert_int_equal(decided(&open).look, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_first_look_decides)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
