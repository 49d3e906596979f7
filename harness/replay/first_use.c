#include "harness/replay/first_use.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "harness/registry/parameters.h"
#include "harness/registry/plugin.h"
#include "harness/registry/registry.h"
#include "harness/replay/replay.h"
#include "version.h"

/* On top of the run's own budget. State that is lost shows a step after it was used. */
static const char first_use_steps[] = "8:steps";

/* What stands in the cache, by lf_plugin_manner; nothing there: untried. */
static const char *const first_use_words[] = {"untried", "sound", "hidden state",
                                              "does not repeat"};
enum { FIRST_USE_MANNERS = sizeof first_use_words / sizeof *first_use_words, FIRST_USE_BYTES = 64 };

/* Without a cache it is tried in each command, and again by another commit of this program, which
 * may see more. What a problem of a plugin does is no verdict on the method on other problems. */
static lf_status first_use_path(const lf_run_spec *spec, char path[LF_PATH_BYTES]) {
    char folder[LF_PATH_BYTES];
    const lf_algorithm *algorithm;
    const lf_problem_class *problem;
    LF_TRY(lf_spec_algorithm(spec->algorithm, &algorithm));
    LF_TRY(lf_spec_problem(spec->problem, &problem));
    LF_TRY(lf_cache_folder(folder));
    const char *code = lf_plugin_code(problem);
    return lf_path_format(path, "%s/plugins/%s%s%s-%s", folder, lf_plugin_code(algorithm),
                          code ? "-" : "", code ? code : "", LF_COMMIT);
}

static lf_plugin_manner first_use_read(const lf_run_spec *spec) {
    char path[LF_PATH_BYTES], *text;
    size_t size, manner = FIRST_USE_MANNERS;
    if (first_use_path(spec, path) != LF_OK ||
        lf_file_read(path, FIRST_USE_BYTES, &text, &size) != LF_OK)
        return LF_PLUGIN_UNTRIED;
    while (--manner > LF_PLUGIN_UNTRIED && strcmp(text, first_use_words[manner]) != 0)
        ;
    free(text);
    return (lf_plugin_manner)manner;
}

static void first_use_write(const lf_run_spec *spec, lf_plugin_manner manner) {
    char path[LF_PATH_BYTES];
    const char *word = first_use_words[manner];
    if (first_use_path(spec, path) == LF_OK && lf_folder_make_for(path) == LF_OK)
        lf_file_write(path, word, strlen(word));
}

static lf_status first_use_ended(void *context, size_t run, const lf_record *record) {
    (void)run;
    return lf_run_status_is_result(record->status) ? lf_store_put(context, record) : LF_OK;
}

/* The steps straight, stored, and then replayed as any stored run. */
static lf_status first_use_make(const lf_run_spec *spec, const char *folder,
                                const lf_pool_limits *limits, lf_plugin_manner *manner) {
    lf_store *store;
    lf_replay *replay = NULL;
    size_t n = 0;
    LF_TRY(lf_store_open(folder, true, &store));
    const lf_pool_observer observer = {.context = store, .ended = first_use_ended};
    lf_status status = lf_pool_run(1, spec, limits, &observer);
    if (status == LF_OK) status = lf_replay_choose(store, 1, 1, &replay, &n);
    lf_store_close(store);
    if (status == LF_OK && n == 1) status = lf_replay_run(replay, n, limits);
    if (status == LF_OK && n == 1 && replay->outcome != LF_REPLAY_IMPOSSIBLE)
        *manner = replay->hidden   ? LF_PLUGIN_HIDDEN
                  : replay->fickle ? LF_PLUGIN_FICKLE
                                   : LF_PLUGIN_SOUND;
    lf_replay_free(replay, n);
    return status;
}

static lf_status first_use_try(const lf_run_spec *planned, const lf_pool_limits *limits,
                               lf_plugin_manner *manner) {
    char folder[LF_PATH_BYTES], *budget;
    lf_run_spec spec = *planned;
    lf_pool_limits own = *limits;
    own.jobs = 1;
    own.saving = (lf_saving){0};
    if (asprintf(&budget, "%s,%s", planned->budget, first_use_steps) < 0)
        return lf_fail(LF_NO_MEMORY, "no memory for a budget");
    spec.budget = budget;
    spec.checkpoints = spec.expensive = 1;
    spec.stop = NULL;
    lf_status status = lf_folder_temporary("first-use", folder);
    if (status == LF_OK) {
        status = first_use_make(&spec, folder, &own, manner);
        lf_folder_remove(folder);
    }
    free(budget);
    return status;
}

static void first_use_tell(const lf_run_spec *spec, lf_plugin_manner manner,
                           void (*said)(void *context, const char *line)) {
    static const char *const words[] = {
        [LF_PLUGIN_HIDDEN] = "keeps state outside its arena, where a checkpoint does not find it",
        [LF_PLUGIN_FICKLE] = "does not repeat itself: it reads a clock, or has random numbers of "
                             "its own"};
    char line[512], suspects[160];
    if (manner < LF_PLUGIN_HIDDEN) return;
    lf_replay_suspects(spec, false, suspects, sizeof suspects);
    snprintf(line, sizeof line,
             "%s %s; its runs are not saved, and one that is interrupted starts from the beginning",
             suspects, words[manner]);
    said(NULL, line);
}

/* Does a plugin bring the method, on a problem that this process knows no verdict for? */
static bool first_use_asked(const lf_run_spec *spec, const lf_algorithm **algorithm,
                            const lf_problem_class **problem) {
    return lf_spec_algorithm(spec->algorithm, algorithm) == LF_OK &&
           lf_spec_problem(spec->problem, problem) == LF_OK && lf_algorithm_is_plugin(*algorithm) &&
           !(*algorithm)->unsaved && lf_plugin_manner_of(*algorithm, *problem) == LF_PLUGIN_UNTRIED;
}

lf_status lf_first_use_recall(const lf_run_spec *spec) {
    const lf_algorithm *algorithm;
    const lf_problem_class *problem;
    if (!first_use_asked(spec, &algorithm, &problem)) return LF_OK;
    const lf_plugin_manner manner = first_use_read(spec);
    return manner ? lf_plugin_set_manner(algorithm, problem, manner) : LF_OK;
}

lf_status lf_first_use(const lf_planned_run *const *plan, size_t n, const lf_pool_limits *limits,
                       void (*said)(void *context, const char *line)) {
    const lf_run_spec *failed = NULL;   /* the last that could not be tried */
    size_t failures = 0;                /* of its seeds: after two no more are tried */
    if (lf_spec_audits()) return LF_OK; /* such runs are not saved */
    for (size_t i = 0; i < n; i++) {
        const lf_run_spec *spec = &plan[i]->spec;
        const lf_algorithm *algorithm;
        const lf_problem_class *problem;
        if (!first_use_asked(spec, &algorithm, &problem)) continue;
        if (failed && (strcmp(failed->algorithm, spec->algorithm) != 0 ||
                       strcmp(failed->problem, spec->problem) != 0))
            failures = 0;
        if (failures == 2) continue;
        lf_plugin_manner manner = first_use_read(spec);
        if (manner == LF_PLUGIN_UNTRIED) {
            LF_TRY(first_use_try(spec, limits, &manner));
            if (manner == LF_PLUGIN_UNTRIED) {
                failed = spec;
                failures++;
                continue;
            }
            first_use_write(spec, manner);
        }
        LF_TRY(lf_plugin_set_manner(algorithm, problem, manner));
        first_use_tell(spec, manner, said);
    }
    return LF_OK;
}
