/* Every column of every table is vouched for by the chain: whatever is changed, removed or put in
 * by SQL is named, and what Levelfield itself does leaves the chain whole. */
#include <stdio.h>

#include "harness/store/shard.h"
#include "harness/store/store_parts.h"
#include "harness/store/verify.h"
#include "near.h"
#include "sample_record.h"
#include "scratch.h"

/* What a walk said, one fault a line. */
static char said[16384];

static void keep(void *context, const char *what, const char *subject, const char *line) {
    (void)context;
    const size_t used = strlen(said);
    snprintf(said + used, sizeof said - used, "%s|%s|%s\n", what, subject, line);
}

static lf_verification walk(const char *dir, const char *head) {
    const lf_verify_listener listener = {NULL, keep};
    lf_verification found;
    lf_store *store;
    said[0] = '\0';
    assert_ok(lf_store_open(dir, false, &store));
    assert_ok(lf_store_verify(store, head, &listener, &found));
    lf_store_close(store);
    return found;
}

static void assert_whole(const char *dir) {
    if (walk(dir, NULL).faults) fail_msg("%s", said);
}

static void assert_said(const char *words) {
    if (!strstr(said, words)) fail_msg("'%s' is not in:\n%s", words, said);
}

/* As somebody with any SQLite client would: no checks but SQLite's own, and not even those. */
static sqlite3 *attack_open(void **state) {
    sqlite3 *db;
    assert_int_equal(sqlite3_open(scratch_path(state, "results.sqlite"), &db), SQLITE_OK);
    return db;
}

static void attack(void **state, const char *sql) {
    sqlite3 *db = attack_open(state);
    char *error = NULL;
    if (sqlite3_exec(db, sql, NULL, NULL, &error) != SQLITE_OK) fail_msg("%s: %s", sql, error);
    sqlite3_close(db);
}

static void put(lf_store *store, uint64_t seed) {
    lf_record record;
    sample_record(seed, &record);
    assert_ok(lf_store_put(store, &record));
    lf_record_clear(&record);
}

/* A run, its experiment and a replay: something in every table. */
static void make(const char *dir) {
    lf_store *store;
    lf_record record;
    lf_planned_run run = {.parameters = (char *)"eta=1", .point = 3};
    const lf_replay_note note = {.seed = 7, .runs = 1, .identical = 1};
    assert_ok(lf_store_open(dir, true, &store));
    put(store, 3);
    sample_record(3, &record);
    run.spec = record.spec;
    memcpy(run.key, record.key, sizeof run.key);
    assert_ok(lf_store_put_experiment(store, "demo", "smoke", "title: one"));
    assert_ok(lf_store_put_plan(store, "demo", "smoke", &run, 1));
    assert_ok(lf_store_put_replay(store, &note));
    lf_record_clear(&record);
    lf_store_close(store);
}

/* The first text of each row, malloc'ed; the statement's own list ends while the file changes. */
static size_t column(sqlite3 *db, const char *sql, int at, char *text[64]) {
    sqlite3_stmt *s;
    size_t n = 0;
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &s, NULL), SQLITE_OK);
    for (; sqlite3_step(s) == SQLITE_ROW && n < 64; n++)
        text[n] = strdup((const char *)sqlite3_column_text(s, at));
    sqlite3_finalize(s);
    return n;
}

/* Another value of the same kind, in one row. The row's numbers are moved to where no row is. */
static void flip(sqlite3 *db, const char *table, const char *name) {
    char sql[1024];
    snprintf(sql, sizeof sql,
             "UPDATE \"%s\" SET \"%s\" = CASE typeof(\"%s\") WHEN 'integer' THEN \"%s\" + 77"
             " WHEN 'real' THEN \"%s\" * 2 + 0.5 WHEN 'null' THEN 1"
             " WHEN 'blob' THEN zeroblob(length(\"%s\")) ELSE \"%s\" || 'x' END"
             " WHERE \"%s\" IS (SELECT max(\"%s\") FROM \"%s\")",
             table, name, name, name, name, name, name, name, name, table);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    assert_true(sqlite3_changes(db) > 0);
}

static void copy(void **state, const char *from, const char *to) {
    char *command;
    assert_true(asprintf(&command, "cd %s && cp %s %s", (char *)*state, from, to) > 0);
    assert_int_equal(system(command), 0);
    free(command);
}

/* What the report of an edit names. */
static const char *named(const char *table) {
    if (strcmp(table, "plans") == 0 || strcmp(table, "experiments") == 0) return "demo smoke";
    if (strcmp(table, "replays") == 0) return "replay";
    return strcmp(table, "chain") == 0 ? "" : "ssg on dp_scad, seed 3";
}

/* sqlite_schema and table_info say what there is, so that no new column can be forgotten. What is
 * about the run names it; a plan or a replay names itself. */
static void test_every_column(void **state) {
    char *table[64], *name[64], sql[128];
    size_t flipped = 0;
    make(*state);
    copy(state, "results.sqlite", "whole");
    sqlite3 *db = attack_open(state);
    const size_t tables =
        column(db, "SELECT name FROM sqlite_schema WHERE type = 'table'", 0, table);
    sqlite3_close(db);
    for (size_t t = 0; t < tables; t++) {
        db = attack_open(state);
        snprintf(sql, sizeof sql, "PRAGMA table_info(%s)", table[t]);
        const size_t columns = column(db, sql, 1, name);
        sqlite3_close(db);
        for (size_t c = 0; c < columns; c++, flipped++) {
            db = attack_open(state);
            flip(db, table[t], name[c]);
            sqlite3_close(db);
            if (walk(*state, NULL).faults == 0)
                fail_msg("%s.%s can be edited unnoticed", table[t], name[c]);
            assert_said(named(table[t]));
            copy(state, "whole", "results.sqlite");
            free(name[c]);
        }
        free(table[t]);
    }
    assert_true(tables >= 12 && flipped > 100);
    assert_whole(*state);
}

/* A run that is stored again is a link more; one of the same words is none. */
static void test_replaced(void **state) {
    lf_store *store;
    char head[65];
    make(*state);
    walk(*state, NULL);
    snprintf(head, sizeof head, "%s", walk(*state, NULL).head);
    make(*state);
    assert_ok(lf_store_open(*state, true, &store));
    put(store, 4);
    lf_store_close(store);
    const lf_verification found = walk(*state, head);
    if (found.faults) fail_msg("%s", said);
    assert_int_equal(found.again, 1); /* who edits a run and appends its link does no more */
    assert_int_equal(found.records, 2);
    /* Run, file, plan, replay; run, replay; run. */
    assert_int_equal(found.links, 7);
    assert_int_equal(found.subjects, 5);
    assert_int_equal(found.last, found.links);
}

static void test_removed_and_inserted(void **state) {
    make(*state);
    attack(state, "PRAGMA foreign_keys = ON; DELETE FROM runs");
    assert_int_equal(walk(*state, NULL).faults, 1);
    assert_said("removed|");
    assert_said("run ssg on dp_scad, seed 3 (");
    make(*state);
    assert_whole(*state);
    attack(state,
           "INSERT INTO runs (key, problem, algorithm, seed, budget, checkpoints, log_spaced,"
           " expensive, status, trace_sha256, dim) VALUES ('abc', 'auc:k=1', 'sgd', 9, '1',"
           " 1, 0, 1, 'done', '', 0)");
    assert_int_equal(walk(*state, NULL).faults, 1);
    assert_said("inserted|abc|run sgd on auc, seed 9 (abc) was put in by other means");
}

/* Bytes that read as the text of another row: no column forbids them, and both have its subject. */
static void test_same_subject(void **state) {
    make(*state);
    attack(state, "INSERT INTO experiments SELECT id + 1, CAST(name AS BLOB), scale, 'title: two'"
                  " FROM experiments");
    assert_int_equal(walk(*state, NULL).faults, 1);
    assert_said("inserted|demo smoke|experiment demo at scale smoke was put in by other means");
}

/* A row that no reader of ours would take is edited, too. */
static void test_rows_beside(void **state) {
    make(*state);
    attack(state, "INSERT INTO metric_values SELECT run, metric, 99, 1 FROM metric_values LIMIT 1");
    assert_int_equal(walk(*state, NULL).faults, 1);
    assert_said("edited|");
    attack(state, "DELETE FROM metric_values WHERE point = 99;"
                  "INSERT INTO iterates VALUES (99, zeroblob(8))");
    assert_int_equal(walk(*state, NULL).faults, 1);
    assert_said("orphan||1 rows of the table iterates belong to none of runs");
}

/* Faults are lines of text, whatever they quote: somebody else chose the words. */
static void test_hostile_words(void **state) {
    make(*state);
    attack(state,
           "INSERT INTO runs (key, problem, algorithm, seed, budget, checkpoints, log_spaced,"
           " expensive, status, trace_sha256, dim) VALUES (CAST(x'ff0a1b5b' AS TEXT),"
           " 'a' || char(27) || char(10), CAST(x'c328' AS TEXT), 9, '1', 1, 0, 1, 'done', '',"
           " 0)");
    assert_int_equal(walk(*state, NULL).faults, 1);
    assert_null(strchr(said, 27));
    assert_ptr_equal(strchr(said, '\n'), said + strlen(said) - 1);
    for (const char *c = said; *c; c++)
        assert_true((unsigned char)*c < 128);
}

static void test_links(void **state) {
    lf_store *store;
    char head[65];
    make(*state);
    assert_ok(lf_store_open(*state, true, &store));
    for (uint64_t seed = 10; seed < 14; seed++)
        put(store, seed);
    lf_store_close(store);
    lf_verification found = walk(*state, NULL);
    memcpy(head, found.head, sizeof head);
    attack(state, "DELETE FROM chain WHERE link = 5");
    walk(*state, NULL);
    assert_said("gap||links 5 to 5 were removed");
    assert_said("order|");
    attack(state, "UPDATE chain SET link = 5 WHERE link = 6");
    walk(*state, NULL);
    assert_said("link 5 (ssg on dp_scad, seed 11) was edited");
    /* Cut off at its end, with its run: only somebody who noted the head can tell. */
    make(scratch_path(state, "cut"));
    assert_ok(lf_store_open(scratch_path(state, "cut"), true, &store));
    put(store, 20);
    lf_store_close(store);
    found = walk(scratch_path(state, "cut"), NULL);
    memcpy(head, found.head, sizeof head);
    found = walk(scratch_path(state, "cut"), head);
    assert_true(found.faults == 0 && found.noted > 0);
    sqlite3 *db;
    assert_int_equal(sqlite3_open(scratch_path(state, "cut/results.sqlite"), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db,
                                  "PRAGMA foreign_keys = ON; DELETE FROM runs WHERE seed = 20;"
                                  "DELETE FROM chain WHERE link = (SELECT max(link) FROM chain)",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(db);
    assert_int_equal(walk(scratch_path(state, "cut"), NULL).faults, 0);
    assert_int_equal(walk(scratch_path(state, "cut"), head).faults, 1);
    assert_said("head||the head that was noted");
}

/* Shards come in through the store's own door. */
static void test_collected(void **state) {
    lf_record record;
    lf_collection collection = {0};
    char shards[4096];
    make(*state);
    snprintf(shards, sizeof shards, "%s/shards", (char *)*state);
    sample_record(31, &record);
    assert_ok(lf_shard_write(shards, &record));
    lf_record_clear(&record);
    assert_ok(lf_store_collect(*state, &collection));
    assert_int_equal(collection.merged, 1);
    assert_whole(*state);
}

/* A store of schema 3 is taken as it is, and says so. */
static void test_adopted(void **state) {
    make(*state);
    attack(state, "DROP TABLE chain; DROP TABLE replays; PRAGMA user_version = 3");
    const lf_verification found = walk(*state, NULL);
    if (found.faults) fail_msg("%s", said);
    assert_string_equal(found.origin, "brought up to date from schema 3");
    assert_int_equal(found.records, 1);
    attack(state, "UPDATE runs SET wall_seconds = 0");
    assert_int_equal(walk(*state, NULL).faults, 1);
    assert_said("seconds, texts, final iterate or environment");
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, scratch_setup, scratch_teardown)
    const struct CMUnitTest tests[] = {
        CASE(test_every_column), CASE(test_replaced),      CASE(test_removed_and_inserted),
        CASE(test_rows_beside),  CASE(test_links),         CASE(test_collected),
        CASE(test_adopted),      CASE(test_hostile_words), CASE(test_same_subject),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
