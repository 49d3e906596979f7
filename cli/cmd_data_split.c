/**
 * @file cmd_data_split.c
 * @brief levelfield data split: which rows of the data a problem uses, and for what.
 *
 * This is what makes results checkable elsewhere: with these rows and a saved solution, a script
 * that shares no code with levelfield can recompute the metrics.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/text.h"
#include "cli/built.h"
#include "cli/command.h"
#include "cli/print.h"

/* Longer than the name of any part; as wide as the column of names may get. */
enum { SPLIT_NAME = 1024, SPLIT_WIDTH = 40 };

typedef struct {
    bool json; /* row numbers; otherwise only how many */
} split_values;

/* Row numbers as the problem keeps them, which is how its metrics read the data. */
static json_t *split_json(const lf_problem_info *info) {
    json_t *parts = json_object(), *features = json_array();
    for (size_t i = 0; i < info->parts; i++) {
        json_t *rows = json_array();
        for (size_t j = 0; j < info->part[i].n; j++)
            json_array_append_new(rows, json_integer(info->part[i].row[j]));
        json_object_set_new(parts, info->part[i].name, rows);
    }
    for (size_t i = 0; info->feature && i < info->features; i++)
        json_array_append_new(features, json_string(info->feature[i]));
    return json_pack("{s:o, s:o}", "parts", parts, "features", features);
}

/* For people: how many, not which. */
static void split_text(const lf_problem_info *info) {
    size_t width = 0;
    printf("data set %s, %zu feature%s\n",
           info->data_name && info->data_name[0] ? info->data_name : "none", info->features,
           lf_print_s(info->features));
    for (size_t i = 0; i < info->parts; i++)
        if (strlen(info->part[i].name) > width) width = strlen(info->part[i].name);
    if (width > SPLIT_WIDTH) width = SPLIT_WIDTH;
    for (size_t i = 0; i < info->parts; i++) {
        char name[SPLIT_NAME];
        snprintf(name, sizeof name, "%s", info->part[i].name);
        lf_text_clean(name, false); /* a name may come out of a user's file */
        printf("  %-*s  %zu row%s\n", (int)width, name, info->part[i].n,
               lf_print_s(info->part[i].n));
    }
}

/* The problem is built as a run would build it, so what is printed is what is used. */
static lf_exit split_run(const void *values, const lf_texts *operands) {
    const split_values *v = values;
    char *canonical;
    if (lf_problem_canonical(operands->text[0], &canonical) != LF_OK)
        return lf_message_usage("data split: %s", lf_message());
    lf_built built;
    lf_status status = lf_built_open(canonical, &built);
    free(canonical);
    if (status != LF_OK) return lf_message_exit(status);
    if (v->json) {
        json_t *json = split_json(&built.problem.info);
        json_dumpf(json, stdout, JSON_COMPACT);
        putchar('\n');
        json_decref(json);
    } else {
        split_text(&built.problem.info);
    }
    lf_built_close(&built);
    return LF_EXIT_DONE;
}

/* Without --json the numbers of rows, which is what one looks at first. */
static const lf_option split_options[] = {
    {"json", 0, LF_OPTION_FLAG, offsetof(split_values, json), NULL, NULL,
     "print the row numbers of every part and the name of every feature"},
    {0},
};

LF_COMMAND(
    data_split, split, .name = "data split", .operands = "PROBLEM[:k=v,...]",
    .doc = "which rows of the data a problem uses, and for what",
    .about = "Prints the parts that a problem divides its data into. With --json: one object, "
             "{\"parts\": {NAME: [row numbers]}, \"features\": [names]}; rows are counted from 0 "
             "in file order, those of the publisher's test file after its training file.",
    .example = "levelfield data split dp_scad:data=a9a --json > split.json", .least = 1, .most = 1);
