/**
 * @file csv_split.h
 * @brief Splits lines into the fields of a record; private to the CSV reader.
 */
#pragma once

#include "datasets/csv.h"
#include "datasets/input.h"

/** Fields of a record at most: 16 MB of commas would take a gigabyte. */
enum { CSV_CELLS = 1000000 };

/** A field as record[start .. start + size), NUL behind it. */
typedef struct {
    size_t start, size, line, column;
    bool quoted;
} csv_cell;

typedef struct {
    lf_input *text;
    const lf_csv_format *format;
    char separator;
    const char *record; /* the record's fields, unquoted: the line itself or the bytes */
    char *bytes;        /* of a record that has quotes */
    size_t used, capacity;
    csv_cell *cell;
    size_t cells, cell_room;
    char *line, *at, *end; /* the line being read */
} csv_splitter;

/** Start on a file; `splitter` is zeroed and closed by csv_split_close in any case. */
lf_status csv_split_open(const char *path, const lf_csv_format *format, csv_splitter *splitter);
void csv_split_close(csv_splitter *splitter);
/** cell[0 .. cells) <- the next record, comments left out; *found is false at the end. */
lf_status csv_split_next(csv_splitter *splitter, bool *found);
