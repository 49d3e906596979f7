/**
 * @file description.c
 * @brief Finds a description and its files, and hashes them all.
 */
#include "datasets/user/description.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "datasets/files/bytes.h"
#include "datasets/user/keys.h"

/* A description is written by hand; more than this is another file by mistake. */
static const size_t description_bytes = (size_t)1 << 20;
/* Raise it when the same files make another table. */
/* The "own data" of the head stays, whatever the folder is called: identities begin with it. */
static const unsigned description_version = 2;

static bool description_ends(const char *data, const char *ending) {
    const size_t n = strlen(data), k = strlen(ending);
    return n > k && strcmp(data + n - k, ending) == 0;
}

static bool description_is_yaml(const char *data) {
    return description_ends(data, ".yaml") || description_ends(data, ".yml");
}

/* The digits behind the last '@' of "FILE.yaml@DIGITS"; NULL: the path has none. */
static const char *description_pin(const char *data) {
    const char *at = strrchr(data, '@');
    if (!at || at[1 + strspn(at + 1, "0123456789abcdef")] != '\0') return NULL;
    const size_t n = strlen(at + 1);
    return n >= LF_USER_PIN && n < LF_SHA256_TEXT ? at + 1 : NULL;
}

bool lf_user_named(const char *data) {
    const lf_reader *const *reader;
    const char *dot = strrchr(data, '.');
    if (strchr(data, '/') || description_is_yaml(data) || description_pin(data)) return true;
    for (size_t k = 0, n = lf_reader_list(&reader); dot && dot > data && k < n; k++)
        if (reader[k]->survey && strcmp(dot + 1, reader[k]->format) == 0) return true;
    return description_ends(data, ".gz");
}

/* path <- the file below a folder (`size` bytes of it, 0: the current one). */
static bool description_in(const char *folder, size_t size, const char *file,
                           char path[LF_PATH_BYTES]) {
    const int n = file[0] == '/' ? 0 : (int)size;
    const char *join = n > 0 && folder[n - 1] != '/' ? "/" : "";
    return lf_path_format(path, "%.*s%s%s", n, folder, join, file) == LF_OK &&
           lf_file_readable(path);
}

/* path <- the file in a folder, else below one of $LEVELFIELD_DATA. */
static bool description_find(const char *folder, size_t size, const char *file,
                             char path[LF_PATH_BYTES]) {
    if (description_in(folder, size, file, path)) return true;
    for (const char *at = getenv("LEVELFIELD_DATA"); at && *at;) {
        const size_t n = strcspn(at, ":");
        if (n > 0 && description_in(at, n, file, path)) return true;
        at += n + (at[n] == ':');
    }
    return false;
}

/* *path <- where one of the files is, kept in d->file. `key` and the description name it. */
static lf_status description_add(lf_user_description *d, const char *key, const char *file,
                                 const char **path) {
    char found[LF_PATH_BYTES];
    if (!description_find(d->path, (size_t)(d->name - d->path), file, found))
        return lf_fail(
            LF_NOT_FOUND,
            "%s: %s: there is no readable file %s beside the description or below a folder of "
            "LEVELFIELD_DATA",
            d->path, key, file);
    d->file[d->files] = strdup(found);
    if (!d->file[d->files]) return lf_fail(LF_NO_MEMORY, "%s: no memory for a path", file);
    if (path) *path = d->file[d->files];
    d->files++;
    return LF_OK;
}

/* The features, and what is not a column among them. */
static lf_status description_locate(lf_user_description *d) {
    const lf_user_keys *keys = d->keys;
    LF_TRY(description_add(d, "features", keys->features, NULL));
    if (d->reader->rows) return LF_OK;
    if (keys->label) LF_TRY(description_add(d, "label", keys->label, &d->label));
    if (keys->split) LF_TRY(description_add(d, "split", keys->split, &d->split));
    for (unsigned g = 0; g < keys->groups_count; g++)
        LF_TRY(description_add(d, "groups", keys->groups[g], &d->group[g]));
    return LF_OK;
}

/* d->identity <- over the text of the description and every file's content. The name counts too,
 * because the table carries it. */
static lf_status description_identify(lf_user_description *d, const char *yaml, size_t length) {
    char digest[LF_SHA256_TEXT], head[64];
    lf_sha256 hash;
    lf_sha256_start(&hash);
    const int n = snprintf(head, sizeof head, "own data %u\n", description_version);
    lf_sha256_add(&hash, head, (size_t)n);
    lf_sha256_add(&hash, d->name, strlen(d->name) + 1);
    lf_sha256_add(&hash, yaml, length);
    lf_status status = LF_OK;
    for (size_t f = 0; status == LF_OK && f < d->files; f++) {
        status = lf_bytes_hash(d->file[f], digest);
        if (status == LF_OK) lf_sha256_add(&hash, digest, sizeof digest);
    }
    if (status == LF_OK) return lf_sha256_finish(&hash, d->identity);
    lf_sha256_drop(&hash);
    return status;
}

/* Find, read, locate, identify; `data` is without a pin. */
static lf_status description_read(lf_user_description *d, const char *data) {
    char *yaml;
    size_t length;
    if (!description_is_yaml(data))
        return lf_fail(LF_BAD_INPUT,
                       "%s: data of your own is given by its description, a .yaml file with "
                       "\"features: FILE\"; docs/data.md explains it",
                       data);
    if (!description_find("", 0, data, d->path))
        return lf_fail(LF_NOT_FOUND,
                       "%s: there is no such readable description, here or below a folder of "
                       "LEVELFIELD_DATA",
                       data);
    const char *slash = strrchr(d->path, '/');
    d->name = slash ? slash + 1 : d->path;
    LF_TRY(lf_file_read(d->path, description_bytes, &yaml, &length));
    lf_status status = lf_user_keys_read(yaml, length, d->path, &d->keys, &d->reader);
    if (status == LF_OK) status = description_locate(d);
    if (status == LF_OK) status = description_identify(d, yaml, length);
    free(yaml);
    return status;
}

/* path <- what comes before the pin. */
static lf_status description_unpinned(const char *data, const char *pin, char path[LF_PATH_BYTES]) {
    const int n = (int)(pin ? (size_t)(pin - data) - 1 : strlen(data));
    return lf_path_format(path, "%.*s", n, data);
}

bool lf_user_described(const char *data) {
    char named[LF_PATH_BYTES], path[LF_PATH_BYTES], *yaml;
    size_t length;
    if (description_unpinned(data, description_pin(data), named) != LF_OK ||
        !description_is_yaml(named) || !description_find("", 0, named, path) ||
        lf_file_read(path, description_bytes, &yaml, &length) != LF_OK)
        return false;
    const char *line = yaml;
    while (line && strncmp(line, "features:", 9) != 0) {
        line = strchr(line, '\n');
        line += line != NULL;
    }
    free(yaml);
    return line != NULL;
}

lf_status lf_user_describe(const char *data, lf_user_description *description) {
    char path[LF_PATH_BYTES];
    const char *pin = description_pin(data);
    *description = (lf_user_description){0};
    LF_TRY(description_unpinned(data, pin, path));
    LF_TRY(description_read(description, path));
    if (!pin || strncmp(description->identity, pin, strlen(pin)) == 0) return LF_OK;
    return lf_fail(LF_BAD_INPUT, "%s: its files have changed: their identity is %.*s, not %s", path,
                   (int)strlen(pin), description->identity, pin);
}

void lf_user_description_free(lf_user_description *description) {
    lf_user_keys_free(description->keys);
    for (size_t f = 0; f < description->files; f++)
        free(description->file[f]);
    *description = (lf_user_description){0};
}

void lf_user_group_name(const lf_user_description *description, size_t group, char name[256]) {
    const char *word = description->keys->groups[group];
    const char *slash = strrchr(word, '/');
    const char *start = slash && !description->reader->rows ? slash + 1 : word;
    snprintf(name, 256, "%s", start);
    if (description->reader->rows) return;
    static const char *const ending[] = {".gz", ".txt", ".npy"};
    for (size_t k = 0; k < sizeof ending / sizeof *ending; k++)
        if (description_ends(name, ending[k])) name[strlen(name) - strlen(ending[k])] = '\0';
}
