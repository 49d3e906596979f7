/**
 * @file verify.c
 * @brief Compares the files that are there with the catalogue's checksums.
 */
#include <stdio.h>

#include "datasets/obtain/cache.h"
#include "datasets/obtain/fetch.h"
#include "datasets/obtain/locate.h"
#include "datasets/parse.h"

/* Nobody has published a checksum of such files: they are right if all of them can be read. */
static lf_status verify_surveyed(const lf_dataset *entry) {
    lf_data *data;
    const lf_status status = lf_dataset_parse(entry, &data);
    lf_data_close(data);
    return status;
}

static lf_status verify_file(const lf_dataset *entry, const lf_dataset_file *file,
                             char path[LF_PATH_BYTES]) {
    lf_status status = lf_dataset_locate(entry, file, path);
    if (status != LF_OK) path[0] = '\0'; /* what is left there is only where it was sought last */
    LF_TRY(status);
    if (entry->survey) return verify_surveyed(entry);
    return lf_dataset_check(entry, file, path);
}

lf_status lf_data_verify(const char *name, lf_verify_report report, void *context) {
    const lf_dataset *entry;
    lf_dataset made;
    lf_dataset_size size;
    char message[2048] = "", identity[LF_SHA256_TEXT];
    lf_status first = LF_OK;
    LF_TRY(lf_dataset_require(name, &entry));
    LF_TRY(lf_dataset_resize(entry, name, &size, &made));
    for (size_t i = 0; i < lf_dataset_files(entry); i++) {
        char path[LF_PATH_BYTES];
        lf_status status = verify_file(entry, &entry->files[i], path);
        if (first == LF_OK && status != LF_OK) {
            first = status;
            snprintf(message, sizeof message, "%s", lf_message());
        }
        if (report) report(context, &entry->files[i], path, status);
    }
    if (!entry->survey && lf_cache_identity(&made, identity) == LF_OK) lf_cache_verify(identity);
    /* The callback or a later file may have changed the message; the status gets its own back. */
    return first == LF_OK ? LF_OK : lf_fail(first, "%s", message);
}
