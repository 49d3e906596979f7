/* What goes into a store comes out bit for bit. */
#include "base/file.h"
#include "harness/store/store_parts.h"
#include "harness/store/verify.h"
#include "near.h"
#include "same_record.h"
#include "sample_record.h"
#include "scratch.h"

static void assert_round_trip(lf_store *store, const lf_record *record) {
    lf_record back;
    assert_ok(lf_store_put(store, record));
    assert_ok(lf_store_get(store, record->key, &back));
    assert_same_record(record, &back);
    lf_record_clear(&back);
}

static void test_round_trip(void **state) {
    lf_store *store;
    lf_record record;
    assert_ok(lf_store_open(scratch_path(state, "a/b"), true, &store));
    sample_record(UINT64_MAX, &record);
    assert_round_trip(store, &record);
    lf_record_clear(&record);
    lf_store_close(store);
}

/* A run that crashed before its problem was built has nothing but its specification. */
static void test_bare_record(void **state) {
    lf_store *store;
    lf_record record;
    assert_ok(lf_store_open(*state, true, &store));
    sample_record(1, &record);
    lf_record bare = {.spec = record.spec, .status = LF_RUN_KILLED};
    memcpy(bare.key, record.key, sizeof bare.key);
    assert_round_trip(store, &bare);
    lf_record_clear(&record);
    lf_store_close(store);
}

/* What was stored after a replay is told in the same second, too, and so is what was edited. */
static void test_replay_note(void **state) {
    const lf_replay_note put = {.seed = 7, .runs = 1, .identical = 1};
    lf_replay_note note;
    lf_store *store;
    lf_record record;
    assert_ok(lf_store_open(*state, true, &store));
    sample_record(1, &record);
    assert_ok(lf_store_put(store, &record));
    assert_ok(lf_store_get_replay(store, &note));
    assert_string_equal(note.made_at, "");
    assert_ok(lf_store_put_replay(store, &put));
    assert_ok(lf_store_get_replay(store, &note));
    assert_true(note.identical == 1 && note.later == 0 && note.faults == 0);
    for (size_t i = 0; i < 2; i++)
        assert_ok(lf_store_put(store, &record));
    assert_ok(lf_store_get_replay(store, &note));
    assert_true(note.later == 1 && note.faults == 0);
    assert_int_equal(sqlite3_exec(store->db, "UPDATE runs SET cause = 'x'", NULL, NULL, NULL), 0);
    assert_ok(lf_store_get_replay(store, &note));
    assert_true(note.later == 1 && note.faults == 1);
    lf_record_clear(&record);
    lf_store_close(store);
}

/* The second put replaces every row of the first. */
static void test_replace(void **state) {
    lf_store *store;
    lf_record record;
    char **keys;
    size_t n;
    assert_ok(lf_store_open(*state, true, &store));
    sample_record(1, &record);
    record.status = LF_RUN_FAILED;
    assert_ok(lf_store_put(store, &record));
    record.status = LF_RUN_DONE;
    record.points = 1;
    free(record.iterate);
    record.iterate = NULL;
    assert_round_trip(store, &record);
    assert_ok(lf_store_keys(store, &keys, &n));
    assert_int_equal(n, 1);
    free(keys[0]);
    free(keys);
    lf_record_clear(&record);
    lf_store_close(store);
}

/* Only an end that is a result counts: what failed is tried again. */
static void test_has(void **state) {
    lf_store *store;
    lf_record record, none;
    bool found;
    assert_ok(lf_store_open(*state, true, &store));
    sample_record(1, &record);
    assert_ok(lf_store_has(store, record.key, &found));
    assert_false(found);
    assert_int_equal(lf_store_get(store, record.key, &none), LF_NOT_FOUND);
    lf_record_clear(&record);
    for (int status = 0; status < LF_RUN_STATUSES; status++) {
        sample_record(1, &record);
        record.status = (lf_run_status)status;
        assert_ok(lf_store_put(store, &record));
        assert_ok(lf_store_has(store, record.key, &found));
        assert_true(found == (status == LF_RUN_DONE || status == LF_RUN_DIVERGED));
        lf_record_clear(&record);
    }
    lf_store_close(store);
}

static void test_keys_are_sorted(void **state) {
    lf_store *store;
    char **keys;
    size_t n;
    assert_ok(lf_store_open(*state, true, &store));
    for (uint64_t seed = 12; seed-- > 9;) {
        lf_record record;
        sample_record(seed, &record);
        assert_ok(lf_store_put(store, &record));
        lf_record_clear(&record);
    }
    assert_ok(lf_store_keys(store, &keys, &n));
    assert_int_equal(n, 3);
    for (size_t i = 0; i < n; i++) {
        lf_record record;
        assert_ok(lf_store_get(store, keys[i], &record));
        assert_int_equal(record.spec.seed, 9 + i);
        lf_record_clear(&record);
        free(keys[i]);
    }
    free(keys);
    lf_store_close(store);
}

static void test_experiments(void **state) {
    lf_store *store;
    assert_ok(lf_store_open(*state, true, &store));
    assert_ok(lf_store_put_experiment(store, "p/b", "smoke", "title: old"));
    assert_ok(lf_store_put_experiment(store, "p/b", "smoke", "title: new"));
    assert_ok(lf_store_put_experiment(store, "p/a", "smoke", "title: a"));
    lf_stored_experiment *list;
    size_t n;
    assert_ok(lf_store_experiments(store, &list, &n));
    assert_int_equal(n, 2);
    assert_string_equal(list[0].name, "p/a");
    assert_string_equal(list[1].yaml, "title: new");
    lf_store_experiments_free(list, n);
    lf_store_close(store);
}

static void test_plans(void **state) {
    lf_store *store;
    lf_record record;
    assert_ok(lf_store_open(*state, true, &store));
    assert_ok(lf_store_put_experiment(store, "p/a", "smoke", "title: a"));
    sample_record(3, &record);
    lf_planned_run plan[2] = {{.problem = 1, .method = 2, .spec = record.spec},
                              {.problem = 0, .method = 5, .spec = record.spec}};
    memcpy(plan[0].key, record.key, sizeof record.key);
    assert_ok(lf_store_put_plan(store, "p/a", "smoke", plan, 2));
    assert_ok(lf_store_put_plan(store, "p/a", "smoke", plan, 2));
    lf_planned_run *back;
    size_t n;
    assert_ok(lf_store_get_plan(store, "p/a", "smoke", &back, &n));
    assert_int_equal(n, 2);
    assert_int_equal(back[0].problem, 1);
    assert_int_equal(back[1].method, 5);
    assert_string_equal(back[0].key, record.key);
    assert_same_spec(&back[1].spec, &record.spec);
    for (size_t i = 0; i < n; i++)
        lf_run_spec_clear(&back[i].spec);
    free(back);
    assert_ok(lf_store_get_plan(store, "p/a", "paper", &back, &n));
    assert_int_equal(n, 0);
    lf_record_clear(&record);
    lf_store_close(store);
}

/* docs/store.md, from the source tree that the tests belong to. */
static char *read_page(void) {
    const char *source = getenv("LF_TEST_SOURCE");
    char path[LF_PATH_BYTES], *page = NULL;
    size_t size;
    assert_non_null(source);
    assert_ok(lf_path_format(path, "%s/docs/store.md", source));
    assert_ok(lf_file_read(path, 1 << 20, &page, &size));
    return page;
}

static lf_store *open_with_sample(void **state) {
    lf_store *store;
    lf_record record;
    assert_ok(lf_store_open(*state, true, &store));
    sample_record(1, &record);
    assert_ok(lf_store_put(store, &record));
    lf_record_clear(&record);
    return store;
}

/* The queries on the page work, and find the sample record. */
static void test_documented_queries(void **state) {
    char *page = read_page(), *at = page;
    lf_store *store = open_with_sample(state);
    size_t queries = 0;
    while ((at = strstr(at, "```sql\n"))) {
        char *end = strstr(at += 7, "```");
        assert_non_null(end);
        *end = '\0';
        lf_statement s;
        bool row;
        assert_ok(lf_statement_open(store, at, &s));
        assert_ok(lf_statement_next(&s, &row));
        assert_true(row);
        lf_statement_close(&s);
        at = end + 1;
        queries++;
    }
    assert_int_equal(queries, 2);
    lf_store_close(store);
    free(page);
}

/* Every table and every column has its place on the page; counters have a page of their own. */
static void test_documented_columns(void **state) {
    char *page = read_page();
    lf_store *store = open_with_sample(state);
    lf_statement s;
    bool row;
    assert_ok(lf_statement_open(store,
                                "SELECT t.name, c.name FROM sqlite_schema t,"
                                " pragma_table_info(t.name) c WHERE t.type = 'table'"
                                " AND c.name NOT LIKE '%.%' AND c.name NOT IN ('outer', 'steps')",
                                &s));
    size_t columns = 0;
    for (assert_ok(lf_statement_next(&s, &row)); row; assert_ok(lf_statement_next(&s, &row))) {
        char *table = lf_statement_take_text(&s), *column = lf_statement_take_text(&s), text[128];
        snprintf(text, sizeof text, "### %s", table);
        assert_non_null(strstr(page, text));
        snprintf(text, sizeof text, "`%s`", column);
        if (!strstr(page, text)) print_error("%s.%s is not documented\n", table, column);
        assert_non_null(strstr(page, text));
        free(table);
        free(column);
        columns++;
    }
    assert_true(columns > 40);
    lf_statement_close(&s);
    lf_store_close(store);
    free(page);
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, scratch_setup, scratch_teardown)
    const struct CMUnitTest tests[] = {
        CASE(test_round_trip),  CASE(test_bare_record),        CASE(test_replace),
        CASE(test_has),         CASE(test_keys_are_sorted),    CASE(test_experiments),
        CASE(test_plans),       CASE(test_documented_queries), CASE(test_documented_columns),
        CASE(test_replay_note),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
