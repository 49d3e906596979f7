/**
 * @file suite_unpaired.c
 * @brief One's own runs against those of an archive that are no pairs of theirs:
 * docs/statistics.md.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/suite.h"
#include "harness/results/quantity.h"
#include "harness/results/seed_runs.h"
#include "plots/panel.h"
#include "reports/kinds/claims/parts/claims.h"

static const double unpaired_level = 0.05;

/* Final values of a method, malloc'ed; one that did not end well or breaks the constraint is
 * infinitely bad. */
static lf_status unpaired_values(const lf_results *r, size_t problem, size_t method,
                                 const lf_experiment_claim *claim, double **value, size_t *n) {
    lf_seed_runs runs;
    *value = NULL;
    LF_TRY(lf_seed_runs_find(r, problem, method, NULL, &runs));
    *n = runs.n;
    *value = calloc(runs.n + 1, sizeof **value);
    for (size_t i = 0; *value && i < runs.n; i++) {
        const double end = lf_quantity_final(r, runs.run[i], claim->metric);
        const bool within =
            !claim->where || lf_quantity_final(r, runs.run[i], claim->where) <= *claim->at_most;
        (*value)[i] = within && !isnan(end) ? end : INFINITY;
    }
    lf_seed_runs_free(&runs);
    return *value ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for a comparison");
}

/* p (2) <- that the own method's values are so low by chance, or so high. */
static lf_status unpaired_test(const lf_results *own, const lf_results *theirs, size_t problem,
                               const lf_experiment_claim *claim, double p[2]) {
    double *x = NULL, *y = NULL;
    size_t n, m;
    lf_status status = unpaired_values(
        own, problem, lf_panel_method(own->experiment, claim->method), claim, &x, &n);
    if (status == LF_OK)
        status = unpaired_values(
            theirs, problem, lf_panel_method(theirs->experiment, claim->than[0]), claim, &y, &m);
    if (status == LF_OK) status = lf_stat_rank_sum(x, n, y, m, &p[0]);
    if (status == LF_OK) status = lf_stat_rank_sum(y, m, x, n, &p[1]);
    free(x);
    free(y);
    return status;
}

/* "; held on two (P = 0.003), small (P = 0.01)": those of one outcome, by Holm over both directions
 * of all problems. */
static void unpaired_where(const lf_results *own, const double *p, size_t problems,
                           lf_claim_outcome outcome, lf_text *text) {
    size_t n = 0;
    for (size_t i = 0; i < problems; i++) {
        const double low = p[2 * i], high = p[2 * i + 1];
        const lf_claim_outcome is = low <= unpaired_level    ? LF_CLAIM_HELD
                                    : high <= unpaired_level ? LF_CLAIM_NOT_HELD
                                                             : LF_CLAIM_UNDECIDED;
        if (is != outcome || !lf_experiment_uses_problem(own->experiment, i)) continue;
        if (n == 0) lf_text_format(text, "; %s on ", lf_claim_outcome_name(outcome));
        lf_text_format(text, "%s%s (P = %.2g)", n++ ? ", " : "", own->experiment->problems[i].id,
                       fmin(low, high));
    }
}

static lf_status unpaired_claim(const lf_results *own, const lf_results *theirs,
                                const lf_experiment_claim *claim, lf_text *text) {
    const size_t problems = own->experiment->problems_count;
    double *p = calloc(4 * problems, sizeof *p), *adjusted = p + 2 * problems;
    lf_status status = p ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for a comparison");
    for (size_t i = 0; i < problems && status == LF_OK; i++)
        status = unpaired_test(own, theirs, i, claim, p + 2 * i);
    if (status == LF_OK) {
        lf_stat_holm(p, 2 * problems, adjusted);
        for (int k = LF_CLAIM_HELD; k < LF_CLAIM_OUTCOMES; k++)
            unpaired_where(own, adjusted, problems, (lf_claim_outcome)k, text);
    }
    free(p);
    return status;
}

/* The sentence is printed, and is a remark of the report. */
static lf_status unpaired_say(lf_experiment *experiment, lf_text *text) {
    char **notes = text->bytes
                       ? realloc(experiment->notes, (experiment->notes_count + 1) * sizeof *notes)
                       : NULL;
    if (!notes) return lf_fail(LF_NO_MEMORY, "no memory for a comparison");
    puts(text->bytes);
    experiment->notes = notes;
    notes[experiment->notes_count++] = text->bytes;
    *text = (lf_text){0};
    return LF_OK;
}

static lf_status unpaired_all(const char *name, const lf_results *theirs, lf_results *own) {
    lf_experiment *experiment = own->experiment;
    for (size_t i = 0; i < experiment->claims_count; i++) {
        const lf_experiment_claim *claim = &experiment->claims[i];
        lf_text text = {0};
        if (lf_panel_method(theirs->experiment, claim->than[0]) ==
            theirs->experiment->methods_count)
            continue;
        lf_text_format(&text, "%s, of %s, without pairs, as its bits are others", claim->text,
                       name);
        lf_status status = unpaired_claim(own, theirs, claim, &text);
        if (status == LF_OK) status = unpaired_say(experiment, &text);
        free(text.bytes);
        LF_TRY(status);
    }
    return LF_OK;
}

lf_status lf_suite_unpaired(const char *path, lf_results *own) {
    char dir[LF_PATH_BYTES];
    lf_results *theirs = NULL;
    size_t n = 0;
    LF_TRY(lf_folder_temporary("suite", dir));
    lf_status status = lf_suite_unpack(path, dir);
    if (status == LF_OK) status = lf_results_load(dir, &theirs, &n);
    for (size_t i = 0; i < n && status == LF_OK; i++) {
        if (strcmp(theirs[i].name, own->name) != 0 || strcmp(theirs[i].scale, own->scale) != 0)
            continue;
        status = lf_suite_is(&theirs[i]);
        if (status == LF_OK) status = unpaired_all(lf_path_name(path), &theirs[i], own);
    }
    lf_results_free(theirs, n);
    lf_folder_remove(dir);
    return status;
}
