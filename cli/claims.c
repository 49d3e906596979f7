/**
 * @file claims.c
 * @brief What `reproduce` says of an experiment's claims.
 *
 * The lines are Markdown, like the tables that follow them, so that a CI log can show them as they
 * are.
 */
#include "cli/claims.h"

#include "harness/claim.h"

lf_status lf_claims_print(const lf_results *results, FILE *out, size_t *refuted) {
    const lf_experiment *experiment = results->experiment;
    if (experiment->claims_count == 0) return LF_OK;
    fprintf(out, "Claims of %s:\n\n", results->name);
    for (size_t i = 0; i < experiment->claims_count; i++) {
        lf_claim_verdict verdict;
        LF_TRY(lf_claim_decide(results, i, &verdict));
        *refuted += verdict.outcome == LF_CLAIM_NOT_HELD;
        fprintf(out, "- **%s**: %s\n  (%s)\n", lf_claim_outcome_name(verdict.outcome),
                experiment->claims[i].text, verdict.statistic);
        lf_claim_verdict_clear(&verdict);
    }
    fputc('\n', out);
    return LF_OK;
}
