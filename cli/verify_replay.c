/**
 * @file verify_replay.c
 * @brief levelfield verify --replay: stored runs made again.
 */
#include <stdio.h>
#include <sys/random.h>

#include "cli/verify.h"
#include "harness/store/verify.h"

/* Any number that --seed takes, by the system's own entropy. */
static lf_status replay_seed(size_t *seed) {
    uint32_t random;
    if (getrandom(&random, sizeof random, 0) != (ssize_t)sizeof random)
        return lf_fail(LF_IO, "the system gives no random numbers; name a --seed");
    *seed = 1 + random % 1000000000;
    return LF_OK;
}

lf_exit lf_verify_prepare(lf_verify_values *values) {
    const lf_exit code = lf_session_begin(&values->session);
    if (code != LF_EXIT_DONE) return code;
    if (values->seed == 0 && replay_seed(&values->seed) != LF_OK) return lf_message_exit(LF_IO);
    return lf_session_load(&values->plugins);
}

const char *lf_verify_run_word(const lf_replay *r) {
    static const char *const words[] = {[LF_REPLAY_IDENTICAL] = "identical",
                                        [LF_REPLAY_DIFFERENT] = "differs",
                                        [LF_REPLAY_IMPOSSIBLE] = "cannot be made again here"};
    return words[r->outcome];
}

/* "sgd on auc, seed 3: identical". */
static void replay_print(const lf_replay *r) {
    printf("%s: %s%s%s\n", r->title, lf_verify_run_word(r), r->why[0] ? ", " : "", r->why);
}

json_t *lf_verify_run_json(const lf_replay *r) {
    static const char *const words[] = {[LF_REPLAY_IDENTICAL] = "identical",
                                        [LF_REPLAY_DIFFERENT] = "different",
                                        [LF_REPLAY_IMPOSSIBLE] = "impossible"};
    const char *cause = r->hidden ? "hidden state" : r->fickle ? "does not repeat" : NULL;
    return json_pack("{s:s, s:s, s:b, s:s?, s:s}", "key", r->stored.key, "outcome",
                     words[r->outcome], "restored", r->restored, "cause", cause, "why", r->why);
}

/* A folder that cannot be written to, or that another command writes to, is verified all the same.
 */
static void replay_note(const char *dir, lf_store *store, const lf_replay_note *note) {
    if (lf_store_claim(dir) != LF_OK || lf_store_put_replay(store, note) != LF_OK)
        lf_message_say("the report will not say it: %s", lf_message());
}

static lf_exit replay_tell(const lf_verify_values *values, const char *dir, lf_store *store,
                           bool whole, const lf_replay *replay, size_t n, json_t **json) {
    lf_replay_note note = {.seed = values->seed, .runs = n};
    json_t *runs = json_array();
    for (size_t i = 0; i < n; i++) {
        note.identical += replay[i].outcome == LF_REPLAY_IDENTICAL;
        note.different += replay[i].outcome == LF_REPLAY_DIFFERENT;
        json_array_append_new(runs, lf_verify_run_json(&replay[i]));
        if (!values->json) replay_print(&replay[i]);
    }
    *json = json_pack("{s:I, s:I, s:I, s:o}", "seed", (json_int_t)note.seed, "identical",
                      (json_int_t)note.identical, "different", (json_int_t)note.different, "runs",
                      runs);
    if (!values->json)
        printf("%s: %zu of %zu runs made again, bit for bit (--seed %zu)\n", dir, note.identical, n,
               values->seed);
    if (whole) replay_note(dir, store, &note);
    if (note.different || note.identical == n) return note.different ? LF_EXIT_CHECK : LF_EXIT_DONE;
    /* Nothing was found against these, as nothing is against data that are not here. */
    lf_message_say("%s: %zu of %zu runs cannot be made again here; what is missing is said of each",
                   dir, n - note.identical, n);
    return LF_EXIT_INPUT;
}

lf_exit lf_verify_replay(const lf_verify_values *values, const char *dir, lf_store *store,
                         bool whole, json_t **json) {
    const lf_pool_limits limits = lf_session_limits(&values->session);
    lf_replay *replay = NULL;
    size_t n = 0;
    *json = NULL;
    lf_status status = lf_replay_choose(store, values->replay, values->seed, &replay, &n);
    if (status == LF_OK && n == 0)
        status = lf_fail(LF_NOT_FOUND, "%s: there is no run in it to make again", dir);
    if (status == LF_OK) status = lf_replay_run(replay, n, &limits);
    lf_exit code;
    if (status == LF_OK)
        code = replay_tell(values, dir, store, whole, replay, n, json);
    else if (status == LF_INTERRUPTED) {
        lf_message_say("interrupted; nothing was changed");
        code = LF_EXIT_INTERRUPTED;
    } else {
        code = lf_message_exit(status);
    }
    lf_replay_free(replay, n);
    return code;
}
