/**
 * @file json.c
 * @brief The report's numbers with all their digits: whoever compares, plots or archives results
 * reads these instead of a table.
 *
 * Problems and methods go by their ids. A number that does not exist (a median of runs that did not
 * end, an interval of one seed) is null.
 */
#include <math.h>

#include "harness/experiment/section.h"
#include "reports/page/json_out.h"
#include "reports/parts.h"

/* What the ids stand for. */
static json_t *json_name(const char *id, const char *label, const char *spec) {
    return json_pack("{s:s, s:s, s:s?}", "id", id, "label", label, "is", spec);
}

static json_t *json_problems(lf_json *json) {
    const lf_experiment *is = json->results->experiment;
    json_t *problems = json_array();
    for (size_t i = 0; i < is->problems_count; i++)
        if (lf_part_has_problem(json->results, i))
            lf_json_append(json, problems,
                           json_name(is->problems[i].id, lf_part_problem(json->results, i),
                                     is->problems[i].problem));
    return problems;
}

static json_t *json_methods(lf_json *json) {
    const lf_experiment *is = json->results->experiment;
    json_t *methods = json_array();
    for (size_t i = 0; i < is->methods_count; i++)
        lf_json_append(json, methods,
                       json_name(is->methods[i].id, lf_part_method(json->results, i),
                                 is->methods[i].algorithm));
    return methods;
}

/* How many planned runs ended in each way. */
static json_t *json_runs(const lf_results *results) {
    size_t done = 0, diverged = 0, missing = 0;
    for (size_t run = 0; run < results->runs; run++) {
        const bool present = lf_part_present(results, run);
        missing += !present;
        done += present && results->record[run].status == LF_RUN_DONE;
        diverged += present && results->record[run].status == LF_RUN_DIVERGED;
    }
    return json_pack("{s:o, s:o, s:o, s:o, s:o}", "planned", lf_json_count(results->runs), "done",
                     lf_json_count(done), "diverged", lf_json_count(diverged), "failed",
                     lf_json_count(results->runs - done - diverged - missing), "missing",
                     lf_json_count(missing));
}

/* Each environment that the runs were made in, once. */
static json_t *json_environments(const lf_results *results) {
    json_t *environments = json_array();
    for (size_t run = 0; run < results->runs; run++) {
        const lf_record *record = &results->record[run];
        if (!lf_part_present(results, run) || !record->environment) continue;
        json_t *environment = json_loads(record->environment, 0, NULL);
        bool known = !environment; /* stored by something else: nothing a program could read */
        for (size_t i = 0; i < json_array_size(environments) && !known; i++)
            known = json_equal(json_array_get(environments, i), environment);
        if (known)
            json_decref(environment);
        else
            json_array_append_new(environments, environment);
    }
    return environments;
}

/* experiments += one, with what its sections say. */
static lf_status json_experiment(const lf_results *results, const lf_decided *decided,
                                 json_t *experiments) {
    const lf_experiment *is = results->experiment;
    const lf_experiment_scale *scale = lf_part_scale(results);
    lf_json json = {.results = results};
    json_t *problems = json_problems(&json), *methods = json_methods(&json);
    json.experiment = json_pack(
        "{s:s, s:s, s:s?, s:s?, s:s?, s:s?, s:s?, s:o, s:o, s:o, s:o}", "name", results->name,
        "scale", results->scale, "title", is->title, "citation", is->citation, "note",
        scale ? scale->note : NULL, "budget", scale ? scale->budget : NULL, "seeds",
        scale ? scale->seeds : NULL, "runs", json_runs(results), "environments",
        json_environments(results), "problems", problems, "methods", methods);
    lf_json_append(&json, experiments, json.experiment);
    for (lf_section_part part = 0; part < LF_SECTION_PARTS; part++)
        for (size_t i = 0; i < LF_SECTIONS && !json.lost; i++) {
            const lf_section *section = lf_section_at(i);
            if (section->json && section->part == part)
                LF_TRY(section->json(&json, decided->of[i]));
        }
    return json.lost ? lf_fail(LF_NO_MEMORY, "no memory for a report") : LF_OK;
}

lf_status lf_report_json(const lf_results *results, size_t n, const lf_decided *decided,
                         char **text) {
    json_t *experiments = json_array();
    lf_status status = LF_OK;
    for (size_t i = 0; i < n && status == LF_OK; i++)
        status = json_experiment(&results[i], &decided[i], experiments);
    json_t *report = json_pack("{s:o}", "experiments", experiments);
    *text = status == LF_OK && report ? json_dumps(report, JSON_INDENT(1) | JSON_REAL_PRECISION(17))
                                      : NULL;
    json_decref(report);
    if (status == LF_OK && !*text) return lf_fail(LF_NO_MEMORY, "no memory for a report");
    return status;
}
