/**
 * @file cmd_show.c
 * @brief levelfield show: everything known about one name.
 *
 * One name may belong to several things, a problem and a method for instance; all are shown. Names
 * with a slash are experiments, a bare paper's name lists its experiments, and a file is an
 * experiment or the description of a data set.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "base/text.h"
#include "cli/carry_out.h"
#include "cli/columns.h"
#include "cli/command.h"
#include "cli/data_place.h"
#include "cli/print.h"
#include "cli/selection.h"
#include "cli/show_experiment.h"
#include "datasets/obtain/checksum.h"
#include "datasets/obtain/locate.h"
#include "datasets/user/description.h"
#include "harness/registry/registry.h"

/* As problems see them: -1 and +1, or classes from 0. */
static void show_user_labels(const lf_data *data, const lf_user_keys *keys) {
    size_t negative = 0;
    double last = 0;
    for (size_t i = 0; i < data->rows; i++) {
        negative += data->label[i] < 0;
        if (data->label[i] > last) last = data->label[i];
    }
    if (negative == 0) { /* of two classes the first one is -1, and both occur */
        printf("labels:      classes 0 to %.0f\n", last);
        return;
    }
    printf("labels:      +1 in %zu row%s, -1 in %zu", data->rows - negative,
           lf_print_s(data->rows - negative), negative);
    if (keys->classes_count == 2) printf(", for %s and %s", keys->classes[1], keys->classes[0]);
    putchar('\n');
}

static void show_user_print(const char *name, const lf_data *data, const lf_user_description *d) {
    printf("%s: a data set of your own\n", name);
    printf("size:        %zu rows, %zu feature%s", data->rows, data->features,
           lf_print_s(data->features));
    if (data->train_rows) printf("; the first %zu rows are for training", data->train_rows);
    putchar('\n');
    show_user_labels(data, d->keys);
    for (size_t a = 0; a < data->attributes; a++) {
        char group[256];
        snprintf(group, sizeof group, "%s", data->attribute[a].name);
        lf_text_clean(group, false); /* a column may be called anything */
        printf("group:       %s, %zu value%s\n", group, data->attribute[a].categories,
               lf_print_s(data->attribute[a].categories));
    }
    lf_print_field("description", d->path);
    for (size_t f = 0; f < d->files; f++)
        lf_print_field("file", d->file[f]);
    lf_print_field("identity", data->sha256);
    printf("\nlevelfield run --problem PROBLEM:data=%s --algorithm ALGORITHM --budget 1e4\n", name);
}

/* A description, with or without a pin: the table that it makes and the files that make it. All of
 * them are read. */
static lf_exit show_user(const char *data) {
    lf_user_description *d = calloc(1, sizeof *d);
    lf_data *table = NULL;
    lf_status status = d ? lf_user_describe(data, d) : lf_fail(LF_NO_MEMORY, "no memory");
    if (status == LF_OK) status = lf_data_open(data, &table);
    if (status == LF_OK) show_user_print(data, table, d);
    lf_data_close(table);
    if (d) lf_user_description_free(d);
    free(d);
    return lf_message_exit(status);
}

typedef struct {
    lf_texts plugins;
} show_values;

/* What it does, what it solves, whose it is, how it is set, how it is called. */
static void show_algorithm(const lf_algorithm *a) {
    printf("%s: an algorithm\n", a->name);
    lf_print_field("does", a->doc);
    lf_print_field("solves", lf_view_name(a->view));
    if (a->when) lf_print_field("when", a->when);
    if (a->average)
        lf_print_field("average", "kept, and judged beside the iterate: every metric of the "
                                  "problem is there a second time, as METRIC.avg");
    lf_print_field("source", a->source);
    lf_print_params(a->params);
    printf("\nlevelfield run --problem PROBLEM --algorithm %s --budget 1e4\n", a->name);
}

/* In the order of the tables; the first one is the headline of a problem. */
static void show_metrics(const lf_metric *metric) {
    lf_table table = {.columns = 3};
    LF_TABLE_ROW(&table, "metric", "better", "meaning");
    for (; metric->name; metric++) {
        lf_table_add(&table, "%s", metric->name);
        lf_table_add(&table, metric->higher_is_better ? "higher" : "lower");
        lf_table_add(&table, "%s%s", metric->doc, metric->expensive ? " (expensive)" : "");
    }
    putchar('\n');
    lf_table_print(&table, 2, stdout);
}

/* As for an algorithm, and how solutions are judged. */
static void show_problem(const lf_problem_class *p) {
    char views[128];
    lf_print_views(p->views, views, sizeof views);
    printf("%s: a problem\n", p->name);
    lf_print_field("minimises", p->doc);
    lf_print_field("views", views);
    lf_print_field("source", p->source);
    lf_print_params(p->params);
    if (p->metrics) show_metrics(p->metrics);
    printf("\nlevelfield run --problem %s --algorithm ALGORITHM --budget 1e4\n", p->name);
}

/* Licence and citation belong to whoever uses the data; the path tells which copy would be read. */
static void show_dataset(const lf_dataset *d) {
    printf("%s: a data set\n", d->name);
    lf_print_field("holds", d->doc);
    printf("size:        %zu rows, %zu features", d->rows, d->features);
    if (d->survey)
        printf(" as published, or however many are there; four fifths of them train");
    else if (d->train_rows)
        printf("; %s %zu rows",
               d->files ? "the publisher's training file has" : "the training set is",
               d->train_rows);
    putchar('\n');
    lf_print_field("note", d->note);
    lf_print_field("licence", d->licence);
    lf_print_field("citation", d->citation);
    lf_print_field("state", lf_catalogue_state(d));
    for (const lf_dataset_file *file = d->files; file && file->path; file++) {
        char where[LF_PATH_BYTES];
        bool found = lf_dataset_locate(d, file, where) == LF_OK;
        printf("file:        %s\n", file->path);
        printf("    where    %s\n", found ? where : "missing");
        const char *url = file->archive ? file->archive->url : file->url;
        const char *stated = lf_checksum_stated(file);
        printf("    source   %s\n", url ? url : file->why ? file->why : "cannot be fetched");
        const char *kind = file->sha256 || !file->md5 ? "sha256" : "md5   ";
        printf("    %s   %s\n", kind,
               stated ? stated : "none published; a checksum over all images is the identity");
    }
}

/* What everything is called, for the suggestion. */
static const char *show_nearest(const char *word) {
    const lf_algorithm *const *algorithm;
    const lf_problem_class *const *problem;
    const lf_dataset *const *dataset;
    size_t algorithms = lf_algorithm_list(&algorithm), problems = lf_problem_list(&problem);
    size_t datasets = lf_dataset_list(&dataset), n = 0;
    const char **names = calloc(algorithms + problems + datasets + 1, sizeof *names);
    if (!names) return NULL;
    for (size_t i = 0; i < algorithms; i++)
        names[n++] = algorithm[i]->name;
    for (size_t i = 0; i < problems; i++)
        names[n++] = problem[i]->name;
    for (size_t i = 0; i < datasets; i++)
        names[n++] = dataset[i]->name;
    const char *nearest = lf_suggest_among(word, n, names);
    free(names);
    return nearest;
}

/* A word of the command line is looked up by it, too. */
static lf_exit show_unknown(const char *name) {
    for (const lf_command *const *command = lf_command_table; *command; command++)
        if (strcmp((*command)->name, name) == 0)
            return lf_message_usage("show: '%s' is a command: levelfield %s --help", name, name);
    const char *nearest = show_nearest(name);
    if (nearest) return lf_message_usage("show: no '%s'; did you mean '%s'?", name, nearest);
    return lf_message_usage("show: no '%s' (levelfield list names everything)", name);
}

/* Whatever has the name is shown, one after the other: `mero` is a problem and a method. */
static lf_exit show_run(const void *values, const lf_texts *operands) {
    const show_values *v = values;
    const char *name = operands->text[0];
    const lf_exit loaded = lf_session_load(&v->plugins);
    if (loaded != LF_EXIT_DONE) return loaded;
    if (lf_user_described(name)) return show_user(name);
    /* Only experiments have a slash or an ending in their names. */
    if (strchr(name, '/') || strstr(name, ".yaml")) return lf_show_experiment(name);
    const lf_algorithm *algorithm;
    const lf_problem_class *problem;
    const lf_dataset *dataset = lf_dataset_find(name);
    lf_dataset sized;
    lf_dataset_size size;
    if (dataset && lf_dataset_resize(dataset, name, &size, &sized) != LF_OK)
        return lf_message_usage("show: %s", lf_message());
    int shown = 0; /* a problem and an algorithm may have the same name */
    if (lf_algorithm_find(name, &algorithm) == LF_OK && ++shown) show_algorithm(algorithm);
    if (lf_problem_find(name, &problem) == LF_OK && printf("%s", shown++ ? "\n" : "") >= 0)
        show_problem(problem);
    if (dataset && printf("%s", shown++ ? "\n" : "") >= 0) show_dataset(&sized);
    lf_exit paper = lf_show_paper(name, shown > 0);
    if (paper == LF_EXIT_DONE || shown) return LF_EXIT_DONE;
    /* Nothing has that name. */
    char items[256];
    lf_selection_items(name, sizeof items, items);
    if (items[0]) return lf_message_usage("show: no '%s'; did you mean %s?", name, items);
    return show_unknown(name);
}

/* Shown is everything there is. */
static const lf_option show_options[] = {
    LF_PLUGIN_OPTION(show_values),
    {0},
};

LF_COMMAND(
    show, show, .name = "show", .operands = "NAME", .doc = "what is known about one name",
    .about = "Shows a method, a problem, a data set or an experiment (PAPER/ITEM): what it is, "
             "where it comes from, and every parameter with its default and range. NAME may be the "
             "file of an experiment, or of the description of your own data (docs/data.md).",
    .example = "levelfield show 3secon\n"
               "levelfield show 3secon/table2\n"
               "levelfield show mine --plugin build/mine.so",
    .least = 1, .most = 1);
