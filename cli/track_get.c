/**
 * @file track_get.c
 * @brief Runs for a baseline: carried out now, or read from a folder.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/selection.h"
#include "cli/track.h"
#include "harness/experiment/experiment_check.h"

static lf_status track_get_replace(char **seeds, const char *with) {
    char *copy = strdup(with);
    if (!copy) return lf_fail(LF_NO_MEMORY, "no memory for seeds");
    free(*seeds);
    *seeds = copy;
    return LF_OK;
}

static lf_status track_get_settings(lf_experiment_setting *settings, size_t n, const char *seeds) {
    for (size_t i = 0; i < n; i++)
        if (settings[i].seeds) LF_TRY(track_get_replace(&settings[i].seeds, seeds));
    return LF_OK;
}

/* Put other seeds into the experiment, for all of its pairs; what is stored then says which were
 * run. */
static lf_status track_get_seeds(lf_experiment *experiment, const char *scale, const char *seeds) {
    uint64_t *list;
    size_t n;
    LF_TRY(lf_seeds_parse(seeds, &list, &n));
    free(list);
    LF_TRY(track_get_settings(experiment->settings, experiment->settings_count, seeds));
    for (unsigned i = 0; i < experiment->scales_count; i++) {
        lf_experiment_scale *is = &experiment->scales[i];
        if (strcmp(is->name, scale) != 0) continue;
        LF_TRY(track_get_replace(&is->seeds, seeds));
        LF_TRY(track_get_settings(is->settings, is->settings_count, seeds));
    }
    return lf_experiment_check(experiment); /* none of them may be a tuning seed */
}

/* Of the experiments in the folder the one of that name and scale; any name will do if there is
 * only one, so that a baseline can be held against an experiment that was moved or derived. */
static lf_status track_get_pick(const lf_results *results, size_t n, const char *dir,
                                const char *experiment, const char *scale,
                                const lf_results **picked) {
    for (size_t i = 0; i < n; i++)
        if (experiment && strcmp(results[i].name, experiment) == 0 &&
            (!scale || strcmp(results[i].scale, scale) == 0)) {
            *picked = &results[i];
            return LF_OK;
        }
    *picked = results;
    if (n == 1) return LF_OK;
    if (n == 0) return lf_fail(LF_NOT_FOUND, "%s: no experiment is stored there", dir);
    return lf_fail(LF_NOT_FOUND, "%s: holds %zu experiments, %s%s%s", dir, n,
                   experiment ? "none of them " : "name one of them, such as ",
                   experiment ? experiment : results[0].name, experiment ? " at that scale" : "");
}

static lf_exit track_get_read(const char *dir, const char *experiment, const char *scale,
                              const lf_track *like, const char *label, lf_track *track) {
    lf_results *results = NULL;
    const lf_results *picked;
    size_t n = 0;
    lf_status status = lf_results_load(dir, &results, &n);
    if (status == LF_OK) status = track_get_pick(results, n, dir, experiment, scale, &picked);
    if (status == LF_OK) status = lf_track_make(picked, like, label, track);
    lf_results_free(results, n);
    return lf_message_exit(status);
}

static lf_exit track_get_open(const lf_track_source *source, const char *command, const char *name,
                              const char *scale, lf_experiment **experiment) {
    lf_status status = lf_experiment_open(name, experiment);
    if (status != LF_OK) return lf_selection_refused(name, status);
    if (!lf_experiment_find_scale(*experiment, scale)) {
        lf_exit code = lf_message_usage("%s: %s: %s", command, name, lf_message());
        lf_experiment_free(*experiment);
        return code;
    }
    status = source->seeds ? track_get_seeds(*experiment, scale, source->seeds) : LF_OK;
    if (status == LF_OK) return LF_EXIT_DONE;
    lf_experiment_free(*experiment);
    return lf_message_usage("%s: --seeds: %s", command, lf_message());
}

/* Never reuses stored runs: they may be of another commit, and this is about what the code does
 * now.
 */
static lf_exit track_get_run(const lf_track_source *source, const char *command, const char *name,
                             const char *scale, const char *out) {
    lf_experiment *experiment;
    lf_exit code = track_get_open(source, command, name, scale, &experiment);
    if (code != LF_EXIT_DONE) return code;
    lf_session session = source->session;
    session.force = true;
    const lf_session_item item = {name, scale, experiment};
    lf_campaign_outcome outcome;
    code = lf_session_run(&session, out, &item, 1, &outcome);
    lf_experiment_free(experiment);
    if (code == LF_EXIT_DONE && outcome.failed)
        lf_message_say("%s: %zu of %zu runs failed", command, outcome.failed, outcome.total);
    return code;
}

lf_exit lf_track_get(const lf_track_source *source, const char *command, const char *experiment,
                     const char *scale, const lf_track *like, const char *label, lf_track *track) {
    char folder[LF_PATH_BYTES];
    lf_exit code = lf_session_load(&source->plugins);
    if (code != LF_EXIT_DONE) return code;
    if (source->results && source->session.dry_run)
        return lf_message_usage("%s: --dry-run is for runs, and --results has them made", command);
    if (source->results)
        return track_get_read(source->results, experiment, scale, like, label, track);
    const char *out = source->session.out;
    if (!out && lf_folder_temporary("track", folder) != LF_OK) return lf_message_exit(LF_IO);
    if (!out) out = folder;
    code = track_get_run(source, command, experiment, scale, out);
    if (code == LF_EXIT_DONE && !source->session.dry_run)
        code = track_get_read(out, experiment, scale, like, label, track);
    if (!source->session.out) lf_folder_remove(folder);
    return code;
}

/* *seeds (n) <- those that tune, each with all of its level. */
static lf_status track_get_tuning(const lf_experiment *experiment, uint64_t **seeds, size_t *n) {
    const size_t runs = lf_experiment_level_runs(experiment, SIZE_MAX);
    uint64_t *list;
    *seeds = NULL;
    *n = 0;
    if (!experiment->tuning) return LF_OK;
    LF_TRY(lf_seeds_parse(experiment->tuning->seeds, &list, n));
    *seeds = calloc(*n * runs + 1, sizeof **seeds);
    for (size_t i = 0; *seeds && i < *n * runs; i++)
        (*seeds)[i] = list[i / runs] / runs * runs + i % runs;
    *n *= runs;
    free(list);
    return *seeds ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for seeds");
}

lf_exit lf_track_fresh_seeds(const lf_track *before, const lf_track *now, char **seeds) {
    lf_experiment *experiment;
    uint64_t *taken;
    size_t n;
    lf_status status = lf_experiment_open(before->experiment, &experiment);
    if (status != LF_OK) return lf_selection_refused(before->experiment, status);
    status = track_get_tuning(experiment, &taken, &n);
    lf_experiment_free(experiment);
    if (status != LF_OK) return lf_message_exit(status);
    *seeds = lf_track_other_seeds(before, now, taken, n);
    free(taken);
    return *seeds ? LF_EXIT_DONE : lf_message_exit(lf_fail(LF_NO_MEMORY, "no memory for seeds"));
}
