/**
 * @file suite_archive.c
 * @brief Runs that somebody else has made: taken for one's own where the numbers are of one kind.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/suite.h"
#include "harness/archive/contents.h"
#include "harness/store/export.h"
#include "numeric/bits.h"
#include "version.h"

/* Called for each finished run of an archive. */
typedef lf_status (*archive_visit)(lf_store *own, const lf_record *record,
                                   lf_suite_archive *archive);

/* A version's third number changes no bits of any run (docs/releasing.md). */
static bool archive_same_numbers(const char *version) {
    const size_t length = (size_t)(strrchr(LF_VERSION, '.') - LF_VERSION) + 1;
    return version && !strncmp(version, LF_VERSION, length);
}

/* Numbers of another kind, or of a version that may have them in other bits. */
static bool archive_other_bits(const lf_record *record) {
    json_t *environment = json_loads(record->environment ? record->environment : "", 0, NULL);
    const char *bits = json_string_value(json_object_get(environment, "bits"));
    const char *version = json_string_value(json_object_get(environment, "version"));
    const bool same = bits && !strcmp(bits, lf_bits_name()) && archive_same_numbers(version);
    json_decref(environment);
    return !same;
}

/* *found <- is the run there already? One that is, and is another one there, is counted. */
static lf_status archive_compare(lf_store *own, const lf_record *record, lf_suite_archive *archive,
                                 bool *found) {
    char where[256];
    lf_record made;
    LF_TRY(lf_store_has(own, record->key, found));
    if (!*found) return LF_OK;
    LF_TRY(lf_store_get(own, record->key, &made));
    if (lf_records_differ(record, &made, where) && archive->other++ == 0)
        snprintf(archive->first, sizeof archive->first, "run %.12s: %s", record->key, where);
    lf_record_clear(&made);
    return LF_OK;
}

/* What is there stays: two archives that disagree are told apart by who makes the run again. */
static lf_status archive_take(lf_store *own, const lf_record *record, lf_suite_archive *archive) {
    bool found;
    LF_TRY(archive_compare(own, record, archive, &found));
    if (found) return LF_OK;
    archive->taken++;
    return lf_store_put(own, record);
}

static lf_status archive_check(lf_store *own, const lf_record *record, lf_suite_archive *archive) {
    bool found;
    const size_t before = archive->other;
    LF_TRY(archive_compare(own, record, archive, &found));
    archive->taken += found && archive->other == before;
    return LF_OK;
}

static lf_status archive_each(lf_store *theirs, lf_store *own, archive_visit visit,
                              lf_suite_archive *archive) {
    char **keys;
    size_t n;
    LF_TRY(lf_store_keys(theirs, &keys, &n));
    lf_status status = LF_OK;
    for (size_t i = 0; i < n; i++) {
        lf_record record;
        if (status == LF_OK && (status = lf_store_get(theirs, keys[i], &record)) == LF_OK) {
            if (archive_other_bits(&record))
                archive->other_bits++;
            else if (lf_run_status_is_result(record.status))
                status = visit(own, &record, archive);
            lf_record_clear(&record);
        }
    }
    lf_text_list_free(keys, n);
    return status;
}

static lf_status archive_unpacked(const char *dir, const char *out, archive_visit visit,
                                  lf_suite_archive *archive) {
    lf_store *theirs, *own;
    LF_TRY(lf_store_open(dir, false, &theirs));
    lf_status status = lf_store_open(out, true, &own);
    if (status == LF_OK) {
        status = archive_each(theirs, own, visit, archive);
        lf_store_close(own);
    }
    lf_store_close(theirs);
    return status;
}

lf_status lf_suite_copy(const char *from, const char *dir) {
    char path[LF_PATH_BYTES];
    lf_suite_archive archive = {0};
    LF_TRY(lf_path_format(path, "%s/results.sqlite", from));
    return lf_file_readable(path) ? archive_unpacked(from, dir, archive_take, &archive) : LF_OK;
}

lf_status lf_suite_unpack(const char *path, const char *dir) {
    lf_bundle bundle;
    lf_bundle_roots roots;
    size_t runs;
    lf_status status = lf_zip_open(path, &bundle);
    if (status == LF_OK) status = lf_bundle_check(&bundle, &roots);
    if (status == LF_OK) status = lf_contents_unpack(&bundle, dir, &runs);
    lf_bundle_clear(&bundle);
    return status;
}

/* Has it this suite, unchanged? Runs of anything else would be runs that nobody asked for. */
static lf_status archive_is_of(const char *path, const char *dir, const char *suite) {
    lf_results *results;
    size_t n, found = 0;
    LF_TRY(lf_results_load(dir, &results, &n));
    lf_status status = LF_OK;
    for (size_t i = 0; i < n && status == LF_OK; i++)
        if (strcmp(results[i].name, suite) == 0) {
            found++;
            status = lf_suite_is(&results[i]);
        }
    lf_results_free(results, n);
    if (status != LF_OK) return lf_fail_within(status, "%s: ", path);
    return found ? LF_OK : lf_fail(LF_BAD_INPUT, "%s: it has no %s", path, suite);
}

static lf_status archive_open(const char *path, const char *out, const char *suite,
                              archive_visit visit, lf_suite_archive *archive) {
    char dir[LF_PATH_BYTES];
    *archive = (lf_suite_archive){0};
    LF_TRY(lf_folder_temporary("suite", dir));
    lf_status status = lf_suite_unpack(path, dir);
    if (status == LF_OK) status = archive_is_of(path, dir, suite);
    if (status == LF_OK) status = archive_unpacked(dir, out, visit, archive);
    lf_folder_remove(dir);
    return status;
}

lf_status lf_suite_take(const char *path, const char *out, const char *suite,
                        lf_suite_archive *archive) {
    return archive_open(path, out, suite, archive_take, archive);
}

lf_status lf_suite_check(const char *path, const char *out, const char *suite,
                         lf_suite_archive *archive) {
    return archive_open(path, out, suite, archive_check, archive);
}
