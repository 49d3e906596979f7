/**
 * @file cmd_publish.c
 * @brief levelfield publish: a folder's results as one file that a stranger can check.
 *
 * What is in the file is decided from what is in the file: the results are unpacked again into a
 * folder of their own, and claims, figures and pages are made there, as a verifier makes them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/file.h"
#include "cli/carry_out.h"
#include "cli/publish.h"
#include "harness/archive/contents.h"
#include "harness/store/verify.h"
#include "version.h"

typedef struct {
    const char *out, *license;
    lf_texts sources, plugins;
} publish_values;

/* Sources by their files' names, wherever these were. */
static lf_status publish_sources(const lf_texts *sources, lf_bundle *bundle) {
    for (size_t i = 0; i < sources->n; i++) {
        const char *path = sources->text[i];
        char name[LF_PATH_BYTES], *bytes;
        size_t size;
        LF_TRY(lf_file_read(path, LF_BUNDLE_MEMBER_BYTES, &bytes, &size));
        const lf_status status = lf_path_format(name, "sources/%s", lf_path_name(path));
        if (status != LF_OK) free(bytes);
        LF_TRY(status);
        LF_TRY(lf_bundle_take(bundle, name, bytes, size));
    }
    return LF_OK;
}

/* Runs of code that is not in the tree cannot be judged without it. */
static lf_status publish_has_sources(const lf_bundle *bundle) {
    static const char mark[] = "\\\"code\\\":\\\""; /* in a text within a line of JSON */
    const size_t length = sizeof mark - 1, first = lf_bundle_place(bundle, "sources/");
    if (first < lf_bundle_place(bundle, "sources0")) return LF_OK;
    for (size_t i = lf_bundle_place(bundle, "runs/"); i < lf_bundle_place(bundle, "runs0"); i++) {
        const lf_member *run = &bundle->member[i];
        const char *end = memchr(run->bytes, '\n', run->size);
        const char *code = memmem(run->bytes, (size_t)(end - run->bytes), mark, length);
        const char *at = code ? memchr(code, '@', (size_t)(end - code)) : NULL;
        if (at)
            return lf_fail(LF_BAD_INPUT,
                           "runs are of the plugin %.*s: name its sources with --source FILE",
                           (int)strcspn(code + length, "\\ "), code + length);
    }
    return LF_OK;
}

static lf_status publish_about(lf_store *store, const char *license, lf_bundle *bundle) {
    char at[24];
    LF_TRY(lf_store_latest(store, at));
    json_t *counters = json_array();
    for (size_t i = 0; i < LF_COUNTERS; i++)
        json_array_append_new(counters, json_string(lf_counter_name(i)));
    json_t *about =
        json_pack("{s:i, s:s, s:s, s:s, s:s?, s:o}", "format", 1, "version", LF_VERSION, "commit",
                  LF_COMMIT, "stored_at", at, "license", license, "counters", counters);
    char *text = about ? json_dumps(about, JSON_INDENT(1)) : NULL;
    json_decref(about);
    return lf_bundle_take_text(bundle, LF_ABOUT_MEMBER, text);
}

static void publish_fault(void *context, const char *what, const char *subject, const char *line) {
    (void)what, (void)subject;
    if (!*(char **)context) *(char **)context = strdup(line);
}

/* What was stored and edited since is nothing to put one's name to. */
static lf_status publish_is_whole(lf_store *store, const char *dir) {
    char *first = NULL;
    const lf_verify_listener listener = {&first, publish_fault};
    lf_verification found = {0};
    lf_status status = lf_store_verify(store, NULL, &listener, &found);
    if (status == LF_OK && found.faults > 0)
        status = lf_fail(LF_BAD_INPUT,
                         "%s: not as it was stored: %s (%zu in all, which `levelfield verify` "
                         "names; --force makes runs again)",
                         dir, first ? first : "", found.faults);
    free(first);
    return status;
}

/* Out of the store, which is left alone. */
static lf_status publish_gather(const char *dir, const publish_values *v, lf_bundle *bundle,
                                size_t *left) {
    lf_store *store;
    LF_TRY(lf_store_open(dir, false, &store));
    lf_status status = publish_is_whole(store, dir);
    if (status == LF_OK) status = lf_contents_gather(store, bundle);
    if (status == LF_OK) status = lf_store_unplanned(store, left);
    if (status == LF_OK) status = publish_about(store, v->license, bundle);
    lf_store_close(store);
    if (status == LF_OK) status = publish_sources(&v->sources, bundle);
    return status == LF_OK ? publish_has_sources(bundle) : status;
}

/* What follows from the results, then figures with the root of all that. */
static lf_status publish_derive(lf_bundle *bundle, const char *dir) {
    lf_look look;
    lf_bundle_roots roots;
    size_t runs;
    bool undrawn;
    LF_TRY(lf_contents_unpack(bundle, dir, &runs));
    LF_TRY(lf_publish_derive(bundle, dir, &look));
    if (look.other)
        return lf_fail(LF_BAD_INPUT,
                       "%s: publish with the program and the data that made it, or make the runs "
                       "again by --force",
                       look.first);
    LF_TRY(lf_publish_is_public(bundle));
    LF_TRY(lf_bundle_root(bundle, &roots));
    LF_TRY(lf_publish_figures(bundle, dir, roots.results, &undrawn));
    if (undrawn) lf_message_say("without figures: %s", lf_message());
    return LF_OK;
}

static lf_exit publish_run(const void *values, const lf_texts *operands) {
    const publish_values *v = values;
    char dir[LF_PATH_BYTES];
    lf_bundle bundle = {0};
    lf_bundle_roots roots;
    size_t left;
    if (!v->out) return lf_message_usage("publish: name the file with --out NAME.lfz");
    if (v->license && strncmp(v->license, "https://", 8) != 0 &&
        strncmp(v->license, "http://", 7) != 0)
        return lf_message_usage("publish: --license '%s': expected its address, such as "
                                "https://spdx.org/licenses/CC-BY-4.0",
                                v->license);
    if (lf_file_writable(v->out) != LF_OK) return lf_message_exit(LF_IO);
    const lf_exit code = lf_session_load(&v->plugins);
    if (code != LF_EXIT_DONE) return code;
    lf_status status = lf_folder_temporary("publish", dir);
    if (status != LF_OK) return lf_message_exit(status);
    status = publish_gather(operands->text[0], v, &bundle, &left);
    if (status == LF_OK) status = publish_derive(&bundle, dir);
    if (status == LF_OK) status = lf_bundle_seal(&bundle, &roots);
    if (status == LF_OK) status = lf_zip_write(&bundle, v->out);
    lf_folder_remove(dir);
    if (status == LF_OK && left > 0)
        lf_message_say("%zu stored run%s in no plan, and left out: of an earlier command there, or "
                       "of an archive that was taken in",
                       left, left == 1 ? " is" : "s are");
    if (status == LF_OK) printf("%s: %zu members, root %s\n", v->out, bundle.members, roots.root);
    lf_bundle_clear(&bundle);
    return lf_message_exit(status);
}

static const lf_option publish_options[] = {
    {"out", 'o', LF_OPTION_TEXT, offsetof(publish_values, out), "NAME.lfz", NULL,
     "the archive, whole or not at all"},
    {"source", 0, LF_OPTION_TEXTS, offsetof(publish_values, sources), "FILE", NULL,
     "put this file into sources/: that of a method which is a plugin"},
    {"license", 0, LF_OPTION_TEXT, offsetof(publish_values, license), "URL", NULL,
     "under which the results may be used, such as https://spdx.org/licenses/CC-BY-4.0"},
    LF_PLUGIN_OPTION(publish_values),
    {0},
};

LF_COMMAND(
    publish, publish, .name = "publish", .operands = "DIR",
    .doc = "results as one file that a stranger can check",
    .about =
        "Writes what is stored in DIR as one archive: every run with its trace, counters and "
        "final iterate, experiments, tuning trials, claims with what decided them, hashes of "
        "data and splits, versions, figures. The same folder gives the same bytes. The last "
        "line has the archive's root, a hash over all of it: put it where the archive itself "
        "is not, such as into the paper. Names, paths and hosts of this machine are not in it. "
        "`levelfield verify` checks it; docs/publish.md walks through.",
    .example = "levelfield publish levelfield-out/demo-default --out demo.lfz", .least = 1,
    .most = 1);
