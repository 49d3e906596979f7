/**
 * @file show_experiment.c
 * @brief Experiments and papers, shown.
 */
#include "cli/show_experiment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/columns.h"
#include "cli/print.h"
#include "harness/experiment/experiment.h"
#include "harness/experiment/tuning_grid.h"
#include "reports/kinds/claims/parts/claims.h"
#include "reports/kinds/parts/fits.h"
#include "reports/kinds/parts/frontiers.h"
#include "reports/kinds/parts/tables.h"

/* Ids, labels as in tables and legends, and what is really run. What a base has besides is not. */
static void show_lists(const lf_experiment *e) {
    lf_table table = {.columns = 4}; /* one table for both lists, so that they line up */
    const char *kind = "problems:";  /* before the first */
    for (unsigned i = 0; i < e->problems_count; i++) {
        const lf_experiment_problem *p = &e->problems[i];
        if (!lf_experiment_uses_problem(e, i)) continue;
        LF_TABLE_ROW(&table, kind, p->id, p->label, p->problem);
        kind = "";
    }
    kind = "methods:";
    for (unsigned i = 0; i < e->methods_count; i++) {
        const lf_experiment_method *m = &e->methods[i];
        if (!lf_experiment_uses_method(e, i)) continue;
        LF_TABLE_ROW(&table, kind, m->id, m->label, m->algorithm);
        kind = "";
    }
    lf_table_print(&table, 0, stdout);
}

/* What a scale costs is its budget times its seeds; what it changes is in the note. */
static void show_scales(const lf_experiment *e) {
    lf_table table = {.columns = 5};
    LF_TABLE_ROW(&table, "scale", "budget", "seeds", "stop", "note");
    for (unsigned i = 0; i < e->scales_count; i++) {
        const lf_experiment_scale *s = &e->scales[i];
        LF_TABLE_ROW(&table, s->name, s->budget ? s->budget : "-", s->seeds ? s->seeds : "-",
                     s->stop ? s->stop : "-", s->note ? s->note : "");
    }
    putchar('\n');
    lf_table_print(&table, 0, stdout);
}

static lf_status show_ties(const lf_experiment *e) {
    for (unsigned i = 0; i < e->ties_count; i++) {
        char *words = lf_claims_tie_words(&e->ties[i]);
        if (!words) return lf_fail(LF_NO_MEMORY, "no memory for a tie");
        lf_print_field("tie", words);
        free(words);
    }
    return LF_OK;
}

/* What comes out of it, and what its authors want said with it. */
static lf_status show_results(const lf_experiment *e) {
    if (e->tables_count || e->figures_count || e->fits_count || e->frontiers_count ||
        e->claims_count)
        putchar('\n');
    for (unsigned i = 0; i < e->tables_count; i++)
        lf_print_field("table", e->tables[i].title);
    for (unsigned i = 0; i < e->figures_count; i++)
        lf_print_field("figure", e->figures[i].title);
    for (unsigned i = 0; i < e->fits_count; i++)
        lf_print_field("fit", e->fits[i].title);
    for (unsigned i = 0; i < e->frontiers_count; i++)
        lf_print_field("frontier", e->frontiers[i].title);
    for (unsigned i = 0; i < e->claims_count; i++)
        lf_print_field("claim", e->claims[i].text);
    LF_TRY(show_ties(e));
    for (unsigned i = 0; i < e->notes_count; i++)
        lf_print_field("note", e->notes[i]);
    return LF_OK;
}

static void show_warning(const char *text) {
    lf_print_field("warning", text);
}

/* Claims that their own design leaves open. A smoke run is no evidence for anybody. */
static lf_status show_open(const lf_experiment *e) {
    for (unsigned i = 0; i < e->scales_count; i++)
        if (strcmp(e->scales[i].name, "smoke") != 0)
            LF_TRY(lf_claims_few(e, &e->scales[i], 0, show_warning));
    return LF_OK;
}

/* Is it for something that is run? */
static bool show_has_use(const lf_experiment *e, const lf_experiment_grid *grid) {
    for (unsigned i = 0; i < e->problems_count; i++)
        for (unsigned k = 0; k < e->methods_count; k++)
            if ((!grid->problem || strcmp(grid->problem, e->problems[i].id) == 0) &&
                strcmp(grid->method, e->methods[k].id) == 0 && lf_experiment_runs(e, i, k))
                return true;
    return false;
}

/* What every method gets, and which methods get it. */
static void show_tuning(const lf_experiment *e) {
    const lf_experiment_tuning *t = e->tuning;
    if (!t) return;
    printf("\ntuning: %u points by %s, seeds %s", t->points, t->metric, t->seeds);
    if (t->given) printf(", one as given");
    if (t->finalists) printf(", %u of them on all", t->finalists);
    if (t->where) printf(", where %s is at most %g", t->where, *t->at_most);
    for (unsigned i = 0; i < e->scales_count; i++)
        if (lf_tuning_races(&e->scales[i]))
            printf("; %s: raced to the full length, on past edges", e->scales[i].name);
        else if (e->scales[i].tuning_budget)
            printf("; %s: %s each, a claim lost on an edge stays open", e->scales[i].name,
                   e->scales[i].tuning_budget);
    puts("; a claim that is lost by a choice worse than the start stays open");
    lf_table table = {.columns = 3};
    for (const lf_experiment_grid *grid = t->grids; grid < t->grids + t->grids_count; grid++)
        if (show_has_use(e, grid))
            LF_TABLE_ROW(&table, grid->method, grid->problem ? grid->problem : "", grid->grid);
    lf_table_print(&table, 2, stdout);
    for (const lf_experiment_grid *grid = t->grids; grid < t->grids + t->grids_count; grid++)
        if (grid->note && show_has_use(e, grid)) lf_print_field(grid->method, grid->note);
}

/* A name that does not exist is a slip of the keyboard, not bad input: hence the other exit code.
 * A file that does not is one that cannot be used. */
lf_exit lf_show_experiment(const char *name) {
    lf_experiment *experiment;
    lf_status status = lf_experiment_open(name, &experiment);
    if (status != LF_OK) {
        lf_exit code = lf_message_exit(status);
        return status == LF_NOT_FOUND && !lf_path_ends(name, ".yaml") ? LF_EXIT_USAGE : code;
    }
    printf("%s: an experiment\n", name);
    lf_print_field("title", experiment->title);
    lf_print_field("about", experiment->summary);
    lf_print_field("citation", experiment->citation);
    putchar('\n');
    show_lists(experiment);
    show_scales(experiment);
    show_tuning(experiment);
    status = show_results(experiment);
    if (status == LF_OK) status = show_open(experiment);
    printf("\nlevelfield reproduce %s\n", name);
    lf_experiment_free(experiment);
    return lf_message_exit(status);
}

lf_exit lf_show_paper(const char *paper, bool below) {
    char **names;
    size_t n;
    if (lf_experiment_list(paper, &names, &n) != LF_OK) return LF_EXIT_USAGE;
    /* An experiment that cannot be read is listed with the reason: the others are still there. */
    lf_table table = {.columns = 2};
    for (size_t i = 0; i < n; i++) {
        lf_experiment *experiment = NULL;
        lf_status status = lf_experiment_open(names[i], &experiment);
        LF_TABLE_ROW(&table, names[i], status == LF_OK ? experiment->title : lf_message());
        lf_experiment_free(experiment);
    }
    lf_text_list_free(names, n);
    if (!n) return LF_EXIT_USAGE;
    printf("%s%s: experiments\n", below ? "\n" : "", paper);
    lf_table_print(&table, 2, stdout);
    printf("\nlevelfield reproduce %s\n", paper);
    return LF_EXIT_DONE;
}
