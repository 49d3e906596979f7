/**
 * @file cmd_track_bisect.c
 * @brief levelfield track bisect: the commit with which a baseline ceased to hold.
 *
 * Everything happens in a worktree of its own below a scratch folder, where git keeps the state of
 * a bisection apart from that of every other worktree. The worktree and the folder go when the
 * command ends, however it ends, unless it is killed outright; docs/tracking.md says what to do
 * then.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "cli/command.h"
#include "cli/track_job.h"
#include "harness/track/git.h"
#include "harness/track/track.h"

/* One commit: 0 it holds, 1 it does not, 125 nobody can tell. It is checked out here, over whatever
 * the build of another one wrote. What the check printed is kept in NOTES, by commit. */
static const char bisect_step[] =
    "build=$1 program=$2 baseline=$3 notes=$4 tree=$5 prefix=$6 at=$7\n"
    "shift 7\n"
    "cd \"$tree\" || exit 255\n"
    "git -c core.hooksPath=/dev/null checkout --quiet --force --detach \"$at\" || exit 255\n"
    "say() { git --no-pager log -1 --format=\"%h $1: %s\" >&2; }\n"
    "skip() { say \"$1\"; tail -n 3 \"$notes/log\" | sed 's/^/    /' >&2; exit 125; }\n"
    "commit=$(git rev-parse HEAD)\n"
    "{ cd \"./$prefix\" && sh -c \"$build\"; } >\"$notes/log\" 2>&1 </dev/null ||\n"
    "  skip 'cannot be built'\n"
    "\"$program\" track check \"$baseline\" -q \"$@\" >\"$notes/$commit\" 2>\"$notes/log\" "
    "</dev/null\n"
    "case $? in\n"
    "0) say holds ;;\n"
    "1) say 'does not hold'; exit 1 ;;\n"
    "*) skip 'cannot be checked' ;;\n"
    "esac\n";

typedef struct {
    const char *good, *bad, *build, *program;
    lf_texts plugins;
    size_t jobs;
    bool quiet;
} bisect_values;

typedef struct {
    const bisect_values *is;
    char *good, *bad; /* hashes */
    char scratch[LF_PATH_BYTES], tree[LF_PATH_BYTES];
    char *prefix; /* of the folder in which the user stands, from the top of the checkout */
    char baseline[LF_PATH_BYTES];
    char jobs[32];
    const char **step; /* the words of a step, NULL at the end; the commit is one of them */
} bisect;

enum { STEP_COMMIT = 10 };

/* ---- what is bisected ---- */

/* *hash <- of the commit that the user names. */
static lf_status bisect_resolve(const char *option, const char *name, char **hash) {
    char *commit;
    if (asprintf(&commit, "%s^{commit}", name) < 0) return lf_fail(LF_NO_MEMORY, "out of memory");
    const char *words[] = {"rev-parse", "--verify", "--end-of-options", commit, NULL};
    lf_status status = lf_git_ask(".", words, hash);
    free(commit);
    if (status == LF_BAD_INPUT)
        status = lf_fail_within(
            LF_BAD_INPUT, "--%s '%s': expected a commit; %s", option, name,
            lf_git_is_shallow(".")
                ? "the clone is shallow, and git fetch --unshallow brings earlier ones; "
                : "");
    return status;
}

/* The baseline as it is now, whatever it is in the commits. */
static lf_status bisect_copy(const char *path, bisect *b) {
    lf_track track;
    LF_TRY(lf_track_load(path, &track));
    LF_TRY(lf_path_format(b->baseline, "%s/baseline.txt", b->scratch));
    const lf_status status = lf_track_save(&track, b->baseline);
    lf_track_clear(&track);
    return status;
}

static lf_status bisect_tree(bisect *b) {
    char *nothing;
    LF_TRY(lf_path_format(b->tree, "%s/tree", b->scratch));
    const char *ask[] = {"rev-parse", "--show-prefix", NULL};
    LF_TRY(lf_git_ask(".", ask, &b->prefix));
    const char *add[] = {
        "-c", "core.hooksPath=/dev/null", "worktree", "add", "--detach", "--quiet", b->tree, b->bad,
        NULL};
    const lf_status status = lf_git_ask(".", add, &nothing);
    free(nothing);
    return status;
}

static lf_status bisect_words(bisect *b) {
    const lf_texts *plugins = &b->is->plugins;
    const char *fixed[] = {"sh",           "-c",        bisect_step, "step",  b->is->build,
                           b->is->program, b->baseline, b->scratch,  b->tree, b->prefix,
                           NULL,           "-j",        b->jobs};
    const size_t n = sizeof fixed / sizeof *fixed;
    snprintf(b->jobs, sizeof b->jobs, "%zu", b->is->jobs);
    b->step = calloc(n + 2 * plugins->n + 1, sizeof *b->step);
    if (!b->step) return lf_fail(LF_NO_MEMORY, "out of memory");
    memcpy(b->step, fixed, sizeof fixed);
    for (size_t i = 0; i < plugins->n; i++) {
        b->step[n + 2 * i] = "--plugin";
        b->step[n + 2 * i + 1] = plugins->text[i];
    }
    return LF_OK;
}

/* ---- bisecting ---- */

/* A command in the worktree, without the hooks of the repository. */
static lf_status bisect_git(bisect *b, const char *const *words, int *code) {
    size_t n = 0;
    while (words[n])
        n++;
    const char **all = calloc(n + 6, sizeof *all);
    if (!all) return lf_fail(LF_NO_MEMORY, "out of memory");
    memcpy(all, (const char *const[]){"git", "-C", b->tree, "-c", "core.hooksPath=/dev/null"},
           5 * sizeof *all);
    memcpy(all + 5, words, n * sizeof *all);
    const lf_status status = lf_track_job(all, b->scratch, b->is->quiet, code);
    free(all);
    return status;
}

/* An end of the range has to be what it is said to be, or the bisection would blame the wrong one.
 */
static lf_status bisect_end(bisect *b, const char *option, const char *commit, int want) {
    int code;
    b->step[STEP_COMMIT] = commit;
    LF_TRY(lf_track_job(b->step, b->scratch, b->is->quiet, &code));
    if (code == want) return LF_OK;
    return lf_fail(LF_BAD_INPUT, "--%s %.12s: %s", option, commit,
                   code == 0   ? "the baseline holds there"
                   : code == 1 ? "the baseline does not hold there already"
                               : "the baseline cannot be checked there; is it what --build and "
                                 "--program expect?");
}

/* `git bisect run` with the words of a step behind it. */
static lf_status bisect_search(bisect *b, int *code) {
    const char *start[] = {"bisect", "start", "--no-checkout", b->bad, b->good, NULL};
    size_t n = 0;
    LF_TRY(bisect_git(b, start, code));
    if (*code != 0)
        return lf_fail(LF_BAD_INPUT,
                       "git bisect cannot start: --good %.12s has to be before --bad %.12s",
                       b->good, b->bad);
    b->step[STEP_COMMIT] = "BISECT_HEAD";
    while (b->step[n])
        n++;
    const char **run = calloc(n + 3, sizeof *run);
    if (!run) return lf_fail(LF_NO_MEMORY, "out of memory");
    run[0] = "bisect", run[1] = "run";
    memcpy(run + 2, b->step, n * sizeof *run);
    const lf_status status = bisect_git(b, run, code);
    free(run);
    return status;
}

/* The commit in words, then what its check printed. */
static lf_status bisect_name(bisect *b) {
    const char *ask[] = {
        "log", "-1", "--no-show-signature", "--format=%H%n%h %cs %s", "refs/bisect/bad", NULL};
    char *answer, *table = NULL, path[LF_PATH_BYTES];
    size_t size;
    LF_TRY(lf_git_ask(b->tree, ask, &answer));
    char *rest = answer;
    const char *hash = strsep(&rest, "\n");
    lf_status status = lf_path_format(path, "%s/%s", b->scratch, hash);
    if (status == LF_OK) status = lf_file_read(path, 64 << 20, &table, &size);
    if (status == LF_OK) printf("first bad commit: %s\n\n%s", rest ? rest : hash, table);
    free(table);
    free(answer);
    return status;
}

/* git found one commit, or only such are left as nobody can tell: its exit code is 2 then; 3 if
 * the last commit that both ends have is bad. */
static lf_status bisect_tell(bisect *b, int code) {
    const char *ask[] = {
        "rev-list", "--count", "refs/bisect/bad", "--not", "--glob=refs/bisect/good-*", NULL};
    char *count;
    if (code == 0) return bisect_name(b);
    if (code == 3)
        return lf_fail(LF_BAD_INPUT,
                       "where --good %.12s and --bad %.12s part the baseline does not hold: it was "
                       "mended on the way to --good",
                       b->good, b->bad);
    if (code != 2) return lf_fail(LF_IO, "git bisect run ended with exit code %d", code);
    LF_TRY(lf_git_ask(b->tree, ask, &count));
    const lf_status status = lf_fail(
        LF_BAD_INPUT,
        "the first bad commit is one of %s, but those between could not be built or checked",
        count);
    free(count);
    return status;
}

static lf_status bisect_all(const char *path, bisect *b) {
    int code;
    LF_TRY(bisect_copy(path, b));
    LF_TRY(bisect_tree(b));
    LF_TRY(bisect_words(b));
    LF_TRY(bisect_end(b, "bad", b->bad, 1));
    LF_TRY(bisect_end(b, "good", b->good, 0));
    LF_TRY(bisect_search(b, &code));
    return bisect_tell(b, code);
}

/* The worktree goes before its folder, so that git forgets it. A failure's message stays. */
static void bisect_clean(bisect *b) {
    const char *remove[] = {"worktree", "remove", "--force", "--force", b->tree, NULL};
    char *nothing = NULL, message[1024];
    snprintf(message, sizeof message, "%s", lf_message());
    if (*b->tree) lf_git_ask(".", remove, &nothing);
    free(nothing);
    if (*b->scratch) lf_folder_remove(b->scratch);
    free(b->step);
    free(b->prefix);
    free(b->good);
    free(b->bad);
    lf_fail(LF_BAD_INPUT, "%s", message);
}

static lf_exit bisect_run(const void *values, const lf_texts *operands) {
    bisect b = {.is = values};
    if (!b.is->good || !b.is->bad)
        return lf_message_usage("track bisect: --%s is missing, a commit whose baseline %s",
                                b.is->good ? "bad" : "good",
                                b.is->good ? "does not hold" : "holds");
    /* A hook's environment names its repository, and would send everything to the checkout. */
    static const char *const local[] = {"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"};
    for (size_t i = 0; i < sizeof local / sizeof *local; i++)
        unsetenv(local[i]);
    lf_track_job_guard();
    lf_status status = bisect_resolve("good", b.is->good, &b.good);
    if (status == LF_OK) status = bisect_resolve("bad", b.is->bad, &b.bad);
    if (status == LF_OK) status = lf_folder_temporary("bisect", b.scratch);
    if (status == LF_OK) status = bisect_all(operands->text[0], &b);
    bisect_clean(&b);
    return lf_message_exit(status);
}

static const lf_option bisect_options[] = {
    {"good", 0, LF_OPTION_TEXT, offsetof(bisect_values, good), "COMMIT", NULL,
     "one at which the baseline holds"},
    {"bad", 0, LF_OPTION_TEXT, offsetof(bisect_values, bad), "COMMIT", NULL,
     "a later one at which it does not"},
    {"build", 0, LF_OPTION_TEXT, offsetof(bisect_values, build), "COMMAND",
     "scripts/build.sh release levelfield", "what makes a commit ready to be checked, for a shell"},
    {"program", 0, LF_OPTION_TEXT, offsetof(bisect_values, program), "FILE",
     "build/release/levelfield",
     "the levelfield that checks: what the build makes, or `levelfield` for the installed one"},
    {"plugin", 0, LF_OPTION_TEXTS, offsetof(bisect_values, plugins), "FILE.so", NULL,
     "load a method or a problem that the build makes"},
    {"jobs", 'j', LF_OPTION_COUNT, offsetof(bisect_values, jobs), "N", "1",
     "how many runs at a time; results do not depend on it"},
    {"quiet", 'q', LF_OPTION_FLAG, offsetof(bisect_values, quiet), NULL, NULL,
     "do not say how each commit fares"},
    {0},
};

LF_COMMAND(
    track_bisect, bisect, .name = "track bisect", .operands = "FILE",
    .doc = "which commit made a method worse? git bisect with a baseline",
    .about = "Builds commits between a good and a bad one in a worktree of its own, checks each "
             "against the baseline, and names the first that is worse, with its check. Commits "
             "that cannot be built or checked are skipped. Paths are those of the commit, seen "
             "from the folder where you stand.",
    .example =
        "levelfield track bisect tests/baseline.txt --good v1.0 --bad HEAD\n"
        "levelfield track bisect baseline.txt --good HEAD~20 --bad HEAD --build 'make mine.so' \\\n"
        "  --program levelfield --plugin ./mine.so",
    .least = 1, .most = 1);
