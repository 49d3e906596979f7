/* What a store holds, as members of an archive and back: the same bits, and nothing of the machine.
 */
#include <stdio.h>

#include "near.h"

#include "harness/archive/contents.h"
#include "harness/archive/record_lines.h"
#include "same_record.h"
#include "sample_record.h"
#include "scratch.h"

static const char environment[] = "{\"commit\":\"abc\",\"version\":\"0\"}";

/* A store with one experiment, two runs of it. */
static lf_store *make(void **state) {
    lf_store *store;
    lf_planned_run plan[2] = {0};
    lf_record record[2];
    assert_ok(lf_store_open(*state, true, &store));
    for (size_t i = 0; i < 2; i++) {
        sample_record(i, &record[i]);
        assert_ok(lf_store_put(store, &record[i]));
        plan[i].spec = record[i].spec;
        memcpy(plan[i].key, record[i].key, sizeof plan[i].key);
    }
    assert_ok(lf_store_put_experiment(store, "/home/i/mine.yaml", "default", "title: x\n"));
    assert_ok(lf_store_put_plan(store, "/home/i/mine.yaml", "default", plan, 2));
    for (size_t i = 0; i < 2; i++)
        lf_record_clear(&record[i]);
    return store;
}

static void test_lines(void **state) {
    (void)state;
    lf_record record, back;
    const char *const environments[] = {environment};
    char *text;
    sample_record(3, &record);
    assert_ok(lf_record_lines(&record, 0, &text));
    assert_ok(lf_record_parse(text, strlen(text), "x", environments, 1, &back));
    free(record.environment);
    record.environment = strdup(environment);
    record.log[0] = '\0'; /* what it wrote is nobody's business */
    assert_same_record(&record, &back);
    lf_record_clear(&back);
    assert_int_equal(lf_record_parse(text, strlen(text), "x", environments, 0, &back),
                     LF_BAD_INPUT);
    free(text);
    free(record.cause);
    record.cause = strdup("cannot open /home/i/x.csv: no (/tmp/y), '/z': 1/2 and a/b");
    assert_ok(lf_record_lines(&record, 0, &text));
    assert_null(strstr(text, "home"));
    assert_null(strstr(text, "tmp"));
    assert_non_null(strstr(text, "1/2 and a/b"));
    free(text);
    lf_record_clear(&record);
}

/* Whatever byte of a run is another: it is refused, or is in what nothing vouches for but the root:
 * clocks, words, the iterate. */
static void test_edits(void **state) {
    (void)state;
    lf_record record, back;
    const char *const environments[] = {environment};
    char *text;
    size_t taken = 0, n;
    sample_record(3, &record);
    assert_ok(lf_record_lines(&record, 0, &text));
    n = strlen(text);
    for (size_t i = 0; i < n; i++) {
        const char was = text[i];
        text[i] = was == '7' ? '3' : '7';
        if (lf_record_parse(text, n, "x", environments, 1, &back) == LF_OK) {
            assert_string_equal(back.key, record.key);
            assert_string_equal(back.trace_sha256, record.trace_sha256);
            assert_int_equal(back.points, record.points);
            lf_record_clear(&back);
            taken++;
        } else {
            assert_memory_equal(lf_message(), "x: ", 3);
        }
        text[i] = was;
    }
    assert_in_range(taken, 1, n / 2);
    free(text);
    lf_record_clear(&record);
}

/* The same values in other words: a space more, or two members of an object in the other order. */
static void test_other_forms(void **state) {
    (void)state;
    lf_record record, back;
    const char *const environments[] = {environment};
    char *text, *longer = NULL;
    sample_record(3, &record);
    assert_ok(lf_record_lines(&record, 0, &text));
    assert_true(asprintf(&longer, "{ %s", text + 1) > 0);
    assert_int_equal(lf_record_parse(longer, strlen(longer), "x", environments, 1, &back),
                     LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "not in the one form"));
    free(longer);
    char *const first = strstr(text, "\"dim\":"), *const comma = strchr(first, ',');
    const char *const end = strchr(comma + 1, ',');
    const size_t n = (size_t)(comma - first), m = (size_t)(end - comma - 1);
    char *was = strndup(first, n + 1 + m);
    memcpy(first, was + n + 1, m);
    first[m] = ',';
    memcpy(first + m + 1, was, n);
    assert_int_equal(lf_record_parse(text, strlen(text), "x", environments, 1, &back),
                     LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "not in the one form"));
    free(was);
    free(text);
    lf_record_clear(&record);
}

static void test_contents(void **state) {
    lf_bundle bundle = {0}, again = {0};
    lf_store *store = make(state), *back;
    lf_stored_experiment *list;
    size_t runs = 0, n;
    assert_ok(lf_contents_gather(store, &bundle));
    lf_store_close(store);
    assert_int_equal(bundle.members, 5);
    const lf_member *plan = lf_bundle_find(&bundle, "experiments/001.jsonl");
    assert_non_null(plan);
    assert_null(strstr(plan->bytes, "home"));
    const char *dir = scratch_path(state, "back");
    assert_ok(lf_contents_unpack(&bundle, dir, &runs));
    assert_int_equal(runs, 2);
    assert_ok(lf_store_open(dir, false, &back));
    assert_ok(lf_store_experiments(back, &list, &n));
    assert_int_equal(n, 1);
    assert_string_equal(list[0].name, "mine.yaml");
    lf_store_experiments_free(list, n);
    assert_ok(lf_contents_gather(back, &again));
    lf_store_close(back);
    assert_int_equal(again.members, bundle.members);
    for (size_t i = 0; i < again.members; i++)
        assert_string_equal(again.member[i].bytes, bundle.member[i].bytes);
    lf_bundle_clear(&again);
    lf_bundle_clear(&bundle);
}

/* A plan without a run, which is not one of tuning alone: it is not taken, and not given out. */
static void test_nothing_carried_out(void **state) {
    lf_bundle bundle = {0};
    lf_store *store, *whole = make(state);
    lf_planned_run plan = {0};
    size_t runs;
    lf_record record;
    assert_ok(lf_store_open(scratch_path(state, "planned"), true, &store));
    sample_record(0, &record);
    plan.spec = record.spec;
    memcpy(plan.key, record.key, sizeof plan.key);
    assert_ok(lf_store_put_experiment(store, "mine", "default", "title: x\n"));
    assert_ok(lf_store_put_plan(store, "mine", "default", &plan, 1));
    assert_int_equal(lf_contents_gather(store, &bundle), LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "1 of its 1 runs are not there yet"));
    lf_store_close(store);
    lf_record_clear(&record);
    lf_bundle_clear(&bundle);
    assert_ok(lf_contents_gather(whole, &bundle));
    lf_store_close(whole);
    const size_t all = bundle.members;
    bundle.members = lf_bundle_place(&bundle, "runs/");
    assert_int_equal(lf_contents_unpack(&bundle, scratch_path(state, "a"), &runs), LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "planned"));
    bundle.members = all;
    lf_bundle_clear(&bundle);
}

/* A run that is planned and missing, and one that nobody planned. */
static void test_holes(void **state) {
    lf_bundle bundle = {0};
    lf_store *store = make(state);
    size_t runs;
    assert_ok(lf_contents_gather(store, &bundle));
    lf_store_close(store);
    lf_member *run = &bundle.member[lf_bundle_place(&bundle, "runs/")];
    run->name[5] = run->name[5] == '0' ? '1' : '0';
    assert_int_equal(lf_contents_unpack(&bundle, scratch_path(state, "a"), &runs), LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "planned"));
    lf_bundle_clear(&bundle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_edits),
        cmocka_unit_test(test_other_forms),
        cmocka_unit_test_setup_teardown(test_contents, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_nothing_carried_out, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_holes, scratch_setup, scratch_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
