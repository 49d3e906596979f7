/* Tables for a paper: what they are called, how wide they are, and names that TeX cannot set. */
#include <stdlib.h>
#include <string.h>

#include "near.h"
#include "plots/tex.h"
#include "reports/page/page.h"

static char table[4096];

static lf_status keep(const char *folder, const char *name, const char *text, size_t size) {
    (void)folder;
    if (strstr(name, ".tex")) snprintf(table, sizeof table, "%.*s", (int)size, text);
    return LF_OK;
}

static void test_sentences_wrap(void **state) {
    (void)state;
    char *text = NULL;
    size_t size;
    lf_page page = {.is = &lf_page_latex, .out = open_memstream(&text, &size), .save = keep};
    lf_grid grid = lf_grid_make("tnt", LF_HEADS("Problem", "P", "Statistic"));
    grid.caption = "A is lower than B";
    page.is->heading(&page, 3, NULL, "Claims");
    lf_grid_add(&grid, "p");
    lf_grid_add(&grid, "0.01");
    lf_grid_add(&grid, "a sentence of many words about what a test of eighteen pairs has found");
    lf_page_take(&page, &grid);
    fclose(page.out);
    assert_non_null(strstr(text, "\\caption{Claims. A is lower than B"));
    assert_non_null(strstr(table, "\\begin{tabular}{@{}lrp{0.420\\linewidth}@{}}"));
    free(text);
}

static void set(const char *text, const char *want) {
    char *tex = NULL;
    size_t size;
    FILE *out = open_memstream(&tex, &size);
    while (*text)
        text += lf_tex_character(text, out);
    fclose(out);
    assert_string_equal(tex, want);
    free(tex);
}

static void test_characters(void **state) {
    (void)state;
    set("“a” ‘b’", "``a'' `b'");
    set("10⁻⁴ x₀", "10$^-$$^4$ x$_0$");
    set("‖∇φ‖ ω", "$\\|$$\\nabla$$\\varphi$$\\|$ $\\omega$");
    set("ж漢字", "U+0436U+6F22U+5B57");
    set("😀\xff", "U+1F600?");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sentences_wrap),
        cmocka_unit_test(test_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
