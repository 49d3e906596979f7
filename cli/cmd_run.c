/**
 * @file cmd_run.c
 * @brief levelfield run: methods on problems, named on the command line.
 *
 * The options become an experiment in memory, which is carried out like any other and stored under
 * the name "run".
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/carry_out.h"
#include "cli/data_place.h"
#include "cli/pairing.h"
#include "cli/run_summary.h"
#include "harness/campaign/same_data.h"
#include "harness/registry/parameters.h"
#include "harness/results/results.h"

/* malloc'ed name of one run's file. */
static char *solution_name(const lf_results *results, size_t run, const char *file) {
    if (results->runs == 1) return strdup(file);
    const lf_planned_run *plan = &results->plan[run];
    const char *dot = strrchr(file, '.');
    size_t stem = dot && dot > lf_path_name(file) ? (size_t)(dot - file) : strlen(file);
    char *name = NULL;
    int written =
        asprintf(&name, "%.*s-%s-%s-%" PRIu64 "%s", (int)stem, file,
                 results->experiment->problems[plan->problem].id,
                 results->experiment->methods[plan->method].id, plan->spec.seed, file + stem);
    return written < 0 ? NULL : name;
}

/* 17 significant digits: the text reads back as the same number. */
static lf_status solution_lines(lf_draft *draft, const double *x, size_t n) {
    for (size_t i = 0; i < n; i++) {
        char line[40];
        int length = snprintf(line, sizeof line, "%.17g\n", x[i]);
        LF_TRY(lf_draft_append(draft, line, (size_t)length));
    }
    return LF_OK;
}

/* Nobody ever sees half a solution under its name. */
static lf_status solution_write(const char *name, const double *x, size_t n) {
    lf_draft draft;
    LF_TRY(lf_draft_open(&draft, name));
    lf_status status = solution_lines(&draft, x, n);
    if (status == LF_OK) return lf_draft_commit(&draft);
    lf_draft_discard(&draft);
    return status;
}

/* Write the final iterate of every run that has one, 17 significant digits, whole or not at all: to
 * `file` if there is one run, else to `file` with -PROBLEM-METHOD-SEED (ids) before its extension.
 * *files <- malloc'ed array of results->runs malloc'ed names, NULL where none was written. */
static lf_status solution_save(const lf_results *results, const char *file, char ***files) {
    *files = calloc(results->runs + 1, sizeof **files);
    if (!*files) return lf_fail(LF_NO_MEMORY, "out of memory");
    for (size_t i = 0; i < results->runs; i++) {
        const lf_record *record = &results->record[i];
        if (!record->key[0] || !record->iterate) continue;
        char *name = solution_name(results, i, file);
        if (!name) return lf_fail(LF_NO_MEMORY, "out of memory");
        (*files)[i] = name;
        LF_TRY(solution_write(name, record->iterate, record->dim));
    }
    return LF_OK;
}

typedef struct {
    lf_session session;                     /* out, jobs, limits: shared with `reproduce` */
    lf_texts problems, algorithms, plugins; /* as typed */
    const char *budget, *seeds;             /* texts: the harness reads them */
    const char *spacing;                    /* even or log */
    const char *save_solution;              /* NULL: not asked for */
    size_t checkpoints, expensive;          /* rows of the trace; those with every metric */
    bool json;                              /* instead of the tables */
    bool no_table;                          /* nothing in their place */
} run_values;

static const char run_name[] = "run", run_scale[] = "default";

/* What can be said without looking anything up. Budgets are read later, when the problem is built
 * that defines their units. */
static lf_exit run_check_words(const run_values *v) {
    if (!v->problems.n)
        return lf_message_usage("run: --problem is missing (levelfield list problems)");
    if (!v->algorithms.n)
        return lf_message_usage("run: --algorithm is missing (levelfield list algorithms)");
    if (!v->budget)
        return lf_message_usage("run: --budget is missing, such as --budget 1e4:samples");
    uint64_t *seeds;
    size_t n;
    if (lf_seeds_parse(v->seeds, &seeds, &n) != LF_OK)
        return lf_message_usage("run: --seeds: %s", lf_message());
    free(seeds);
    return LF_EXIT_DONE;
}

/* A file for solutions is none that the data of a problem is read from. */
static lf_status run_spare_data(const run_values *v) {
    for (size_t i = 0; v->save_solution && i < v->problems.n; i++) {
        char data[LF_PATH_BYTES], *canonical;
        LF_TRY(lf_problem_canonical(v->problems.text[i], &canonical));
        lf_status status = lf_same_data_named(canonical, data);
        free(canonical);
        if (status == LF_OK && data[0]) status = lf_data_spare(data, v->save_solution);
        if (status != LF_OK) return lf_fail_within(status, "run: --save-solution: ");
    }
    return LF_OK;
}

/* After the campaign: solutions, then the table or the JSON object. */
static lf_exit run_show(const run_values *v, const lf_results *results) {
    char **files = NULL;
    lf_status status = LF_OK;
    if (v->save_solution) status = solution_save(results, v->save_solution, &files);
    if (status == LF_OK && v->json) status = lf_summary_json(results, files);
    if (status == LF_OK && !v->json && !v->no_table) status = lf_summary_tables(results, stdout);
    lf_text_list_free(files, results->runs);
    return lf_message_exit(status);
}

/* Results are read back from the store, so that what is printed is what was kept, and a run that
 * was finished before is shown like one that was made now. */
static lf_exit run_show_stored(const run_values *v) {
    lf_results *results;
    size_t n;
    lf_status status = lf_results_load(v->session.out, &results, &n);
    if (status != LF_OK) return lf_message_exit(status);
    lf_exit code = LF_EXIT_DONE;
    for (size_t i = 0; i < n; i++)
        if (strcmp(results[i].name, run_name) == 0) code = run_show(v, &results[i]);
    lf_results_free(results, n);
    return code;
}

/* The options as an experiment of one scale. It borrows every text: the campaign copies what it
 * keeps. */
static lf_exit run_carry_out(const run_values *v, const lf_pairing *pairing) {
    lf_experiment_scale scale = {
        .name = (char *)run_scale,
        .budget = (char *)v->budget,
        .seeds = (char *)v->seeds,
        .checkpoints = (unsigned)v->checkpoints,
        .spacing = (char *)v->spacing,
        .expensive = (unsigned)v->expensive,
    };
    const lf_experiment experiment = {
        .title = "A comparison from the command line",
        .summary = "Made by levelfield run.",
        .problems_count = (unsigned)pairing->problems,
        .problems = pairing->problem,
        .methods_count = (unsigned)pairing->methods,
        .methods = pairing->method,
        .scales_count = 1,
        .scales = &scale,
    };
    const lf_session_item item = {
        .name = run_name, .scale = run_scale, .experiment = &experiment, .typed = true};
    lf_campaign_outcome outcome;
    lf_exit code = lf_session_run(&v->session, v->session.out, &item, 1, &outcome);
    if (code == LF_EXIT_DONE && !outcome.left) code = run_show_stored(v);
    return code == LF_EXIT_DONE && outcome.failed ? LF_EXIT_RUNS : code;
}

/* Checks from cheap to dear; each says its own line and ends the command. */
static lf_exit run_run(const void *values, const lf_texts *operands) {
    (void)operands;
    run_values v = *(const run_values *)values;
    size_t refused = 0;
    lf_exit code = lf_session_begin(&v.session);
    if (code == LF_EXIT_DONE) code = run_check_words(&v);
    if (code == LF_EXIT_DONE)
        code = lf_session_load_some(&v.plugins, &v.problems, &v.algorithms, &refused);
    if (code != LF_EXIT_DONE) return code;
    lf_pairing pairing;
    if (lf_pairing_make(&v.problems, &v.algorithms, &pairing) != LF_OK)
        return lf_message_usage("run: %s", lf_message());
    if (v.save_solution && lf_file_writable(v.save_solution) != LF_OK)
        code = lf_message_exit(LF_IO);
    if (code == LF_EXIT_DONE) code = lf_message_exit(run_spare_data(&v));
    if (code == LF_EXIT_DONE) code = run_carry_out(&v, &pairing);
    lf_pairing_free(&pairing);
    return code == LF_EXIT_DONE && refused ? LF_EXIT_RUNS : code;
}

/* In the order in which a command is thought up: what, how much, how closely watched, what with the
 * result. */
static const lf_option run_options[] = {
    {"problem", 'p', LF_OPTION_TEXTS, offsetof(run_values, problems), "NAME[:k=v,...]", NULL,
     "a problem, with parameters that differ from their defaults"},
    {"algorithm", 'a', LF_OPTION_TEXTS, offsetof(run_values, algorithms), "NAME[:k=v,...]", NULL,
     "a method, run on every problem"},
    {"budget", 'b', LF_OPTION_TEXT, offsetof(run_values, budget), "NUMBER[:UNIT],...", NULL,
     "what each run may spend, such as 1e6:samples or 2000:passes.constraint; the unit is steps if "
     "left out; the first limit reached ends a run"},
    {"seeds", 's', LF_OPTION_TEXT, offsetof(run_values, seeds), "LIST", "0",
     "one run for each, such as 0-4 or 0,3,7"},
    {"checkpoints", 0, LF_OPTION_COUNT, offsetof(run_values, checkpoints), "N", "20",
     "how often the metrics are evaluated"},
    {"spacing", 0, LF_OPTION_CHOICE, offsetof(run_values, spacing), "even|log", "even",
     "how the checkpoints are spread over the budget"},
    {"expensive", 0, LF_OPTION_COUNT, offsetof(run_values, expensive), "N", "1",
     "at how many of them expensive metrics are evaluated; the last one is always among them"},
    LF_PLUGIN_OPTION(run_values),
    {"save-solution", 0, LF_OPTION_TEXT, offsetof(run_values, save_solution), "FILE", NULL,
     "write the final iterate, one number a line; with several runs each gets its own file, "
     "FILE with -PROBLEM-METHOD-SEED before its extension"},
    {"json", 0, LF_OPTION_FLAG, offsetof(run_values, json), NULL, NULL,
     "print one JSON object with every run, its metrics and all counters"},
    {"no-table", 0, LF_OPTION_FLAG, offsetof(run_values, no_table), NULL, NULL,
     "store the results and print nothing about them"},
    LF_SESSION_OPTIONS(run_values, "levelfield-out/run", "where results are stored"),
    {0},
};

LF_COMMAND(
    run, run, .name = "run", .operands = "", .doc = "run methods on problems, with equal budgets",
    .about = "Runs every --algorithm on every --problem with every seed. All methods see the same "
             "samples for a seed and may spend the same budget; the metrics are evaluated on the "
             "full data outside the budget. Results are stored in --out: a run that is finished "
             "there is not repeated, and an interrupted one continues.",
    .example = "levelfield run --problem dp_scad --algorithm ssg --algorithm 3secon \\\n"
               "    --budget 1e4 --seeds 0-4 -j 2\n"
               "levelfield run -p dp_scad:data=a9a -a 3secon:mode=deterministic \\\n"
               "    -b 2000:passes.constraint --save-solution w.txt --json");
