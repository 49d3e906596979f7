/**
 * @file parts.c
 * @brief The runs that the experiments of a page stand on, each once; what their sections decide.
 */
#include "reports/parts.h"

#include <stdlib.h>

#include "harness/campaign/repeats.h"

/* Every run that is not one of those before it. */
static lf_status part_distinct(const lf_planned_run **plan, bool *repeats, lf_part_set *set) {
    size_t all = 0;
    for (size_t i = 0; i < set->experiments; i++)
        for (size_t run = 0; run < set->results[i].runs; run++)
            plan[all++] = &set->results[i].plan[run];
    LF_TRY(lf_plan_repeats(all, plan, repeats));
    for (size_t i = 0; i < set->experiments; i++)
        for (size_t run = 0; run < set->results[i].runs; run++)
            if (!*repeats++) set->run[set->runs++] = (lf_part_run){&set->results[i], run};
    return LF_OK;
}

/* Experiments of one folder share runs: the key says which are the same. */
lf_status lf_part_gather(const lf_results *results, size_t n, lf_part_set *set) {
    size_t all = 0;
    for (size_t i = 0; i < n; i++)
        all += results[i].runs;
    *set = (lf_part_set){.results = results, .experiments = n};
    set->run = calloc(all + 1, sizeof *set->run);
    const lf_planned_run **plan = calloc(all + 1, sizeof *plan);
    bool *repeats = calloc(all + 1, sizeof *repeats);
    const lf_status status = set->run && plan && repeats
                                 ? part_distinct(plan, repeats, set)
                                 : lf_fail(LF_NO_MEMORY, "no memory for a report of %zu runs", all);
    free(plan);
    free(repeats);
    if (status != LF_OK) lf_part_set_free(set);
    return status;
}

void lf_part_set_free(lf_part_set *set) {
    free(set->run);
    *set = (lf_part_set){0};
}

const lf_planned_run *lf_part_plan(const lf_part_set *set, size_t i) {
    return &set->run[i].of->plan[set->run[i].run];
}

const lf_record *lf_part_record(const lf_part_set *set, size_t i) {
    return &set->run[i].of->record[set->run[i].run];
}

lf_status lf_decided_make(const lf_results *results, lf_decided *decided) {
    *decided = (lf_decided){0};
    for (size_t i = 0; i < LF_SECTIONS; i++)
        if (lf_section_at(i)->decide) LF_TRY(lf_section_at(i)->decide(results, &decided->of[i]));
    return LF_OK;
}

const void *lf_decided_of(const lf_decided *decided, const lf_section *section) {
    for (size_t i = 0; i < LF_SECTIONS; i++)
        if (lf_section_at(i) == section) return decided->of[i];
    return NULL;
}

void lf_decided_free(const lf_results *results, lf_decided *decided) {
    for (size_t i = 0; i < LF_SECTIONS; i++)
        if (decided->of[i]) lf_section_at(i)->release(results, decided->of[i]);
    *decided = (lf_decided){0};
}
