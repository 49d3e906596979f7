/**
 * @file store_parts.h
 * @brief What the files of the store share: the connection, statements, transactions.
 */
#pragma once

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/file.h"
#include "harness/store/store.h"

struct lf_store {
    sqlite3 *db;
    char *path; /* of results.sqlite, for messages */

    bool at_home; /* the path stood for the file when it was opened; false: in memory */
    dev_t device; /* which file that was */
    ino_t inode;
    bool taken;                     /* by now the path stands for another one */
    char note[LF_PATH_BYTES + 128]; /* a line for whoever watches; "": none */
};

/** Open the connection to the file, and prepare it. */
lf_status lf_store_connect(lf_store *store, const char *dir, bool create);
/** Remember which file the path stands for. */
void lf_store_home_note(lf_store *store);
/** What a store whose place was taken holds, as shards beside it. Always a failure, which says so.
 */
lf_status lf_store_scatter(lf_store *store);
/** Before the connection is closed: nothing of another file is removed by it. */
void lf_store_leave(lf_store *store);

/** Turn SQLite's complaint `rc` into a status and one clear line; rc is never SQLITE_OK. */
lf_status lf_store_fail(lf_store *store, int rc);

/** Check that the file is a store of a schema that this program knows; make or upgrade it if
 *  `create`. */
lf_status lf_store_prepare(lf_store *store, bool create);

/** Turn SQLite's defences on: the first thing that is asked of a connection. */
lf_status lf_store_defend(lf_store *store);
/** LF_BAD_INPUT if anything is in the file's schema that a version of this program does not make.
 */
lf_status lf_store_is_ours(lf_store *store, long long version);
/** The statements that take a file's schema from one version to another; SQLite's code. */
int lf_store_step_up(sqlite3 *db, long long from, long long to);

/** Has it a chain? Only one that cannot be written to may not. */
bool lf_store_is_chained(lf_store *store);

/** Begin to write; waits for another writer. */
lf_status lf_store_begin(lf_store *store);
/** Commit if `status` is LF_OK and the commit works, else undo everything; return what happened. */
lf_status lf_store_end(lf_store *store, lf_status status);

/**
 * A prepared statement whose parameters are put, and whose columns are taken, from left to right.
 * The first failure is kept and reported by execute or next, so that a row reads as a plain list.
 */
typedef struct {
    lf_store *store;
    sqlite3_stmt *sql;
    int next; /* parameter or column that comes next, from 0 */
    int rc;   /* first failure, else SQLITE_OK */
} lf_statement;

lf_status lf_statement_open(lf_store *store, const char *sql, lf_statement *statement);
/** Fine after a failed open. */
void lf_statement_close(lf_statement *statement);

/** NULL is stored as NULL; the text must live until execute or next. */
void lf_statement_put_text(lf_statement *statement, const char *text);
void lf_statement_put_count(lf_statement *statement, uint64_t value);
/** NaN is stored as NULL. */
void lf_statement_put_real(lf_statement *statement, double value);
void lf_statement_put_bytes(lf_statement *statement, const void *bytes, size_t size);

/** Run a statement without result, and make it ready for the next row of parameters. */
lf_status lf_statement_execute(lf_statement *statement);
/** A statement from beginning to end: no result, and n texts as its parameters. */
lf_status lf_store_execute(lf_store *store, const char *sql, size_t n, const char *const *text);
/** Go to the next row of a result; *row <- false when there is none. */
lf_status lf_statement_next(lf_statement *statement, bool *row);
/** A query with n texts as its parameters, and its first row; to be closed in any case. */
lf_status lf_statement_first(lf_store *store, const char *sql, size_t n, const char *const *text,
                             lf_statement *statement, bool *row);
/** The one number that a query answers; 0 if it has no row. */
lf_status lf_store_number(lf_store *store, const char *sql, long long *number);

/** malloc'ed copy; NULL for NULL. A failed copy is reported by the next lf_statement_next. */
char *lf_statement_take_text(lf_statement *statement);
uint64_t lf_statement_take_count(lf_statement *statement);
/** NAN for NULL. */
double lf_statement_take_real(lf_statement *statement);

#define LF_STORE_COLUMN(field) #field ", "
#define LF_STORE_MARK(field) "?, "
/** The columns of a specification, in the order of the next two functions, a comma behind each. */
#define LF_STORE_SPEC LF_RUN_SPEC_LIST(LF_STORE_COLUMN, LF_STORE_COLUMN, LF_STORE_COLUMN)
#define LF_STORE_SPEC_MARKS LF_RUN_SPEC_LIST(LF_STORE_MARK, LF_STORE_MARK, LF_STORE_MARK)
void lf_statement_put_spec(lf_statement *statement, const lf_run_spec *spec);
void lf_statement_take_spec(lf_statement *statement, lf_run_spec *spec);
