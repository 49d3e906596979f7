/**
 * @file verify_archive.c
 * @brief levelfield verify NAME.lfz: four levels, of which each needs the one before it.
 */
#include "base/file.h"
#include "cli/verify.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "cli/print.h"
#include "harness/archive/contents.h"
#include "harness/replay/replay.h"
#include "version.h"

static void archive_add(lf_archive_test *t, const char *format, va_list arguments, json_t *list) {
    lf_text line = {0};
    lf_text_arguments(&line, format, arguments);
    if (line.bytes) lf_text_clean(line.bytes, false);
    lf_text_format(&t->text, "%s\n", line.bytes ? line.bytes : "");
    t->text.failed |= line.failed;
    if (list) json_array_append_new(list, json_string(line.bytes));
    free(line.bytes);
}

void lf_archive_say(lf_archive_test *t, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    archive_add(t, format, arguments, NULL);
    va_end(arguments);
}

void lf_archive_fault(lf_archive_test *t, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    archive_add(t, format, arguments, t->faults);
    va_end(arguments);
}

/* Members that no archive has would be what nothing is said of. */
static lf_status archive_known(const lf_bundle *bundle) {
    static const char *const known[] = {"README.md",        "about.json",  "certificates.jsonl",
                                        "certify.py",       "data.jsonl",  "environments.jsonl",
                                        LF_BUNDLE_MANIFEST, "report.json", "ro-crate-metadata.json",
                                        "verify.py"};
    static const char *const folders[] = {"experiments/", "figures/", "rows/", "runs/", "sources/"};
    for (size_t i = 0; i < bundle->members; i++) {
        const char *name = bundle->member[i].name;
        bool found = false;
        for (size_t k = 0; k < sizeof known / sizeof *known; k++)
            found |= strcmp(name, known[k]) == 0;
        for (size_t k = 0; k < sizeof folders / sizeof *folders; k++)
            found |= strncmp(name, folders[k], strlen(folders[k])) == 0;
        if (!found) return lf_fail(LF_BAD_INPUT, "%s: no member of an archive", name);
    }
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (!lf_bundle_find(bundle, known[k]))
            return lf_fail(LF_BAD_INPUT, "%s is not there", known[k]);
    return LF_OK;
}

/* Hashes: of members, of runs and of their traces. */
static lf_status archive_level_0(lf_archive_test *t) {
    LF_TRY(lf_bundle_check(&t->bundle, &t->roots));
    const char *root = t->is->root;
    if (root && strncmp(root, t->roots.root, strlen(root)) != 0)
        return lf_fail(LF_BAD_INPUT, "its root is %s, not %s", t->roots.root, root);
    LF_TRY(archive_known(&t->bundle));
    LF_TRY(lf_folder_temporary("verify", t->dir));
    LF_TRY(lf_contents_unpack(&t->bundle, t->dir, &t->runs));
    lf_archive_say(t,
                   "level 0: %zu members, and %zu runs with their traces, are what their hashes "
                   "say%s",
                   t->bundle.members, t->runs,
                   root ? "" : "; nobody said which root it should have");
    return lf_archive_tell_tuning(t);
}

/* Which runs are made again nobody can know who makes the archive: the nonce comes later. */
static lf_status archive_draw(const lf_archive_test *t, const char *nonce, uint64_t *seed) {
    char text[2 * LF_SHA256_TEXT + 64], hex[LF_SHA256_TEXT];
    snprintf(text, sizeof text, "%s %.64s", t->roots.root, nonce);
    LF_TRY(lf_sha256_of(text, strlen(text), hex));
    hex[16] = '\0';
    *seed = strtoull(hex, NULL, 16);
    return LF_OK;
}

static lf_status archive_nonce(const char *given, char nonce[65]) {
    uint64_t random;
    if (!given && getrandom(&random, sizeof random, 0) != (ssize_t)sizeof random)
        return lf_fail(LF_IO, "the system gives no random numbers; name a --nonce");
    if (given)
        snprintf(nonce, 65, "%s", given);
    else
        snprintf(nonce, 65, "%016llx", (unsigned long long)random);
    return LF_OK;
}

static void archive_told(lf_archive_test *t, const lf_replay *replay, size_t n, const char *nonce) {
    size_t identical = 0;
    for (size_t i = 0; i < n; i++) {
        const lf_replay *r = &replay[i];
        json_array_append_new(t->again, lf_verify_run_json(r));
        if (r->outcome == LF_REPLAY_IDENTICAL)
            identical++;
        else
            lf_archive_fault(t, "%s: %s, %s", r->title, lf_verify_run_word(r), r->why);
    }
    lf_archive_say(t, "level %d: %zu of %zu runs made again, bit for bit (--nonce %s)",
                   t->level > 2 ? 3 : 2, identical, n, nonce);
}

/* Some of the runs again, or all; the results are in a folder of our own. */
static lf_status archive_again(lf_archive_test *t) {
    const lf_pool_limits limits = lf_session_limits(&t->is->session);
    char nonce[65];
    uint64_t seed;
    lf_store *store;
    lf_replay *replay = NULL;
    size_t n = 0;
    LF_TRY(archive_nonce(t->is->nonce, nonce));
    LF_TRY(archive_draw(t, nonce, &seed));
    LF_TRY(lf_store_open(t->dir, false, &store));
    lf_status status =
        lf_replay_choose(store, t->level > 2 ? SIZE_MAX : t->is->runs, seed, &replay, &n);
    lf_store_close(store);
    if (status == LF_OK) status = lf_replay_run(replay, n, &limits);
    if (status == LF_OK && n == 0) lf_archive_fault(t, "there is no run in it to make again");
    if (status == LF_OK && n > 0) archive_told(t, replay, n, nonce);
    lf_replay_free(replay, n);
    return status;
}

/* Level after level, as long as nothing is wrong. */
static lf_status archive_levels(lf_archive_test *t) {
    const size_t level = t->level;
    const lf_status hashes = archive_level_0(t);
    if (hashes != LF_OK && hashes != LF_BAD_INPUT) return hashes;
    if (hashes == LF_BAD_INPUT) lf_archive_fault(t, "level 0: %s", lf_message());
    t->reached = hashes == LF_OK;
    if (t->reached == 0 || level == 0) return LF_OK;
    LF_TRY(lf_archive_decide(t));
    t->reached += json_array_size(t->faults) == 0;
    if (t->reached == 1 || level == 1) return LF_OK;
    LF_TRY(archive_again(t));
    if (json_array_size(t->faults) == 0) t->reached = level + 1;
    return LF_OK;
}

static lf_status archive_print_json(const lf_archive_test *t, const char *hex) {
    json_t *json = json_pack("{s:o, s:s, s:s, s:I, s:o, s:I, s:O, s:O, s:s, s:s}", "archive",
                             lf_print_text(t->path), "root", t->roots.root, "results",
                             t->roots.results, "level", (json_int_t)t->level, "reached",
                             t->reached ? json_integer((json_int_t)t->reached - 1) : json_null(),
                             "runs", (json_int_t)t->runs, "faults", t->faults, "again", t->again,
                             "text", t->text.bytes, "sha256", hex);
    const lf_status status = lf_print_json(json);
    json_decref(json);
    return status;
}

/* The last line is the hash of those above it: what somebody quotes can be told from what somebody
 * changed. */
static lf_exit archive_tell(lf_archive_test *t) {
    char hex[LF_SHA256_TEXT];
    lf_archive_say(t, "%s by levelfield %s (%s)",
                   t->reached > t->level ? "verified" : "NOT verified", LF_VERSION, LF_COMMIT);
    if (t->text.failed) return lf_message_exit(lf_fail(LF_NO_MEMORY, "no memory to tell"));
    lf_status status = lf_sha256_of(t->text.bytes, strlen(t->text.bytes), hex);
    if (status == LF_OK && t->is->json) status = archive_print_json(t, hex);
    if (status != LF_OK) return lf_message_exit(status);
    if (!t->is->json) printf("%ssha256 of the lines above: %s\n", t->text.bytes, hex);
    return t->reached > t->level ? LF_EXIT_DONE : LF_EXIT_CHECK;
}

lf_status lf_archive_try(const lf_verify_values *values, const char *path, lf_archive_test *t) {
    char name[LF_PATH_BYTES];
    *t = (lf_archive_test){.is = values, .path = path, .level = (size_t)(values->level[0] - '0')};
    LF_TRY(lf_path_format(name, "%s", lf_path_name(path)));
    lf_text_clean(name, false);
    LF_TRY(lf_zip_open(path, &t->bundle));
    t->faults = json_array();
    t->again = json_array();
    const lf_status status = lf_bundle_root(&t->bundle, &t->roots);
    lf_archive_say(t, "%s: root %s", name, t->roots.root);
    return status == LF_OK ? archive_levels(t) : status;
}

void lf_archive_clear(lf_archive_test *t) {
    if (t->dir[0]) lf_folder_remove(t->dir);
    lf_bundle_clear(&t->bundle);
    free(t->text.bytes);
    json_decref(t->faults);
    json_decref(t->again);
}

lf_exit lf_verify_archive(const lf_verify_values *values, const char *path) {
    lf_archive_test t;
    const lf_status status = lf_archive_try(values, path, &t);
    const lf_exit code = status == LF_OK ? archive_tell(&t) : lf_message_exit(status);
    lf_archive_clear(&t);
    return code;
}
