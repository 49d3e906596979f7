/* How tuning came to its choices. A round of refinement follows where a choice is on an edge, and
 * what an edge is hangs on the range of the parameter: a record that keeps each round's choice,
 * with the ends of what had been tried, shows whether a rerun would go the same way.
 *
 * {"aleg": {"algorithm": "aleg:b=4", "on": {"synth": [{"low": "c=1", "high": "c=30", "chosen":
 * "c=30", "edges": "c"}, ...]}}}: of the grid, then with each round's points. */
#include "cli/decide.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/experiment/tuning_grid.h"
#include "harness/registry/registry.h"

/* What was known when the points before `end` had been tried; for tuning_drop(). */
static lf_status tuning_until(const lf_results *results, size_t end, lf_results *cut) {
    *cut = *results;
    cut->tuned = NULL;
    cut->trials = cut->tuned_pairs = 0;
    cut->trial = calloc(results->trials + 1, sizeof *cut->trial);
    cut->trial_record = calloc(results->trials + 1, sizeof *cut->trial_record);
    if (!cut->trial || !cut->trial_record) return lf_fail(LF_NO_MEMORY, "no memory for trials");
    for (size_t i = 0; i < results->trials; i++) {
        if (results->trial[i].point >= end) continue;
        cut->trial[cut->trials] = results->trial[i];
        cut->trial_record[cut->trials++] = results->trial_record[i];
    }
    return lf_tuning_choose(cut);
}

static void tuning_drop(lf_results *cut) {
    lf_tuned_free(cut->tuned, cut->tuned_pairs);
    free(cut->trial);
    free(cut->trial_record);
}

/* The rounds of a pair: object[method]["on"][problem], made where it is not there. */
static json_t *tuning_rounds(const lf_experiment *is, const lf_tuned *tuned, json_t *object) {
    const lf_experiment_method *method = &is->methods[tuned->method];
    const char *problem = is->problems[tuned->problem].id;
    if (!json_object_get(object, method->id))
        json_object_set_new(object, method->id,
                            json_pack("{s:s, s:{}}", "algorithm", method->algorithm, "on"));
    json_t *on = json_object_get(json_object_get(object, method->id), "on");
    if (!json_object_get(on, problem)) json_object_set_new(on, problem, json_array());
    return json_object_get(on, problem);
}

static lf_status tuning_add(const lf_results *results, const lf_tuned *tuned, json_t *object) {
    lf_refinement r;
    LF_TRY(lf_tuned_refine(results, tuned, &r));
    json_t *round = json_pack("{s:s, s:s, s:s, s:s}", "low", r.low, "high", r.high, "chosen",
                              tuned->point[tuned->chosen].parameters, "edges", r.edges);
    lf_refinement_clear(&r);
    return json_array_append_new(tuning_rounds(results->experiment, tuned, object), round) == 0
               ? LF_OK
               : lf_fail(LF_NO_MEMORY, "no memory for choices");
}

/* The choices of all pairs that have a point from `first` on. */
static lf_status tuning_round(const lf_results *cut, size_t first, json_t *object) {
    for (size_t i = 0; i < cut->tuned_pairs; i++) {
        const lf_tuned *tuned = &cut->tuned[i];
        bool has = false;
        for (size_t k = 0; k < cut->trials; k++)
            has |= cut->trial[k].problem == tuned->problem &&
                   cut->trial[k].method == tuned->method && cut->trial[k].point >= first;
        if (has && tuned->chosen != SIZE_MAX) LF_TRY(tuning_add(cut, tuned, object));
    }
    return LF_OK;
}

lf_status lf_decide_tuning(const lf_results *results, json_t **tuning) {
    *tuning = json_object();
    lf_status status = LF_OK;
    if (results->trials == 0) return LF_OK;
    size_t first = 0, end = results->experiment->tuning->points;
    for (size_t round = 0; round <= LF_REFINE_ROUNDS && status == LF_OK; round++) {
        lf_results cut;
        status = tuning_until(results, end, &cut);
        if (status == LF_OK) status = tuning_round(&cut, first, *tuning);
        tuning_drop(&cut);
        first = end;
        end += LF_REFINE_POINTS;
    }
    return status;
}

/* ---- a record, by today's parameters ---- */

/* One round; its edges follow from the choice and the two ends. */
static lf_status tuning_again(lf_decide_count *count, const lf_param *params, const char *where,
                              const json_t *round) {
    const char *low = json_string_value(json_object_get(round, "low"));
    const char *high = json_string_value(json_object_get(round, "high"));
    const char *chosen = json_string_value(json_object_get(round, "chosen"));
    const char *edges = json_string_value(json_object_get(round, "edges"));
    if (!low || !high || !chosen || !edges)
        return lf_fail(LF_BAD_INPUT, "%s, tuning of %s: a round needs low, high, chosen and edges",
                       count->record, where);
    lf_refinement r;
    LF_TRY(lf_refine(params, (const char *[]){low, high, chosen}, 3, 2, &r));
    count->choices++;
    if (strcmp(r.edges, edges) != 0) {
        printf("%s, tuning of %s: %s was on the edge of %s; by today's parameters, of %s\n",
               count->record, where, chosen, edges[0] ? edges : "nothing",
               r.edges[0] ? r.edges : "nothing");
        count->others++;
    }
    lf_refinement_clear(&r);
    return LF_OK;
}

lf_status lf_decide_tuning_again(lf_decide_count *count, const json_t *tuning) {
    const char *method, *problem;
    json_t *is, *rounds, *round;
    json_object_foreach((json_t *)tuning, method, is) {
        const char *spec = json_string_value(json_object_get(is, "algorithm"));
        const lf_algorithm *algorithm;
        if (!spec) return lf_fail(LF_BAD_INPUT, "%s: %s has no algorithm", count->record, method);
        const lf_status status = lf_spec_algorithm(spec, &algorithm);
        if (status != LF_OK) return lf_fail_within(status, "%s: ", count->record);
        json_object_foreach(json_object_get(is, "on"), problem, rounds) {
            char where[200];
            size_t i;
            snprintf(where, sizeof where, "%s on %s", method, problem);
            json_array_foreach(rounds, i, round)
                LF_TRY(tuning_again(count, algorithm->params, where, round));
        }
    }
    return LF_OK;
}
