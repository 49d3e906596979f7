/**
 * @file description.c
 * @brief Finds a description, reads it, and hashes its files.
 */
#include "datasets/user/description.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "datasets/files/bytes.h"
#include "datasets/obtain/stamp.h"
#include "datasets/user/keys.h"
#include "datasets/user/user_files.h"

/* A description is written by hand; more than this is another file by mistake. */
static const size_t description_bytes = (size_t)1 << 20;
/* Raise it when the same files make another table. */
/* The "own data" of the head stays, whatever the folder is called: identities begin with it. */
static const unsigned description_version = 3;

static bool description_is_yaml(const char *data) {
    return lf_path_ends(data, ".yaml") || lf_path_ends(data, ".yml");
}

/* The digits behind the last '@' of "FILE.yaml@DIGITS"; NULL: the path has none. */
static const char *description_pin(const char *data) {
    const char *at = strrchr(data, '@');
    if (!at || at[1 + strspn(at + 1, "0123456789abcdef")] != '\0') return NULL;
    const size_t n = strlen(at + 1);
    return n >= LF_USER_PIN && n < LF_SHA256_TEXT ? at + 1 : NULL;
}

/* Is there an '@' behind the ending, whatever follows it? */
static bool description_has_pin(const char *data) {
    return strstr(data, ".yaml@") || strstr(data, ".yml@");
}

bool lf_user_named(const char *data) {
    const lf_reader *const *reader;
    const char *dot = strrchr(data, '.');
    if (strchr(data, '/') || description_is_yaml(data) || description_pin(data) ||
        description_has_pin(data))
        return true;
    for (size_t k = 0, n = lf_reader_list(&reader); dot && dot > data && k < n; k++)
        if (reader[k]->take && strcasecmp(dot + 1, reader[k]->format) == 0) return true;
    return lf_path_ends(data, ".gz") || lf_path_ends(data, ".zst");
}

lf_status lf_user_identify(const lf_user_description *d, const lf_builder *builder,
                           char identity[LF_SHA256_TEXT]) {
    char digest[LF_SHA256_TEXT], head[64];
    lf_sha256 hash;
    lf_sha256_start(&hash);
    int n = snprintf(head, sizeof head, "own data %u\n", description_version);
    lf_sha256_add(&hash, head, (size_t)n);
    /* Patterns may name the same files in the same order, and another one first that tests. */
    n = d->keys->test ? snprintf(head, sizeof head, "%zu files train\n", d->training) : 0;
    lf_sha256_add(&hash, head, (size_t)n);
    lf_sha256_add(&hash, d->name, strlen(d->name) + 1);
    lf_sha256_add(&hash, d->yaml, d->yaml_bytes);
    lf_status status = LF_OK;
    for (size_t f = 0; status == LF_OK && f < d->files; f++) {
        const char *known = builder ? lf_builder_digest(builder, d->file[f]) : NULL;
        if (known)
            memcpy(digest, known, sizeof digest);
        else
            status = lf_bytes_hash(d->file[f], digest);
        if (status == LF_OK) lf_sha256_add(&hash, digest, sizeof digest);
    }
    if (status == LF_OK) return lf_sha256_finish(&hash, identity);
    lf_sha256_drop(&hash);
    return status;
}

lf_status lf_user_pinned(const lf_user_description *d, const char *identity) {
    if (strncmp(identity, d->pin, strlen(d->pin)) == 0) return LF_OK;
    return lf_fail(LF_BAD_INPUT, "%s: its files have changed: their identity is %.*s, not %s",
                   d->path, (int)strlen(d->pin), identity, d->pin);
}

bool lf_user_stamp(const lf_user_description *d, char note[LF_PATH_BYTES]) {
    char head[64];
    lf_stamp stamp;
    snprintf(head, sizeof head, "own data %u\n", description_version);
    lf_stamp_start(&stamp, head);
    lf_stamp_add(&stamp, d->path, d->path);
    for (size_t f = 0; f < d->files; f++)
        lf_stamp_add(&stamp, d->file[f], d->file[f]);
    return lf_stamp_finish(&stamp, note);
}

/* Find, read, locate; `data` is without a pin. */
static lf_status description_read(lf_user_description *d, const char *data) {
    const bool yaml = description_is_yaml(data);
    if (!yaml && description_has_pin(data))
        return lf_fail(LF_BAD_INPUT,
                       "%s: behind the '@' expected %d to %d digits 0-9 and a-f, the first ones of "
                       "an identity",
                       data, LF_USER_PIN, LF_SHA256_TEXT - 1);
    if (!yaml)
        return lf_fail(LF_BAD_INPUT,
                       "%s: data of your own is given by its description, a .yaml file with "
                       "\"features: FILE\"; docs/data.md explains it",
                       data);
    if (!lf_user_find("", 0, data, d->path))
        return lf_fail(LF_NOT_FOUND,
                       "%s: there is no such readable description, here or below a folder of "
                       "LEVELFIELD_DATA",
                       data);
    d->name = lf_path_name(d->path);
    LF_TRY(lf_file_read(d->path, description_bytes, &d->yaml, &d->yaml_bytes));
    LF_TRY(lf_user_keys_read(d->yaml, d->yaml_bytes, d->path, &d->keys, &d->reader));
    return lf_user_locate(d);
}

/* path <- what comes before the pin. */
static lf_status description_unpinned(const char *data, const char *pin, char path[LF_PATH_BYTES]) {
    const int n = (int)(pin ? (size_t)(pin - data) - 1 : strlen(data));
    return lf_path_format(path, "%.*s", n, data);
}

/* Does a line, behind the mark that some editors put at the beginning, have the key? */
static bool description_has_key(const char *yaml) {
    const char *line = yaml + (strncmp(yaml, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0);
    while (line && strncmp(line, "features:", 9) != 0) {
        line = strchr(line, '\n');
        line += line != NULL;
    }
    return line != NULL;
}

bool lf_user_described(const char *data) {
    char named[LF_PATH_BYTES], path[LF_PATH_BYTES], *yaml;
    const lf_reader *reader;
    lf_user_keys *keys;
    size_t length;
    if (description_unpinned(data, description_pin(data), named) != LF_OK ||
        !description_is_yaml(named) || !lf_user_find("", 0, named, path) ||
        lf_file_read(path, description_bytes, &yaml, &length) != LF_OK)
        return false;
    bool described = description_has_key(yaml);
    if (!described) { /* {features: ...} and "features": ... are the same key */
        described = lf_user_keys_read(yaml, length, path, &keys, &reader) == LF_OK;
        lf_user_keys_free(keys);
    }
    free(yaml);
    return described;
}

lf_status lf_user_describe(const char *data, lf_user_description *description) {
    char path[LF_PATH_BYTES];
    const char *pin = description_pin(data);
    *description = (lf_user_description){0};
    LF_TRY(description_unpinned(data, pin, path));
    snprintf(description->pin, sizeof description->pin, "%s", pin ? pin : "");
    return description_read(description, path);
}

void lf_user_description_free(lf_user_description *description) {
    lf_user_keys_free(description->keys);
    for (size_t f = 0; f < description->files; f++)
        free(description->file[f]);
    free(description->file);
    free(description->yaml);
    *description = (lf_user_description){0};
}

void lf_user_group_name(const lf_user_description *description, size_t group, char name[256]) {
    const char *word = description->keys->groups[group];
    snprintf(name, 256, "%s", description->reader->rows ? word : lf_path_name(word));
    if (description->reader->rows) return;
    static const char *const ending[] = {".gz", ".zst", ".txt", ".npy"};
    for (size_t k = 0; k < sizeof ending / sizeof *ending; k++)
        if (lf_path_ends(name, ending[k])) name[strlen(name) - strlen(ending[k])] = '\0';
}
