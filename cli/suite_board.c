/**
 * @file suite_board.c
 * @brief levelfield suite board: archives that hold, side by side on a page.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "cli/suite.h"
#include "cli/verify.h"
#include "harness/results/results.h"
#include "reports/board.h"

/* yaml <- what a suite asks of everybody: all but the methods, their grids and what is claimed of
 * them, and which problems' data was at hand. */
static lf_status board_rule(lf_experiment *experiment, char **yaml) {
    const lf_experiment whole = *experiment;
    if (!experiment->tuning) return lf_fail(LF_BAD_INPUT, "nothing is tuned in it");
    const unsigned grids = experiment->tuning->grids_count;
    experiment->methods_count = experiment->claims_count = experiment->use_problems_count = 0;
    experiment->claims = NULL;
    experiment->use_problems = NULL;
    experiment->tuning->grids_count = 0;
    const lf_status status = lf_experiment_save(experiment, yaml);
    experiment->tuning->grids_count = grids;
    *experiment = whole;
    return status;
}

lf_status lf_suite_is(const lf_results *results) {
    char *is = NULL, *should = NULL;
    lf_experiment *suite = NULL;
    LF_TRY(lf_suite_named(results->name, &suite));
    lf_status status = board_rule(results->experiment, &is);
    if (status == LF_OK) status = board_rule(suite, &should);
    if (status == LF_OK && strcmp(is, should) != 0)
        status = lf_fail(LF_BAD_INPUT, "its %s is not the one of this version", results->name);
    lf_experiment_free(suite);
    free(is);
    free(should);
    return status;
}

/* The archive's suites, where its level holds. */
static lf_status board_take(const lf_archive_test *t, lf_board_archive *archive) {
    if (t->reached <= t->level)
        return lf_fail(LF_BAD_INPUT, "%s", json_string_value(json_array_get(t->faults, 0)));
    LF_TRY(lf_results_load(t->dir, &archive->results, &archive->n));
    for (size_t i = 0; i < archive->n; i++)
        LF_TRY(lf_suite_is(&archive->results[i]));
    return LF_OK;
}

/* What is wrong with an archive is said on the page. A failure is one of this machine. */
static lf_status board_add(const lf_verify_values *values, const char *path, const char *dir,
                           lf_board_archive *archive) {
    lf_archive_test t;
    char copy[LF_PATH_BYTES], *bytes = NULL;
    size_t size;
    const char *name = lf_path_name(path);
    snprintf(archive->name, sizeof archive->name, "%s", name);
    lf_text_clean(archive->name, false);
    lf_status status = lf_archive_try(values, path, &t);
    if (status == LF_OK) status = board_take(&t, archive);
    if (status != LF_OK) {
        const char *why = lf_message();
        const size_t folder = (size_t)(name - path);
        snprintf(archive->refused, sizeof archive->refused, "%s",
                 strncmp(why, path, folder) == 0 ? why + folder : why);
        lf_text_clean(archive->refused, false);
        lf_results_free(archive->results, archive->n);
        archive->results = NULL;
        archive->n = 0;
    }
    snprintf(archive->copy, sizeof archive->copy, "%s.lfz", t.roots.root);
    lf_archive_clear(&t);
    if (status != LF_OK) return status == LF_NO_MEMORY ? status : LF_OK;
    LF_TRY(lf_path_format(copy, "%s/%s", dir, archive->copy));
    LF_TRY(lf_folder_make_for(copy));
    LF_TRY(lf_file_read(path, LF_BUNDLE_BYTES, &bytes, &size));
    status = lf_file_write(copy, bytes, size);
    free(bytes);
    return status;
}

lf_exit lf_suite_board(const lf_verify_values *values, const lf_texts *paths, const char *by,
                       const char *dir) {
    char checked[200];
    size_t refused = 0;
    lf_status status = LF_OK;
    lf_board_archive *archive = calloc(paths->n, sizeof *archive);
    if (!archive) return lf_message_exit(lf_fail(LF_NO_MEMORY, "no memory for a board"));
    snprintf(checked, sizeof checked, "level %s by %.120s", values->level, by);
    lf_text_clean(checked, false);
    for (size_t i = 1; i < paths->n && status == LF_OK; i++) {
        status = board_add(values, paths->text[i], dir, &archive[i - 1]);
        if (archive[i - 1].refused[0])
            lf_message_say("%s is refused: %s", paths->text[i], archive[i - 1].refused);
        refused += archive[i - 1].refused[0] != '\0';
    }
    if (status == LF_OK) status = lf_board_write(archive, paths->n - 1, checked, dir);
    for (size_t i = 0; i + 1 < paths->n; i++)
        lf_results_free(archive[i].results, archive[i].n);
    free(archive);
    if (status != LF_OK) return lf_message_exit(status);
    printf("%s/index.html\n", dir);
    return refused ? LF_EXIT_CHECK : LF_EXIT_DONE;
}
