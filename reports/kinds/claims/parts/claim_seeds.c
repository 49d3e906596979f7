/**
 * @file claim_seeds.c
 * @brief Whether an experiment asks for enough seeds to decide its claims, before any is run.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/kinds/claims/parts/kind.h"

static bool seeds_fixed(const lf_claim_case *c, size_t problem, size_t method) {
    const lf_experiment *e = c->results->experiment;
    return lf_experiment_fixed(e, lf_experiment_form(e, problem, method), method);
}

/* Chance has a part in a comparison unless both methods are without. */
static size_t seeds_random(const lf_claim_case *c, const lf_claim_sample *sample, size_t n) {
    size_t m = 0;
    for (size_t i = 0; i < n; i++)
        m += !seeds_fixed(c, sample[i].problem, c->method) ||
             (sample[i].than != SIZE_MAX && !seeds_fixed(c, sample[i].problem, sample[i].than));
    return m;
}

lf_status lf_claim_seeds(const lf_experiment *experiment, size_t claim, size_t *seeds) {
    const lf_results nothing = {.experiment = (lf_experiment *)experiment};
    const lf_claim_case c = lf_claim_case_of(&nothing, &experiment->claims[claim]);
    const size_t most = experiment->problems_count * ((size_t)c.claim->than_count + 1);
    lf_claim_sample *sample = calloc(most + 1, sizeof *sample);
    if (!sample) return lf_fail(LF_NO_MEMORY, "no memory for a claim");
    const size_t lines = lf_claim_list(&c, sample), m = seeds_random(&c, sample, lines);
    free(sample);
    if (c.kind->decide)
        *seeds = m ? LF_LOOK_BOOTSTRAP : 1;
    else if (lines == 0)
        *seeds = 0;
    else if (c.kind->outcome)
        *seeds = c.kind->seeds && m ? c.kind->seeds(&c) : 1;
    else
        *seeds = m ? lf_look_needed(m, c.level) : 1; /* of m comparisons one refutes */
    return LF_OK;
}

/* How many seeds of the claim's problems share a level, at most. */
static size_t seeds_of_level(const lf_experiment *e, const lf_experiment_claim *claim) {
    size_t most = 1;
    for (size_t i = 0; i < e->problems_count; i++) {
        const size_t runs = lf_experiment_level_runs(e, i);
        if (runs > most && lf_experiment_among(e, i, claim->problems_count, claim->problems))
            most = runs;
    }
    return most;
}

lf_status lf_claims_few(const lf_experiment *experiment, const lf_experiment_scale *scale,
                        size_t most, void (*say)(const char *text)) {
    char text[1024], line[1152];
    uint64_t *list;
    size_t n, used = 0;
    LF_TRY(lf_seeds_parse(scale->seeds, &list, &n));
    free(list);
    if (!most) most = scale->until_decided;
    for (size_t i = 0; i < experiment->claims_count && used < sizeof text; i++) {
        char why[48] = "about nothing that runs";
        size_t needed;
        LF_TRY(lf_claim_seeds(experiment, i, &needed));
        const size_t have = most ? most : n / seeds_of_level(experiment, &experiment->claims[i]);
        if (needed && needed <= have) continue;
        if (needed) snprintf(why, sizeof why, "needs %zu", needed);
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s (%s)", used ? ", " : "",
                                 experiment->claims[i].id, why);
    }
    snprintf(line, sizeof line, "claims that %zu seeds, at scale %s, cannot decide both ways: %s",
             most ? most : n, scale->name, text);
    if (used) say(line);
    return LF_OK;
}
