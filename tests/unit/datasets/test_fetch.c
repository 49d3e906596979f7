/**
 * @file test_fetch.c
 * @brief Downloads from a small server of our own on this machine, and checks of files.
 */
#include "table.h"

#include <arpa/inet.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <zlib.h>

#include "base/sha256.h"
#include "datasets/obtain/fetch.h"
#include "datasets/obtain/locate.h"

static const char body[] = "+1 1:1 \n-1 \n";
static char url[64], digest[LF_SHA256_TEXT];
static unsigned char packed[128]; /* the body as gzip */
static size_t packed_size;
static const lf_dataset entry = {.name = "test"};
static pid_t server;

/* Answers by the path asked for: /ok, /gz, /torn (half of that, as if it were all), /endless, /loop
 * (a redirect to itself), /cut, else 404. */
static void answer(int client) {
    char request[2048] = "", head[256], block[4096];
    if (read(client, request, sizeof request - 1) <= 0) return;
    memset(block, 'x', sizeof block);
    if (strncmp(request, "GET /ok", 7) == 0) {
        dprintf(client, "HTTP/1.0 200 OK\r\nContent-Length: %zu\r\n\r\n%s", strlen(body), body);
    } else if (strncmp(request, "GET /gz", 7) == 0) {
        dprintf(client, "HTTP/1.0 200 OK\r\nContent-Length: %zu\r\n\r\n", packed_size);
        if (write(client, packed, packed_size) < 0) return;
    } else if (strncmp(request, "GET /torn", 9) == 0) {
        dprintf(client, "HTTP/1.0 200 OK\r\nContent-Length: %zu\r\n\r\n", packed_size / 2);
        if (write(client, packed, packed_size / 2) < 0) return;
    } else if (strncmp(request, "GET /cut", 8) == 0) {
        dprintf(client, "HTTP/1.0 200 OK\r\nContent-Length: 1000\r\n\r\n%s", body);
    } else if (strncmp(request, "GET /endless", 12) == 0) {
        dprintf(client, "HTTP/1.0 200 OK\r\n\r\n");
        while (send(client, block, sizeof block, MSG_NOSIGNAL) > 0)
            continue;
    } else if (strncmp(request, "GET /loop", 9) == 0) {
        snprintf(head, sizeof head, "HTTP/1.0 302 Found\r\nLocation: %s/loop\r\n\r\n", url);
        dprintf(client, "%s", head);
    } else if (strncmp(request, "GET /local", 10) == 0) {
        dprintf(client, "HTTP/1.0 302 Found\r\nLocation: file:///etc/hostname\r\n\r\n");
    } else {
        dprintf(client, "HTTP/1.0 404 Not Found\r\nContent-Length: 0\r\n\r\n");
    }
}

static void serve(int listener) {
    for (;;) {
        int client = accept(listener, NULL, NULL);
        if (client < 0) _exit(0);
        answer(client);
        close(client);
    }
}

/* packed <- the body as a gzip file; 16 more window bits ask zlib for its header. */
static int pack_body(void) {
    z_stream z = {.next_in = (unsigned char *)body,
                  .avail_in = sizeof body - 1,
                  .next_out = packed,
                  .avail_out = sizeof packed};
    if (deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) return -1;
    int code = deflate(&z, Z_FINISH);
    packed_size = z.total_out;
    deflateEnd(&z);
    return code == Z_STREAM_END ? 0 : -1;
}

static int start_server(void **state) {
    (void)state;
    if (pack_body() != 0) return -1;
    struct sockaddr_in address = {.sin_family = AF_INET};
    socklen_t size = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    setenv("no_proxy", "127.0.0.1", 1);
    if (listener < 0 || bind(listener, (void *)&address, size) != 0 || listen(listener, 8) != 0 ||
        getsockname(listener, (void *)&address, &size) != 0)
        return -1;
    snprintf(url, sizeof url, "http://127.0.0.1:%d", ntohs(address.sin_port));
    server = fork();
    if (server == 0) serve(listener);
    close(listener);
    return server < 0 ? -1 : (int)lf_sha256_of(body, strlen(body), digest);
}

static int stop_server(void **state) {
    (void)state;
    kill(server, SIGKILL);
    waitpid(server, NULL, 0);
    return 0;
}

static lf_status fetch(void **state, const char *page, const char *sha256, lf_fetch_progress tell) {
    char full[128];
    snprintf(full, sizeof full, "%s%s", url, page);
    const lf_dataset_file file = {.path = "libsvm/x.gz", .url = full, .sha256 = sha256};
    const lf_fetch_options options = {.progress = tell};
    return lf_fetch_file(&entry, &file, scratch_path(state, "deep/x"), 100000, &options);
}

static int files_left(void **state) {
    return scratch_count(scratch_path(state, "deep"));
}

static void test_download(void **state) {
    char *bytes;
    size_t size;
    assert_ok(fetch(state, "/ok", digest, NULL));
    assert_ok(lf_file_read(scratch_path(state, "deep/x"), 1000, &bytes, &size));
    int same = size == strlen(body) && memcmp(bytes, body, size) == 0;
    free(bytes);
    assert_true(same);
    assert_int_equal(files_left(state), 1);
}

static void test_wrong_checksum(void **state) {
    char wrong[LF_SHA256_TEXT];
    memset(wrong, 'a', 64);
    wrong[64] = '\0';
    assert_int_equal(fetch(state, "/ok", wrong, NULL), LF_BAD_INPUT);
    assert_message(digest);
    assert_message(wrong);
    assert_int_equal(files_left(state), 0);
}

/* A .gz is checked by its content; a .tar.gz as it is, and is kept under its name. */
static void test_archive_is_kept_as_it_is(void **state) {
    char full[128], whole[LF_SHA256_TEXT], *bytes;
    size_t size;
    snprintf(full, sizeof full, "%s/gz", url);
    assert_ok(lf_sha256_of(packed, packed_size, whole));
    assert_ok(fetch(state, "/gz", digest, NULL));
    lf_dataset_file file = {.path = "x.tar.gz", .url = full, .sha256 = digest};
    const char *path = scratch_path(state, "deep/x.tar.gz");
    assert_int_equal(lf_fetch_file(&entry, &file, path, 1000, NULL), LF_BAD_INPUT);
    assert_message(whole);
    file.sha256 = whole;
    assert_ok(lf_fetch_file(&entry, &file, path, 1000, NULL));
    assert_ok(lf_file_read(path, 1000, &bytes, &size));
    int same = size == packed_size && memcmp(bytes, packed, size) == 0;
    free(bytes);
    assert_true(same);
    assert_int_equal(files_left(state), 2);
}

static void test_server_faults(void **state) {
    assert_int_equal(fetch(state, "/none", digest, NULL), LF_IO);
    assert_message("404");
    assert_int_equal(fetch(state, "/cut", digest, NULL), LF_IO);
    assert_int_equal(files_left(state), 1); /* the part, which the next attempt finds no use for */
    assert_int_equal(fetch(state, "/torn", digest, NULL), LF_BAD_INPUT);
    assert_message("/torn: what the server sent cannot be unpacked; nothing was kept");
    assert_int_equal(files_left(state), 0);
    assert_int_equal(fetch(state, "/endless", digest, NULL), LF_BAD_INPUT);
    assert_message("sends more than 100000 bytes");
    assert_int_equal(fetch(state, "/loop", digest, NULL), LF_IO);
    assert_message("redirects");
    assert_int_equal(fetch(state, "/local", digest, NULL), LF_IO); /* no way to a local file */
    assert_int_equal(files_left(state), 0);
}

static bool stop_at_once(void *context, const lf_dataset_file *file, uint64_t done,
                         uint64_t total) {
    (void)context, (void)file, (void)done, (void)total;
    return false;
}

static void test_stopped(void **state) {
    assert_int_equal(fetch(state, "/endless", digest, stop_at_once), LF_INTERRUPTED);
    assert_int_equal(files_left(state), 0);
}

static void test_no_url_and_other_schemes(void **state) {
    lf_dataset_file file = {.path = "libsvm/x.gz", .sha256 = digest};
    const char *path = scratch_path(state, "x");
    assert_int_equal(lf_fetch_file(&entry, &file, path, 100, NULL), LF_UNSUPPORTED);
    file.url = "file:///etc/hostname";
    assert_int_equal(lf_fetch_file(&entry, &file, path, 100, NULL), LF_IO);
    assert_int_equal(scratch_count(*state), 0);
}

static void count_status(void *context, const lf_dataset_file *file, const char *path,
                         lf_status status) {
    size_t *count = context; /* fine, missing, wrong */
    assert_non_null(file);
    count[status == LF_OK ? 0 : status == LF_NOT_FOUND ? 1 : 2]++;
    assert_true((status == LF_NOT_FOUND) == (path[0] == '\0'));
}

static void test_verify_real_files(void **state) {
    size_t count[3] = {0};
    skip_without_data();
    setenv("XDG_CACHE_HOME", *state, 1);
    assert_ok(lf_data_verify("a1a", count_status, count));
    assert_int_equal(count[0], 2);
    assert_ok(lf_data_fetch("a1a", NULL)); /* nothing is left to fetch */
    assert_int_equal(scratch_count(*state), 0);
}

static void test_verify_wrong_and_missing(void **state) {
    size_t count[3] = {0};
    setenv("XDG_CACHE_HOME", *state, 1);
    char *before = getenv("LEVELFIELD_DATA") ? strdup(getenv("LEVELFIELD_DATA")) : NULL;
    unsetenv("LEVELFIELD_DATA");
    assert_ok(lf_folder_make(scratch_path(state, "levelfield/files/libsvm")));
    scratch_write(state, "levelfield/files/libsvm/a1a", "other", 5);
    lf_status status = lf_data_verify("a1a", count_status, count);
    if (before) setenv("LEVELFIELD_DATA", before, 1);
    free(before);
    assert_int_equal(status, LF_BAD_INPUT);
    assert_message("libsvm/a1a: not the published file");
    assert_int_equal(count[1], 1);
    assert_int_equal(count[2], 1);
    assert_ok(lf_data_verify("two_groups", count_status, count));
    assert_int_equal(lf_data_verify("a1b", NULL, NULL), LF_NOT_FOUND);
}

#define IN_SCRATCH(test) cmocka_unit_test_setup_teardown(test, scratch_setup, scratch_teardown)
int main(void) {
    const struct CMUnitTest tests[] = {
        IN_SCRATCH(test_download),
        IN_SCRATCH(test_wrong_checksum),
        IN_SCRATCH(test_archive_is_kept_as_it_is),
        IN_SCRATCH(test_server_faults),
        IN_SCRATCH(test_stopped),
        IN_SCRATCH(test_no_url_and_other_schemes),
        IN_SCRATCH(test_verify_real_files),
        IN_SCRATCH(test_verify_wrong_and_missing),
    };
    return cmocka_run_group_tests(tests, start_server, stop_server);
}
