/**
 * @file cmd_list.c
 * @brief levelfield list: what there is, by name.
 *
 * Each kind is collected as a JSON array of objects; the text form is the same array as columns. So
 * both forms always have the same entries in the same order.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "base/suggest.h"
#include "base/terminal.h"
#include "base/text.h"
#include "cli/carry_out.h"
#include "cli/columns.h"
#include "cli/command.h"
#include "cli/data_place.h"
#include "cli/print.h"
#include "cli/selection.h"
#include "datasets/table/dataset.h"
#include "harness/experiment/experiment.h"
#include "harness/registry/registry.h"

typedef struct {
    bool json; /* instead of columns */
    const char *view, *paper;
    lf_texts plugins;
} list_values;

/* One kind of thing: a JSON array of objects, whose words and numbers are also the columns of the
 * text. */
typedef struct {
    const char *kind;
    lf_exit (*collect)(json_t *array);
} list_kind;

/* Each collector fills one array; the order of the fields is the order of the columns. An entry for
 * which there is no memory is refused by Jansson, and not listed. */
static lf_exit list_algorithms(json_t *array) {
    const lf_algorithm *const *list;
    size_t n = lf_algorithm_list(&list);
    for (size_t i = 0; i < n; i++)
        json_array_append_new(array,
                              json_pack("{s:s, s:s, s:s, s:s?, s:s, s:b, s:o}", "name",
                                        list[i]->name, "view", lf_view_name(list[i]->view), "doc",
                                        list[i]->doc, "when", list[i]->when, "source",
                                        list[i]->source, "average", list[i]->average != NULL,
                                        "parameters", lf_print_params_json(list[i]->params)));
    return LF_EXIT_DONE;
}

static json_t *list_metrics(const lf_metric *metric) {
    json_t *array = json_array();
    for (; metric && metric->name; metric++)
        json_array_append_new(array,
                              json_pack("{s:s, s:s, s:s, s:b}", "name", metric->name, "better",
                                        metric->higher_is_better ? "higher" : "lower", "doc",
                                        metric->doc, "expensive", metric->expensive));
    return array;
}

/* A problem may show several forms: they are one text, as in the messages about them. */
static lf_exit list_problems(json_t *array) {
    const lf_problem_class *const *list;
    size_t n = lf_problem_list(&list);
    for (size_t i = 0; i < n; i++) {
        char views[128];
        lf_print_views(list[i]->views, views, sizeof views);
        json_array_append_new(array, json_pack("{s:s, s:s, s:s, s:s, s:o, s:o}", "name",
                                               list[i]->name, "views", views, "doc", list[i]->doc,
                                               "source", list[i]->source, "parameters",
                                               lf_print_params_json(list[i]->params), "metrics",
                                               list_metrics(list[i]->metrics)));
    }
    return LF_EXIT_DONE;
}

/* `state` looks at the disk: found, missing or generated. */
static lf_exit list_datasets(json_t *array) {
    const lf_dataset *const *list;
    size_t n = lf_dataset_list(&list);
    for (size_t i = 0; i < n; i++)
        json_array_append_new(array, json_pack("{s:s, s:I, s:I, s:s, s:s}", "name", list[i]->name,
                                               "rows", (json_int_t)list[i]->rows, "features",
                                               (json_int_t)list[i]->features, "state",
                                               lf_catalogue_state(list[i]), "doc", list[i]->doc));
    return LF_EXIT_DONE;
}

/* Titles are in the files, so each is opened; one that cannot be used is named instead of listed.
 */
static lf_exit list_experiments(json_t *array) {
    char **names;
    size_t n;
    const lf_status found = lf_experiment_list(NULL, &names, &n);
    if (found != LF_OK) return lf_message_exit(found);
    lf_exit code = LF_EXIT_DONE;
    for (size_t i = 0; i < n; i++) {
        lf_experiment *experiment;
        if (lf_experiment_open(names[i], &experiment) == LF_OK) {
            json_array_append_new(
                array, json_pack("{s:s, s:s}", "name", names[i], "title", experiment->title));
            lf_experiment_free(experiment);
        } else {
            lf_message_say("%s", lf_message());
            code = LF_EXIT_INPUT;
        }
    }
    lf_text_list_free(names, n);
    return code;
}

/* Models are what the `model` parameters of the problems offer. */
static lf_exit list_models(json_t *array) {
    const lf_problem_class *const *list;
    size_t n = lf_problem_list(&list);
    for (size_t i = 0; i < n; i++) {
        for (const lf_param *p = list[i]->params; p && p->field; p++) {
            if (strcmp(lf_param_name(p), "model") != 0)
                continue; /* the same name in every problem */
            json_array_append_new(array, json_pack("{s:s, s:s}", "problem", list[i]->name, "models",
                                                   p->text ? p->text : ""));
        }
    }
    return LF_EXIT_DONE;
}

/* In the order of the help. A new kind is a line here and its collector. */
static const list_kind list_kinds[] = {
    {"algorithms", list_algorithms},   {"problems", list_problems}, {"datasets", list_datasets},
    {"experiments", list_experiments}, {"models", list_models},
};
enum { LIST_KINDS = sizeof list_kinds / sizeof list_kinds[0] };

/* An array of objects as columns; citation, use, average and what is a list are left to `show`. */
static void list_print(const char *kind, const json_t *array) {
    lf_table table = {0};
    size_t i;
    json_t *entry;
    printf("%s%s%s (%zu)\n", lf_terminal_as(STDOUT_FILENO, LF_TERMINAL_BOLD), kind,
           lf_terminal_as(STDOUT_FILENO, LF_TERMINAL_PLAIN), json_array_size(array));
    json_array_foreach(array, i, entry) {
        const char *key;
        json_t *value;
        size_t columns = 0;
        json_object_foreach(entry, key, value) {
            if (strcmp(key, "source") == 0 || strcmp(key, "when") == 0 ||
                !(json_is_string(value) || json_is_integer(value)))
                continue;
            columns++;
            if (json_is_integer(value))
                lf_table_add(&table, "%lld", (long long)json_integer_value(value));
            else
                lf_table_add(&table, "%s", json_string_value(value));
        }
        table.columns = columns;
    }
    lf_table_print(&table, 2, stdout);
}

/* The kind of that name, or NULL. Pages call algorithms methods, and so do people. */
static const list_kind *list_find(const char *name) {
    if (strcmp(name, "methods") == 0) name = "algorithms";
    for (size_t i = 0; i < LIST_KINDS; i++)
        if (strcmp(list_kinds[i].kind, name) == 0) return &list_kinds[i];
    return NULL;
}

/* The nearest kind, or all of them: there are few. */
static lf_exit list_unknown(const char *name) {
    const char *names[LIST_KINDS];
    for (size_t i = 0; i < LIST_KINDS; i++)
        names[i] = list_kinds[i].kind;
    const char *nearest = lf_suggest_among(name, LIST_KINDS, names);
    if (nearest) return lf_message_usage("list: no kind '%s'; did you mean '%s'?", name, nearest);
    return lf_message_usage(
        "list: no kind '%s': expected algorithms, problems, datasets, experiments "
        "or models",
        name);
}

/* Is the word one of a list such as "composition, constrained"? */
static bool list_has(const char *list, const char *word) {
    const size_t n = strlen(word);
    for (const char *at = list; (at = strstr(at, word)); at += n)
        if ((at == list || at[-1] == ' ') && (at[n] == '\0' || at[n] == ',')) return true;
    return false;
}

/* Does a specification of the experiment name it, or its data? */
static bool list_named(const char *spec, const char *name) {
    const size_t n = strlen(name);
    const char *data = strstr(spec, "data=");
    if (strncmp(spec, name, n) == 0 && (spec[n] == ':' || spec[n] == '\0')) return true;
    return data && strncmp(data + 5, name, n) == 0 && (data[5 + n] == ',' || data[5 + n] == '\0');
}

/* Is it used by an experiment of the paper? */
static bool list_used(const lf_selection *paper, const char *name) {
    for (size_t i = 0; i < paper->n; i++) {
        const lf_experiment *e = paper->experiment[i];
        if (strcmp(paper->name[i], name) == 0) return true;
        for (size_t p = 0; p < e->problems_count; p++)
            if (list_named(e->problems[p].problem, name)) return true;
        for (size_t m = 0; m < e->methods_count; m++)
            if (list_named(e->methods[m].algorithm, name)) return true;
    }
    return false;
}

/* Entries of another view go, and of what has none all; so does what the paper has no use for. */
static void list_narrow(const char *view, const lf_selection *paper, json_t *array) {
    for (size_t i = json_array_size(array); i-- > 0;) {
        const json_t *entry = json_array_get(array, i), *own = json_object_get(entry, "view");
        const json_t *name = json_object_get(entry, "name");
        if (!own) own = json_object_get(entry, "views");
        if (!name) name = json_object_get(entry, "problem");
        if ((view && !(own && list_has(json_string_value(own), view))) ||
            (paper->n && !list_used(paper, json_string_value(name))))
            json_array_remove(array, i);
    }
}

/* One kind or all. As JSON everything is collected first, so that what is printed is whole. What
 * could not be collected has been said; the rest is shown all the same. */
static lf_exit list_all(const list_values *v, const list_kind *only, const lf_selection *paper) {
    json_t *all = json_object();
    lf_exit worst = LF_EXIT_DONE;
    for (size_t i = 0; i < LIST_KINDS; i++) {
        if (only && only != &list_kinds[i]) continue;
        json_t *array = json_array();
        const lf_exit code = list_kinds[i].collect(array);
        if (code != LF_EXIT_DONE) worst = code;
        list_narrow(v->view, paper, array);
        const bool empty = !only && (v->view || paper->n) && json_array_size(array) == 0;
        if (!v->json && !empty) list_print(list_kinds[i].kind, array);
        json_object_set_new(all, list_kinds[i].kind, array);
    }
    if (v->json && lf_print_json(all) != LF_OK) worst = lf_message_exit(LF_NO_MEMORY);
    json_decref(all);
    return worst;
}

static lf_exit list_run(const void *values, const lf_texts *operands) {
    const list_values *v = values;
    const list_kind *only = operands->n ? list_find(operands->text[0]) : NULL;
    lf_selection paper = {0};
    if (operands->n && !only) return list_unknown(operands->text[0]);
    lf_exit code = lf_session_load(&v->plugins);
    if (code == LF_EXIT_DONE && v->paper) code = lf_selection_open("list", v->paper, NULL, &paper);
    if (code == LF_EXIT_DONE) code = list_all(v, only, &paper);
    lf_selection_free(&paper);
    return code;
}

/* The JSON form is for scripts: its fields keep their names. */
static const lf_option list_options[] = {
    {"json", 0, LF_OPTION_FLAG, offsetof(list_values, json), NULL, NULL,
     "print one JSON object: an array of objects for each kind"},
    {"view", 0, LF_OPTION_CHOICE, offsetof(list_values, view), LF_VIEW_WORDS, NULL,
     "methods and problems of this view"},
    {"paper", 0, LF_OPTION_TEXT, offsetof(list_values, paper), "PAPER[/ITEM]", NULL,
     "what the experiments of this paper use, and they themselves"},
    LF_PLUGIN_OPTION(list_values),
    {0},
};

LF_COMMAND(
    list, list, .name = "list", .operands = "[algorithms|problems|datasets|experiments|models]",
    .doc = "what there is, by name",
    .about = "Lists methods, problems, data sets, experiments and models; all of them if no kind "
             "is named. `levelfield show NAME` says more about one.",
    .example = "levelfield list algorithms --view constrained\n"
               "levelfield list --paper sonex\n"
               "levelfield list datasets --json",
    .most = 1);
