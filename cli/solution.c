/**
 * @file solution.c
 * @brief Final iterates as files.
 *
 * One number a line is the form that every language reads without a library.
 */
#include "cli/solution.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

/* malloc'ed name of one run's file. */
static char *solution_name(const lf_results *results, size_t run, const char *file) {
    if (results->runs == 1) return strdup(file);
    const lf_planned_run *plan = &results->plan[run];
    const char *slash = strrchr(file, '/'), *dot = strrchr(file, '.');
    const char *base = slash ? slash + 1 : file;
    size_t stem = dot && dot > base ? (size_t)(dot - file) : strlen(file);
    char *name = NULL;
    int written =
        asprintf(&name, "%.*s-%s-%s-%" PRIu64 "%s", (int)stem, file,
                 results->experiment->problems[plan->problem].id,
                 results->experiment->methods[plan->method].id, plan->spec.seed, file + stem);
    return written < 0 ? NULL : name;
}

/* 17 significant digits: the text reads back as the same number. */
static lf_status solution_lines(lf_draft *draft, const double *x, size_t n) {
    for (size_t i = 0; i < n; i++) {
        char line[40];
        int length = snprintf(line, sizeof line, "%.17g\n", x[i]);
        LF_TRY(lf_draft_append(draft, line, (size_t)length));
    }
    return LF_OK;
}

/* Nobody ever sees half a solution under its name. */
static lf_status solution_write(const char *name, const double *x, size_t n) {
    lf_draft draft;
    LF_TRY(lf_draft_open(&draft, name));
    lf_status status = solution_lines(&draft, x, n);
    if (status == LF_OK) return lf_draft_commit(&draft);
    lf_draft_discard(&draft);
    return status;
}

lf_status lf_solution_save(const lf_results *results, const char *file, char ***files) {
    *files = calloc(results->runs + 1, sizeof **files);
    if (!*files) return lf_fail(LF_NO_MEMORY, "out of memory");
    for (size_t i = 0; i < results->runs; i++) {
        const lf_record *record = &results->record[i];
        if (!record->key[0] || !record->iterate) continue;
        char *name = solution_name(results, i, file);
        if (!name) return lf_fail(LF_NO_MEMORY, "out of memory");
        (*files)[i] = name;
        LF_TRY(solution_write(name, record->iterate, record->dim));
    }
    return LF_OK;
}
