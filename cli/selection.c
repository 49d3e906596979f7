/**
 * @file selection.c
 * @brief From a word of the command line to experiments.
 *
 * A paper is a folder of experiments. All of them are opened before anything starts, so that a
 * mistake in the last one is found before the first has run.
 */
#include "cli/selection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/suggest.h"
#include "base/text.h"

void lf_selection_free(lf_selection *selection) {
    for (size_t i = 0; selection->experiment && i < selection->n; i++)
        lf_experiment_free(selection->experiment[i]);
    lf_text_list_free(selection->name, selection->n);
    free(selection->experiment);
}

void lf_selection_items(const char *item, size_t bytes, char *list) {
    char **names;
    size_t n, used = 0;
    list[0] = '\0';
    if (lf_experiment_list(NULL, &names, &n) != LF_OK) return;
    for (size_t i = 0; i < n && used < bytes; i++)
        if (strcmp(lf_path_name(names[i]), item) == 0)
            used += (size_t)snprintf(list + used, bytes - used, "%s%s", used ? ", " : "", names[i]);
    lf_text_list_free(names, n);
}

/* No experiment of that paper: name those of that name in any paper, or the nearest paper. */
static lf_exit selection_unknown(const char *command, const char *what) {
    char **names, items[256];
    size_t n;
    lf_selection_items(what, sizeof items, items);
    if (items[0])
        return lf_message_usage("%s: no paper '%s'; did you mean %s?", command, what, items);
    lf_status status = lf_experiment_list(NULL, &names, &n);
    if (status != LF_OK) return lf_message_exit(status);
    for (size_t i = 0; i < n; i++)
        names[i][strcspn(names[i], "/")] = '\0'; /* papers only, some of them several times */
    const char *nearest = lf_suggest_among(what, n, (const char *const *)names);
    lf_exit code =
        nearest
            ? lf_message_usage("%s: no paper '%s'; did you mean '%s'?", command, what, nearest)
            : lf_message_usage("%s: no paper '%s' (levelfield list experiments)", command, what);
    lf_text_list_free(names, n);
    return code;
}

/* The names behind "PAPER", "PAPER/ITEM" or "FILE.yaml"; no paper is called FILE.yml. */
static lf_exit selection_names(const char *command, const char *what, lf_selection *selection) {
    const bool file = lf_path_ends(what, ".yaml") || lf_path_ends(what, ".yml");
    if (!file && !strchr(what, '/')) {
        lf_status status = lf_experiment_list(what, &selection->name, &selection->n);
        if (status != LF_OK) return lf_message_exit(status);
        return selection->n ? LF_EXIT_DONE : selection_unknown(command, what);
    }
    selection->name = calloc(1, sizeof *selection->name);
    if (!selection->name || !(selection->name[0] = strdup(what)))
        return lf_message_exit(LF_NO_MEMORY);
    selection->n = 1;
    return LF_EXIT_DONE;
}

/* The scales that there are; an experiment need not have all three. */
static lf_exit selection_no_scale(const char *command, const lf_experiment *experiment,
                                  const char *name, const char *scale) {
    char list[256] = "";
    for (size_t i = 0; i < experiment->scales_count; i++) {
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "",
                 experiment->scales[i].name);
    }
    return lf_message_usage("%s: %s has no scale '%s'; it has %s", command, name, scale, list);
}

lf_exit lf_selection_refused(const char *name, lf_status status) {
    const lf_exit code = lf_message_exit(status);
    return status == LF_NOT_FOUND && !lf_path_ends(name, ".yaml") ? LF_EXIT_USAGE : code;
}

/* Every experiment is opened and checked before the first run of any. */
static lf_exit selection_open(const char *command, const char *scale, lf_selection *selection) {
    selection->experiment = calloc(selection->n, sizeof *selection->experiment);
    if (!selection->experiment) return lf_message_exit(LF_NO_MEMORY);
    for (size_t i = 0; i < selection->n; i++) {
        lf_status status = lf_experiment_open(selection->name[i], &selection->experiment[i]);
        if (status != LF_OK) return lf_selection_refused(selection->name[i], status);
        if (scale && !lf_experiment_find_scale(selection->experiment[i], scale))
            return selection_no_scale(command, selection->experiment[i], selection->name[i], scale);
    }
    return LF_EXIT_DONE;
}

/* A file of one's own gets its name without folder and ending; items of a paper share a folder. */
lf_status lf_selection_out(const char *out, const char *name, const char *scale,
                           char path[LF_PATH_BYTES]) {
    if (out) return lf_path_format(path, "%s", out);
    const bool file = lf_path_ends(name, ".yaml");
    if (file) name = lf_path_name(name);
    const size_t length = file ? strlen(name) - strlen(".yaml") : strcspn(name, "/");
    return lf_path_format(path, "levelfield-out/%.*s-%s", (int)length, name, scale);
}

/* By name and scale, as they were stored. */
bool lf_selection_has(const lf_selection *selection, const char *scale, const lf_results *results) {
    for (size_t i = 0; i < selection->n; i++)
        if (strcmp(results->name, selection->name[i]) == 0 && strcmp(results->scale, scale) == 0)
            return true;
    return false;
}

lf_exit lf_selection_open(const char *command, const char *what, const char *scale,
                          lf_selection *selection) {
    *selection = (lf_selection){0};
    const lf_exit code = selection_names(command, what, selection);
    return code == LF_EXIT_DONE ? selection_open(command, scale, selection) : code;
}

/* Of what is not run the item comes to the end, to be freed there. */
static void selection_swap(lf_selection *selection, size_t i, size_t k) {
    char *name = selection->name[i];
    lf_experiment *experiment = selection->experiment[i];
    selection->name[i] = selection->name[k];
    selection->experiment[i] = selection->experiment[k];
    selection->name[k] = name;
    selection->experiment[k] = experiment;
}

lf_exit lf_selection_narrow(const char *command, const lf_slice *slice, lf_selection *selection) {
    size_t kept = 0;
    for (size_t i = 0; i < selection->n; i++)
        if (lf_slice_check(slice, selection->experiment[i]) == LF_OK)
            selection_swap(selection, kept++, i);
    if (kept == 0) /* the message is about the last one */
        return lf_message_usage("%s: %s: %s", command, selection->name[selection->n - 1],
                                lf_message());
    for (size_t i = kept; i < selection->n; i++) {
        free(selection->name[i]);
        lf_experiment_free(selection->experiment[i]);
    }
    selection->n = kept;
    return LF_EXIT_DONE;
}
