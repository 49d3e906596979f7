/**
 * @file cmd_status.c
 * @brief levelfield status: how far the runs of a folder are, here or on a cluster.
 */
#include <stdio.h>
#include <string.h>

#include "cli/columns.h"
#include "cli/command.h"
#include "cli/print.h"
#include "cli/run_states.h"

typedef struct {
    bool json;
} status_values;

static json_int_t status_number(const json_t *object, const char *name) {
    return json_integer_value(json_object_get(object, name));
}

static const char *status_text(const json_t *object, const char *name) {
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

/* The counts of trials, or of runs. */
static void status_row(lf_table *table, const json_t *experiment, const char *which) {
    const json_t *counts = json_object_get(experiment, which);
    if (status_number(counts, "total") == 0) return;
    LF_TABLE_ROW(table, status_text(experiment, "name"), status_text(experiment, "scale"), which);
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)counts, key, value) {
        lf_table_add(table, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    }
}

static void status_counts(const json_t *json) {
    size_t i;
    json_t *experiment;
    const json_t *experiments = json_object_get(json, "experiments");
    const json_t *first = json_object_get(json_array_get(experiments, 0), "runs");
    if (!first) return;
    lf_table table = {.columns = 3 + json_object_size(first)};
    const char *key;
    json_t *value;
    LF_TABLE_ROW(&table, "experiment", "scale", "");
    json_object_foreach((json_t *)first, key, value) {
        lf_table_add(&table, "%s", strcmp(key, "under_way") == 0 ? "under way" : key);
    }
    json_array_foreach(experiments, i, experiment) {
        status_row(&table, experiment, "trials");
        status_row(&table, experiment, "runs");
    }
    lf_table_print(&table, 0, stdout);
}

static void status_under_way(const json_t *json) {
    size_t i;
    json_t *run;
    const json_t *list = json_object_get(json, "under_way");
    if (json_array_size(list) == 0) return;
    lf_table table = {.columns = 4};
    printf("\nunder way\n");
    json_array_foreach(list, i, run) {
        const char *task = status_text(run, "task");
        const json_t *share = json_object_get(run, "share");
        lf_table_add(&table, "%s%s", task[0] ? "task " : "here", task);
        if (json_is_null(share))
            lf_table_add(&table, "not saved yet");
        else
            lf_table_add(&table, "%.0f %%, step %" JSON_INTEGER_FORMAT,
                         100 * json_number_value(share), status_number(run, "steps"));
        lf_table_add(&table, "seed %" JSON_INTEGER_FORMAT, status_number(run, "seed"));
        lf_table_add(&table, "%s / %s", status_text(run, "problem"), status_text(run, "algorithm"));
    }
    lf_table_print(&table, 2, stdout);
}

static void status_slurm(const json_t *slurm) {
    size_t i;
    json_t *job, *n;
    const char *state;
    if (json_is_null(slurm)) return;
    printf("\nSlurm\n");
    if (!json_is_true(json_object_get(slurm, "answers")))
        printf("  does not answer: %s\n", status_text(slurm, "silence"));
    json_array_foreach(json_object_get(slurm, "jobs"), i, job) {
        printf("  job %" JSON_INTEGER_FORMAT ":", status_number(job, "job"));
        const char *comma = "";
        json_object_foreach(json_object_get(job, "tasks"), state, n) {
            printf("%s %" JSON_INTEGER_FORMAT " %s", comma, json_integer_value(n), state);
            comma = ",";
        }
        putchar('\n');
    }
}

/* Counts that do not add up to what is stored would be a riddle. */
static void status_unplanned(const json_t *json) {
    const json_int_t n = status_number(json, "unplanned");
    if (n > 0)
        printf("\n%" JSON_INTEGER_FORMAT " stored run%s in none of these experiments, as after "
               "another command here or a change of the file; levelfield export %s has all\n",
               n, n == 1 ? " is" : "s are", status_text(json, "folder"));
}

static void status_print(const json_t *json) {
    const char *dir = status_text(json, "folder");
    const json_t *writer = json_object_get(json, "writer");
    if (json_is_null(writer))
        printf("%s: no command is at work here\n\n", dir);
    else
        printf("%s: process %" JSON_INTEGER_FORMAT " is at work\n\n", dir,
               json_integer_value(writer));
    status_counts(json);
    status_unplanned(json);
    status_under_way(json);
    status_slurm(json_object_get(json, "slurm"));
    if (status_number(json, "shards") > 0)
        printf("\n%" JSON_INTEGER_FORMAT " results wait to be taken in: levelfield collect %s\n",
               status_number(json, "shards"), dir);
}

static lf_exit status_run(const void *values, const lf_texts *operands) {
    const status_values *v = values;
    json_t *json;
    lf_status status = lf_run_states_json(operands->text[0], &json);
    if (status != LF_OK) return lf_message_exit(status);
    if (v->json)
        status = lf_print_json(json);
    else
        status_print(json);
    json_decref(json);
    return lf_message_exit(status);
}

static const lf_option status_options[] = {
    {"json", 0, LF_OPTION_FLAG, offsetof(status_values, json), NULL, NULL, "print one JSON object"},
    {0},
};

LF_COMMAND(
    status, status, .name = "status", .operands = "DIR", .doc = "how far the runs of a folder are",
    .about =
        "Counts the planned runs of every experiment in DIR: finished, failed, under way, "
        "saved (a checkpoint waits for the next command), pending. A run is under way while "
        "its Slurm task runs, or while a command is at work here and the run has a checkpoint. "
        "Runs that are stored and in no experiment are counted in a line. "
        "Changes nothing.",
    .example = "levelfield status levelfield-out/run", .least = 1, .most = 1);
