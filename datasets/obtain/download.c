/**
 * @file download.c
 * @brief libcurl's settings: TLS verified, few redirects and none that leaves TLS, bounded in size.
 */
#include "datasets/obtain/download.h"

#include <curl/curl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "datasets/obtain/locate.h"

/* One download under way, as the callbacks see it. */
typedef struct {
    CURL *curl;
    lf_draft *to;
    uint64_t start_bytes, done_bytes, limit_bytes;
    bool secure;      /* some request went over TLS */
    lf_status status; /* why a callback gave up */
    const lf_dataset_file *file;
    const lf_fetch_options *options;
} download_job;

static lf_status download_too_long(const download_job *job) {
    return lf_fail(LF_BAD_INPUT, "%s: the server sends more than %llu bytes; nothing was kept",
                   job->file->url, (unsigned long long)job->limit_bytes);
}

/* libcurl hands over bytes; anything but `size` back stops the download. */
static size_t download_take(char *bytes, size_t item, size_t items, void *context) {
    download_job *job = context;
    size_t size = item * items;
    if (size > job->limit_bytes - job->done_bytes) {
        job->status = download_too_long(job);
        return CURL_WRITEFUNC_ERROR;
    }
    job->status = lf_draft_append(job->to, bytes, size);
    job->done_bytes += size;
    return job->status == LF_OK ? size : CURL_WRITEFUNC_ERROR;
}

/* libcurl asks about once a second, and with every piece; 1 stops the download. */
static int download_tell(void *context, curl_off_t total, curl_off_t done, curl_off_t up_total,
                         curl_off_t up_done) {
    download_job *job = context;
    const lf_fetch_options *o = job->options;
    const uint64_t start = job->start_bytes;
    (void)up_total, (void)up_done;
    if (!o->progress || o->progress(o->context, job->file, start + (uint64_t)done,
                                    total > 0 ? start + (uint64_t)total : 0))
        return 0;
    job->status = lf_fail(LF_INTERRUPTED, "%s: the download was stopped", job->file->url);
    return 1;
}

/* Asked before each request, also those of a redirect: whoever sits between an http server and us
 * must not get to answer for one that was named with https. */
static int download_admit(void *context, char *there, char *here, int there_port, int here_port) {
    download_job *job = context;
    const char *url = NULL;
    (void)there, (void)here, (void)there_port, (void)here_port;
    curl_easy_getinfo(job->curl, CURLINFO_EFFECTIVE_URL, &url);
    const bool secure = url && strncasecmp(url, "https:", 6) == 0;
    if (job->secure && !secure) {
        job->status = lf_fail(LF_IO,
                              "%s: the server redirects from https to %.200s, expected https "
                              "throughout; nothing was asked there",
                              job->file->url, url ? url : "nowhere");
        return CURL_PREREQFUNC_ABORT;
    }
    job->secure = secure;
    return CURL_PREREQFUNC_OK;
}

/* Who may vouch for a server: the system's list, or the file that the user names in a variable that
 * curl and OpenSSL know too. The library does not look at them by itself. */
static void download_trust(CURL *curl) {
    const char *file = getenv("CURL_CA_BUNDLE");
    if (!file || !*file) file = getenv("SSL_CERT_FILE");
    if (file && *file) curl_easy_setopt(curl, CURLOPT_CAINFO, file);
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 1L);
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 2L);
}

static void download_set_limits(CURL *curl, const download_job *job) {
    const unsigned stall = job->options->stall_seconds;
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 1L);
    curl_easy_setopt(curl, CURLOPT_MAXREDIRS, (long)LF_FETCH_REDIRECTS);
    /* A dead server is noticed within a minute; a slow one may take as long as it needs. */
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, 30L);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, (long)LF_FETCH_SLOWEST);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, stall ? (long)stall : (long)LF_FETCH_STALL);
    /* Refused before the first byte where the server states a size; download_take covers the rest.
     */
    curl_easy_setopt(curl, CURLOPT_MAXFILESIZE_LARGE,
                     (curl_off_t)(job->limit_bytes - job->start_bytes));
    curl_easy_setopt(curl, CURLOPT_RESUME_FROM_LARGE, (curl_off_t)job->start_bytes);
}

static void download_set_options(CURL *curl, download_job *job, char *error) {
    curl_easy_setopt(curl, CURLOPT_URL, job->file->url);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "https,http");
    curl_easy_setopt(curl, CURLOPT_REDIR_PROTOCOLS_STR, "https,http");
    curl_easy_setopt(curl, CURLOPT_PREREQFUNCTION, download_admit);
    curl_easy_setopt(curl, CURLOPT_PREREQDATA, job);
    curl_easy_setopt(curl, CURLOPT_FAILONERROR, 1L);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_USERAGENT, "levelfield");
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, download_take);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, job);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, download_tell);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, job);
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, error);
    download_trust(curl);
    download_set_limits(curl, job);
}

/* What the user can do about it, after what libcurl says. */
static const char *download_hint(CURLcode code) {
    switch (code) {
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
        return "; if a proxy of yours signs for others, name its CA file in CURL_CA_BUNDLE";
    case CURLE_OPERATION_TIMEDOUT:
        return "; try later, or give it more time with --stall";
    default:
        return "";
    }
}

/* 416 in answer to "from here on": we may have the whole already, which the checksum will tell. */
static bool download_nothing_left(const download_job *job, CURLcode code) {
    long answer = 0;
    curl_easy_getinfo(job->curl, CURLINFO_RESPONSE_CODE, &answer);
    return code == CURLE_HTTP_RETURNED_ERROR && answer == 416 && job->start_bytes > 0;
}

static lf_status download_end(const download_job *job, CURLcode code, const char *error) {
    char kept[96] = "", names[LF_PATH_BYTES];
    if (job->status != LF_OK) return job->status; /* its message was written in the callback */
    if (code == CURLE_OK || download_nothing_left(job, code)) return LF_OK;
    if (code == CURLE_FILESIZE_EXCEEDED) return download_too_long(job);
    /* A server that knows no ranges, or sends another one. */
    if (code == CURLE_RANGE_ERROR || code == CURLE_BAD_DOWNLOAD_RESUME)
        return lf_fail(LF_BAD_INPUT, "%s: the server cannot go on from byte %llu", job->file->url,
                       (unsigned long long)job->start_bytes);
    if (job->done_bytes > 0)
        snprintf(kept, sizeof kept, "; the next try goes on after the %llu bytes that came",
                 (unsigned long long)job->done_bytes);
    return lf_fail(LF_IO,
                   "%s: cannot download: %s%s%s; or put the file at %s below a folder of "
                   "LEVELFIELD_DATA",
                   job->file->url, error[0] ? error : curl_easy_strerror(code), download_hint(code),
                   kept, lf_dataset_names(job->file, names));
}

static void download_start_library(void) {
    curl_global_init(CURL_GLOBAL_DEFAULT);
}

lf_status lf_download(const lf_dataset_file *file, lf_draft *to, uint64_t have_bytes,
                      uint64_t limit_bytes, const lf_fetch_options *options) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    char error[CURL_ERROR_SIZE] = "";
    pthread_once(&once, download_start_library);
    CURL *curl = curl_easy_init();
    if (!curl) return lf_fail(LF_NO_MEMORY, "%s: libcurl cannot start", file->url);
    download_job job = {.curl = curl,
                        .to = to,
                        .start_bytes = have_bytes,
                        .done_bytes = have_bytes,
                        .limit_bytes = limit_bytes,
                        .file = file,
                        .options = options};
    download_set_options(curl, &job, error);
    const CURLcode code = curl_easy_perform(curl);
    const lf_status status = download_end(&job, code, error);
    curl_easy_cleanup(curl);
    return status;
}
