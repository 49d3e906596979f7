/**
 * @file csv.h
 * @brief Reader of comma-separated values as of RFC 4180.
 *
 * Quoted fields may contain separators, line ends and doubled quotes. Records end in LF or CR LF;
 * empty lines are skipped, unless there is only one column. Every field knows its line and column.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include <levelfield/status.h>

#include "base/sha256.h"

/** How a file is written. */
typedef struct {
    char separator;           /**< 0: a comma */
    bool blank_after;         /**< blanks before a field are not part of it */
    char comment;             /**< lines that begin so are skipped; 0: none */
    const char *missing;      /**< a field that is exactly this, unquoted, is missing; NULL: none */
    const char *const *names; /**< the columns of a file without a header; NULL: it has one */
    size_t columns;           /**< the number of names */
} lf_csv_format;

/** One field of the current record. */
typedef struct {
    const char *text; /**< unquoted, NUL-terminated */
    size_t line, column;
    bool missing;
} lf_csv_field;

typedef struct lf_csv lf_csv;

/** Open a file and read its header. The format has to stay alive. */
lf_status lf_csv_open(const char *path, const lf_csv_format *format, lf_csv **csv);
/** Close; NULL is fine. */
void lf_csv_close(lf_csv *csv);

/** *column <- where a named column is; of equal names the first counts. LF_BAD_INPUT names the
 *  nearest there is. */
lf_status lf_csv_column(const lf_csv *csv, const char *name, size_t *column);
/** The number of columns, and the name of one. */
size_t lf_csv_columns(const lf_csv *csv);
const char *lf_csv_column_name(const lf_csv *csv, size_t column);

/** *fields <- the next record's fields, valid until the next call; NULL at the end. */
lf_status lf_csv_next(lf_csv *csv, const lf_csv_field **fields);

/** *value <- a field that has to be a finite number. */
lf_status lf_csv_number(const lf_csv *csv, const lf_csv_field *field, double *value);
/** LF_BAD_INPUT with "FILE:LINE:COLUMN: found "text" in column NAME, expected ...". */
lf_status lf_csv_refuse(const lf_csv *csv, const lf_csv_field *field, const char *expected);

/** hex <- SHA-256 of the uncompressed file; the rest of it is read for that. Once. */
lf_status lf_csv_digest(lf_csv *csv, char hex[LF_SHA256_TEXT]);
