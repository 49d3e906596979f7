/**
 * @file leaders_seeds.c
 * @brief What the answer stands on: how many seeds, and what its tests make of them.
 */
#include <stdio.h>
#include <stdlib.h>

#include "harness/experiment/experiment.h"
#include "reports/parts.h"

const char *lf_part_unit(const lf_ranking *ranking, size_t n) {
    if (ranking->shared > 1) return n == 1 ? "level" : "levels";
    return n == 1 ? "seed" : "seeds";
}

/* Has a method more seeds than the file lists? They came while a claim was open. */
static bool seeds_added(const lf_results *results, const lf_ranking *r) {
    const lf_experiment_scale *scale =
        lf_experiment_find_scale(results->experiment, results->scale);
    uint64_t *seeds = NULL;
    size_t listed = 0;
    const bool known = scale && lf_seeds_parse(scale->seeds, &seeds, &listed) == LF_OK;
    free(seeds);
    return known && r->most * r->shared > listed;
}

/* Seeds may have been added to those methods alone that a claim is open about. */
void lf_part_seeds(const lf_results *results, const lf_ranking *ranking, FILE *out) {
    const lf_ranking *r = ranking;
    if (r->pairs == 0) {
        fputs(": chance has no part in any of them.", out);
        return;
    }
    fprintf(out, ": medians of %s%zu", r->shared > 1 ? "the means of " : "", r->fewest);
    if (r->most > r->fewest) fprintf(out, " to %zu", r->most);
    fprintf(out, " %s, differences at level 0.05%s.", lf_part_unit(r, r->most),
            seeds_added(results, r) ? ", as if no seeds had been added while claims were open; the "
                                      "claims allow for that"
                                    : "");
}
