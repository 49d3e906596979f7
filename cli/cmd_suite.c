/**
 * @file cmd_suite.c
 * @brief levelfield suite: a method of one's own on the problems of its view, beside all others.
 *
 * A suite is an experiment. What an archive has of its runs is put into the folder first, and then
 * they are runs that are finished: nothing else tells an archived baseline from one made here.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/installed.h"
#include "cli/carry_out.h"
#include "cli/print.h"
#include "cli/suite.h"
#include "reports/kinds/claims/parts/claims.h"
#include "reports/report.h"

typedef struct {
    lf_session session;
    const char *scale, *baselines;
    const char *html, *by, *level; /* of a board */
    lf_texts plugins, with;
    bool *strange; /* with: has it runs of other bits? */
    char shipped[LF_PATH_BYTES];
} suite_values;

static void suite_told(const char *path, const lf_suite_archive *a, bool rerun) {
    const char *name = lf_path_name(path);
    if (rerun)
        printf("%s: %zu runs made again are the same, bit for bit; %zu differ%s%s\n", name,
               a->taken, a->other, a->other ? ": " : "", a->first);
    else
        printf("%s: %zu runs are taken from it\n", name, a->taken);
    if (!rerun && a->other)
        printf("%s: %zu runs are others than the same runs that are there, and not taken: %s; "
               "--baselines rerun tells whose are right\n",
               name, a->other, a->first);
    if (a->other_bits)
        printf("%s: %zu of its runs are of other bits or another version: no pairs with those "
               "made here\n",
               name, a->other_bits);
}

/* The archive that comes with Levelfield, where there is one of this scale, and those of --with. */
static lf_status suite_open(const suite_values *v, const char *view, suite_values *own) {
    char folder[LF_PATH_BYTES];
    *own = *v;
    own->with = (lf_texts){.text = calloc(v->with.n + 1, sizeof *v->with.text)};
    own->strange = calloc(v->with.n + 1, sizeof *own->strange);
    if (!own->with.text || !own->strange) return lf_fail(LF_NO_MEMORY, "no memory for archives");
    LF_TRY(lf_installed("suites", folder));
    LF_TRY(lf_path_format(own->shipped, "%s/%s-%s.lfz", folder, view, v->scale));
    if (lf_file_readable(own->shipped)) own->with.text[own->with.n++] = own->shipped;
    for (size_t i = 0; i < v->with.n; i++)
        own->with.text[own->with.n++] = v->with.text[i];
    return LF_OK;
}

static void suite_close(suite_values *own) {
    free(own->with.text);
    free(own->strange);
}

/* Before the runs are made, or after; *other <- how many differ from an archive's. */
static lf_status suite_archives(const suite_values *v, const char *name, const char *out,
                                bool after, size_t *other) {
    const bool rerun = strcmp(v->baselines, "rerun") == 0;
    for (size_t i = 0; i < v->with.n && rerun == after; i++) {
        lf_suite_archive archive;
        LF_TRY(after ? lf_suite_check(v->with.text[i], out, name, &archive)
                     : lf_suite_take(v->with.text[i], out, name, &archive));
        suite_told(v->with.text[i], &archive, after);
        *other += archive.other;
        v->strange[i] |= archive.other_bits > 0;
    }
    return LF_OK;
}

/* "; held on two, small" for the problems where a claim ended so; nothing where it did nowhere. */
static void suite_where(const lf_results *r, const lf_claim_verdict *verdict,
                        lf_claim_outcome outcome) {
    size_t n = 0;
    for (size_t i = 0; i < verdict->comparisons; i++) {
        const lf_comparison_verdict *c = &verdict->comparison[i];
        if (c->outcome != outcome || c->problem == SIZE_MAX) continue;
        if (n == 0) printf("; %s on ", lf_claim_outcome_name(outcome));
        printf("%s%s", n++ ? ", " : "", r->experiment->problems[c->problem].id);
    }
}

/* A sentence a pair: "mine ends with a lower ce than SGD; held on two; undecided on a9a". */
static lf_status suite_sentences(const lf_results *r) {
    for (size_t i = 0; i < r->experiment->claims_count; i++) {
        const lf_experiment_claim *claim = &r->experiment->claims[i];
        lf_claim_verdict verdict;
        LF_TRY(lf_claim_decide(r, i, &verdict));
        printf("%s", claim->text);
        for (int k = LF_CLAIM_HELD; k < LF_CLAIM_OUTCOMES; k++)
            suite_where(r, &verdict, (lf_claim_outcome)k);
        putchar('\n');
        lf_claim_verdict_clear(&verdict);
    }
    return LF_OK;
}

/* What the results say, then what archives do that have no pairs of theirs. */
static lf_status suite_say(const suite_values *v, lf_results *r) {
    LF_TRY(suite_sentences(r));
    for (size_t i = 0; i < v->with.n; i++)
        if (v->strange[i]) LF_TRY(lf_suite_unpaired(v->with.text[i], r));
    return LF_OK;
}

static lf_status suite_report(const suite_values *v, const char *out, const char *name) {
    lf_results *results;
    size_t n;
    bool drawn;
    LF_TRY(lf_results_load(out, &results, &n));
    lf_status status = LF_OK;
    for (size_t i = 0; i < n && status == LF_OK; i++)
        if (strcmp(results[i].name, name) == 0 && strcmp(results[i].scale, v->scale) == 0)
            status = suite_say(v, &results[i]);
    if (status == LF_OK) status = lf_report_render(results, n, out, &drawn);
    if (status == LF_OK && !drawn) lf_message_say("%s", lf_message());
    lf_results_free(results, n);
    LF_TRY(status);
    printf("%s/report.html\n", out);
    return LF_OK;
}

static lf_exit suite_carry_out(const suite_values *v, const char *name, const char *out,
                               const lf_experiment *experiment) {
    const lf_session_item item = {.name = name, .scale = v->scale, .experiment = experiment};
    lf_campaign_outcome outcome;
    size_t other = 0;
    lf_status status = suite_archives(v, name, out, false, &other);
    if (status != LF_OK) return lf_message_exit(status);
    const lf_exit code = lf_session_run(&v->session, out, &item, 1, &outcome);
    if (code != LF_EXIT_DONE || outcome.left) return code;
    status = suite_archives(v, name, out, true, &other);
    if (status == LF_OK) status = suite_report(v, out, name);
    if (status != LF_OK) return lf_message_exit(status);
    return outcome.failed ? LF_EXIT_RUNS : other ? LF_EXIT_CHECK : LF_EXIT_DONE;
}

/* The same in a folder that is removed, so that what archives have counts as finished and `out`
 * stays as it is. */
static lf_exit suite_dry_run(const suite_values *v, const char *name, const char *out,
                             const lf_experiment *experiment) {
    char scratch[LF_PATH_BYTES];
    lf_status status = lf_folder_temporary("suite", scratch);
    if (status != LF_OK) return lf_message_exit(status);
    status = lf_suite_copy(out, scratch);
    const lf_exit code =
        status == LF_OK ? suite_carry_out(v, name, scratch, experiment) : lf_message_exit(status);
    lf_folder_remove(scratch);
    return code;
}

static lf_exit suite_board(const suite_values *v, const lf_texts *operands) {
    if (!v->html || operands->n < 2)
        return lf_message_usage("suite board: expected archives and --html DIR, the folder of the "
                                "page");
    const lf_verify_values values = {.level = v->level, .runs = 3, .session = v->session};
    return lf_suite_board(&values, operands, v->by, v->html);
}

static lf_exit suite_run(const void *values, const lf_texts *operands) {
    const suite_values *v = values;
    char name[64], out[LF_PATH_BYTES];
    const bool board = strcmp(operands->text[0], "board") == 0;
    const lf_view view = lf_print_view_of(operands->text[0]);
    if (operands->n > 1 && !board)
        return lf_message_usage("suite: one view at a time; '%s' is too many", operands->text[1]);
    if (v->html && !board) return lf_message_usage("suite: --html is for `suite board`");
    if (view == LF_VIEWS && !board)
        return lf_message_usage("suite: '%s' is no view; expected one of " LF_VIEW_WORDS,
                                operands->text[0]);
    lf_exit code = lf_session_begin(&v->session);
    if (code == LF_EXIT_DONE) code = lf_session_load(&v->plugins);
    if (code != LF_EXIT_DONE) return code;
    if (board) return suite_board(v, operands);
    lf_experiment *experiment;
    snprintf(name, sizeof name, "suite/%s", operands->text[0]);
    lf_status status = v->session.out ? lf_path_format(out, "%s", v->session.out)
                                      : lf_path_format(out, "levelfield-out/suite-%s-%s",
                                                       operands->text[0], v->scale);
    if (status == LF_OK) status = lf_suite_compose(view, &experiment);
    if (status != LF_OK) return lf_message_exit(status);
    suite_values own;
    status = suite_open(v, operands->text[0], &own);
    if (status != LF_OK)
        code = lf_message_exit(status);
    else
        code = (v->session.dry_run ? suite_dry_run : suite_carry_out)(&own, name, out, experiment);
    suite_close(&own);
    lf_experiment_free(experiment);
    return code;
}

static const lf_option suite_options[] = {
    {"scale", 0, LF_OPTION_CHOICE, offsetof(suite_values, scale), "small|medium|large", "small",
     "the budget of each run: small takes minutes"},
    {"with", 0, LF_OPTION_TEXTS, offsetof(suite_values, with), "NAME.lfz", NULL,
     "take runs from this archive, too, instead of making them"},
    {"baselines", 0, LF_OPTION_CHOICE, offsetof(suite_values, baselines), "archived|rerun",
     "archived", "rerun: make them here all the same, and compare them bit for bit"},
    {"html", 0, LF_OPTION_TEXT, offsetof(suite_values, html), "DIR", NULL,
     "of a board: write DIR/index.html, with copies of the archives beside it"},
    {"by", 0, LF_OPTION_TEXT, offsetof(suite_values, by), "NAME", "this machine",
     "of a board: who says that the archives hold"},
    {"level", 0, LF_OPTION_CHOICE, offsetof(suite_values, level), "1|2|3", "1",
     "of a board: how far archives are verified, as by `levelfield verify`"},
    LF_PLUGIN_OPTION(suite_values),
    LF_SESSION_OPTIONS(suite_values, NULL,
                       "where results are stored (default levelfield-out/suite-VIEW-SCALE)"),
    {0},
};

LF_COMMAND(
    suite, suite, .name = "suite", .operands = "VIEW|board [NAME.lfz...]",
    .doc = "a method of your own beside all of its view",
    .about =
        "Runs all methods of a view, and those that --plugin brings for it, on the problems of "
        "its suite: each tuned by the same rule, with the same seeds. Runs that come with "
        "Levelfield as archives, or are in those of --with, are taken from them, so that only what "
        "is new is made here. What the new method is better at "
        "is said in a line for each other one, and the report has curves, profiles and ranks. "
        "Problems whose data is not here are named and left out. `levelfield publish` makes "
        "an archive of the folder for others, and `suite board` a page of such archives, in "
        "order of what each method needed: those that do not hold, or are of another suite, are "
        "refused, which the page says.",
    .example = "levelfield suite plain --plugin build/mine.so -j 2\n"
               "levelfield suite constrained --plugin mine.so --with baselines.lfz\n"
               "levelfield suite board mine.lfz theirs.lfz --html site",
    .least = 1, .most = 10000);
