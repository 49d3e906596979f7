/**
 * @file derived.c
 * @brief One small file for each artefact. No failure here is an error: the caller computes again.
 */
#include "problems/common/derived.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <levelfield/status.h>

#include "base/file.h"
#include "base/program.h"
#include "base/sha256.h"
#include "numeric/dense.h"

/* Layout: magic, count, the values in this machine's order of bytes, hex digest of all before. */
static const char derived_magic[8] = "LFDRVD01";
enum { DERIVED_HEAD = 16, DERIVED_DIGEST = LF_SHA256_TEXT - 1 };

/* path <- CACHE/derived/SHA256(text, kernels, program).bin */
static lf_status derived_path(const char *text, char path[LF_PATH_BYTES]) {
    const char *core = lf_dense_kernels_name();
    char folder[LF_PATH_BYTES], program[LF_SHA256_TEXT], name[LF_SHA256_TEXT];
    lf_sha256 hash;
    LF_TRY(lf_cache_folder(folder));
    LF_TRY(lf_program_id(program));
    lf_sha256_start(&hash);
    lf_sha256_add(&hash, text, strlen(text) + 1);
    lf_sha256_add(&hash, core, strlen(core) + 1);
    lf_sha256_add(&hash, program, strlen(program));
    LF_TRY(lf_sha256_finish(&hash, name));
    return lf_path_format(path, "%s/derived/%s.bin", folder, name);
}

/* Is this a whole file with n values, every byte as it was written? */
static bool derived_sound(const char *bytes, size_t size, size_t n) {
    uint64_t count;
    char digest[LF_SHA256_TEXT];
    const size_t content = DERIVED_HEAD + n * sizeof(double);
    if (size != content + DERIVED_DIGEST) return false;
    memcpy(&count, bytes + sizeof derived_magic, sizeof count);
    return memcmp(bytes, derived_magic, sizeof derived_magic) == 0 && count == n &&
           lf_sha256_of(bytes, content, digest) == LF_OK &&
           memcmp(bytes + content, digest, DERIVED_DIGEST) == 0;
}

bool lf_derived_read(const char *text, size_t n, double *values) {
    char path[LF_PATH_BYTES], *bytes = NULL;
    size_t size = 0;
    const size_t limit = DERIVED_HEAD + n * sizeof *values + DERIVED_DIGEST;
    if (derived_path(text, path) != LF_OK || lf_file_read(path, limit, &bytes, &size) != LF_OK)
        return false;
    const bool sound = derived_sound(bytes, size, n);
    if (sound) memcpy(values, bytes + DERIVED_HEAD, n * sizeof *values);
    free(bytes);
    return sound;
}

void lf_derived_write(const char *text, size_t n, const double *values) {
    char path[LF_PATH_BYTES];
    const size_t content = DERIVED_HEAD + n * sizeof *values;
    if (derived_path(text, path) != LF_OK || lf_folder_make_for(path) != LF_OK) return;
    char *bytes = malloc(content + LF_SHA256_TEXT);
    if (!bytes) return;
    const uint64_t count = n;
    memcpy(bytes, derived_magic, sizeof derived_magic);
    memcpy(bytes + sizeof derived_magic, &count, sizeof count);
    memcpy(bytes + DERIVED_HEAD, values, n * sizeof *values);
    if (lf_sha256_of(bytes, content, bytes + content) == LF_OK)
        (void)lf_file_write(path, bytes, content + DERIVED_DIGEST);
    free(bytes);
}
