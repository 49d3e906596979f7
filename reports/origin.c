/**
 * @file origin.c
 * @brief Where results come from: environment, data, and the command that makes them again.
 *
 * Whoever doubts a number finds here what made it: version and commit, compiler, CPU and libraries
 * of each different environment, the checksum of each data set, and a command to paste.
 */
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/file.h"
#include "reports/parts.h"

/* An environment's fields as rows; nested objects as "libraries.openblas". */
static void origin_fields(lf_grid *grid, json_t *object, const char *prefix) {
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value) {
        char name[200];
        snprintf(name, sizeof name, "%s%s%s", prefix, *prefix ? "." : "", key);
        if (json_is_object(value)) {
            origin_fields(grid, value, name);
            continue;
        }
        char *text = json_is_string(value) ? NULL : json_dumps(value, JSON_ENCODE_ANY);
        lf_grid_add(grid, "%s", name);
        lf_grid_add(grid, "%s", text ? text : json_string_value(value));
        free(text);
    }
}

/* One environment as a table. What is stored but cannot be read as JSON is shown as it is. */
static void origin_environment(lf_page *page, const char *text, size_t runs, size_t all) {
    lf_grid grid = lf_grid_make("tt", 2, NULL);
    json_t *json = json_loads(text, 0, NULL);
    lf_grid_add(&grid, "Environment");
    if (runs == all)
        lf_grid_add(&grid, "of all runs");
    else
        lf_grid_add(&grid, "of %zu of %zu runs", runs, all);
    if (json) {
        origin_fields(&grid, json, "");
    } else {
        lf_grid_add(&grid, "as stored");
        lf_grid_add(&grid, "%s", text);
    }
    json_decref(json);
    lf_page_take(page, &grid);
}

/* The environment of a run; "" if the run has no result. */
static const char *origin_of(const lf_part_set *set, size_t run) {
    const lf_record *record = lf_part_record(set, run);
    return record->key[0] && record->environment ? record->environment : "";
}

/* Is there a run with the same environment before this one? The nearest is asked first, because
 * most runs have that of the run before. */
static bool origin_repeats(const lf_part_set *set, size_t run) {
    const char *text = origin_of(set, run);
    for (size_t i = run; i-- > 0;)
        if (strcmp(origin_of(set, i), text) == 0) return true;
    return false;
}

/* Each different environment once: runs may come from several machines or builds. */
static void origin_environments(lf_page *page, const lf_part_set *set) {
    size_t all = 0;
    for (size_t run = 0; run < set->runs; run++)
        all += origin_of(set, run)[0] != '\0';
    for (size_t run = 0; run < set->runs; run++) {
        const char *text = origin_of(set, run);
        size_t same = 0;
        if (text[0] == '\0' || origin_repeats(set, run)) continue;
        for (size_t i = run; i < set->runs; i++)
            same += strcmp(origin_of(set, i), text) == 0;
        origin_environment(page, text, same, all);
    }
}

/* Each data set once, by name and checksum: two versions of one set are two rows. */
static void origin_data(lf_page *page, const lf_part_set *set) {
    lf_grid grid = lf_grid_make("tc", LF_HEADS("Data", "SHA-256"));
    for (size_t run = 0; run < set->runs; run++) {
        const lf_record *record = lf_part_record(set, run);
        if (!record->data_name || record->data_name[0] == '\0') continue;
        const char *sha256 = record->data_sha256 ? record->data_sha256 : "";
        lf_grid_add(&grid, "%s", record->data_name);
        lf_grid_add(&grid, "%s", sha256);
        lf_grid_settle(&grid);
    }
    if (lf_grid_rows(&grid) > 1) lf_page_take(page, &grid);
    lf_grid_free(&grid);
}

/* An argument as a shell reads it back. */
static void origin_argument(const char *option, const char *text, FILE *out) {
    static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                               "_-./:=,+%@";
    if (option) fprintf(out, " \\\n    %s", option);
    fputc(' ', out);
    if (*text && text[strspn(text, safe)] == '\0') {
        fputs(text, out);
        return;
    }
    fputc('\'', out);
    for (; *text; text++)
        fputs(*text == '\'' ? "'\\''" : (char[]){*text, '\0'}, out);
    fputc('\'', out);
}

/* `levelfield run` leaves an experiment that has no name to reproduce: its parts make the command.
 */
static void origin_run(const lf_results *results, FILE *out) {
    const lf_experiment *experiment = results->experiment;
    fputs("levelfield run", out);
    for (size_t p = 0; p < experiment->problems_count; p++)
        origin_argument("--problem", experiment->problems[p].problem, out);
    for (size_t m = 0; m < experiment->methods_count; m++)
        origin_argument("--algorithm", experiment->methods[m].algorithm, out);
    for (size_t i = 0; i < experiment->scales_count; i++) {
        const lf_experiment_scale *scale = &experiment->scales[i];
        if (strcmp(scale->name, results->scale) != 0) continue;
        char number[24];
        if (scale->budget) origin_argument("--budget", scale->budget, out);
        if (scale->seeds) origin_argument("--seeds", scale->seeds, out);
        snprintf(number, sizeof number, "%u", scale->checkpoints);
        origin_argument("--checkpoints", number, out);
        if (scale->spacing) origin_argument("--spacing", scale->spacing, out);
        snprintf(number, sizeof number, "%u", scale->expensive);
        origin_argument("--expensive", number, out);
    }
}

/* Experiments with a name are reproduced by it; the others are told in full. */
static void origin_command(const lf_results *results, FILE *out) {
    if (lf_path_ends(results->name, ".yaml") || strchr(results->name, '/')) {
        fputs("levelfield reproduce", out);
        origin_argument(NULL, results->name, out);
        fputs(" --scale", out);
        origin_argument(NULL, results->scale, out);
    } else {
        origin_run(results, out);
    }
}

char *lf_part_command(const lf_results *results) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    origin_command(results, out);
    if (fclose(out) != 0) return NULL;
    for (char *at; (at = strstr(text, " \\\n   "));) /* on one line */
        memmove(at, at + 5, strlen(at + 5) + 1);
    return text;
}

/* One block to paste, a command for each experiment. */
static void origin_commands(lf_page *page, const lf_part_set *set) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    for (size_t i = 0; out && i < set->experiments; i++) {
        if (i > 0) fputc('\n', out);
        origin_command(&set->results[i], out);
    }
    if (!out || fclose(out) != 0)
        page->lost = true;
    else
        page->is->code(page, text);
    free(text);
}

/* Was it tried whether they come out again? Said only where it was, and never of rows that are by
 * now not those that were stored. */
static void origin_replayed(lf_page *page, const lf_results *results) {
    const lf_replay_note *note = &results->replayed;
    const char *folder = results->folder ? results->folder : "this folder";
    char later[64] = "";
    if (note->made_at[0] == '\0') return;
    if (note->later) snprintf(later, sizeof later, "; %zu were stored since", note->later);
    if (note->faults)
        lf_page_text(page,
                     "Not verified any more: %zu of %zu runs of %s were made again, bit "
                     "for bit, on %.10s, but %zu fault%s in it by now (levelfield verify "
                     "names them)%s.",
                     note->identical, note->runs, folder, note->made_at, note->faults,
                     note->faults == 1 ? " is" : "s are", later);
    else
        lf_page_text(page,
                     "Verified: %zu of %zu runs of %s made again, bit for bit, on %.10s "
                     "(levelfield verify --replay)%s.",
                     note->identical, note->runs, folder, note->made_at, later);
}

/* Whoever counts what is stored finds more than the page shows. */
static void origin_unplanned(lf_page *page, const lf_results *results) {
    const char *folder = results->folder ? results->folder : "this folder";
    if (results->unplanned)
        lf_page_text(page,
                     "%zu stored run%s of %s %s in none of these experiments, as after another "
                     "command there or a change of the file (levelfield export has all).",
                     results->unplanned, results->unplanned == 1 ? "" : "s", folder,
                     results->unplanned == 1 ? "is" : "are");
}

void lf_part_origin(lf_page *page, const lf_part_set *set, int level) {
    page->is->heading(page, level, NULL, "Made by");
    lf_page_text(page, "What makes these results again:");
    origin_commands(page, set);
    for (size_t i = 0; i < set->experiments; i++) { /* those of a folder stand together */
        if (i > 0 && set->results[i].folder == set->results[i - 1].folder) continue;
        origin_replayed(page, &set->results[i]);
        origin_unplanned(page, &set->results[i]);
    }
    origin_environments(page, set);
    origin_data(page, set);
}
