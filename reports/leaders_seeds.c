/**
 * @file leaders_seeds.c
 * @brief What the answer stands on: how many seeds, and what its tests make of them.
 */
#include "reports/parts.h"

const char *lf_part_unit(const lf_ranking *ranking, size_t n) {
    if (ranking->shared > 1) return n == 1 ? "level" : "levels";
    return n == 1 ? "seed" : "seeds";
}

/* Seeds may have been added to those methods alone that a claim is open about. */
void lf_part_seeds(const lf_ranking *r, FILE *out) {
    if (r->pairs == 0) {
        fputs(": chance has no part in any of them.", out);
        return;
    }
    fprintf(out, ": medians of %s%zu", r->shared > 1 ? "the means of " : "", r->fewest);
    if (r->most > r->fewest) fprintf(out, " to %zu", r->most);
    fprintf(out, " %s, differences at level 0.05%s.", lf_part_unit(r, r->most),
            r->added ? ", which allows for seeds that were added while claims were open" : "");
}
