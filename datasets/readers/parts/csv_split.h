/**
 * @file csv_split.h
 * @brief Splits lines into the fields of a record; private to the CSV reader.
 */
#pragma once

#include "datasets/files/input.h"
#include "datasets/readers/parts/csv.h"

/** Fields of a record at most: 16 MB of commas would take a gigabyte. */
enum { CSV_CELLS = 1000000 };

typedef struct {
    lf_input *text;
    const lf_csv_format *format;
    char separator;
    size_t missing_size; /* SIZE_MAX: no field is missing */
    char *bytes;         /* of a record that has quotes; without, the fields lie in the line */
    size_t used, capacity;
    lf_csv_field *field; /* cells: the current record */
    size_t cells, room;
    bool empty;            /* the record is an empty line */
    char *line, *at, *end; /* the line being read */
} csv_splitter;

/** Start on a file; `splitter` is zeroed and closed by csv_split_close in any case. */
lf_status csv_split_open(const char *path, const lf_csv_format *format, csv_splitter *splitter);
void csv_split_close(csv_splitter *splitter);
/** field[0 .. cells) <- the next record, comments left out; *found is false at the end. */
lf_status csv_split_next(csv_splitter *splitter, bool *found);
