/**
 * @file cmd_reproduce.c
 * @brief levelfield reproduce: the experiments of a paper, from runs to report.
 *
 * A paper is a folder of experiments that share their runs through one output folder. The tables on
 * standard output are those of the experiments asked for; the report covers the whole folder.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/carry_out.h"
#include "cli/until_decided.h"
#include "reports/kinds/claims/parts/claims.h"
#include "reports/report.h"

typedef struct {
    lf_session session;
    const char *scale;
    lf_texts problems, methods, plugins;
    bool strict, until_decided;
    size_t max_seeds;
} reproduce_values;

/* *refuted += claims that do not hold: what --strict is about. */
static lf_status reproduce_judge(const lf_results *results, size_t *refuted) {
    for (size_t i = 0; i < results->experiment->claims_count; i++) {
        lf_claim_verdict verdict;
        LF_TRY(lf_claim_decide(results, i, &verdict));
        *refuted += verdict.outcome == LF_CLAIM_NOT_HELD;
        lf_claim_verdict_clear(&verdict);
    }
    return LF_OK;
}

/* Claims and tables on standard output, then the report, which draws the figures. Without gnuplot
 * everything is there but these. */
static lf_status reproduce_publish(const char *out, const char *scale, const lf_selection *set,
                                   size_t *refuted) {
    lf_results *results;
    size_t n;
    LF_TRY(lf_results_load(out, &results, &n));
    lf_status status = LF_OK;
    for (size_t i = 0; i < n && status == LF_OK; i++) {
        if (!lf_selection_has(set, scale, &results[i])) continue;
        status = lf_report_tables(&results[i], stdout);
        if (status == LF_OK) status = reproduce_judge(&results[i], refuted);
    }
    bool drawn = true;
    if (status == LF_OK) status = lf_report_render(results, n, out, &drawn);
    if (status == LF_OK && !drawn) lf_message_say("%s", lf_message());
    lf_results_free(results, n);
    LF_TRY(status);
    printf("%s/report.html\n", out);
    return LF_OK;
}

static lf_slice reproduce_slice(const reproduce_values *v) {
    return (lf_slice){v->problems.n, v->methods.n, v->problems.text, v->methods.text};
}

/* The most seeds; 0: the file says. */
static size_t reproduce_most(const reproduce_values *v) {
    return v->max_seeds ? v->max_seeds : v->until_decided ? LF_LOOK_LAST : 0;
}

static void reproduce_warn(const char *text) {
    lf_message_say("%s", text);
}

/* Said before a day of runs comes to nothing. A smoke run is no evidence for anybody. */
static lf_status reproduce_foresee(const reproduce_values *v, const lf_selection *set) {
    if (v->session.quiet || strcmp(v->scale, "smoke") == 0) return LF_OK;
    for (size_t i = 0; i < set->n; i++)
        LF_TRY(lf_claims_few(set->experiment[i],
                             lf_experiment_find_scale(set->experiment[i], v->scale),
                             reproduce_most(v), reproduce_warn));
    return LF_OK;
}

/* All items go into one folder: runs that several of them need are made once. */
static lf_exit reproduce_carry_out(const reproduce_values *v, const char *what,
                                   const lf_selection *set) {
    char out[LF_PATH_BYTES];
    lf_status status = lf_selection_out(v->session.out, what, v->scale, out);
    if (status == LF_OK) status = reproduce_foresee(v, set);
    lf_session_item *items = calloc(set->n, sizeof *items);
    if (!items || status != LF_OK) {
        free(items);
        return lf_message_exit(status == LF_OK ? LF_NO_MEMORY : status);
    }
    for (size_t i = 0; i < set->n; i++)
        items[i] = (lf_session_item){.name = set->name[i],
                                     .scale = v->scale,
                                     .experiment = set->experiment[i],
                                     .slice = reproduce_slice(v)};
    lf_campaign_outcome outcome;
    const bool patient = v->max_seeds && !v->until_decided;
    lf_exit code =
        lf_session_decide(&v->session, out, set, items, reproduce_most(v), patient, &outcome);
    free(items);
    if (code != LF_EXIT_DONE || outcome.left) return code;
    size_t refuted = 0;
    status = reproduce_publish(out, v->scale, set, &refuted);
    if (status != LF_OK) return lf_message_exit(status);
    if (outcome.failed) return LF_EXIT_RUNS;
    if (outcome.left_out) return LF_EXIT_INPUT;
    return v->strict && refuted ? LF_EXIT_CHECK : LF_EXIT_DONE;
}

/* Name, files, runs, figures, report. */
static lf_exit reproduce_run(const void *values, const lf_texts *operands) {
    const reproduce_values *v = values;
    lf_exit code = lf_session_begin(&v->session);
    if (code == LF_EXIT_DONE) code = lf_session_load(&v->plugins);
    if (code != LF_EXIT_DONE) return code;
    lf_selection set;
    code = lf_selection_open("reproduce", operands->text[0], v->scale, &set);
    const lf_slice slice = reproduce_slice(v);
    if (code == LF_EXIT_DONE) code = lf_selection_narrow("reproduce", &slice, &set);
    if (code == LF_EXIT_DONE) code = reproduce_carry_out(v, operands->text[0], &set);
    lf_selection_free(&set);
    return code;
}

/* Problems, methods and budgets are in the experiment file: the command line only says how much of
 * it, and where. Ids are the file's: `levelfield show PAPER/ITEM` has them. */
static const lf_option reproduce_options[] = {
    {"scale", 0, LF_OPTION_TEXT, offsetof(reproduce_values, scale), "smoke|default|paper",
     "default", "smoke: seconds; default: minutes on a laptop; paper: the published size"},
    {"problem", 'p', LF_OPTION_TEXTS, offsetof(reproduce_values, problems), "ID", NULL,
     "make the runs on this problem of the experiment now, and leave the others for later"},
    {"method", 0, LF_OPTION_TEXTS, offsetof(reproduce_values, methods), "ID", NULL,
     "the same for a method; with --problem, its runs on that one"},
    {"strict", 0, LF_OPTION_FLAG, offsetof(reproduce_values, strict), NULL, NULL,
     "exit with status 1 if a claim does not hold; one that is undecided is no failure"},
    {"until-decided", 0, LF_OPTION_FLAG, offsetof(reproduce_values, until_decided), NULL, NULL,
     "add seeds, 6, 8, 12, 18, 27, 40, where a claim is open, and stop where they would not help"},
    {"max-seeds", 0, LF_OPTION_COUNT, offsetof(reproduce_values, max_seeds), "N", NULL,
     "the most seeds of a method (default 40); alone: add them until decided, or until there are "
     "N"},
    LF_PLUGIN_OPTION(reproduce_values),
    LF_SESSION_OPTIONS(reproduce_values, NULL,
                       "where results are stored (default levelfield-out/PAPER-SCALE)"),
    {0},
};

LF_COMMAND(
    reproduce, reproduce, .name = "reproduce", .operands = "PAPER[/ITEM]|FILE.yaml",
    .doc = "regenerate a paper's tables and figures",
    .about = "Carries out one experiment of a paper, or all of them: tunes the methods where the "
             "experiment says so, makes the runs, decides the claims, prints the tables beside the "
             "published values, draws the figures and writes the report, whose path is the last "
             "line. A path that ends in .yaml names an experiment file of your own, whose methods "
             "may come from --plugin. Finished runs are not repeated; an interrupted experiment "
             "continues.",
    .example = "levelfield reproduce demo\n"
               "levelfield reproduce 3secon/table2 --scale smoke -j 2\n"
               "levelfield reproduce aleg/fig1a --until-decided --max-seeds 40 -j 2\n"
               "levelfield reproduce rsvrb/fig1 --problem a1a --method svrb --method stable\n"
               "levelfield reproduce mine.yaml --plugin build/mine.so -j 2",
    .least = 1, .most = 1);
