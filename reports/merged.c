/**
 * @file merged.c
 * @brief What several folders hold, as if it were one.
 */
#include "reports/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

/* Titles say from which folder they are; figures' names do so by `folder`. */
static lf_status merged_name(lf_results *results, size_t n, const char *dir) {
    for (size_t i = 0; i < n; i++) {
        lf_experiment *e = results[i].experiment;
        char *title;
        results[i].folder = dir;
        if (asprintf(&title, "%s (%s)", e->title ? e->title : results[i].name, dir) < 0)
            return lf_fail(LF_NO_MEMORY, "no memory for a report");
        free(e->title);
        e->title = title;
    }
    return LF_OK;
}

lf_status lf_report_load(const char *const *dir, size_t dirs, lf_results **results, size_t *n) {
    *results = NULL;
    *n = 0;
    for (size_t i = 0; i < dirs; i++) {
        lf_results *more, *grown;
        size_t k;
        LF_TRY(lf_results_load(dir[i], &more, &k));
        lf_status status =
            k > 0 ? LF_OK : lf_fail(LF_NOT_FOUND, "%s: there are no experiments in it", dir[i]);
        if (status == LF_OK && dirs > 1) status = merged_name(more, k, dir[i]);
        grown = status == LF_OK ? realloc(*results, (*n + k) * sizeof *grown) : NULL;
        if (!grown) {
            lf_results_free(more, k);
            return status != LF_OK ? status : lf_fail(LF_NO_MEMORY, "no memory for a report");
        }
        memcpy(grown + *n, more, k * sizeof *more);
        free(more); /* what was in it is the list's */
        *results = grown;
        *n += k;
    }
    return LF_OK;
}
