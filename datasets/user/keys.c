/**
 * @file keys.c
 * @brief The schema of a description, and the checks that a schema cannot make.
 */
#include "datasets/user/keys.h"

#include <string.h>

#include "base/number.h"
#include "base/path.h"
#include "base/suggest.h"
#include "base/yaml.h"

#define KEYS_TEXT(field, flags)                                                                    \
    CYAML_FIELD_STRING_PTR(#field, CYAML_FLAG_POINTER | (flags), lf_user_keys, field, 1, 4000)
#define KEYS_LIST(field, entry, least)                                                             \
    CYAML_FIELD_SEQUENCE_COUNT(#field, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, lf_user_keys,     \
                               field, field##_count, entry, least, CYAML_UNLIMITED)

static const cyaml_schema_value_t keys_word = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char *, 1, 4000)};

static const cyaml_schema_value_t keys_size = {CYAML_VALUE_UINT(CYAML_FLAG_DEFAULT, size_t)};

static const cyaml_schema_field_t keys_fields[] = {
    KEYS_TEXT(features, CYAML_FLAG_DEFAULT),   KEYS_TEXT(test, CYAML_FLAG_OPTIONAL),
    KEYS_TEXT(format, CYAML_FLAG_OPTIONAL),    KEYS_TEXT(label, CYAML_FLAG_OPTIONAL),
    KEYS_TEXT(split, CYAML_FLAG_OPTIONAL),     KEYS_TEXT(sha256, CYAML_FLAG_OPTIONAL),
    KEYS_TEXT(separator, CYAML_FLAG_OPTIONAL), KEYS_LIST(groups, &keys_word, 0),
    KEYS_LIST(classes, &keys_word, 0),         KEYS_LIST(ignore, &keys_word, 0),
    KEYS_LIST(shape, &keys_size, 1),           CYAML_FIELD_END,
};

static const cyaml_schema_value_t keys_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, lf_user_keys, keys_fields)};

/* In whatever case: some programs write DATA.CSV. */
static bool keys_ends(const char *path, size_t size, const char *ending) {
    const size_t n = strlen(ending);
    return size > n + 1 && path[size - n - 1] == '.' &&
           strncasecmp(path + size - n, ending, n) == 0;
}

/* What to do with a file of an ending that others read; NULL: of any other. */
static const char *keys_advice(const char *file) {
    static const char *const binary[] = {".npz", ".parquet", ".xlsx", ".xls", ".zip", NULL};
    static const char *const advice[] = {
        "save its array of features by numpy.save, as .npy",
        "write it as .csv or .npy, by pandas.read_parquet(FILE).to_csv(FILE, index=False)",
        "save its sheet as .csv", "save its sheet as .csv", "unpack it"};
    const char *ending = lf_path_ending(file, binary);
    for (size_t k = 0; ending; k++)
        if (binary[k] == ending) return advice[k];
    return NULL;
}

/* *reader <- of the format as said, or as the features' file ends. */
static lf_status keys_format(const lf_user_keys *keys, const char *path, const lf_reader **reader) {
    const lf_reader *const *known;
    const char *file = keys->features;
    char words[LF_READER_WORDS];
    size_t size = strlen(file);
    if (keys_ends(file, size, "gz"))
        size -= 3;
    else if (keys_ends(file, size, "zst"))
        size -= 4;
    for (size_t k = 0, n = lf_reader_list(&known); k < n; k++) {
        *reader = known[k];
        if (known[k]->take && (keys->format ? strcmp(keys->format, known[k]->format) == 0
                                            : keys_ends(file, size, known[k]->format)))
            return LF_OK;
    }
    lf_reader_words(false, words);
    if (keys->format)
        return lf_fail(LF_BAD_INPUT, "%s: format '%s', expected %s", path, keys->format, words);
    if (keys_advice(file))
        return lf_fail(LF_BAD_INPUT, "%s: files such as %s are not read; %s", path, file,
                       keys_advice(file));
    const int first = (int)strcspn(words, ", ");
    return lf_fail(LF_BAD_INPUT, "%s: the ending of %s tells no format; add \"format: %.*s\"%s",
                   path, file, first, words, words + first);
}

/* Is it one label? Nothing above '9' begins a number. */
static bool keys_same_label(const char *a, const char *b) {
    return strcmp(a, b) == 0 || (a[0] <= '9' && b[0] <= '9' && lf_number_same(a, b));
}

static bool keys_same_name(const char *a, const char *b) {
    return strcmp(a, b) == 0;
}

static lf_status keys_distinct(const char *path, const char *key, char *const *word, unsigned n,
                               bool (*same)(const char *, const char *)) {
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < i; j++)
            if (same(word[i], word[j]))
                return lf_fail(LF_BAD_INPUT, "%s: %s: '%s' stands twice", path, key, word[i]);
    return LF_OK;
}

/* What is to hold of the files, which are read later. */
static lf_status keys_expected(const lf_user_keys *k, const char *path) {
    if (k->shape && k->shape_count != 2)
        return lf_fail(LF_BAD_INPUT, "%s: shape: expected two numbers, [rows, features], found %u",
                       path, k->shape_count);
    if (!k->sha256 || (strlen(k->sha256) == LF_SHA256_TEXT - 1 &&
                       strspn(k->sha256, "0123456789abcdef") == LF_SHA256_TEXT - 1))
        return LF_OK;
    return lf_fail(LF_BAD_INPUT,
                   "%s: sha256: \"%s\" is no checksum, expected 64 digits 0-9 and a-f", path,
                   k->sha256);
}

static lf_status keys_separator(const char *said, const char *path, const lf_reader *reader) {
    if (strcmp(reader->format, "csv") != 0)
        return lf_fail(LF_BAD_INPUT, "%s: separator: only csv files have one", path);
    if (said[1] == '\0' && strchr(",;|\t", said[0])) return LF_OK;
    return lf_fail(LF_BAD_INPUT,
                   "%s: separator: '%s', expected one of \",\", \";\", \"|\", \"\\t\", "
                   "in double quotes",
                   path, said);
}

/* What goes with what. */
static lf_status keys_check(const lf_user_keys *k, const char *path, const lf_reader *reader) {
    char words[LF_READER_WORDS];
    if (reader->labelled && k->label)
        return lf_fail(LF_BAD_INPUT,
                       "%s: label: a %s file has its labels at the head of each row; leave the "
                       "key out",
                       path, reader->format);
    if (!reader->labelled && !k->label)
        return lf_fail(LF_BAD_INPUT, "%s: the key 'label' is missing: the %s of the labels", path,
                       reader->rows ? "column" : "file");
    if (k->test && k->split)
        return lf_fail(LF_BAD_INPUT,
                       "%s: test: the key 'split' says which rows test, too; leave one of them out",
                       path);
    if (!reader->rows && k->ignore_count > 0)
        return lf_fail(LF_BAD_INPUT, "%s: ignore: only %s files have columns to leave out", path,
                       lf_reader_words(true, words));
    if (k->groups_count > LF_USER_GROUPS)
        return lf_fail(LF_BAD_INPUT, "%s: groups: found %u, at most %d are supported", path,
                       k->groups_count, LF_USER_GROUPS);
    if (k->classes_count > LF_USER_WORDS || k->ignore_count > LF_USER_WORDS)
        return lf_fail(LF_BAD_INPUT, "%s: %s: found %u, at most %d are supported", path,
                       k->classes_count > LF_USER_WORDS ? "classes" : "ignore",
                       k->classes_count > LF_USER_WORDS ? k->classes_count : k->ignore_count,
                       LF_USER_WORDS);
    if (k->classes_count == 1)
        return lf_fail(LF_BAD_INPUT, "%s: classes: found one, expected two or more", path);
    if (k->separator) LF_TRY(keys_separator(k->separator, path, reader));
    LF_TRY(keys_distinct(path, "groups", k->groups, k->groups_count, keys_same_name));
    LF_TRY(keys_distinct(path, "ignore", k->ignore, k->ignore_count, keys_same_name));
    return keys_distinct(path, "classes", k->classes, k->classes_count, keys_same_label);
}

lf_status lf_user_keys_read(const char *yaml, size_t length, const char *path, lf_user_keys **keys,
                            const lf_reader **reader) {
    void *data;
    *keys = NULL;
    LF_TRY(lf_yaml_load(yaml, length, path, &keys_schema, &data));
    if (!data)
        return lf_fail(LF_BAD_INPUT, "%s: empty; a description has at least \"features: FILE\"",
                       path);
    *keys = data;
    LF_TRY(keys_expected(*keys, path));
    LF_TRY(keys_format(*keys, path, reader));
    return keys_check(*keys, path, *reader);
}

void lf_user_keys_free(lf_user_keys *keys) {
    lf_yaml_free(&keys_schema, keys);
}
