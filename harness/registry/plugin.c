/**
 * @file plugin.c
 * @brief Shared objects from outside the tree: described, kept in the registry, opened by those who
 * use them.
 *
 * A plugin is code that may do anything as soon as its file is opened, so a command never opens
 * one: a child does, and tells what it found (plugin_probe.c). The registry has that. Who is about
 * to call a function of a plugin, in the process of a run, opens the file there.
 */
#include "harness/registry/plugin.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/grow.h"
#include "harness/registry/registry.h"

enum { PLUGIN_NAME_BYTES = 64, PLUGIN_HASH_DIGITS = 12 };
/* No code is as long as this: what is, is another file by mistake. */
static const size_t plugin_bytes = (size_t)1 << 30;

/* What is loaded. */
typedef struct {
    char *path; /* absolute */
    char name[PLUGIN_NAME_BYTES];
    char file_sha256[LF_SHA256_TEXT];
    char code[PLUGIN_NAME_BYTES + 1 + PLUGIN_HASH_DIGITS + 1];
    char described_sha256[LF_SHA256_TEXT]; /* of the description as it came */
    char *bytes;                           /* which the described parts point into */
    lf_plugin_parts described;
    lf_plugin_parts opened; /* in this process; zero: not yet */
} plugin_entry;
static plugin_entry *plugin_list;
static size_t plugin_count;

/* Verdicts on a method's plugin and a problem's; all problems that are linked in are one. */
typedef struct {
    size_t method, problem; /* in plugin_list; SIZE_MAX: linked in */
    lf_plugin_manner manner;
} plugin_verdict;
static plugin_verdict *plugin_verdicts;
static size_t plugin_verdict_count;

/* name <- "mine" of "dir/mine.so"; false if that cannot be part of a symbol's name. */
static bool plugin_name(const char *path, char name[PLUGIN_NAME_BYTES]) {
    const char *file = lf_path_name(path);
    const size_t length = strlen(file) - (lf_path_ends(file, ".so") ? strlen(".so") : 0);
    if (!lf_path_ends(file, ".so") || length >= PLUGIN_NAME_BYTES) return false;
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)file[i]) && file[i] != '_') return false;
    memcpy(name, file, length);
    name[length] = '\0';
    return true;
}

/* A plugin comes whole or not at all: the problem's name, too, is looked at before the first thing
 * is added. */
static lf_status plugin_add(const plugin_entry *entry) {
    const lf_plugin_parts *parts = &entry->described;
    const lf_problem_class *taken;
    if (parts->algorithm && parts->problem && lf_problem_find(entry->name, &taken) == LF_OK)
        return lf_fail(LF_BAD_ARGUMENT, "the name '%s' is taken by another problem (%s)",
                       entry->name, taken->source);
    if (parts->algorithm) LF_TRY(lf_registry_add_algorithm(parts->algorithm));
    return parts->problem ? lf_registry_add_problem(parts->problem) : LF_OK;
}

/* Before anything is added, so that what was added can be kept. */
static lf_status plugin_make_room(void) {
    return lf_grow(&plugin_list, plugin_count, sizeof *plugin_list, "the list of plugins");
}

/* sha256 <- which build the file is now. */
static lf_status plugin_hash(const char *path, char sha256[LF_SHA256_TEXT]) {
    char *bytes;
    size_t size;
    LF_TRY(lf_file_read(path, plugin_bytes, &bytes, &size));
    const lf_status status = lf_sha256_of(bytes, size, sha256);
    free(bytes);
    return status;
}

/* code <- which build it is, the libraries that it brings among it. */
static lf_status plugin_identify(plugin_entry *entry) {
    char all[2 * LF_SHA256_TEXT], sha256[LF_SHA256_TEXT];
    const char *libraries = entry->described.libraries, *hex = libraries ? sha256 : all;
    snprintf(all, sizeof all, "%s%s", entry->file_sha256, libraries ? libraries : "");
    if (libraries) LF_TRY(lf_sha256_of(all, strlen(all), sha256));
    snprintf(entry->code, sizeof entry->code, "%s@%.*s", entry->name, (int)PLUGIN_HASH_DIGITS, hex);
    return LF_OK;
}

/* The entry that brought it, described or opened; NULL: it is linked in. */
static plugin_entry *plugin_of(const void *brought) {
    for (size_t i = 0; i < plugin_count && brought; i++) {
        plugin_entry *e = &plugin_list[i];
        if (brought == e->described.algorithm || brought == e->described.problem ||
            brought == e->opened.algorithm || brought == e->opened.problem)
            return e;
    }
    return NULL;
}

const char *lf_plugin_code(const void *brought) {
    const plugin_entry *entry = plugin_of(brought);
    return entry ? entry->code : NULL;
}

bool lf_algorithm_is_plugin(const lf_algorithm *algorithm) {
    return plugin_of(algorithm) != NULL;
}

static size_t plugin_place(const void *brought) {
    const plugin_entry *entry = plugin_of(brought);
    return entry ? (size_t)(entry - plugin_list) : SIZE_MAX;
}

lf_plugin_manner lf_plugin_manner_of(const lf_algorithm *algorithm,
                                     const lf_problem_class *problem) {
    const size_t method = plugin_place(algorithm), at = plugin_place(problem);
    for (size_t i = 0; i < plugin_verdict_count; i++)
        if (plugin_verdicts[i].method == method && plugin_verdicts[i].problem == at)
            return plugin_verdicts[i].manner;
    return LF_PLUGIN_UNTRIED;
}

lf_status lf_plugin_set_manner(const lf_algorithm *algorithm, const lf_problem_class *problem,
                               lf_plugin_manner manner) {
    const plugin_verdict verdict = {plugin_place(algorithm), plugin_place(problem), manner};
    LF_TRY(lf_grow(&plugin_verdicts, plugin_verdict_count, sizeof verdict, "verdicts on plugins"));
    plugin_verdicts[plugin_verdict_count++] = verdict;
    return LF_OK;
}

const char *lf_plugin_path(size_t i) {
    return i < plugin_count ? plugin_list[i].path : NULL;
}

const char *lf_plugin_path_of(const lf_algorithm *algorithm) {
    const plugin_entry *entry = plugin_of(algorithm);
    if (entry) return entry->path;
    return lf_registry_links(algorithm) ? NULL : lf_foreign_path(algorithm);
}

/* The same file with the same contents, and the same libraries. */
static bool plugin_loaded(const plugin_entry *entry) {
    for (size_t i = 0; i < plugin_count; i++)
        if (strcmp(plugin_list[i].path, entry->path) == 0 &&
            strcmp(plugin_list[i].code, entry->code) == 0)
            return true;
    return false;
}

static lf_status plugin_probe(const char *path, plugin_entry *entry) {
    size_t n;
    LF_TRY(lf_plugin_probe(path, entry->name, &entry->bytes, &n));
    LF_TRY(lf_sha256_of(entry->bytes, n, entry->described_sha256));
    LF_TRY(lf_plugin_described(entry->bytes, n, entry->name, &entry->described));
    return plugin_identify(entry);
}

/* *known <- it is loaded already. */
static lf_status plugin_load(const char *path, plugin_entry *entry, bool *known) {
    LF_TRY(lf_plugin_file_check(path));
    entry->path = realpath(path, NULL);
    if (!entry->path) return lf_fail(LF_BAD_INPUT, "%s", strerror(errno));
    LF_TRY(plugin_hash(path, entry->file_sha256));
    LF_TRY(plugin_probe(path, entry));
    *known = plugin_loaded(entry);
    if (*known) return LF_OK;
    LF_TRY(plugin_make_room());
    return plugin_add(entry);
}

/* No name of a shared object; a source has its own way to be run. */
static lf_status plugin_misnamed(const char *path) {
    if (lf_path_ends(path, ".py"))
        return lf_fail(LF_BAD_ARGUMENT,
                       "plugin %s: methods in Python are run by `python3 -m levelfield COMMAND "
                       "--plugin %s`",
                       path, path);
    if (lf_path_ends(path, ".c"))
        return lf_fail(LF_BAD_ARGUMENT,
                       "plugin %s: a source; build it first, and name the NAME.so that comes of it",
                       path);
    return lf_fail(LF_BAD_ARGUMENT,
                   "plugin %s: the file must be called NAME.so, NAME of letters, digits and _",
                   path);
}

lf_status lf_plugin_load(const char *path) {
    plugin_entry entry = {0};
    bool known = false;
    if (!plugin_name(path, entry.name)) return plugin_misnamed(path);
    const lf_status status = plugin_load(path, &entry, &known);
    if (status == LF_OK && !known) {
        plugin_list[plugin_count++] = entry;
        return LF_OK;
    }
    lf_plugin_drop(&entry.described);
    free(entry.bytes);
    free(entry.path);
    return status == LF_OK ? LF_OK : lf_fail_within(status, "plugin %s: ", path);
}

static lf_status plugin_changed(void) {
    return lf_fail(LF_BAD_INPUT, "the file has changed since the command began: start it again");
}

static lf_status plugin_same(const plugin_entry *entry) {
    char now[LF_SHA256_TEXT];
    LF_TRY(plugin_hash(entry->path, now));
    return strcmp(now, entry->file_sha256) == 0 ? LF_OK : plugin_changed();
}

/* What is run is what was described: the same file, which says the same of itself. */
static lf_status plugin_open(plugin_entry *entry) {
    plugin_entry now = *entry;
    char *bytes, sha256[LF_SHA256_TEXT];
    size_t n;
    LF_TRY(plugin_same(entry));
    LF_TRY(lf_plugin_open(entry->path, entry->name, &now.opened));
    LF_TRY(lf_plugin_describe(&now.opened, &bytes, &n));
    const lf_status status = lf_sha256_of(bytes, n, sha256);
    free(bytes);
    LF_TRY(status);
    if (strcmp(sha256, entry->described_sha256) != 0)
        return lf_fail(LF_BAD_INPUT,
                       "it describes itself otherwise than when the command began, or "
                       "a library that it brings has changed: start it again");
    entry->opened = now.opened;
    return LF_OK;
}

/* *entry <- the one that brought it, opened; NULL: it is linked in. */
static lf_status plugin_opened(const void *brought, const plugin_entry **entry) {
    plugin_entry *e = plugin_of(brought);
    *entry = e;
    if (!e || e->opened.algorithm || e->opened.problem) return LF_OK;
    const lf_status status = plugin_open(e);
    return status == LF_OK ? LF_OK : lf_fail_within(status, "plugin %s: ", e->path);
}

lf_status lf_algorithm_open(const lf_algorithm *described, const lf_algorithm **opened) {
    const plugin_entry *entry;
    LF_TRY(plugin_opened(described, &entry));
    *opened = entry ? entry->opened.algorithm : described;
    return LF_OK;
}

lf_status lf_problem_open(const lf_problem_class *described, const lf_problem_class **opened) {
    const plugin_entry *entry;
    LF_TRY(plugin_opened(described, &entry));
    *opened = entry ? entry->opened.problem : described;
    return LF_OK;
}

lf_status lf_plugin_unchanged(const lf_algorithm *described) {
    const plugin_entry *e = plugin_of(described);
    bool same = true;
    const lf_status status = e ? plugin_same(e) : lf_foreign_same(described, &same);
    if (status == LF_OK && same) return LF_OK;
    return lf_fail_within(status == LF_OK ? plugin_changed() : status,
                          "plugin %s: ", lf_plugin_path_of(described));
}

lf_status lf_plugin_algorithm(const char *path, const char *name, const lf_algorithm **algorithm) {
    lf_plugin_parts parts;
    LF_TRY(lf_plugin_open(path, name, &parts));
    *algorithm = parts.algorithm;
    return parts.algorithm ? LF_OK : lf_fail(LF_NOT_FOUND, "plugin %s brings no algorithm", path);
}
