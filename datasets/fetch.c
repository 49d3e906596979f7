/**
 * @file fetch.c
 * @brief Downloads with libcurl: TLS verified, few redirects, bounded size, atomic in the end.
 */
#include "datasets/fetch.h"

#include <curl/curl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "datasets/checksum.h"
#include "datasets/locate.h"

/* One download under way, as the callbacks see it. */
typedef struct {
    lf_draft draft;
    uint64_t done_bytes, limit_bytes;
    lf_status status; /* why a callback gave up */
    const lf_dataset_file *file;
    lf_fetch_progress progress;
    void *context;
} fetch_job;

/* libcurl hands over bytes; anything but `size` back stops the download. */
static size_t fetch_take(char *bytes, size_t item, size_t items, void *context) {
    fetch_job *job = context;
    size_t size = item * items;
    if (size > job->limit_bytes - job->done_bytes) {
        job->status = lf_fail(LF_BAD_INPUT, "%s: the server sends more than %llu bytes",
                              job->file->url, (unsigned long long)job->limit_bytes);
        return CURL_WRITEFUNC_ERROR;
    }
    job->status = lf_draft_append(&job->draft, bytes, size);
    job->done_bytes += size;
    return job->status == LF_OK ? size : CURL_WRITEFUNC_ERROR;
}

/* libcurl asks about once a second, and with every piece; 1 stops the download. */
static int fetch_tell(void *context, curl_off_t total, curl_off_t done, curl_off_t up_total,
                      curl_off_t up_done) {
    fetch_job *job = context;
    (void)up_total, (void)up_done;
    if (!job->progress || job->progress(job->context, job->file, (uint64_t)done, (uint64_t)total))
        return 0;
    job->status = lf_fail(LF_INTERRUPTED, "%s: the download was stopped", job->file->url);
    return 1;
}

static void fetch_start_library(void) {
    curl_global_init(CURL_GLOBAL_DEFAULT);
}

static void fetch_set_options(CURL *curl, fetch_job *job, char *error) {
    curl_easy_setopt(curl, CURLOPT_URL, job->file->url);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "https,http");
    curl_easy_setopt(curl, CURLOPT_REDIR_PROTOCOLS_STR, "https,http");
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 1L);
    curl_easy_setopt(curl, CURLOPT_MAXREDIRS, 5L);
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 1L);
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 2L);
    curl_easy_setopt(curl, CURLOPT_FAILONERROR, 1L);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_USERAGENT, "levelfield");
    /* A dead server is noticed within a minute; a slow one may take as long as it needs. */
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, 30L);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 100L);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, 60L);
    /* Refused before the first byte where the server states a size; fetch_take covers the rest. */
    curl_easy_setopt(curl, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)job->limit_bytes);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, fetch_take);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, job);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, fetch_tell);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, job);
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, error);
}

static lf_status fetch_download(fetch_job *job) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    char error[CURL_ERROR_SIZE] = "";
    pthread_once(&once, fetch_start_library);
    CURL *curl = curl_easy_init();
    if (!curl) return lf_fail(LF_NO_MEMORY, "%s: libcurl cannot start", job->file->url);
    fetch_set_options(curl, job, error);
    CURLcode code = curl_easy_perform(curl);
    curl_easy_cleanup(curl);
    if (job->status != LF_OK) return job->status; /* its message was written in the callback */
    if (code == CURLE_OK) return LF_OK;
    return lf_fail(LF_IO,
                   "%s: cannot download: %s; or put the file at %s below a folder of "
                   "LEVELFIELD_DATA",
                   job->file->url, error[0] ? error : curl_easy_strerror(code), job->file->path);
}

/* The draft still has its hidden name. */
static lf_status fetch_check(const lf_dataset *entry, const fetch_job *job) {
    char found[LF_SHA256_TEXT];
    LF_TRY(lf_checksum_of(job->file, job->draft.temporary, found));
    if (strcmp(found, lf_checksum_stated(job->file)) == 0) return LF_OK;
    return lf_fail(LF_BAD_INPUT,
                   "%s: the server's file has %s %s, expected %s; nothing was kept. It may be "
                   "a notice page or a newer file: get %s elsewhere and name its folder in "
                   "LEVELFIELD_DATA, or try \"levelfield data fetch %s\" later",
                   job->file->url, lf_checksum_kind(job->file), found,
                   lf_checksum_stated(job->file), job->file->path, entry->name);
}

lf_status lf_fetch_file(const lf_dataset *entry, const lf_dataset_file *file, const char *path,
                        uint64_t limit_bytes, lf_fetch_progress progress, void *context) {
    if (!file->url)
        return lf_fail(LF_UNSUPPORTED,
                       "%s: %s cannot be fetched%s%s; put it into a folder and name that in "
                       "LEVELFIELD_DATA",
                       entry->name, file->path, file->why ? ": " : "", file->why ? file->why : "");
    fetch_job job = {
        .limit_bytes = limit_bytes, .file = file, .progress = progress, .context = context};
    LF_TRY(lf_folder_make_for(path));
    LF_TRY(lf_draft_open(&job.draft, path));
    lf_status status = fetch_download(&job);
    if (status == LF_OK) status = fetch_check(entry, &job);
    if (status == LF_OK) return lf_draft_commit(&job.draft);
    lf_draft_discard(&job.draft);
    return status;
}

/* Is what is at `path` right? Where no checksum is stated, anything is. */
static bool fetch_right(const lf_dataset_file *file, const char *path) {
    char found[LF_SHA256_TEXT];
    const char *stated = lf_checksum_stated(file);
    if (!stated) return true;
    return lf_checksum_of(file, path, found) == LF_OK && strcmp(found, stated) == 0;
}

lf_status lf_data_fetch(const char *name, lf_fetch_progress progress, void *context) {
    const lf_dataset *entry;
    LF_TRY(lf_dataset_require(name, &entry));
    for (size_t i = 0; i < lf_dataset_files(entry); i++) {
        const lf_dataset_file *file = &entry->files[i];
        char path[LF_PATH_BYTES];
        /* One that is there and right is kept; a damaged one in the cache is replaced. */
        if (lf_dataset_locate(entry, file, path) == LF_OK && fetch_right(file, path)) continue;
        if (file->archive) file = file->archive;
        LF_TRY(lf_dataset_kept(file, path));
        /* One archive serves many files, and a wrong unpacked one may hide it from the search. */
        if (lf_file_readable(path) && fetch_right(file, path)) continue;
        LF_TRY(lf_fetch_file(entry, file, path, LF_FETCH_BYTES, progress, context));
    }
    return LF_OK;
}
