/* What the notes of a report say of runs that are all the same. */
#include "made_results.h"
#include "reports/parts.h"

enum { P, A = 0, B };

/* For free(). */
static char *notes_of(made *m) {
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    lf_page page = {.is = &lf_page_markdown, .out = out};
    m->experiment.claims_count = 0;
    lf_part_notes(&page, &m->results, 1);
    assert_false(page.lost);
    fclose(out);
    return text;
}

static void assert_note(made *m, bool there) {
    char *text = notes_of(m);
    const char *note = strstr(text, "All 3 seeds gave the same run on ");
    if (there != (note != NULL)) print_error("%s\n", text);
    assert_true(there == (note != NULL));
    assert_null(note ? strstr(note + 1, "All 3 seeds") : NULL); /* the other's differ */
    free(text);
}

static void test_same_runs(void **state) {
    made *m = *state;
    made_finals(m, P, A, 3, (const double[]){1, 1, 1});
    made_finals(m, P, B, 3, (const double[]){2, 2, 3});
    for (size_t i = 0; i < 6; i++) {
        m->record[i].data_name = strdup("");
        snprintf(m->record[i].trace_sha256, sizeof m->record[i].trace_sha256, "%g",
                 m->record[i].value[3]);
    }
    assert_note(m, true);
    m->method[A].deterministic = true; /* and one would do */
    assert_note(m, false);
    m->method[A].deterministic = false;
    m->record[2].status = LF_RUN_FAILED;
    assert_note(m, false);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_same_runs, made_setup, made_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
