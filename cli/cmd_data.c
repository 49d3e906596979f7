/**
 * @file cmd_data.c
 * @brief levelfield data list, verify and path: what is there, whether it is right, and where.
 *
 * None of these changes data. "verify" with names treats a missing file as a failure;
 * without names it checks what is there, which has to be something.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "cli/columns.h"
#include "cli/command.h"
#include "cli/data_place.h"
#include "cli/print.h"
#include "datasets/obtain/fetch.h"
#include "datasets/obtain/locate.h"
#include "datasets/table/dataset.h"
#include "datasets/user/user_open.h"

/* A row per entry of the catalogue. The licence is left to `show`: it can be a sentence. */
static lf_exit data_list_run(const void *values, const lf_texts *operands) {
    (void)values;
    (void)operands;
    const lf_dataset *const *list;
    size_t n = lf_dataset_list(&list);
    lf_table table = {.columns = 5};
    LF_TABLE_ROW(&table, "data set", "rows", "features", "state", "holds");
    for (size_t i = 0; i < n; i++) {
        lf_table_add(&table, "%s", list[i]->name);
        lf_table_add(&table, "%zu", list[i]->rows);
        lf_table_add(&table, "%zu", list[i]->features);
        LF_TABLE_ROW(&table, lf_catalogue_state(list[i]), list[i]->doc);
    }
    lf_table_print(&table, 0, stdout);
    return LF_EXIT_DONE;
}

/* Said of each file as it is checked; the bad ones go into the message of the whole. */
static void data_verified(void *context, const lf_dataset_file *file, const char *path,
                          lf_status status) {
    const char *name = context;
    const char *word = status == LF_OK ? "ok" : status == LF_NOT_FOUND ? "missing" : "WRONG";
    printf("%s  %s  %s\n", word, name, path[0] ? path : file->path);
}

/* Is there a description, and what it names, so that there is something to check? */
static lf_status data_verify_described(const char *path) {
    lf_user_description *d = calloc(1, sizeof *d);
    const lf_status status = d ? lf_user_describe(path, d) : lf_fail(LF_NO_MEMORY, "no memory");
    if (d) lf_user_description_free(d);
    free(d);
    return status;
}

/* User data is right if it can be read to its end; nobody has published a checksum. */
static lf_exit data_verify_user(const char *path) {
    lf_data *data;
    lf_status status = data_verify_described(path);
    if (status != LF_OK) return lf_message_exit(status);
    status = lf_user_open(path, true, &data);
    if (status == LF_OK) {
        printf("ok  %s  %zu row%s, %zu feature%s, %zu group column%s, %s\n", path, data->rows,
               lf_print_s(data->rows), data->features, lf_print_s(data->features), data->attributes,
               lf_print_s(data->attributes), data->sha256);
        lf_data_close(data);
    }
    const lf_exit code = lf_message_exit(status);
    return status == LF_BAD_INPUT ? LF_EXIT_CHECK : code;
}

/* One data set: 0, or the code of its first bad file, which has been said. */
static lf_exit data_verify_one(const char *name) {
    if (lf_user_named(name)) return data_verify_user(name);
    lf_status status = lf_data_verify(name, data_verified, (void *)name);
    if (status == LF_OK && lf_dataset_files(lf_dataset_find(name)) == 0)
        printf("ok  %s  generated\n", name);
    const lf_exit code = lf_message_exit(status);
    return status == LF_BAD_INPUT ? LF_EXIT_CHECK : code;
}

/* Every set that is found. A check of nothing is no success: the folder may be a wrong one. */
static lf_exit data_verify_found(void) {
    const lf_dataset *const *list;
    const char *folders = getenv("LEVELFIELD_DATA");
    char cache[LF_PATH_BYTES];
    lf_exit worst = LF_EXIT_DONE;
    size_t found = 0;
    for (size_t i = 0, n = lf_dataset_list(&list); i < n; i++) {
        if (lf_catalogue_state(list[i])[0] != 'f') continue;
        const lf_exit code = data_verify_one(list[i]->name);
        if (code != LF_EXIT_DONE) worst = code;
        found++;
    }
    if (found > 0) return worst;
    if (lf_cache_folder(cache) != LF_OK) snprintf(cache, sizeof cache, "no cache folder");
    return lf_message_exit(lf_fail(LF_NOT_FOUND,
                                   "data verify: no file of any data set is readable in "
                                   "LEVELFIELD_DATA (%s) or in %s/files; \"levelfield data fetch "
                                   "NAME\" gets some",
                                   folders && *folders ? folders : "not set", cache));
}

/* With names: those, and a missing file is a failure. */
static lf_exit data_verify_run(const void *values, const lf_texts *operands) {
    (void)values;
    lf_exit worst = LF_EXIT_DONE;
    const lf_dataset *entry;
    if (operands->n == 0) return data_verify_found();
    for (size_t i = 0; i < operands->n; i++) {
        if (!lf_user_named(operands->text[i]) &&
            lf_dataset_require(operands->text[i], &entry) != LF_OK)
            return lf_message_usage("data verify: %s", lf_message());
        lf_exit code = data_verify_one(operands->text[i]);
        if (code != LF_EXIT_DONE && worst != LF_EXIT_CHECK) worst = code;
    }
    return worst;
}

/* The description, then what it names. */
static lf_exit data_path_user(const char *path) {
    lf_user_description *d = calloc(1, sizeof *d);
    lf_status status = d ? lf_user_describe(path, d) : lf_fail(LF_NO_MEMORY, "no memory");
    if (status == LF_OK) puts(d->path);
    for (size_t f = 0; status == LF_OK && f < d->files; f++)
        puts(d->file[f]);
    if (d) lf_user_description_free(d);
    free(d);
    return lf_message_exit(status);
}

/* One path a line, so that a shell can read them; a missing file ends it with how to get it. */
static lf_exit data_path_run(const void *values, const lf_texts *operands) {
    (void)values;
    const lf_dataset *entry;
    if (lf_user_named(operands->text[0])) return data_path_user(operands->text[0]);
    if (lf_dataset_require(operands->text[0], &entry) != LF_OK)
        return lf_message_usage("data path: %s", lf_message());
    if (lf_dataset_files(entry) == 0)
        lf_message_say("%s is generated; it has no files", entry->name);
    return lf_message_exit(lf_catalogue_print_paths(entry));
}

LF_COMMAND_PLAIN(
    data_list, data_list, .name = "data list", .operands = "",
    .doc = "the data sets, and which of them are on this machine",
    .about = "Lists the catalogue. Files are sought in the folders of LEVELFIELD_DATA (separated "
             "by colons), then in the cache. Generated sets need no files. `levelfield show NAME` "
             "tells the licence and the citation.",
    .example = "levelfield data list");

/* The one that answers with its exit code: 1 for a wrong file, 3 for a missing one. */
LF_COMMAND_PLAIN(
    data_verify, data_verify, .name = "data verify", .operands = "[NAME|FILE.yaml]...",
    .doc = "check files against the catalogue's checksums",
    .about =
        "Computes the SHA-256 of each file's uncompressed content, also of those in an archive. "
        "A description of your own data (docs/data.md) is read to its end. Without a name, every "
        "set that is found is checked. Exits with 1 if a file is not the published one or not what "
        "its description says, with 3 if one is missing or none is found.",
    .example = "levelfield data verify a9a", .most = 1000);

LF_COMMAND_PLAIN(
    data_path, data_path, .name = "data path", .operands = "NAME|FILE.yaml",
    .doc = "where the files of a data set are",
    .about = "Prints the path of each file, one a line; an archive that has several of them is "
             "printed once. Of your own data: the description and its files.",
    .example = "levelfield data path a9a", .least = 1, .most = 1);
