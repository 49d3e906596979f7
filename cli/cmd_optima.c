/**
 * @file cmd_optima.c
 * @brief levelfield optima: the local optima of a non-convex problem, by many starts.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"
#include "cli/built.h"
#include "cli/columns.h"
#include "cli/command.h"
#include "cli/optima.h"
#include "cli/print.h"
#include "harness/registry/registry.h"

typedef struct {
    size_t starts, seed;
    const char *results; /* folder; NULL: none */
    bool json;
} optima_values;

/* The least optimum, and the largest that is at most F; NAN if there is none. */
static double optima_gap(const lf_optima *o, double F, bool nearest) {
    double at = NAN;
    for (size_t i = 0; i < o->optima; i++)
        if (i == 0 ? !nearest || o->optimum[0].is.F <= F : nearest && o->optimum[i].is.F <= F)
            at = o->optimum[i].is.F;
    return F - at;
}

/* By Good and Turing: of the random starts, what share met what no other start met? */
static double optima_chance(const lf_optima *o) {
    return o->random ? (double)o->alone / (double)o->random : NAN;
}

static void optima_table(const lf_optima *o) {
    lf_table table = {.columns = 7};
    LF_TABLE_ROW(&table, "F", "violation", "KKT", "nonzeros", "strict", "starts", "first from");
    for (size_t i = 0; i < o->optima; i++) {
        const lf_met_optimum *m = &o->optimum[i];
        lf_table_add(&table, "%.12g", m->is.F);
        lf_table_add(&table, "%.1e", m->is.violation);
        lf_table_add(&table, "%.1e", m->is.residual);
        lf_table_add(&table, "%zu", m->nonzeros);
        lf_table_add(&table, m->is.sharp ? "yes" : "?");
        lf_table_add(&table, "%zu", m->starts);
        lf_table_add(&table, "%s", m->is.start);
    }
    lf_table_print(&table, 0, stdout);
}

static void optima_methods(const lf_optima *o) {
    lf_table table = {.columns = 6};
    LF_TABLE_ROW(&table, "method", "runs", "median F", "violation", "above the best",
                 "above the nearest");
    for (size_t i = 0; i < o->methods; i++) {
        const lf_method_end *m = &o->method[i];
        const double nearest = optima_gap(o, m->F, true);
        lf_table_add(&table, "%s", m->method);
        lf_table_add(&table, "%zu", m->runs);
        lf_table_add(&table, "%.8g", m->F);
        lf_table_add(&table, "%.1e", m->violation);
        lf_table_add(&table, "%.3g", optima_gap(o, m->F, false));
        if (isnan(nearest))
            lf_table_add(&table, "none is at or below");
        else
            lf_table_add(&table, "%.3g", nearest);
    }
    putchar('\n');
    lf_table_print(&table, 0, stdout);
}

static void optima_print(const lf_optima *o) {
    optima_table(o);
    printf("\n%zu start%s met %zu distinct value%s", o->starts, o->starts == 1 ? "" : "s",
           o->optima, o->optima == 1 ? "" : "s");
    if (o->unsettled) printf("; %zu ended at no stationary point", o->unsettled);
    putchar('\n');
    if (o->random)
        printf("%zu of the %zu random starts met what no other start met: one more random start "
               "meets a new one with a chance of about %.3g (Good-Turing)\n",
               o->alone, o->random, optima_chance(o));
    else
        printf("no start was random, so that nothing can be said about one more: --starts takes "
               "more\n");
    if (o->methods) optima_methods(o);
}

static lf_status optima_json(const lf_optima *o, const char *problem) {
    json_t *optima = json_array(), *methods = json_array();
    for (size_t i = 0; i < o->optima; i++) {
        const lf_met_optimum *m = &o->optimum[i];
        json_array_append_new(optima,
                              json_pack("{s:f, s:f, s:f, s:I, s:b, s:I, s:s, s:o}", "F", m->is.F,
                                        "violation", m->is.violation, "kkt", m->is.residual,
                                        "nonzeros", (json_int_t)m->nonzeros, "strict", m->is.sharp,
                                        "starts", (json_int_t)m->starts, "from", m->is.start, "x",
                                        lf_print_numbers(m->is.x, o->dim)));
    }
    for (size_t i = 0; i < o->methods; i++) {
        const lf_method_end *m = &o->method[i];
        json_array_append_new(methods,
                              json_pack("{s:s, s:I, s:o, s:o, s:o, s:o}", "method", m->method,
                                        "runs", (json_int_t)m->runs, "F", lf_print_number(m->F),
                                        "violation", lf_print_number(m->violation), "gap_best",
                                        lf_print_number(optima_gap(o, m->F, false)), "gap_nearest",
                                        lf_print_number(optima_gap(o, m->F, true))));
    }
    json_t *object =
        json_pack("{s:s, s:I, s:I, s:I, s:I, s:o, s:o, s:o}", "problem", problem, "starts",
                  (json_int_t)o->starts, "random", (json_int_t)o->random, "alone",
                  (json_int_t)o->alone, "unsettled", (json_int_t)o->unsettled, "new_chance",
                  lf_print_number(optima_chance(o)), "optima", optima, "methods", methods);
    const lf_status status = lf_print_json(object);
    json_decref(object);
    return status;
}

/* Which problems have what this one lacks. */
static lf_exit optima_refuse(const char *name) {
    const lf_problem_class *const *list;
    lf_text have = {0};
    const size_t n = lf_problem_list(&list);
    for (size_t i = 0; i < n; i++)
        if (list[i]->optima) lf_text_format(&have, "%s%s", have.bytes ? ", " : "", list[i]->name);
    const lf_exit code = lf_message_usage("problem %s has no search for local optima; %s has", name,
                                          have.bytes ? have.bytes : "none");
    free(have.bytes);
    return code;
}

static lf_exit optima_find(const optima_values *v, const char *canonical,
                           const lf_problem *problem) {
    lf_optima o = {0};
    lf_status status = LF_OK;
    if (v->results) status = lf_optima_read(v->results, problem, canonical, &o);
    if (status == LF_OK) status = lf_optima_search(problem, v->starts, v->seed, &o);
    if (status == LF_OK && v->json)
        status = optima_json(&o, canonical);
    else if (status == LF_OK)
        optima_print(&o);
    lf_optima_free(&o);
    return lf_message_exit(status);
}

static lf_exit optima_run(const void *values, const lf_texts *operands) {
    const optima_values *v = values;
    char *canonical;
    lf_built built;
    lf_exit code;
    if (lf_problem_canonical(operands->text[0], &canonical) != LF_OK)
        return lf_message_usage("optima: %s", lf_message());
    const lf_problem_class *is;
    if (lf_spec_problem(canonical, &is) == LF_OK && !is->optima) {
        code = optima_refuse(is->name);
        free(canonical);
        return code;
    }
    const lf_status status = lf_built_open(canonical, &built);
    code = status == LF_OK ? optima_find(v, canonical, &built.problem) : lf_message_exit(status);
    if (status == LF_OK) lf_built_close(&built);
    free(canonical);
    return code;
}

static const lf_option optima_options[] = {
    {"starts", 0, LF_OPTION_COUNT, offsetof(optima_values, starts), "K", "50",
     "so many starts: first those that the problem has names for, then random ones"},
    {"seed", 0, LF_OPTION_COUNT, offsetof(optima_values, seed), "N", "1",
     "of the random starts, the first of which do not depend on K"},
    {"results", 0, LF_OPTION_TEXT, offsetof(optima_values, results), "DIR", NULL,
     "start from the final iterates of the runs stored there as well, and say how far above the "
     "best and the nearest optimum each method ends"},
    {"json", 0, LF_OPTION_FLAG, offsetof(optima_values, json), NULL, NULL,
     "print one JSON object, with the optima themselves"},
    {0},
};

LF_COMMAND(
    optima, optima, .name = "optima", .operands = "PROBLEM",
    .doc = "the local optima of a non-convex problem, by many starts",
    .about =
        "Descends from each start to a local optimum on the full data, outside any budget, and "
        "lists the distinct values: F, violation, KKT residual (with the subgradients that suit "
        "best, so that it is 0 at a kink too), entries that are not 0, whether it is proved to be "
        "a strict minimum, and how many starts led there. No rule says how many starts suffice: "
        "the last line estimates the chance that one more finds another. docs/problems.md says "
        "how it is done.",
    .example = "levelfield optima dp_scad --starts 100\n"
               "levelfield optima dp_scad:data=a9a --results levelfield-out/run",
    .least = 1, .most = 1);
