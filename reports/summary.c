/**
 * @file summary.c
 * @brief The beginning of a report: what was compared, how the runs ended, what to be aware of.
 *
 * Notes come before numbers. A feature set that leaks the outcome, a stand-in for a method, a
 * budget smaller than the paper's: who reads only the first screen shall have read these.
 */
#include <stdlib.h>
#include <string.h>

#include "reports/parts.h"

/* "24 runs: 20 done, 3 diverged, 1 failed" */
static char *summary_counts(const lf_results *results) {
    char *text = NULL;
    size_t size, count[LF_RUN_STATUSES] = {0}, missing = 0;
    for (size_t run = 0; run < results->runs; run++)
        if (lf_part_present(results, run))
            count[results->record[run].status]++;
        else
            missing++;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    fprintf(out, "%zu %s", results->runs, results->runs == 1 ? "run" : "runs");
    const char *separator = ": ";
    for (size_t status = 0; status < LF_RUN_STATUSES; status++) {
        if (count[status] == 0) continue;
        fprintf(out, "%s%zu %s", separator, count[status],
                lf_run_status_name((lf_run_status)status));
        separator = ", ";
    }
    if (missing > 0) fprintf(out, "%s%zu not run", separator, missing);
    return fclose(out) == 0 ? text : NULL;
}

/* One line that places the report: experiment, scale, how its runs ended. */
static void summary_facts(lf_page *page, const lf_results *results) {
    char *counts = summary_counts(results);
    if (!counts)
        page->lost = true;
    else
        lf_page_quiet(page, "%s · scale %s · %s", results->name, results->scale, counts);
    free(counts);
}

/* Anything but `done` deserves to be seen before the numbers. */
static void summary_mishaps(lf_page *page, const lf_results *results) {
    size_t failed = 0, diverged = 0, missing = 0;
    for (size_t run = 0; run < results->runs; run++) {
        lf_run_status status = results->record[run].status;
        if (!lf_part_present(results, run))
            missing++;
        else if (status == LF_RUN_DIVERGED)
            diverged++;
        else if (status != LF_RUN_DONE)
            failed++;
    }
    if (missing > 0)
        lf_page_note(page, LF_NOTE_WARNING, "Unfinished.",
                     "%zu of %zu runs have no result yet; the same command continues.", missing,
                     results->runs);
    if (failed > 0)
        lf_page_note(page, LF_NOTE_WARNING, "Failed runs.",
                     "%zu of %zu runs failed and are left out of medians; causes are below.",
                     failed, results->runs);
    if (diverged > 0)
        lf_page_note(page, LF_NOTE_WARNING, "Divergence.",
                     "%zu of %zu runs diverged; they rank last in medians and are drawn to where "
                     "they did.",
                     diverged, results->runs);
}

/* Notes in the order of their reach: the scale, the experiment, a problem, a method. */
static void summary_notes(lf_page *page, const lf_results *results) {
    const lf_experiment *experiment = results->experiment;
    for (size_t i = 0; i < experiment->scales_count; i++) {
        const lf_experiment_scale *scale = &experiment->scales[i];
        if (scale->note && strcmp(scale->name, results->scale) == 0)
            lf_page_note(page, LF_NOTE_REMARK, "Scale.", "%s", scale->note);
    }
    for (size_t i = 0; i < experiment->notes_count; i++)
        lf_page_note(page, LF_NOTE_REMARK, "Note.", "%s", experiment->notes[i]);
    for (size_t i = 0; i < experiment->problems_count; i++)
        if (experiment->problems[i].note && lf_part_has_problem(results, i))
            lf_page_note(page, LF_NOTE_REMARK, lf_part_problem(results, i), "%s",
                         experiment->problems[i].note);
    for (size_t m = 0; m < experiment->methods_count; m++)
        if (experiment->methods[m].note)
            lf_page_note(page, LF_NOTE_REMARK, lf_part_method(results, m), "%s",
                         experiment->methods[m].note);
}

void lf_part_summary(lf_page *page, const lf_results *results) {
    const lf_experiment *experiment = results->experiment;
    summary_facts(page, results);
    if (experiment->summary) lf_page_text(page, "%s", experiment->summary);
    if (experiment->citation) lf_page_quiet(page, "%s", experiment->citation);
    summary_mishaps(page, results);
    summary_notes(page, results);
}
