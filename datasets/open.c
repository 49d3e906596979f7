/**
 * @file open.c
 * @brief Opens a data set: out of the cache, or parsed and verified in one pass over its files.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/sha256.h"
#include "datasets/obtain/cache.h"
#include "datasets/obtain/checksum.h"
#include "datasets/obtain/locate.h"
#include "datasets/obtain/stamp.h"
#include "datasets/parse.h"
#include "datasets/readers/parts/reader.h"
#include "datasets/table/dataset.h"
#include "datasets/user/user_open.h"

static int survey_compare(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* Everything that a folder has, by name; a file has nothing. */
static void survey_add_all(lf_stamp *s, const char *folder) {
    struct dirent **entry;
    char path[LF_PATH_BYTES];
    const int n = scandir(folder, &entry, NULL, survey_compare);
    for (int i = 0; i < n; i++) {
        const char *name = entry[i]->d_name;
        if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0) {
            s->whole = s->whole && lf_path_format(path, "%s/%s", folder, name) == LF_OK;
            if (s->whole) lf_stamp_add(s, path, name);
        }
        free(entry[i]);
    }
    if (n >= 0) free(entry);
}

/* note <- where the note of what is there now belongs; false if nothing may be noted. */
static bool survey_place(const lf_dataset *entry, const char *path, char note[LF_PATH_BYTES]) {
    char head[256];
    lf_stamp s;
    snprintf(head, sizeof head, "%s %u\n", entry->name, entry->version);
    lf_stamp_start(&s, head);
    lf_stamp_add(&s, path, path);
    survey_add_all(&s, path);
    return lf_stamp_finish(&s, note);
}

/* Stamps of a set's one file or folder stand for what its survey found under them: found->rows,
 * found->train_rows and identity <- those of the entry's one file or folder at
 * paths[0]. Forwards what the survey says. */
static lf_status survey_of(const lf_dataset *entry, const char *const *paths, lf_dataset *found,
                           char identity[LF_SHA256_TEXT]) {
    char before[LF_PATH_BYTES], after[LF_PATH_BYTES];
    const bool settled = survey_place(entry, paths[0], before);
    if (settled && lf_stamp_recall(before, identity, &found->rows, &found->train_rows))
        return LF_OK;
    LF_TRY(entry->survey(paths, found, identity));
    if (settled && survey_place(entry, paths[0], after) && strcmp(before, after) == 0)
        lf_stamp_note(before, identity, found->rows, found->train_rows);
    return LF_OK;
}

/* More files than any set of the catalogue has; a table that takes longer to make than to read. */
enum { OPEN_FILES = 16, OPEN_MANY_BYTES = 1 << 18 };

/* Where the files of an entry are; large, so it lives on the heap. */
typedef struct {
    const lf_dataset *entry; /* the next one */
    lf_dataset surveyed;     /* a copy, with the counts that the survey found, or of another size */
    lf_dataset_size size;
    char identity[LF_SHA256_TEXT];
    size_t files;
    char buffer[OPEN_FILES][LF_PATH_BYTES];
    const char *path[OPEN_FILES];
} open_sources;

static lf_status open_locate(open_sources *s) {
    s->files = lf_dataset_files(s->entry);
    if (s->files > OPEN_FILES)
        return lf_fail(LF_UNSUPPORTED, "%s: %zu files, at most %d are supported", s->entry->name,
                       s->files, OPEN_FILES);
    for (size_t i = 0; i < s->files; i++) {
        LF_TRY(lf_dataset_locate(s->entry, &s->entry->files[i], s->buffer[i]));
        s->path[i] = s->buffer[i];
    }
    return LF_OK;
}

/* The files of a surveyed set are those that the survey saw. */
static lf_status open_verify_surveyed(const open_sources *s, const char *found) {
    if (strcmp(found, s->identity) == 0) return LF_OK;
    return lf_fail(LF_BAD_INPUT, "%s: changed while it was read", s->path[0]);
}

/* The parser read each file to its end and noted its checksum; a table of other bytes is refused.
 * An MD5 is computed by reading again, which happens once for a cached table. */
static lf_status open_verify(const open_sources *s, const lf_builder *builder) {
    char md5[LF_SHA256_TEXT];
    for (size_t i = 0; i < s->files; i++) {
        const lf_dataset_file *file = &s->entry->files[i];
        const char *found = lf_builder_digest(builder, s->path[i]);
        if (!found)
            return lf_fail(LF_BAD_INPUT, "%s: its parser did not read it to the end", s->path[i]);
        if (s->entry->survey) return open_verify_surveyed(s, found);
        if (!file->sha256) LF_TRY(lf_checksum_of(file, s->path[i], md5));
        if (!file->sha256) found = md5;
        if (strcmp(found, lf_checksum_stated(file)) != 0)
            return lf_dataset_refuse(s->entry, file, s->path[i], found);
    }
    return LF_OK;
}

/* A parse failed. If a file cannot be read or is not the published one, that is the cause worth
 * telling, with the place where it showed and how to mend it. */
static lf_status open_explain(const open_sources *s, lf_status status) {
    char what[2048], found[LF_SHA256_TEXT], mend[LF_MEND_BYTES];
    if (status != LF_BAD_INPUT || s->entry->survey) return status;
    snprintf(what, sizeof what, "%s", lf_message());
    for (size_t i = 0; i < s->files; i++) {
        const lf_dataset_file *file = &s->entry->files[i];
        lf_dataset_mend(s->entry, file, mend);
        if (lf_checksum_of(file, s->path[i], found) != LF_OK)
            return lf_fail(LF_BAD_INPUT, "%s; %s", what, mend);
        if (strcmp(found, lf_checksum_stated(file)) != 0)
            return lf_fail(LF_BAD_INPUT,
                           "%s (the file is not the published one: %s %s, expected %s; %s)", what,
                           lf_checksum_kind(file), found, lf_checksum_stated(file), mend);
    }
    return lf_fail(status, "%s", what);
}

/* The table is in the cache, and right. Files that lie beside it are still the published ones, or
 * this is said: they are read once after each change, and only looked at from then on. */
static lf_status open_compare(open_sources *s) {
    char note[LF_PATH_BYTES], found[LF_SHA256_TEXT];
    size_t rows, train_rows;
    lf_stamp stamp;
    if (open_locate(s) != LF_OK || s->files == 0) return LF_OK; /* it serves without files, too */
    lf_stamp_start(&stamp, s->identity);
    for (size_t i = 0; i < s->files; i++) {
        lf_dataset_disk_path(s->buffer[i]);
        lf_stamp_add(&stamp, s->path[i], s->entry->files[i].path);
    }
    const bool settled = lf_stamp_finish(&stamp, note);
    if (settled && lf_stamp_recall(note, found, &rows, &train_rows)) return LF_OK;
    LF_TRY(open_locate(s)); /* members of archives again, not the archives */
    for (size_t i = 0; i < s->files; i++)
        LF_TRY(lf_dataset_check(s->entry, &s->entry->files[i], s->path[i]));
    if (settled) lf_stamp_note(note, s->identity, s->entry->rows, s->entry->train_rows);
    return LF_OK;
}

/* Nothing is half loaded: *data is set only when the parse, the checksums and the counts are right.
 */
static lf_status open_parse(const open_sources *s, lf_draft *part, lf_data **data) {
    lf_builder *builder;
    LF_TRY(lf_builder_create(s->entry, &builder));
    lf_builder_place(builder, part->fd);
    lf_status status = lf_dataset_fill(s->entry, s->path, builder);
    if (status == LF_OK)
        status = open_verify(s, builder);
    else
        status = open_explain(s, status);
    if (status == LF_OK) status = lf_cache_keep(part, builder, s->identity, data);
    lf_builder_free(builder);
    return status;
}

/* Bytes of an entry's table as a dense one; SIZE_MAX if that overflows. */
static size_t open_size(const lf_dataset *entry) {
    size_t bytes;
    if (__builtin_mul_overflow(entry->rows, entry->features, &bytes) ||
        __builtin_mul_overflow(bytes, sizeof(double), &bytes))
        return SIZE_MAX;
    return bytes;
}

/* A generated set of some size, too: runs are processes of their own, and each would make it again.
 */
static bool open_is_cached(const lf_dataset *entry) {
    return lf_dataset_files(entry) > 0 || open_size(entry) >= OPEN_MANY_BYTES;
}

/* The entry of that name, of the size that it states. */
static lf_status open_named(open_sources *s, const char *name) {
    const lf_dataset *entry;
    LF_TRY(lf_dataset_require(name, &entry));
    s->entry = &s->surveyed;
    return lf_dataset_resize(entry, name, &s->size, &s->surveyed);
}

/* Only a survey has to find the files to know what they hold; a fixed set is known without them.
 * What a survey found before will do, unless all is to be read again. */
static lf_status open_identify(open_sources *s, bool again) {
    if (!s->entry->survey) return lf_cache_identity(s->entry, s->identity);
    LF_TRY(open_locate(s));
    if (again) return s->surveyed.survey(s->path, &s->surveyed, s->identity);
    return survey_of(s->entry, s->path, &s->surveyed, s->identity);
}

lf_status lf_dataset_parse(const lf_dataset *entry, lf_data **data) {
    open_sources *s = calloc(1, sizeof *s);
    *data = NULL;
    if (!s) return lf_fail(LF_NO_MEMORY, "%s: no memory for its paths", entry->name);
    s->surveyed = *entry;
    s->entry = &s->surveyed;
    lf_status status = open_identify(s, true);
    if (status == LF_OK) status = open_locate(s);
    if (status == LF_OK) status = open_parse(s, &(lf_draft){.fd = -1}, data);
    free(s);
    return status;
}

/* The table is not in the cache; while this process waited another one may have made it. */
static lf_status open_make(open_sources *s, bool cached, lf_data **data) {
    lf_draft part = {.fd = -1};
    LF_TRY(open_locate(s));
    if (cached) lf_cache_hold(s->identity, &part);
    if (part.fd >= 0) lf_cache_load(s->identity, data);
    const lf_status status = *data ? LF_OK : open_parse(s, &part, data);
    lf_cache_leave(&part);
    return status;
}

lf_status lf_data_open(const char *name, lf_data **data) {
    if (lf_user_named(name)) return lf_user_open(name, false, data);
    open_sources *s = calloc(1, sizeof *s);
    *data = NULL;
    if (!s) return lf_fail(LF_NO_MEMORY, "%s: no memory for its paths", name);
    lf_status status = open_named(s, name);
    if (status == LF_OK) status = open_identify(s, false);
    const bool cached = status == LF_OK && open_is_cached(s->entry);
    if (cached) lf_cache_load(s->identity, data);
    if (status == LF_OK && !*data)
        status = open_make(s, cached, data);
    else if (status == LF_OK && !s->entry->survey)
        status = open_compare(s);
    if (status != LF_OK && *data) {
        lf_data_close(*data);
        *data = NULL;
    }
    free(s);
    return status;
}

bool lf_data_has(const lf_data *data, const char *attribute) {
    for (size_t a = 0; a < data->attributes; a++)
        if (strcmp(data->attribute[a].name, attribute) == 0) return true;
    return false;
}

lf_status lf_data_attribute(const lf_data *data, const char *name, const lf_attribute **attribute) {
    char list[512] = "none";
    size_t used = 0;
    for (size_t a = 0; a < data->attributes; a++) {
        const lf_attribute *at = &data->attribute[a];
        *attribute = at;
        if (strcmp(at->name, name) == 0) return LF_OK;
        if (used + strlen(at->name) + 3 > sizeof list) continue;
        used += (size_t)(stpcpy(stpcpy(list + used, used ? ", " : ""), at->name) - (list + used));
    }
    *attribute = NULL;
    return lf_fail(LF_NOT_FOUND, "%s has no attribute \"%s\"; it has: %s", data->name, name, list);
}
