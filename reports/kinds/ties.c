/**
 * @file ties.c
 * @brief The section `ties`: for each metric, how small a difference is none, for all claims that
 * do not say so themselves.
 *
 * How much of a metric matters is a fact about the metric, so one line says it for all claims, and
 * why; a report repeats both below the claims.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/kinds/claims/parts/kind.h"
#include "reports/page/page.h"

static const cyaml_schema_field_t ties_fields[] = {
    LF_SCHEMA_NEEDED(lf_experiment_tie, metric),
    LF_SCHEMA_NEEDED(lf_experiment_tie, tie),
    LF_SCHEMA_NEEDED(lf_experiment_tie, why),
    CYAML_FIELD_END,
};
LF_SCHEMA_VALUE(ties_entry, lf_experiment_tie, ties_fields);

/* Is there a claim that takes it? In an item that shares its base with others there may be none. */
static bool ties_taken(const lf_experiment *experiment, const lf_experiment_tie *tie) {
    for (size_t k = 0; k < experiment->claims_count; k++)
        if (lf_claim_tie_of(experiment, &experiment->claims[k]) == tie->tie) return true;
    return false;
}

/* The metric is one of a problem that runs. */
static lf_status ties_check_metric(const lf_experiment *experiment, const char *metric) {
    lf_status status = LF_OK;
    for (size_t i = 0; i < experiment->problems_count; i++) {
        if (!lf_experiment_uses_problem(experiment, i)) continue;
        status = lf_experiment_check_metric(experiment, i, metric);
        if (status == LF_OK) return LF_OK;
    }
    return status;
}

static lf_status ties_check_one(const lf_experiment *experiment, const lf_experiment_tie *tie) {
    LF_TRY(lf_claim_tie_check(tie->tie, true));
    return ties_check_metric(experiment, tie->metric);
}

static lf_status ties_check(const lf_experiment *experiment) {
    for (size_t i = 0; i < experiment->ties_count; i++) {
        const lf_status status = ties_check_one(experiment, &experiment->ties[i]);
        if (status != LF_OK) return lf_fail_within(status, "ties[%zu]: ", i + 1);
    }
    return LF_OK;
}

char *lf_claims_tie_words(const lf_experiment_tie *tie) {
    const char *of = strchr(tie->tie, '%') ? " of what the other method gained" : "";
    char *words;
    if (asprintf(&words, "A difference in %s of less than %s%s is a tie: %s", tie->metric, tie->tie,
                 of, tie->why) < 0)
        return NULL;
    return words;
}

lf_status lf_claims_ties(lf_page *page, const lf_results *results) {
    for (size_t i = 0; i < results->experiment->ties_count; i++) {
        const lf_experiment_tie *tie = &results->experiment->ties[i];
        if (!ties_taken(results->experiment, tie)) continue;
        char *words = lf_claims_tie_words(tie);
        if (!words) return lf_fail(LF_NO_MEMORY, "no memory for a tie");
        page->is->quiet(page, words);
        free(words);
    }
    return LF_OK;
}

const lf_section lf_section_ties = {
    .place = 65,
    .part = LF_SECTION_FIRST,
    .field = LF_SCHEMA_LIST(lf_experiment, ties, ties_entry),
    .check = ties_check,
};
