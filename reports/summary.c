/**
 * @file summary.c
 * @brief The beginning of a report: what was compared, how the runs ended, what to be aware of.
 *
 * What changes the meaning of every number (a budget smaller than the paper's, runs that failed)
 * comes before the numbers; who reads only the first screen shall have read that. What concerns a
 * single problem stands below its table, and all other notes in one block: notes.c.
 */
#include <stdlib.h>
#include <string.h>

#include "harness/results/seed_runs.h"
#include "reports/kinds/claims/parts/claims.h"
#include "reports/parts.h"

/* One line that places the report: experiment, scale, how its runs ended. */
static void summary_facts(lf_page *page, const lf_results *results) {
    char *counts = lf_part_counts(results);
    if (!counts)
        page->lost = true;
    else
        lf_page_quiet(page, "%s · scale %s · %s", results->name, results->scale, counts);
    free(counts);
}

/* What the guide at the end of a report says of them, too. */
static const char summary_worst[] =
    "a run that failed or diverged counts as worse than any number, and is drawn to where it did.";

/* Anything but `done` deserves to be seen before the numbers. */
static void summary_failures(lf_page *page, const lf_results *results) {
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
                     "%zu of %zu runs have no result yet; reproduce makes them.", missing,
                     results->runs);
    if (failed > 0)
        lf_page_note(page, LF_NOTE_WARNING, "Failed runs.",
                     "%zu of %zu runs failed; %s Causes are below.", failed, results->runs,
                     summary_worst);
    if (diverged > 0)
        lf_page_note(page, LF_NOTE_WARNING, "Divergence.", "%zu of %zu runs diverged; %s", diverged,
                     results->runs, summary_worst);
}

/* Budgets of n methods, and who has each; false: all have one. */
static bool summary_budgets_of(const lf_results *results, const char *const *budget, size_t n,
                               FILE *out) {
    size_t budgets = 0;
    for (size_t m = 0; m < n; m++) {
        size_t k = 0, who = 0;
        while (budget[m] && k < m && !(budget[k] && strcmp(budget[k], budget[m]) == 0))
            k++;
        if (!budget[m] || k < m) continue;
        fprintf(out, "%s%s for", budgets++ ? "; " : " ", budget[m]);
        for (k = m; k < n; k++)
            if (budget[k] && strcmp(budget[k], budget[m]) == 0)
                fprintf(out, "%s%s", who++ ? ", " : " ", lf_part_method(results, k));
    }
    return budgets > 1;
}

/* More may have been spent on one method than on another, whatever is compared. */
static void summary_budgets(lf_page *page, const lf_results *results) {
    const size_t n = results->experiment->methods_count;
    const char **budget = calloc(n + 1, sizeof *budget);
    page->lost |= !budget;
    for (size_t p = 0; budget && p < results->experiment->problems_count; p++) {
        char *text = NULL;
        size_t size;
        FILE *out = open_memstream(&text, &size);
        for (size_t m = 0; m < n; m++)
            budget[m] = lf_seed_runs_budget(results, p, m);
        const bool differ = out && lf_experiment_task(results->experiment, p) == p &&
                            summary_budgets_of(results, budget, n, out);
        if (!out || fclose(out) != 0)
            page->lost = true;
        else if (differ)
            lf_page_note(page, LF_NOTE_REMARK, "Budgets differ.", "%s:%s.",
                         lf_part_problem(results, p), text);
        free(text);
    }
    free(budget);
}

/* What differs at this scale changes what every number means. */
static void summary_scale(lf_page *page, const lf_results *results) {
    const lf_experiment_scale *scale = lf_part_scale(results);
    if (scale && scale->note) lf_page_note(page, LF_NOTE_REMARK, "Scale.", "%s", scale->note);
}

lf_status lf_part_summary(lf_page *page, const lf_results *results, bool alone) {
    const lf_experiment *experiment = results->experiment;
    summary_facts(page, results);
    LF_TRY(lf_part_answer(page, results));
    summary_budgets(page, results);
    if (experiment->summary) lf_page_text(page, "%s", experiment->summary);
    if (alone && experiment->citation) lf_page_quiet(page, "%s", experiment->citation);
    summary_failures(page, results);
    if (alone) summary_scale(page, results);
    return LF_OK;
}

/* Has an experiment before this one said the same? */
static bool summary_said(const lf_results *results, size_t i, const char *text,
                         const char *(*say)(const lf_results *)) {
    for (size_t k = 0; k < i; k++) {
        const char *before = say(&results[k]);
        if (before && strcmp(before, text) == 0) return true;
    }
    return false;
}

static const char *summary_citation(const lf_results *results) {
    return results->experiment->citation;
}

static const char *summary_scale_note(const lf_results *results) {
    const lf_experiment_scale *scale = lf_part_scale(results);
    return scale ? scale->note : NULL;
}

void lf_part_common(lf_page *page, const lf_results *results, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const char *text = summary_citation(&results[i]);
        if (text && !summary_said(results, i, text, summary_citation))
            lf_page_quiet(page, "%s", text);
    }
    for (size_t i = 0; i < n; i++) {
        const char *text = summary_scale_note(&results[i]);
        if (text && !summary_said(results, i, text, summary_scale_note))
            lf_page_note(page, LF_NOTE_REMARK, "Scale.", "%s", text);
    }
}

/* One experiment: its title leads to its section, which bears this id. */
static void overview_row(lf_page *page, const lf_results *results, size_t i,
                         const lf_decided *decided, lf_grid *grid) {
    char *counts = lf_part_counts(results), outcomes[120];
    size_t claims = lf_claims_tell(results, lf_decided_of(decided, &lf_section_claims), outcomes,
                                   sizeof outcomes);
    lf_grid_link(grid, lf_part_title(results), "experiment-%zu", i + 1);
    lf_grid_add(grid, "%s", results->name);
    lf_grid_add(grid, "scale %s", results->scale);
    lf_grid_add(grid, "%s", counts ? counts : "");
    if (claims > 0)
        lf_grid_add(grid, "%zu %s: %s", claims, claims == 1 ? "claim" : "claims", outcomes);
    else
        lf_grid_add(grid, "no claims");
    if (!counts) page->lost = true;
    free(counts);
}

void lf_part_overview(lf_page *page, const lf_results *results, size_t n,
                      const lf_decided *decided) {
    lf_grid grid = lf_grid_make("lcttt", LF_HEADS("Experiment", "Name", "Scale", "Runs", "Claims"));
    grid.wraps = true;
    for (size_t i = 0; i < n; i++)
        overview_row(page, &results[i], i, &decided[i], &grid);
    lf_page_take(page, &grid);
}
