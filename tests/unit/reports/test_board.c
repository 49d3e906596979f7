/* The board of suites: whose runs count, and names that would be addresses. */
#include "base/file.h"
#include "made_results.h"
#include "reports/board.h"
#include "reports/page/page.h"
#include "reports/report.h"
#include "scratch.h"

enum { P, A = 0 };

/* malloc'ed: the page about one archive of that name. */
static char *board_of(made *m, const char *name) {
    void *folder = NULL;
    char *bytes;
    size_t size;
    m->results.name = (char *)"suite/made", m->results.scale = (char *)"small";
    m->tuning.metric = (char *)"FV";
    m->experiment.tuning_count = 1, m->experiment.tuning = &m->tuning;
    m->experiment.claims_count = 0;
    lf_board_archive archive = {.copy = "0123.lfz", .results = &m->results, .n = 1};
    snprintf(archive.name, sizeof archive.name, "%s", name);
    assert_int_equal(scratch_setup(&folder), 0);
    assert_ok(lf_board_write(&archive, 1, "level 1 by me", folder));
    assert_ok(lf_file_read(scratch_path(&folder, "index.html"), 1 << 22, &bytes, &size));
    scratch_teardown(&folder);
    return bytes;
}

/* Six of twelve crash behind a good last value: these did not end, and reached nothing. */
static void test_crashes(void **state) {
    made *m = *state;
    const double end[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    made_finals(m, P, A, 12, end);
    for (size_t i = 0; i < 6; i++)
        m->record[i].status = LF_RUN_FAILED;
    char *page = board_of(m, "mine.lfz");
    assert_non_null(strstr(page, ">6 of 12<"));
    free(page);
}

static void test_name_is_no_address(void **state) {
    made *m = *state;
    made_finals(m, P, A, 2, (const double[]){1, 2});
    char *page = board_of(m, "x\njavascript:alert(1)\n.lfz");
    assert_null(strstr(page, "href=\"javascript"));
    assert_non_null(strstr(page, "<a href=\"0123.lfz\">x javascript:alert(1) .lfz</a>"));
    free(page);
}

static void test_links(void **state) {
    (void)state;
    lf_grid grid = lf_grid_make("l", 1, NULL);
    lf_grid_link(&grid, "two\r\nlines", "experiment-%d", 1);
    assert_string_equal(lf_grid_at(&grid, 0, 0), "two  lines\nexperiment-1");
    lf_grid_free(&grid);
}

static void test_markdown(void **state) {
    (void)state;
    char *text = lf_report_escape("a <b>\n# [c](d) **e** in_word");
    assert_string_equal(text, "a \\<b\\> \\# \\[c\\](d) \\*\\*e\\*\\* in_word");
    free(text);
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, made_setup, made_teardown)
    const struct CMUnitTest tests[] = {
        CASE(test_crashes),
        CASE(test_name_is_no_address),
        cmocka_unit_test(test_links),
        cmocka_unit_test(test_markdown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
