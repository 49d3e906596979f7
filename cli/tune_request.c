/**
 * @file tune_request.c
 * @brief From options to an experiment that tunes: --algorithm 'ssg:eta={1e-3|1e-2},b=8'.
 *
 * The name in front of ':' is the method, all that follows is its grid.
 *
 * The request is an experiment like any other, so that whatever holds for experiment files (equal
 * points, checked values, one draw for all) holds for the command line without a second thought.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "cli/tune.h"
#include "harness/experiment/experiment_check.h"
#include "harness/experiment/tuning_grid.h"

/* Fine at any stage of being filled. What the options own is not freed. */
void lf_tune_request_free(lf_tune_request *request) {
    lf_text_list_free(request->name, request->names);
    free(request->grid);
    lf_pairing_free(&request->pairing);
}

/* An option that has to be there. */
static lf_exit request_missing(const char *option, const char *example) {
    return lf_message_usage("tune: --%s is missing, such as %s (or name an experiment)", option,
                            example);
}

/* What has no default that would be right for anybody. */
static lf_exit request_words(const lf_tune_values *v) {
    if (!v->problems.n) return request_missing("problem", "--problem dp_scad");
    if (!v->algorithms.n) return request_missing("algorithm", "--algorithm 'ssg:eta={1e-3|1e-2}'");
    if (!v->budget) return request_missing("budget", "--budget 2000:steps");
    if (!v->metric) return request_missing("metric", "--metric FV");
    return LF_EXIT_DONE;
}

/* *pointer <- value, or NULL if the option was not given: the experiment's way to say "none". */
static lf_exit request_number(const char *option, const char *text, double *value,
                              double **pointer) {
    *pointer = NULL;
    if (!text) return LF_EXIT_DONE;
    if (!lf_number_typed(text, value))
        return lf_message_usage("tune: --%s '%s': expected a number", option, text);
    *pointer = value;
    return LF_EXIT_DONE;
}

/* Names and grids apart; the pairing gives each method its id. */
static lf_exit request_methods(const lf_tune_values *v, lf_tune_request *r) {
    const size_t n = v->algorithms.n;
    r->name = calloc(n, sizeof *r->name);
    r->grid = calloc(n, sizeof *r->grid);
    if (!r->name || !r->grid) return lf_message_exit(LF_NO_MEMORY);
    for (; r->names < n; r->names++) {
        const char *text = v->algorithms.text[r->names], *colon = strchr(text, ':');
        if (!colon || !strchr(colon, '{'))
            return lf_message_usage("tune: --algorithm '%s': nothing to choose from, such as "
                                    "ssg:eta={1e-3|1e-2} or ssg:eta={1e-4..1e-1:7}",
                                    text);
        r->name[r->names] = strndup(text, (size_t)(colon - text));
        if (!r->name[r->names]) return lf_message_exit(LF_NO_MEMORY);
        r->grid[r->names].grid = (char *)colon + 1;
    }
    const lf_texts names = {n, (const char **)r->name};
    if (lf_pairing_make(&v->problems, &names, &r->pairing) != LF_OK)
        return lf_message_usage("tune: %s", lf_message());
    for (size_t i = 0; i < n; i++) {
        r->grid[i].method = r->pairing.method[i].id;
        r->grid[i].note = (char *)"as given on the command line";
        r->pairing.method[i].label = r->pairing.method[i].id;
    }
    return LF_EXIT_DONE;
}

/* The smallest seed that no trial has. */
static lf_exit request_seeds(const lf_tune_values *v, lf_tune_request *r) {
    uint64_t *seeds;
    size_t n;
    if (lf_seeds_parse(v->seeds, &seeds, &n) != LF_OK)
        return lf_message_usage("tune: --seeds: %s", lf_message());
    /* Of the n + 1 numbers 0 .. n one is free. */
    size_t free_seed = 0;
    bool *taken = calloc(n + 1, sizeof *taken);
    for (size_t i = 0; taken && i < n; i++)
        if (seeds[i] <= n) taken[seeds[i]] = true;
    while (taken && taken[free_seed])
        free_seed++;
    free(seeds);
    if (!taken) return lf_message_exit(LF_NO_MEMORY);
    free(taken);
    snprintf(r->seeds, sizeof r->seeds, "%zu", free_seed);
    return LF_EXIT_DONE;
}

/* Points in the grid of a method; SIZE_MAX where a range is open. */
static lf_status request_size(const lf_tune_request *r, size_t method, size_t *size) {
    lf_space space;
    LF_TRY(lf_tuning_space(&r->experiment, 0, method, &space));
    *size = lf_space_size(&space);
    lf_space_free(&space);
    return LF_OK;
}

/* Every method gets as many points as the smallest grid has, unless --points says fewer. */
static lf_exit request_points(const lf_tune_values *v, lf_tune_request *r) {
    size_t least = SIZE_MAX, size;
    for (size_t k = 0; k < r->pairing.methods && !v->points; k++) {
        if (request_size(r, k, &size) != LF_OK) return lf_message_usage("tune: %s", lf_message());
        if (size < least) least = size;
    }
    if (v->points) least = v->points;
    if (least > LF_SPACE_MOST)
        return lf_message_usage(
            "tune: --points is missing: how many of the points in a range to try");
    r->tuning.points = (unsigned)least;
    return LF_EXIT_DONE;
}

/* A grid that was typed and is not tried whole: its middle may be an edge of what was tried. */
static void request_say_thinned(const lf_tune_request *r) {
    const size_t tried = r->tuning.points;
    const char *smallest = "another";
    size_t size;
    for (size_t k = 0; k < r->pairing.methods; k++)
        if (request_size(r, k, &size) == LF_OK && size == tried) smallest = r->pairing.method[k].id;
    for (size_t k = 0; k < r->pairing.methods; k++)
        if (request_size(r, k, &size) == LF_OK && size > tried && size <= LF_SPACE_MOST)
            lf_message_say("tune: %s: %zu of its %zu points %s tried, as %s has %zu; with as many "
                           "points in all grids every one is tried",
                           r->pairing.method[k].id, tried, size, tried == 1 ? "is" : "are",
                           smallest, tried);
}

/* The experiment borrows everything from the options and from the request. Its runs are planned and
 * not made; what they would be is shown by the choice. */
static void request_fill(const lf_tune_values *v, lf_tune_request *r) {
    r->tuning = (lf_experiment_tuning){.metric = (char *)v->metric,
                                       .target = r->tuning.target,
                                       .cost = (char *)v->cost,
                                       .where = (char *)v->where,
                                       .at_most = r->tuning.at_most,
                                       .search = (char *)v->search,
                                       .seed = (unsigned)v->seed,
                                       .seeds = (char *)v->seeds,
                                       .grids_count = (unsigned)r->names,
                                       .grids = r->grid};
    r->scale = (lf_experiment_scale){.name = (char *)"default",
                                     .budget = (char *)v->budget,
                                     .tuning_budget = (char *)(v->race ? "full" : v->budget),
                                     .seeds = r->seeds,
                                     .checkpoints = (unsigned)v->checkpoints,
                                     .expensive = 1};
    r->experiment = (lf_experiment){.title = (char *)"Tuning from the command line",
                                    .summary = (char *)"Made by `levelfield tune`.",
                                    .problems_count = (unsigned)r->pairing.problems,
                                    .problems = r->pairing.problem,
                                    .methods_count = (unsigned)r->pairing.methods,
                                    .methods = r->pairing.method,
                                    .scales_count = 1,
                                    .scales = &r->scale,
                                    .tuning = &r->tuning};
}

/* Whatever an experiment file would be refused for is refused here, in the words of the options. */
lf_exit lf_tune_request_make(const lf_tune_values *v, lf_tune_request *r) {
    *r = (lf_tune_request){0};
    lf_exit code = request_words(v);
    if (code == LF_EXIT_DONE)
        code = request_number("at-most", v->at_most, &r->at_most, &r->tuning.at_most);
    if (code == LF_EXIT_DONE)
        code = request_number("target", v->target, &r->target, &r->tuning.target);
    if (code == LF_EXIT_DONE) code = request_seeds(v, r);
    if (code == LF_EXIT_DONE) code = request_methods(v, r);
    if (code != LF_EXIT_DONE) return code;
    request_fill(v, r);
    code = request_points(v, r);
    if (code == LF_EXIT_DONE && lf_experiment_check(&r->experiment) != LF_OK)
        return lf_message_usage("tune: %s", lf_message());
    if (code == LF_EXIT_DONE && !v->points) request_say_thinned(r);
    return code;
}
