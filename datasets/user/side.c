/**
 * @file side.c
 * @brief A column in a file of its own: a value a line, or a .npy of one column.
 */
#include "base/file.h"
#include "datasets/user/settle.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "datasets/files/input.h"
#include "datasets/readers/parts/npy.h"

/* Whole numbers up to here are told apart as doubles. */
static const double side_exact = 9007199254740992.0;
enum { SIDE_BLOCK = 4096 };

static lf_status side_add(const lf_npy *npy, size_t i, double value, lf_user_column *column) {
    char word[LF_NUMBER_BYTES];
    if (!isfinite(value))
        return lf_npy_fail(npy, lf_npy_offset(npy, i, 0), "row %zu is %g, expected a finite number",
                           i + 1, value);
    if (fabs(value) >= side_exact)
        return lf_npy_fail(npy, lf_npy_offset(npy, i, 0),
                           "row %zu is %.0f, expected less than 2^53; number the values from 0",
                           i + 1, value);
    const lf_status status = lf_user_column_add(column, lf_number_text(value, word));
    return status == LF_OK ? LF_OK : lf_fail_within(status, "%s: ", npy->path);
}

static lf_status side_read_npy(lf_npy *npy, lf_user_column *column) {
    double value[SIDE_BLOCK];
    if (npy->columns != 1)
        return lf_npy_fail(npy, npy->data, "found %zu columns, expected one value a row",
                           npy->columns);
    for (size_t i = 0; i < npy->rows; i += SIDE_BLOCK) {
        const size_t n = npy->rows - i < SIDE_BLOCK ? npy->rows - i : SIDE_BLOCK;
        LF_TRY(lf_npy_rows(npy, i, n, value));
        for (size_t k = 0; k < n; k++)
            LF_TRY(side_add(npy, i + k, value[k], column));
    }
    return LF_OK;
}

static lf_status side_read_lines(lf_input *text, lf_user_column *column) {
    char *line, shown[LF_INPUT_SHOWN];
    size_t size;
    for (;;) {
        LF_TRY(lf_input_next(text, &line, &size));
        if (!line) return LF_OK;
        const size_t mark = lf_input_mark(text, line, size);
        line += mark;
        size -= mark;
        if (size > 0 && line[size - 1] == '\r') line[--size] = '\0';
        if (strlen(line) != size) return lf_input_zero(text, line);
        if (size == 0)
            return lf_input_fail(text, lf_input_line(text), 1,
                                 "found an empty line, expected a value");
        if (lf_user_column_missing(line))
            return lf_input_fail(text, lf_input_line(text), 1,
                                 "found %s, expected a value; " LF_USER_MISSING " are none",
                                 lf_input_show(shown, line, size));
        const lf_status status = lf_user_column_add(column, line);
        if (status != LF_OK) return lf_fail_within(status, "%s: ", lf_input_path(text));
    }
}

lf_status lf_user_side_read(const char *path, lf_user_column *column) {
    lf_status status;
    if (lf_path_ends(path, ".npy")) {
        lf_npy npy;
        LF_TRY(lf_npy_open(path, &npy));
        status = side_read_npy(&npy, column);
        lf_npy_close(&npy);
    } else {
        lf_input *text;
        LF_TRY(lf_input_open(path, &text));
        status = side_read_lines(text, column);
        lf_input_close(text);
    }
    return status;
}
