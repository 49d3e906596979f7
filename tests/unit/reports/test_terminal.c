/* Claims on a terminal: no line is wider than it, and none is lost. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/terminal.h"
#include "near.h"
#include "reports/parts.h"
#include "sample_claims.h"

/* Characters of the widest line. */
static size_t widest(const char *text) {
    size_t most = 0, width = 0;
    for (; *text; text++) {
        if (*text != '\n') width += ((unsigned char)*text & 0xC0) != 0x80;
        most = width > most ? width : most;
        if (*text == '\n') width = 0;
    }
    return most;
}

/* The section of claims for a terminal of so many columns; 0: for none. */
static char *claims(const lf_results *results, size_t columns) {
    char *text = NULL;
    size_t size;
    lf_decided decided;
    assert_ok(lf_decided_make(results, &decided));
    lf_page page = {.is = &lf_page_markdown, .brief = true, .width = columns};
    page.out = open_memstream(&text, &size);
    for (size_t i = 0; i < LF_SECTIONS; i++)
        if (lf_section_at(i)->part == LF_SECTION_FIRST && lf_section_at(i)->show)
            assert_ok(lf_section_at(i)->show(&page, results, decided.of[i], 2));
    assert_int_equal(fclose(page.out), 0);
    assert_false(page.lost);
    lf_decided_free(results, &decided);
    return text;
}

static void test_claims(void **state) {
    (void)state;
    static const size_t columns[] = {30, 80, 120};
    lf_results results;
    sample_make(&results, true);
    sample_claims(results.experiment);
    char *piped = claims(&results, 0);
    assert_non_null(strstr(piped, "| Claim "));
    free(piped);
    for (size_t i = 0; i < 3; i++) {
        char *text = claims(&results, columns[i]);
        assert_true(widest(text) <= columns[i]);
        assert_non_null(strstr(text, "\nheld: 3S-Econ-S ends"));
        assert_non_null(strstr(text, "\n    3 of 3 runs end"));
        assert_null(strchr(text, '|'));
        free(text);
    }
    sample_free(&results);
}

/* Names may hold what parts the columns, which is said so; nothing else of a table is markup there.
 */
static void test_cells(void **state) {
    (void)state;
    char *text = NULL;
    size_t size;
    lf_page page = {.is = &lf_page_markdown, .brief = true};
    page.out = open_memstream(&text, &size);
    lf_grid grid = lf_grid_make("tc", LF_HEADS("What", "File"));
    lf_grid_add(&grid, "a|b *c*");
    lf_grid_add(&grid, "d|`e`");
    lf_page_take(&page, &grid);
    assert_int_equal(fclose(page.out), 0);
    assert_non_null(strstr(text, "| a\\|b *c* | d\\|`e` |\n"));
    free(text);
}

/* What is longer than a line has one of its own. */
static void test_wrap(void **state) {
    (void)state;
    char *text = NULL;
    size_t size;
    lf_page page = {.out = open_memstream(&text, &size), .width = 10};
    lf_markdown_wrap(&page, 2, "é é b <c>\nincomprehensible d");
    lf_markdown_wrap(&page, 0, "");
    fclose(page.out);
    assert_string_equal(text, "  é é b\n  <c>\n  incomprehensible\n  d\n\n");
    free(text);
}

static void test_width(void **state) {
    (void)state;
    const int other = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(other >= 0 && grantpt(other) == 0 && unlockpt(other) == 0);
    const int terminal = open(ptsname(other), O_RDWR | O_NOCTTY);
    assert_true(terminal >= 0);
    assert_int_equal(ioctl(terminal, TIOCSWINSZ, &(struct winsize){.ws_col = 120}), 0);
    assert_int_equal(lf_terminal_width(terminal), 120);
    assert_int_equal(ioctl(terminal, TIOCSWINSZ, &(struct winsize){.ws_col = 0}), 0);
    assert_int_equal(lf_terminal_width(terminal), 80);
    close(terminal);
    close(other);
    assert_int_equal(lf_terminal_width(-1), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_claims), cmocka_unit_test(test_cells),
                                       cmocka_unit_test(test_wrap), cmocka_unit_test(test_width)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
