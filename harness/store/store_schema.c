/**
 * @file store_schema.c
 * @brief The tables of results.sqlite, and how an older file is brought up to date.
 *
 * docs/store.md says what each column holds. The schema is the list of steps below: a file of
 * version v has had the first v of them, so a new version is one more step and never an edit of an
 * old one. The version is SQLite's user_version; the application_id tells a store from any other
 * database.
 */
#include "harness/store/store_parts.h"

#include <stdio.h>

#include "harness/store/chain.h"

enum { STORE_APPLICATION = 0x4c56464c }; /* "LVFL" */

/* Every counter is a column of its own, named as in budgets: a query reads like the cost that it
 * computes, and a trace row is one row. The words after the counters are what the evaluator's and
 * the plugins' clocks said; nothing that is compared or hashed depends on them. */
static const char schema_points[] =
    "CREATE TABLE points ("
    "  run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,"
    "  point INTEGER NOT NULL,"
    "  \"value.objective\" INTEGER NOT NULL, \"value.inner\" INTEGER NOT NULL,"
    "  \"value.constraint\" INTEGER NOT NULL, \"value.upper\" INTEGER NOT NULL,"
    "  \"value.lower\" INTEGER NOT NULL,"
    "  \"gradient.objective\" INTEGER NOT NULL, \"gradient.inner\" INTEGER NOT NULL,"
    "  \"gradient.constraint\" INTEGER NOT NULL, \"gradient.upper\" INTEGER NOT NULL,"
    "  \"gradient.lower\" INTEGER NOT NULL,"
    "  \"hvp.objective\" INTEGER NOT NULL, \"hvp.inner\" INTEGER NOT NULL,"
    "  \"hvp.constraint\" INTEGER NOT NULL, \"hvp.upper\" INTEGER NOT NULL,"
    "  \"hvp.lower\" INTEGER NOT NULL,"
    "  \"jvp.objective\" INTEGER NOT NULL, \"jvp.inner\" INTEGER NOT NULL,"
    "  \"jvp.constraint\" INTEGER NOT NULL, \"jvp.upper\" INTEGER NOT NULL,"
    "  \"jvp.lower\" INTEGER NOT NULL,"
    "  \"samples.objective\" INTEGER NOT NULL, \"samples.inner\" INTEGER NOT NULL,"
    "  \"samples.constraint\" INTEGER NOT NULL, \"samples.upper\" INTEGER NOT NULL,"
    "  \"samples.lower\" INTEGER NOT NULL,"
    "  \"outer\" INTEGER NOT NULL, \"steps\" INTEGER NOT NULL,"
    "  oracle_seconds REAL, algorithm_seconds REAL, evaluation_seconds REAL,"
    "  PRIMARY KEY (run, point)) WITHOUT ROWID;";

/* A run is its specification, how it ended, and where it was made; the key makes it unique. Texts
 * may be NULL where a run can end before they are known. Times of day are for people only. */
static const char schema_runs[] =
    "CREATE TABLE environments (id INTEGER PRIMARY KEY, json TEXT NOT NULL UNIQUE);"
    "CREATE TABLE runs ("
    "  id INTEGER PRIMARY KEY,"
    "  key TEXT NOT NULL UNIQUE,"
    "  configuration TEXT,"
    "  problem TEXT NOT NULL, algorithm TEXT NOT NULL, seed INTEGER NOT NULL,"
    "  budget TEXT NOT NULL, checkpoints INTEGER NOT NULL, log_spaced INTEGER NOT NULL,"
    "  expensive INTEGER NOT NULL, stop TEXT,"
    "  status TEXT NOT NULL, cause TEXT, log TEXT,"
    "  data_name TEXT, data_sha256 TEXT, trace_sha256 TEXT NOT NULL,"
    "  dim INTEGER NOT NULL, wall_seconds REAL,"
    "  environment INTEGER REFERENCES environments,"
    "  stored_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ')));"
    "CREATE INDEX runs_by_configuration ON runs (problem, algorithm, seed);";

/* What a record has several of. Everything goes when its run goes. Metrics are named, not numbered,
 * in metric_values, so that queries read well; WITHOUT ROWID keeps the rows of a run together. */
static const char schema_details[] =
    "CREATE TABLE roles ("
    "  run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,"
    "  role TEXT NOT NULL, samples REAL NOT NULL,"
    "  PRIMARY KEY (run, role)) WITHOUT ROWID;"
    "CREATE TABLE metrics ("
    "  run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,"
    "  name TEXT NOT NULL, position INTEGER NOT NULL, doc TEXT,"
    "  expensive INTEGER NOT NULL, higher_is_better INTEGER NOT NULL,"
    "  PRIMARY KEY (run, name)) WITHOUT ROWID;"
    "CREATE TABLE measures ("
    "  run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,"
    "  name TEXT NOT NULL, position INTEGER NOT NULL, cost TEXT, doc TEXT,"
    "  PRIMARY KEY (run, name)) WITHOUT ROWID;"
    "CREATE TABLE metric_values ("
    "  run INTEGER NOT NULL, metric TEXT NOT NULL, point INTEGER NOT NULL,"
    "  value REAL NOT NULL,"
    "  PRIMARY KEY (run, metric, point),"
    "  FOREIGN KEY (run, metric) REFERENCES metrics ON DELETE CASCADE) WITHOUT ROWID;"
    "CREATE TABLE iterates ("
    "  run INTEGER PRIMARY KEY REFERENCES runs ON DELETE CASCADE, bytes BLOB NOT NULL);";

/* An experiment as it was carried out: its text, and the runs that it came to. A plan names its
 * runs by key and not by id: a run may be missing, or be replaced. */
static const char schema_experiments[] =
    "CREATE TABLE experiments ("
    "  id INTEGER PRIMARY KEY, name TEXT NOT NULL, scale TEXT NOT NULL, yaml TEXT NOT NULL,"
    "  UNIQUE (name, scale));"
    "CREATE TABLE plans ("
    "  experiment INTEGER NOT NULL REFERENCES experiments ON DELETE CASCADE,"
    "  position INTEGER NOT NULL, problem_index INTEGER NOT NULL, method_index INTEGER NOT NULL,"
    "  key TEXT NOT NULL,"
    "  problem TEXT NOT NULL, algorithm TEXT NOT NULL, seed INTEGER NOT NULL,"
    "  budget TEXT NOT NULL, checkpoints INTEGER NOT NULL, log_spaced INTEGER NOT NULL,"
    "  expensive INTEGER NOT NULL, stop TEXT,"
    "  PRIMARY KEY (experiment, position)) WITHOUT ROWID;";

/* Trials of tuning stand in the plan before the runs; `parameters` is their point, NULL in a run.
 */
static const char schema_trials[] =
    "ALTER TABLE plans ADD COLUMN parameters TEXT;"
    "ALTER TABLE plans ADD COLUMN point INTEGER NOT NULL DEFAULT 0;";

/* Which builds of plugins a run is about; NULL where problem and method are of the tree. */
static const char schema_code[] =
    "ALTER TABLE runs ADD COLUMN code TEXT; ALTER TABLE plans ADD COLUMN code TEXT;";

/* What was stored, link by link (chain.c); and what came of making stored runs again. No column is
 * for what can be taken away without a trace: the rows are what the chain vouches for. */
static const char schema_chain[] =
    "CREATE TABLE chain ("
    "  link INTEGER PRIMARY KEY, kind TEXT NOT NULL, subject TEXT NOT NULL, title TEXT NOT NULL,"
    "  content_sha256 TEXT NOT NULL, previous_sha256 TEXT NOT NULL, sha256 TEXT NOT NULL);"
    "CREATE TABLE replays ("
    "  id INTEGER PRIMARY KEY,"
    "  made_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ')),"
    "  seed INTEGER NOT NULL, runs INTEGER NOT NULL, identical INTEGER NOT NULL,"
    "  different INTEGER NOT NULL);";

/* Step v takes a file from version v to v + 1; a step is up to four texts. */
static const char *const schema_step[][4] = {
    {schema_runs, schema_details, schema_points, schema_experiments},
    {schema_trials},
    {schema_code},
    {schema_chain},
};
enum { STORE_VERSION = sizeof schema_step / sizeof schema_step[0], STORE_UNCHAINED = 3 };

/* SQL without a result. */
static lf_status schema_execute(lf_store *store, const char *sql) {
    int rc = sqlite3_exec(store->db, sql, NULL, NULL, NULL);
    return rc == SQLITE_OK ? LF_OK : lf_store_fail(store, rc);
}

int lf_store_step_up(sqlite3 *db, long long from, long long to) {
    int rc = SQLITE_OK;
    for (; from < to; from++)
        for (size_t i = 0; i < 4 && schema_step[from][i] && rc == SQLITE_OK; i++)
            rc = sqlite3_exec(db, schema_step[from][i], NULL, NULL, NULL);
    return rc;
}

/* *version <- the file's schema version, 0 if it is empty; refuses files of other programs. */
static lf_status schema_version(lf_store *store, long long *version) {
    long long application, tables;
    LF_TRY(lf_store_number(store, "PRAGMA user_version", version));
    LF_TRY(lf_store_number(store, "PRAGMA application_id", &application));
    LF_TRY(lf_store_number(store, "SELECT count(*) FROM sqlite_schema", &tables));
    if (application != STORE_APPLICATION && (tables > 0 || *version != 0))
        return lf_fail(LF_BAD_INPUT, "%s: a database, but not one of Levelfield's results",
                       store->path);
    if (*version < 0)
        return lf_fail(LF_BAD_INPUT, "%s: not a results file, or damaged (schema %lld)",
                       store->path, *version);
    if (*version > STORE_VERSION)
        return lf_fail(LF_UNSUPPORTED,
                       "%s: written by a newer Levelfield (schema %lld, this one knows up to %d); "
                       "update Levelfield or choose another folder",
                       store->path, *version, (int)STORE_VERSION);
    return LF_OK;
}

/* The version is read again under the write lock: another process may have been faster. */
static lf_status schema_upgrade(lf_store *store) {
    long long version;
    LF_TRY(schema_version(store, &version));
    const int rc = lf_store_step_up(store->db, version, STORE_VERSION);
    if (rc != SQLITE_OK) return lf_store_fail(store, rc);
    if (version > 0 && version <= STORE_UNCHAINED) LF_TRY(lf_chain_adopt(store, version));
    char sql[96];
    snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = %d",
             (int)STORE_APPLICATION, (int)STORE_VERSION);
    return schema_execute(store, sql);
}

bool lf_store_is_chained(lf_store *store) {
    long long version;
    return lf_store_number(store, "PRAGMA user_version", &version) != LF_OK ||
           version > STORE_UNCHAINED;
}

lf_status lf_store_prepare(lf_store *store, bool create) {
    long long version;
    LF_TRY(lf_store_defend(store));
    LF_TRY(schema_version(store, &version));
    if (version == 0 && !create)
        return lf_fail(LF_NOT_FOUND, "%s: no results in it yet", store->path);
    LF_TRY(lf_store_is_ours(store, version));
    /* WAL is a property of the file. A reader of a read-only folder has no say in it. */
    if (create) LF_TRY(schema_execute(store, "PRAGMA journal_mode = WAL"));
    /* NORMAL survives kill -9 at any moment: a commit has reached the kernel before it returns.
     * Only a power cut may lose the last commits, and then the file is still whole. */
    LF_TRY(schema_execute(store, "PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON"));
    /* All that is read is there without a chain: no reason to refuse what cannot be written to. */
    const bool fixed = sqlite3_db_readonly(store->db, "main") == 1;
    if (version == STORE_VERSION || (fixed && version == STORE_UNCHAINED)) return LF_OK;
    LF_TRY(lf_store_begin(store));
    return lf_store_end(store, schema_upgrade(store));
}
