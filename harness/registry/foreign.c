/**
 * @file foreign.c
 * @brief Methods that a binding registered, and the files that they are in.
 */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/grow.h"
#include "harness/registry/plugin.h"

/* No source is as long as this. */
static const size_t foreign_bytes = (size_t)1 << 26;

typedef struct {
    const lf_algorithm *algorithm;
    const char *path;
    char sha256[LF_SHA256_TEXT];
} foreign_method;
static foreign_method *foreign_list;
static size_t foreign_count;

static lf_status foreign_hash(const char *path, char sha256[LF_SHA256_TEXT]) {
    char *bytes;
    size_t size;
    LF_TRY(lf_file_read(path, foreign_bytes, &bytes, &size));
    const lf_status status = lf_sha256_of(bytes, size, sha256);
    free(bytes);
    return status;
}

lf_status lf_foreign_add(const lf_algorithm *algorithm, const char *path) {
    LF_TRY(lf_grow(&foreign_list, foreign_count, sizeof *foreign_list, "the list of methods"));
    foreign_method *method = &foreign_list[foreign_count];
    *method = (foreign_method){.algorithm = algorithm, .path = path};
    LF_TRY(foreign_hash(path, method->sha256));
    foreign_count++;
    return LF_OK;
}

static const foreign_method *foreign_find(const lf_algorithm *algorithm) {
    for (size_t i = foreign_count; i-- > 0;)
        if (foreign_list[i].algorithm == algorithm) return &foreign_list[i];
    return NULL;
}

const char *lf_foreign_path(const lf_algorithm *algorithm) {
    const foreign_method *method = foreign_find(algorithm);
    return method ? method->path : "";
}

lf_status lf_foreign_same(const lf_algorithm *algorithm, bool *same) {
    char now[LF_SHA256_TEXT];
    const foreign_method *method = foreign_find(algorithm);
    *same = true;
    if (!method) return LF_OK;
    LF_TRY(foreign_hash(method->path, now));
    *same = strcmp(now, method->sha256) == 0;
    return LF_OK;
}
