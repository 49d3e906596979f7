/**
 * @file bench_data.c
 * @brief Data sets: read from the publisher's files, made by their generators, mapped from the
 *        cache.
 *
 * "parse" is a whole set as it is opened for the first time, checksums and all; "cache" is the same
 * set opened again. "read/a9a" is one file, a9a.gz, into the arrays of a table: what other readers
 * of the format do. Bytes are those of the uncompressed text, or of the table. A file is hashed by
 * a second thread, so reading is timed by the clock on the wall.
 */
#include <stdio.h>
#include <string.h>

#include "benchmarks/shim.h"
#include "benchmarks/vehicle.h"
#include "datasets/files/bytes.h"
#include "datasets/obtain/locate.h"
#include "datasets/parse.h"
#include "datasets/readers/parts/reader.h"
#include "datasets/table/image.h"

/* Sets of more rows take long to read and are one of a kind with smaller ones. */
enum { DATA_MOST_ROWS = 100000, DATA_SETS = 64 };

/* *size <- bytes of a file's content. */
static lf_status data_size(const char *path, uint64_t *size) {
    char buffer[1 << 16];
    lf_bytes *bytes;
    size_t got = sizeof buffer;
    LF_TRY(lf_bytes_open(path, &bytes));
    lf_status status = LF_OK;
    while (status == LF_OK && got == sizeof buffer)
        status = lf_bytes_read(bytes, buffer, sizeof buffer, &got);
    *size = lf_bytes_offset(bytes);
    lf_bytes_close(bytes);
    return status;
}

static lf_status data_open_cached(const lf_dataset *entry, lf_data **data) {
    return lf_data_open(entry->name, data);
}

static void data_open(lf_bench *bench, const lf_dataset *entry,
                      lf_status (*open)(const lf_dataset *, lf_data **)) {
    lf_status status = LF_OK;
    size_t rows = 0, size_bytes = 0;
    while (status == LF_OK && lf_bench_next(bench, 1)) {
        lf_data *data;
        status = open(entry, &data);
        if (status != LF_OK) break;
        rows = data->rows;
        lf_image_bytes(data, &size_bytes);
        lf_data_close(data);
    }
    if (status == LF_OK)
        lf_bench_rates(bench, (double)rows, (double)size_bytes, 0);
    else
        lf_bench_skip(bench, lf_message());
}

static void data_parse(lf_bench *bench, const void *argument) {
    data_open(bench, argument, lf_dataset_parse);
}

static void data_cache(lf_bench *bench, const void *argument) {
    const lf_dataset *entry = argument;
    lf_data *data;
    if (data_open_cached(entry, &data) == LF_OK) lf_data_close(data); /* from now on it is there */
    data_open(bench, entry, data_open_cached);
}

/* One file, without what a set adds to it. */
static void data_read_libsvm(lf_bench *bench, const void *argument) {
    const lf_dataset *entry = argument;
    char path[LF_PATH_BYTES];
    const char *paths[] = {path};
    uint64_t size = 0;
    size_t rows = 0;
    lf_status status = lf_dataset_locate(entry, &entry->files[0], path);
    if (status == LF_OK) status = data_size(path, &size);
    while (status == LF_OK && lf_bench_next(bench, 1)) {
        lf_builder *builder;
        status = lf_builder_create(entry, &builder);
        if (status != LF_OK) break;
        status = lf_reader_find("libsvm")->read(entry, paths, builder);
        rows = lf_builder_rows(builder);
        lf_builder_free(builder);
    }
    if (status == LF_OK)
        lf_bench_rates(bench, (double)rows, (double)size, 0);
    else
        lf_bench_skip(bench, lf_message());
}

/* Are its files there? A set that is only in the cache cannot be parsed. */
static bool data_found(const lf_dataset *entry) {
    char path[LF_PATH_BYTES];
    for (size_t i = 0; i < lf_dataset_files(entry); i++)
        if (lf_dataset_locate(entry, &entry->files[i], path) != LF_OK) return false;
    return true;
}

void lf_suite_bench_data(void);
void lf_suite_bench_data(void) {
    const lf_dataset *const *list;
    char name[96], missing[512] = "";
    const size_t n = lf_dataset_list(&list);
    for (size_t i = 0; i < n; i++) {
        if (list[i]->rows > DATA_MOST_ROWS) continue;
        if (!data_found(list[i])) {
            const size_t used = strlen(missing);
            snprintf(missing + used, sizeof missing - used, " %s", list[i]->name);
            continue;
        }
        snprintf(name, sizeof name, "parse/%s", list[i]->name);
        lf_bench_add_waiting(name, data_parse, list[i]);
        snprintf(name, sizeof name, "cache/%s", list[i]->name);
        if (lf_dataset_files(list[i]) > 0) lf_bench_add(name, data_cache, list[i]);
        if (strcmp(list[i]->name, "a9a") == 0)
            lf_bench_add_waiting("read/a9a", data_read_libsvm, list[i]);
    }
    if (*missing) fprintf(stderr, "bench: not there, and not parsed:%s\n", missing);
}
