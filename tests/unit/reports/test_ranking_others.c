/**
 * @file test_ranking_others.c
 * @brief The ranking's other metrics: a run that did not end well counts as worst in them, too.
 */
#include "near.h"
#include "sample.h"
#include "scratch.h"

#include "base/file.h"
#include "reports/report.h"

/* The number of SVio, the second of the other metrics, in the first row of the ranking that has the
 * method. */
static double shown(const char *page, const char *method) {
    const char *at = strstr(page, "\n## Ranking\n");
    at = at ? strstr(at, method) : NULL;
    for (int column = 0; at && column < 3; column++)
        at = strchr(at + 1, '|');
    assert_non_null(at);
    return strtod(at + 1, NULL);
}

/* Of three runs of SSG one failed: the middle one is the worse of the other two. */
static void test_failed_runs(void **state) {
    lf_results results;
    bool drawn = false;
    char *page;
    size_t n;
    sample_make(&results, true);
    assert_ok(lf_report_render(&results, 1, scratch_path(state, "report"), &drawn));
    assert_ok(lf_file_read(scratch_path(state, "report/report.md"), 1 << 26, &page, &n));
    const double a = sample_value(0, 1, 0, 2, SAMPLE_POINTS - 1);
    const double b = sample_value(0, 1, 1, 2, SAMPLE_POINTS - 1);
    assert_true(fabs(a - b) > 0.05 * fmax(a, b));
    assert_near(shown(page, "SSG") / fmax(a, b), 1, 0.01);
    free(page);
    sample_free(&results);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_failed_runs, scratch_setup, scratch_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
