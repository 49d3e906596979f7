/* What is no store is refused in one line; a full disk and a kill cost nothing that was stored. */
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/experiment/experiment.h"
#include "harness/store/store_parts.h"
#include "near.h"
#include "same_record.h"
#include "sample_record.h"
#include "scratch.h"
#include "user.h"

static void execute(const char *path, const char *sql) {
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

/* Opening `dir` fails with `status` and a message that contains `words`. */
static void assert_refused(const char *dir, bool create, lf_status status, const char *words) {
    lf_store *store;
    assert_int_equal(lf_store_open(dir, create, &store), status);
    assert_null(store);
    if (!strstr(lf_message(), words)) print_error("message: %s\n", lf_message());
    assert_non_null(strstr(lf_message(), words));
    assert_null(strchr(lf_message(), '\n'));
}

static void test_newer_schema(void **state) {
    lf_store *store;
    assert_ok(lf_store_open(*state, true, &store));
    lf_store_close(store);
    execute(scratch_path(state, "results.sqlite"), "PRAGMA user_version = 99");
    assert_refused(*state, true, LF_UNSUPPORTED, "schema 99");
    assert_refused(*state, false, LF_UNSUPPORTED, "newer");
    execute(scratch_path(state, "results.sqlite"), "PRAGMA user_version = -1");
    assert_refused(*state, true, LF_BAD_INPUT, "schema -1");
}

/* A store as version 1 left it, where runs did not know the code of plugins: brought up to date
 * when it is opened to be written to, and nothing in it is another. */
static void test_older_schema(void **state) {
    lf_store *store;
    lf_record record, back;
    lf_planned_run *plan, run = {.parameters = sample_text("eta=1"), .point = 3};
    size_t n;
    sample_record(1, &record);
    free(record.spec.code);
    record.spec.code = NULL;
    lf_run_spec_key(&record.spec, record.key, NULL);
    lf_run_spec_copy(&record.spec, &run.spec);
    assert_ok(lf_store_open(*state, true, &store));
    assert_ok(lf_store_put(store, &record));
    lf_store_close(store);
    execute(scratch_path(state, "results.sqlite"),
            "ALTER TABLE plans DROP COLUMN parameters; ALTER TABLE plans DROP COLUMN point;"
            "ALTER TABLE plans DROP COLUMN code; ALTER TABLE runs DROP COLUMN code;"
            "DROP TABLE chain; DROP TABLE replays;"
            "PRAGMA user_version = 1");
    assert_ok(lf_store_open(*state, true, &store));
    assert_ok(lf_store_get(store, record.key, &back));
    assert_same_record(&record, &back);
    assert_ok(lf_store_put_experiment(store, "run", "default", "title: one"));
    assert_ok(lf_store_put_plan(store, "run", "default", &run, 1));
    assert_ok(lf_store_get_plan(store, "run", "default", &plan, &n));
    assert_int_equal(n, 1);
    assert_string_equal(plan[0].parameters, "eta=1");
    lf_plan_free(plan, n);
    lf_run_spec_clear(&run.spec);
    free(run.parameters);
    lf_record_clear(&record);
    lf_record_clear(&back);
    lf_store_close(store);
}

/* What a file brings with it is not executed: each of these would have been, or could be. */
static void test_prepared_schema(void **state) {
    static const char *const attack[][2] = {
        {"CREATE TRIGGER spy AFTER INSERT ON runs BEGIN DELETE FROM runs; END", "trigger 'spy'"},
        {"CREATE VIEW spy AS SELECT * FROM runs", "view 'spy'"},
        {"CREATE INDEX spy ON runs (hex(key))", "index 'spy'"},
        {"CREATE TABLE spy (a)", "table 'spy'"},
        {"CREATE TABLE \"spy\nspy\" (a)", "table 'spy spy'"},
        {"DROP TABLE roles; CREATE VIEW roles AS SELECT 1 AS run", "view 'roles'"},
        {"ALTER TABLE runs ADD COLUMN spy DEFAULT 1", "table 'runs'"},
        {"PRAGMA writable_schema = ON; UPDATE sqlite_schema SET type = 'table', name ="
         " 'sqlite_stat9', sql = 'CREATE VIEW measures AS SELECT 1' WHERE name = 'measures'",
         "not a results file, or damaged"},
    };
    for (size_t i = 0; i < sizeof attack / sizeof *attack; i++) {
        lf_store *store;
        assert_ok(lf_store_open(*state, true, &store));
        lf_store_close(store);
        execute(scratch_path(state, "results.sqlite"), attack[i][0]);
        assert_refused(*state, true, LF_BAD_INPUT, attack[i][1]);
        assert_refused(*state, false, LF_BAD_INPUT, attack[i][1]);
        remove(scratch_path(state, "results.sqlite"));
    }
}

/* Statistics that another client has gathered are no code. */
static void test_analysed(void **state) {
    lf_store *store;
    assert_ok(lf_store_open(*state, true, &store));
    lf_store_close(store);
    execute(scratch_path(state, "results.sqlite"), "ANALYZE");
    assert_ok(lf_store_open(*state, true, &store));
    lf_store_close(store);
}

static void test_other_files(void **state) {
    static const char text[] = "this is not a database at all, only some text that is long enough";
    assert_refused(scratch_path(state, "none"), false, LF_NOT_FOUND, "No such file or directory");
    assert_refused(*state, false, LF_NOT_FOUND, "no results there");
    const char *loop = scratch_path(state, "results.sqlite");
    assert_int_equal(symlink("results.sqlite", loop), 0);
    assert_refused(*state, false, LF_IO, "results.sqlite: cannot be read: ");
    assert_int_equal(remove(loop), 0);
    const char *path = scratch_write(state, "results.sqlite", text, sizeof text);
    assert_refused(path, true, LF_IO, "not a folder");
    assert_refused(scratch_path(state, "results.sqlite/below"), true, LF_IO, "cannot make");
    assert_refused(*state, true, LF_BAD_INPUT, "not a results file");
    assert_refused(*state, false, LF_BAD_INPUT, "not a results file");
    remove(scratch_path(state, "results.sqlite"));
    execute(scratch_path(state, "results.sqlite"), "CREATE TABLE songs (title TEXT)");
    assert_refused(*state, true, LF_BAD_INPUT, "not one of Levelfield's");
}

static void test_empty_file(void **state) {
    lf_store *store;
    assert_non_null(scratch_write(state, "results.sqlite", "", 0));
    assert_refused(*state, false, LF_NOT_FOUND, "no results");
    assert_ok(lf_store_open(*state, true, &store));
    lf_store_close(store);
    assert_ok(lf_store_open(*state, false, &store));
    lf_store_close(store);
}

static void test_read_only_folder(void **state) {
    lf_store *store;
    lf_record record, back;
    const char *dir = scratch_path(state, "odd ?#% name");
    user_leave(*state);
    sample_record(1, &record);
    assert_ok(lf_store_open(dir, true, &store));
    assert_ok(lf_store_put(store, &record));
    lf_store_close(store);
    chmod(dir, 0555);
    assert_refused(dir, true, LF_IO, "cannot write");
    assert_ok(lf_store_open(dir, false, &store));
    assert_ok(lf_store_get(store, record.key, &back));
    lf_store_close(store);
    lf_record_clear(&record);
    lf_record_clear(&back);
    chmod(dir, 0755);
    user_back();
}

/* A limit of pages is a disk of our own that is full: nothing of the run stays, and with room again
 * it can be stored. */
static void test_full_disk(void **state) {
    lf_store *store;
    lf_record record;
    bool found;
    sample_record(1, &record);
    free(record.iterate);
    record.dim = 1 << 16;
    record.iterate = calloc(record.dim, sizeof *record.iterate);
    assert_ok(lf_store_open(*state, true, &store));
    sqlite3_exec(store->db, "PRAGMA max_page_count = 60", NULL, NULL, NULL);
    assert_int_equal(lf_store_put(store, &record), LF_IO);
    assert_non_null(strstr(lf_message(), "the disk is full"));
    assert_ok(lf_store_has(store, record.key, &found));
    assert_false(found);
    sqlite3_exec(store->db, "PRAGMA max_page_count = 100000", NULL, NULL, NULL);
    assert_ok(lf_store_put(store, &record));
    lf_record_clear(&record);
    lf_store_close(store);
}

/* A limit of the size of files ends as a full disk does, and what was stored before stays. */
static void test_limited_file(void **state) {
    lf_store *store;
    lf_record record;
    bool found;
    struct rlimit all, few;
    sample_record(1, &record);
    assert_ok(lf_store_open(*state, true, &store));
    assert_ok(lf_store_put(store, &record));
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &all);
    few = all;
    few.rlim_cur = 1 << 18;
    setrlimit(RLIMIT_FSIZE, &few);
    free(record.iterate);
    record.dim = 1 << 16;
    record.iterate = calloc(record.dim, sizeof *record.iterate);
    record.spec.seed = 2;
    lf_run_spec_key(&record.spec, record.key, NULL);
    const lf_status status = lf_store_put(store, &record);
    setrlimit(RLIMIT_FSIZE, &all);
    signal(SIGXFSZ, SIG_DFL);
    assert_int_equal(status, LF_IO);
    assert_non_null(strstr(lf_message(), "the file may not grow (ulimit -f)"));
    assert_ok(lf_store_has(store, record.key, &found));
    assert_false(found);
    assert_ok(lf_store_put(store, &record));
    lf_record_clear(&record);
    lf_store_close(store);
}

/* Put records until killed. */
static void write_for_ever(const char *dir) {
    lf_store *store;
    if (lf_store_open(dir, true, &store) != LF_OK) _exit(1);
    for (uint64_t seed = 0;; seed++) {
        lf_record record;
        sample_record(seed, &record);
        if (lf_store_put(store, &record) != LF_OK) _exit(1);
        lf_record_clear(&record);
    }
}

/* Whatever a killed process had stored is whole, and the store goes on. */
static void test_killed_writer(void **state) {
    for (useconds_t wait = 20000; wait <= 60000; wait += 20000) {
        pid_t child = fork();
        if (child == 0) write_for_ever(*state);
        usleep(wait);
        kill(child, SIGKILL);
        int ended;
        waitpid(child, &ended, 0);
        assert_true(WIFSIGNALED(ended));
        lf_store *store;
        char **keys;
        size_t n;
        assert_ok(lf_store_open(*state, true, &store));
        assert_ok(lf_store_keys(store, &keys, &n));
        for (size_t i = 0; i < n; i++) {
            lf_record record, want;
            assert_ok(lf_store_get(store, keys[i], &record));
            sample_record(record.spec.seed, &want);
            assert_same_record(&want, &record);
            lf_record_clear(&record);
            lf_record_clear(&want);
            free(keys[i]);
        }
        free(keys);
        lf_store_close(store);
    }
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, scratch_setup, scratch_teardown)
    const struct CMUnitTest tests[] = {
        CASE(test_older_schema),  CASE(test_newer_schema),     CASE(test_other_files),
        CASE(test_empty_file),    CASE(test_read_only_folder), CASE(test_full_disk),
        CASE(test_killed_writer), CASE(test_limited_file),     CASE(test_prepared_schema),
        CASE(test_analysed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
