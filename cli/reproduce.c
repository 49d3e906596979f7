/**
 * @file reproduce.c
 * @brief levelfield reproduce: the experiments of a paper, from runs to report.
 *
 * A paper is a folder of experiments that share their runs through one output folder. The tables on
 * standard output are those of the experiments asked for; the report covers the whole folder.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/session.h"
#include "core/file.h"
#include "core/suggest.h"
#include "plots/plot.h"
#include "reports/report.h"

typedef struct {
    lf_session session;
    const char *scale;
} reproduce_values;

/* The experiments asked for. */
typedef struct {
    size_t n;
    char **name;                /* "3secon/table2", or a path */
    lf_experiment **experiment; /* NULL until they are opened */
} reproduce_set;

/* Fine at any stage of being filled. */
static void reproduce_free(reproduce_set *set) {
    for (size_t i = 0; i < set->n; i++) {
        free(set->name[i]);
        if (set->experiment) lf_experiment_free(set->experiment[i]);
    }
    free(set->name);
    free(set->experiment);
}

/* No experiment of that paper: name the nearest one that there is. */
static lf_exit reproduce_unknown(const char *what) {
    char **names;
    size_t n;
    lf_status status = lf_experiment_list(NULL, &names, &n);
    if (status != LF_OK) return lf_talk_failure(status);
    for (size_t i = 0; i < n; i++)
        names[i][strcspn(names[i], "/")] = '\0'; /* papers only, some of them several times */
    const char *nearest = lf_suggest_among(what, n, (const char *const *)names);
    lf_exit code =
        nearest ? lf_talk_usage("reproduce: no paper '%s'; did you mean '%s'?", what, nearest)
                : lf_talk_usage("reproduce: no paper '%s' (levelfield list experiments)", what);
    for (size_t i = 0; i < n; i++)
        free(names[i]);
    free(names);
    return code;
}

/* The names behind "PAPER", "PAPER/ITEM" or "FILE.yaml". */
static lf_exit reproduce_names(const char *what, reproduce_set *set) {
    size_t length = strlen(what);
    bool file = length > 5 && strcmp(what + length - 5, ".yaml") == 0;
    if (!file && !strchr(what, '/')) {
        lf_status status = lf_experiment_list(what, &set->name, &set->n);
        if (status != LF_OK) return lf_talk_failure(status);
        return set->n ? LF_EXIT_DONE : reproduce_unknown(what);
    }
    set->name = calloc(1, sizeof *set->name);
    if (!set->name || !(set->name[0] = strdup(what))) return lf_talk_failure(LF_NO_MEMORY);
    set->n = 1;
    return LF_EXIT_DONE;
}

/* The scales that there are; an experiment need not have all three. */
static lf_exit reproduce_no_scale(const lf_experiment *experiment, const char *name,
                                  const char *scale) {
    char list[256] = "";
    for (size_t i = 0; i < experiment->scales_count; i++) {
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "",
                 experiment->scales[i].name);
    }
    return lf_talk_usage("reproduce: %s has no scale '%s'; it has %s", name, scale, list);
}

/* Every experiment is opened and checked before the first run of any. */
static lf_exit reproduce_open(const char *scale, reproduce_set *set) {
    set->experiment = calloc(set->n, sizeof *set->experiment);
    if (!set->experiment) return lf_talk_failure(LF_NO_MEMORY);
    for (size_t i = 0; i < set->n; i++) {
        lf_status status = lf_experiment_open(set->name[i], &set->experiment[i]);
        if (status != LF_OK) {
            lf_exit code = lf_talk_failure(status);
            return status == LF_NOT_FOUND ? LF_EXIT_USAGE : code;
        }
        if (!lf_experiment_find_scale(set->experiment[i], scale))
            return reproduce_no_scale(set->experiment[i], set->name[i], scale);
    }
    return LF_EXIT_DONE;
}

/* Default output folder: levelfield-out/PAPER-SCALE. */
static lf_status reproduce_out(const char *name, const char *scale, char path[LF_PATH_BYTES]) {
    size_t length = strlen(name);
    if (length > 5 && strcmp(name + length - 5, ".yaml") == 0) {
        const char *slash = strrchr(name, '/');
        name = slash ? slash + 1 : name;
        length = strlen(name) - 5;
    } else {
        length = strcspn(name, "/");
    }
    return lf_path_format(path, "levelfield-out/%.*s-%s", (int)length, name, scale);
}

/* Is this one of the experiments asked for? The folder may hold others, from earlier commands. */
static bool reproduce_asked(const reproduce_set *set, const char *scale,
                            const lf_results *results) {
    for (size_t i = 0; i < set->n; i++)
        if (strcmp(results->name, set->name[i]) == 0 && strcmp(results->scale, scale) == 0)
            return true;
    return false;
}

/* Figures, tables on standard output, report. */
static lf_status reproduce_publish(const char *out, const char *scale, const reproduce_set *set) {
    lf_results *results;
    size_t n;
    LF_TRY(lf_results_load(out, &results, &n));
    lf_status status = LF_OK;
    for (size_t i = 0; i < n && status == LF_OK; i++) {
        if (!reproduce_asked(set, scale, &results[i])) continue;
        status = lf_plot_write(&results[i], out);
        if (status == LF_OK) status = lf_report_tables(&results[i], stdout);
    }
    lf_results_free(results, n);
    LF_TRY(status);
    LF_TRY(lf_report_write(out));
    printf("%s/report.html\n", out);
    return LF_OK;
}

/* All items go into one folder: runs that several of them need are made once. */
static lf_exit reproduce_carry_out(const reproduce_values *v, const char *what,
                                   const reproduce_set *set) {
    char path[LF_PATH_BYTES];
    lf_status status = LF_OK;
    const char *out = v->session.out; /* the default depends on what is asked for */
    if (!out) {
        status = reproduce_out(what, v->scale, path);
        out = path;
    }
    lf_session_item *items = calloc(set->n, sizeof *items);
    if (!items || status != LF_OK) {
        free(items);
        return lf_talk_failure(status == LF_OK ? LF_NO_MEMORY : status);
    }
    for (size_t i = 0; i < set->n; i++)
        items[i] = (lf_session_item){set->name[i], v->scale, set->experiment[i]};
    lf_campaign_outcome outcome;
    lf_exit code = lf_session_run(&v->session, out, items, set->n, &outcome);
    free(items);
    if (code != LF_EXIT_DONE) return code;
    status = reproduce_publish(out, v->scale, set);
    if (status != LF_OK) return lf_talk_failure(status);
    return outcome.failed ? LF_EXIT_RUNS : LF_EXIT_DONE;
}

/* Name, files, runs, figures, report. */
static lf_exit reproduce_run(const void *values, const lf_texts *operands) {
    const reproduce_values *v = values;
    lf_exit code = lf_session_begin(&v->session);
    if (code != LF_EXIT_DONE) return code;
    reproduce_set set = {0};
    code = reproduce_names(operands->text[0], &set);
    if (code == LF_EXIT_DONE) code = reproduce_open(v->scale, &set);
    if (code == LF_EXIT_DONE) code = reproduce_carry_out(v, operands->text[0], &set);
    reproduce_free(&set);
    return code;
}

/* Problems, methods and budgets are in the experiment file: the command line only says how much of
 * it, and where. */
static const lf_option reproduce_options[] = {
    {"scale", 0, LF_OPTION_TEXT, offsetof(reproduce_values, scale), "smoke|default|paper",
     "default", "smoke: seconds; default: minutes on a laptop; paper: the published size"},
    LF_SESSION_OPTIONS(reproduce_values, NULL,
                       "where results are stored (default levelfield-out/PAPER-SCALE)"),
    {0},
};

const lf_command lf_command_reproduce = {
    .name = "reproduce",
    .operands = "PAPER[/ITEM]",
    .doc = "regenerate a paper's tables and figures",
    .about = "Carries out one experiment of a paper, or all of them, prints their tables beside "
             "the published values, draws the figures and writes the report, whose path is the "
             "last line. A path that ends in .yaml names an experiment file of your own. Finished "
             "runs are not repeated; an interrupted experiment continues.",
    .example = "levelfield reproduce demo\n"
               "levelfield reproduce 3secon/table2 --scale smoke -j 2",
    .options = reproduce_options,
    .least = 1,
    .most = 1,
    .values_size = sizeof(reproduce_values),
    .run = reproduce_run,
};
