/**
 * @file cmd_tune.c
 * @brief levelfield tune: choose parameters with the same effort for every method.
 *
 * Trials are kept in the output folder like any other run, so that `reproduce`, which tunes before
 * it runs, finds them there.
 */
#include "cli/tune.h"

#include <stdlib.h>
#include <string.h>

#include "cli/selection.h"
#include "harness/experiment/tuning_grid.h"
#include "harness/results/results.h"

static const char tune_name[] = "tune", tune_out[] = "levelfield-out/tune";

/* Everything in the folder that was asked for and tunes something. */
static lf_status tune_print(const lf_tune_values *v, const lf_session_item *items, size_t n_items,
                            const lf_results *results, size_t n) {
    const lf_results **shown = calloc(n + 1, sizeof *shown);
    if (!shown) return lf_fail(LF_NO_MEMORY, "no memory to print");
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n_items; k++)
            if (results[i].trials && strcmp(results[i].name, items[k].name) == 0 &&
                strcmp(results[i].scale, items[k].scale) == 0)
                shown[count++] = &results[i];
    lf_status status = LF_OK;
    if (v->json) status = lf_tune_print_json(shown, count);
    for (size_t i = 0; i < count && !v->json && status == LF_OK; i++)
        status = lf_tune_print(shown[i]);
    free(shown);
    return status;
}

/* Trials that fail are points that are not chosen: only what stops the whole is a failure. */
static lf_exit tune_carry_out(const lf_tune_values *v, const char *out,
                              const lf_session_item *items, size_t n_items) {
    lf_campaign_outcome outcome;
    lf_exit code = lf_session_run(&v->session, out, items, n_items, &outcome);
    if (code != LF_EXIT_DONE || outcome.left) return code;
    lf_results *results;
    size_t n;
    lf_status status = lf_results_load(out, &results, &n);
    if (status == LF_OK) status = tune_print(v, items, n_items, results, n);
    lf_results_free(results, n);
    return lf_message_exit(status);
}

/* The items of a selection that tune at this scale; of several items some may not. */
static size_t tune_items(const char *scale, const lf_selection *selection, lf_session_item *items) {
    size_t n = 0;
    for (size_t i = 0; i < selection->n; i++) {
        const lf_experiment *e = selection->experiment[i];
        if (lf_tuning_wanted(e, lf_experiment_find_scale(e, scale)))
            items[n++] = (lf_session_item){
                .name = selection->name[i], .scale = scale, .experiment = e, .tune_only = true};
    }
    return n;
}

/* The folder is the one that reproduce uses, so that it finds the trials. */
static lf_exit tune_selection(const lf_tune_values *v, const char *what,
                              const lf_selection *selection) {
    char out[LF_PATH_BYTES];
    lf_status status = lf_selection_out(v->session.out, what, v->scale, out);
    lf_session_item *items = calloc(selection->n, sizeof *items);
    if (status == LF_OK && !items) status = LF_NO_MEMORY;
    lf_exit code = lf_message_exit(status);
    const size_t n = items ? tune_items(v->scale, selection, items) : 0;
    if (code == LF_EXIT_DONE && n == 0)
        code = lf_message_usage("tune: %s tunes nothing at scale '%s'", what, v->scale);
    if (code == LF_EXIT_DONE) code = tune_carry_out(v, out, items, n);
    free(items);
    return code;
}

/* An experiment says what is tuned; options that say it as well would contradict it. */
static lf_exit tune_experiment(const lf_tune_values *v, const char *what) {
    if (v->problems.n || v->algorithms.n || v->budget || v->metric)
        return lf_message_usage("tune: name an experiment or give --problem, --algorithm, --budget "
                                "and --metric, not both");
    lf_selection selection;
    lf_exit code = lf_selection_open("tune", what, v->scale, &selection);
    if (code == LF_EXIT_DONE) code = tune_selection(v, what, &selection);
    lf_selection_free(&selection);
    return code;
}

/* In a folder of their own. */
static lf_exit tune_options_run(const lf_tune_values *v) {
    lf_tune_request request;
    lf_exit code = lf_tune_request_make(v, &request);
    const lf_session_item item = {.name = tune_name,
                                  .scale = request.scale.name,
                                  .experiment = &request.experiment,
                                  .tune_only = true,
                                  .typed = true};
    if (code == LF_EXIT_DONE)
        code = tune_carry_out(v, v->session.out ? v->session.out : tune_out, &item, 1);
    lf_tune_request_free(&request);
    return code;
}

/* Methods named by options, without those whose plugin is refused. */
static lf_exit tune_options_load(lf_tune_values *v) {
    size_t refused;
    lf_exit code = lf_session_load_some(&v->plugins, &v->problems, &v->algorithms, &refused);
    if (code == LF_EXIT_DONE) code = tune_options_run(v);
    return code == LF_EXIT_DONE && refused ? LF_EXIT_RUNS : code;
}

static lf_exit tune_run(const void *values, const lf_texts *operands) {
    lf_tune_values v = *(const lf_tune_values *)values;
    lf_exit code = lf_session_begin(&v.session);
    if (code != LF_EXIT_DONE) return code;
    if (operands->n == 0) return tune_options_load(&v);
    code = lf_session_load(&v.plugins);
    return code == LF_EXIT_DONE ? tune_experiment(&v, operands->text[0]) : code;
}

static const lf_option tune_options[] = {
    {"scale", 0, LF_OPTION_TEXT, offsetof(lf_tune_values, scale), "smoke|default|paper", "default",
     "of the experiment; the trials' budget is its tuning_budget"},
    {"problem", 'p', LF_OPTION_TEXTS, offsetof(lf_tune_values, problems), "NAME[:k=v,...]", NULL,
     "a problem; every method is tuned on each"},
    {"algorithm", 'a', LF_OPTION_TEXTS, offsetof(lf_tune_values, algorithms), "NAME:k={...},...",
     NULL,
     "a method and what to try: {A|B|C}, {A..B:N} for N values spaced evenly in logarithm, {A..B} "
     "for random search; a plain value is fixed"},
    {"budget", 'b', LF_OPTION_TEXT, offsetof(lf_tune_values, budget), "NUMBER[:UNIT],...", NULL,
     "what each trial may spend"},
    {"metric", 'm', LF_OPTION_TEXT, offsetof(lf_tune_values, metric), "NAME", NULL,
     "what decides, at the end of the budget"},
    {"target", 0, LF_OPTION_TEXT, offsetof(lf_tune_values, target), "VALUE", NULL,
     "decide by the cost at which the metric reaches this"},
    {"cost", 0, LF_OPTION_TEXT, offsetof(lf_tune_values, cost), "UNIT", NULL,
     "which cost; the budget's unit if left out"},
    {"where", 0, LF_OPTION_TEXT, offsetof(lf_tune_values, where), "NAME", NULL,
     "consider only points that end with this metric at most ..."},
    {"at-most", 0, LF_OPTION_TEXT, offsetof(lf_tune_values, at_most), "VALUE", NULL,
     "... this; if there are none, those with the smallest"},
    {"points", 0, LF_OPTION_COUNT, offsetof(lf_tune_values, points), "N", NULL,
     "how many every method gets; the size of the smallest grid if left out"},
    {"search", 0, LF_OPTION_CHOICE, offsetof(lf_tune_values, search), "grid|random", "grid",
     "random draws from ranges; grids larger than N are thinned by a draw in any case"},
    {"draw", 0, LF_OPTION_COUNT, offsetof(lf_tune_values, seed), "N", "1", "the seed of that draw"},
    {"race", 0, LF_OPTION_FLAG, offsetof(lf_tune_values, race), NULL, NULL,
     "give points up early: of more than 12 all get a quarter of the budget on one seed; the best "
     "and some by chance get the whole of it, and the best quarter, 2 to 4, every seed; grids are "
     "extended past an edge"},
    {"seeds", 's', LF_OPTION_TEXT, offsetof(lf_tune_values, seeds), "LIST", "1000-1002",
     "one trial for each; keep them apart from the seeds that you compare on"},
    {"checkpoints", 0, LF_OPTION_COUNT, offsetof(lf_tune_values, checkpoints), "N", "50",
     "how finely the cost to a target is known"},
    LF_PLUGIN_OPTION(lf_tune_values),
    {"json", 0, LF_OPTION_FLAG, offsetof(lf_tune_values, json), NULL, NULL,
     "print one JSON object with every choice and every point"},
    LF_SESSION_OPTIONS(lf_tune_values, NULL,
                       "where trials are stored (default levelfield-out/PAPER-SCALE, as for "
                       "reproduce, or levelfield-out/tune)"),
    {0},
};

const lf_command lf_command_tune = {
    .name = "tune",
    .operands = "[PAPER[/ITEM]|FILE.yaml]",
    .doc = "choose parameters, with equal effort for every method",
    .about = "Every method gets the same number of points, the same seeds and the same budget per "
             "point. Prints every point and marks the chosen one: the best median of the metric "
             "over the seeds, the first of equals. A trial that diverges or fails is a point that "
             "is not chosen. Tunes an experiment, whose runs `reproduce` then makes with what was "
             "chosen, or the methods named by options.",
    .example = "levelfield tune 3secon/table2 --scale default -j 2\n"
               "levelfield tune -p dp_scad -a 'ssg:eta={1e-4..1e-1:7}' -a 'oss:a={1|10|100|1000}' "
               "\\\n"
               "    -b 200:dp.g --metric FV --where CVio --at-most 1e-4 --seeds 1000-1002",
    .options = tune_options,
    .most = 1,
    .values_size = sizeof(lf_tune_values),
    .run = tune_run,
};
