/**
 * @file git.c
 * @brief Questions to git, in the folder of the file that they are about.
 *
 * Nothing that a user gives can be taken for an option: revisions come after --end-of-options,
 * paths after --, and are literal. What a configuration could add to the answers is turned off.
 */
#include "harness/track/git.h"

#include <assert.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/process.h"
#include "base/text.h"

enum { GIT_WORDS = 24 };

lf_status lf_git_ask(const char *folder, const char *const *words, char **output) {
    /* What a hook of git is told of its own repository. */
    static const char *const told[] = {"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"};
    const char *all[GIT_WORDS] = {"git", "-C", folder, "--literal-pathspecs"};
    lf_process_result result;
    size_t n = 4;
    *output = NULL;
    while (*words && n < GIT_WORDS - 1)
        all[n++] = *words++;
    assert(!*words);
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        unsetenv(told[i]);
    LF_TRY(lf_process_run(all, "", 0, 0, &result));
    lf_status status = LF_OK;
    if (result.code != 0)
        status = lf_fail(LF_BAD_INPUT, "git %s in %s: %s%s", all[4], folder,
                         strstr(result.complaint, "safe.directory")
                             ? "the repository is somebody else's; if you trust it: "
                             : "",
                         *result.complaint ? result.complaint : "it failed without a word");
    else if (strlen(result.output) != result.bytes)
        status = lf_fail(LF_BAD_INPUT, "git %s in %s: text was expected, but there is a zero byte",
                         all[4], folder);
    else if (result.bytes > 0 && result.output[result.bytes - 1] == '\n')
        result.output[result.bytes - 1] = '\0';
    if (status == LF_OK) {
        *output = result.output;
        result.output = NULL;
    }
    lf_process_clear(&result);
    return status;
}

/* A path cut into the folder where git is asked and the name there; both point into `copy`s. */
typedef struct {
    char folder[LF_PATH_BYTES], name[LF_PATH_BYTES];
    const char *in, *is;
} git_place;

static lf_status git_find(const char *path, git_place *place) {
    LF_TRY(lf_path_format(place->folder, "%s", path));
    LF_TRY(lf_path_format(place->name, "%s", path));
    place->in = dirname(place->folder);
    place->is = basename(place->name);
    return LF_OK;
}

/* One line of the log: four fields between tabs, of which the last may hold anything. */
static lf_status git_read(char *line, lf_git_commit *commit) {
    char **field[] = {&commit->hash, &commit->brief, &commit->date, &commit->subject};
    for (size_t i = 0; i < 4; i++) {
        const char *word = i < 3 ? strsep(&line, "\t") : line;
        *field[i] = strdup(word ? word : "");
        if (!*field[i]) return lf_fail(LF_NO_MEMORY, "no memory for a history");
        lf_text_clean(*field[i], false);
    }
    return LF_OK;
}

/* git prints the newest first. */
static lf_status git_read_all(char *output, lf_git_commit **commits, size_t *n) {
    size_t lines = *output ? 1 : 0;
    for (const char *c = output; *c; c++)
        lines += *c == '\n';
    *commits = calloc(lines + 1, sizeof **commits);
    if (!*commits) return lf_fail(LF_NO_MEMORY, "no memory for a history");
    *n = lines;
    while (lines-- > 0)
        LF_TRY(git_read(strsep(&output, "\n"), &(*commits)[lines]));
    return LF_OK;
}

lf_status lf_git_log(const char *range, const char *path, lf_git_commit **commits, size_t *n) {
    git_place place;
    char *output;
    *commits = NULL;
    *n = 0;
    LF_TRY(git_find(path, &place));
    const char *words[] = {"log",
                           "--topo-order",
                           "--no-follow",
                           "--no-show-signature",
                           "--format=%H%x09%h%x09%cs%x09%s",
                           "--end-of-options",
                           range,
                           "--",
                           place.is,
                           NULL};
    LF_TRY(lf_git_ask(place.in, words, &output));
    lf_status status = git_read_all(output, commits, n);
    free(output);
    if (status == LF_OK && *n == 0)
        status = lf_fail(LF_NOT_FOUND, "%s: no commit of %s touches it", path, range);
    if (status == LF_OK) return LF_OK;
    lf_git_free(*commits, *n);
    *commits = NULL;
    *n = 0;
    return status;
}

bool lf_git_is_shallow(const char *path) {
    git_place place;
    char *answer = NULL;
    const char *words[] = {"rev-parse", "--is-shallow-repository", NULL};
    const bool is = git_find(path, &place) == LF_OK &&
                    lf_git_ask(place.in, words, &answer) == LF_OK && strcmp(answer, "true") == 0;
    free(answer);
    return is;
}

void lf_git_free(lf_git_commit *commits, size_t n) {
    for (size_t i = 0; commits && i < n; i++) {
        free(commits[i].hash);
        free(commits[i].brief);
        free(commits[i].date);
        free(commits[i].subject);
    }
    free(commits);
}

lf_status lf_git_show(const lf_git_commit *commit, const char *path, char **text) {
    git_place place;
    char *object = NULL;
    *text = NULL;
    LF_TRY(git_find(path, &place));
    if (asprintf(&object, "%s:./%s", commit->hash, place.is) < 0)
        return lf_fail(LF_NO_MEMORY, "no memory for a history");
    const char *words[] = {"cat-file", "blob", object, NULL};
    const lf_status status = lf_git_ask(place.in, words, text);
    free(object);
    return status;
}
