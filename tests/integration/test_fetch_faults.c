/**
 * @file test_fetch_faults.c
 * @brief Downloads from an HTTPS server that misbehaves: one line says why, nothing takes the
 * file's name that is not right, and the next download from a sound server works.
 */
#include <signal.h>
#include <sys/wait.h>
#include <time.h>

#include "table.h"

#include "base/sha256.h"
#include "datasets/obtain/fetch.h"

enum { BODY = 65536, LIMIT = 100000 };
typedef enum { GOOD, ELSEWHERE, EXPIRED, ALONE, PLAIN, SERVERS } server_kind;

static unsigned char body[BODY];
static char digest[LF_SHA256_TEXT], folder[] = "/tmp/levelfield-https-XXXXXX";
static int port[SERVERS], lifeline = -1; /* the server ends when this is closed */
static pid_t server;
static const lf_dataset entry = {.name = "test"};

/* What the server makes in its folder: certificates, and its log. */
static const char *of_server(const char *name) {
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void become_server(int in, int out) {
    char script[4096];
    snprintf(script, sizeof script, "%s/tests/support/https_server.py", getenv("LF_TEST_SOURCE"));
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    close(lifeline);
    execlp("python3", "python3", script, folder, (char *)NULL);
    _exit(127);
}

static int start_server(void **state) {
    (void)state;
    int in[2], out[2];
    for (size_t i = 0; i < BODY; i++)
        body[i] = (unsigned char)(i * 31 % 251);
    if (lf_sha256_of(body, BODY, digest) != LF_OK || !mkdtemp(folder)) return -1;
    if (pipe(in) != 0 || pipe(out) != 0) return -1;
    lifeline = in[1];
    server = fork();
    if (server == 0) become_server(in[0], out[1]);
    close(in[0]);
    close(out[1]);
    FILE *ports = fdopen(out[0], "r");
    int found = 0;
    while (ports && found < SERVERS && fscanf(ports, "%d", &port[found]) == 1)
        found++;
    if (ports) fclose(ports);
    if (found < SERVERS) print_error("the server did not start; it needs python3 and openssl\n");
    return found == SERVERS ? 0 : -1;
}

static int stop_server(void **state) {
    (void)state;
    close(lifeline);
    waitpid(server, NULL, 0);
    scratch_remove(folder);
    return 0;
}

/* Each test trusts the server's CA, and asks no proxy, unless it says otherwise. */
static int setup(void **state) {
    unsetenv("SSL_CERT_FILE");
    unsetenv("LEVELFIELD_OFFLINE");
    unsetenv("https_proxy");
    setenv("CURL_CA_BUNDLE", of_server("ca.pem"), 1);
    setenv("no_proxy", "127.0.0.1", 1);
    return scratch_setup(state);
}

static lf_status fetch(void **state, server_kind kind, const char *page) {
    char url[128];
    snprintf(url, sizeof url, "%s://127.0.0.1:%d%s", kind == PLAIN ? "http" : "https", port[kind],
             page);
    const lf_dataset_file file = {.path = "libsvm/x.gz", .url = url, .sha256 = digest};
    const lf_fetch_options options = {.stall_seconds = 2};
    return lf_fetch_file(&entry, &file, scratch_path(state, "deep/x"), LIMIT, &options);
}

static int files(void **state) {
    const int count = scratch_count(scratch_path(state, "deep"));
    return count < 0 ? 0 : count; /* the folder need not be there */
}

static void assert_fetched(void **state) {
    char found[LF_SHA256_TEXT];
    assert_true(lf_file_readable(scratch_path(state, "deep/x")));
    assert_int_equal(files(state), 1);
    char *bytes;
    size_t size;
    assert_ok(lf_file_read(scratch_path(state, "deep/x"), BODY, &bytes, &size));
    const lf_status status = lf_sha256_of(bytes, size, found);
    free(bytes);
    assert_ok(status);
    assert_string_equal(found, digest);
}

/* Refused with one line that has these words, and `left` parts stay; then a good one is taken. */
static void check_refused(void **state, server_kind kind, const char *page, const char *words,
                          int left) {
    const lf_status status = fetch(state, kind, page);
    print_message("%s: %s\n", page, lf_message());
    assert_true(status < 0);
    assert_message(words);
    assert_null(strchr(lf_message(), '\n'));
    assert_false(lf_file_readable(scratch_path(state, "deep/x")));
    assert_int_equal(files(state), left);
    assert_ok(fetch(state, GOOD, "/ok"));
    assert_fetched(state);
    assert_int_equal(remove(scratch_path(state, "deep/x")), 0);
}

/* Has the server been asked for this, "PAGE RANGE" in its log? */
static int asked(const char *request) {
    char *log;
    size_t size;
    assert_ok(lf_file_read(of_server("log"), 1 << 20, &log, &size));
    const int found = strstr(log, request) != NULL;
    free(log);
    return found;
}

static void test_certificates(void **state) {
    assert_ok(fetch(state, GOOD, "/ok"));
    assert_fetched(state);
    assert_int_equal(remove(scratch_path(state, "deep/x")), 0);
    check_refused(state, ALONE, "/ok", "self-signed certificate", 0);
    check_refused(state, EXPIRED, "/ok", "certificate has expired", 0);
    check_refused(state, ELSEWHERE, "/ok", "127.0.0.1", 0);
    assert_false(asked("/ok bytes")); /* nothing was left to go on with */
}

static void test_trusted_list(void **state) {
    unsetenv("CURL_CA_BUNDLE"); /* the system's list does not have our CA */
    assert_int_equal(fetch(state, GOOD, "/ok"), LF_IO);
    assert_message("CURL_CA_BUNDLE");
    assert_int_equal(files(state), 0);
    setenv("SSL_CERT_FILE", of_server("none.pem"), 1);
    assert_int_equal(fetch(state, GOOD, "/ok"), LF_IO);
    assert_message("none.pem");
    setenv("SSL_CERT_FILE", of_server("ca.pem"), 1);
    assert_ok(fetch(state, GOOD, "/ok"));
    assert_fetched(state);
}

static void test_redirects(void **state) {
    check_refused(state, GOOD, "/loop", "Maximum (5) redirects followed", 0);
    check_refused(state, GOOD, "/down", "redirects from https to http://", 0);
    check_refused(state, PLAIN, "/up-down", "redirects from https to http://", 0);
    assert_ok(fetch(state, PLAIN, "/up"));
    assert_fetched(state);
}

static void test_wrong_content(void **state) {
    check_refused(state, GOOD, "/other", "expected", 0);
    check_refused(state, GOOD, "/long", "the server's file has SHA-256", 0);
    check_refused(state, GOOD, "/big", "sends more than 100000 bytes", 0);
    check_refused(state, GOOD, "/endless", "sends more than 100000 bytes", 0);
    check_refused(state, GOOD, "/none", "404", 0);
}

static void test_slow_drip(void **state) {
    struct timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    assert_int_equal(fetch(state, GOOD, "/drip"), LF_IO);
    clock_gettime(CLOCK_MONOTONIC, &after);
    assert_true(after.tv_sec - before.tv_sec < 15); /* the whole drip takes 20 s */
    assert_message("Less than 100 bytes/sec");
    assert_message("try later, or give it more time with --stall");
    assert_int_equal(files(state), 1); /* the part, under its hidden name */
    assert_ok(fetch(state, GOOD, "/ok"));
    assert_fetched(state);
}

/* Nothing is tidied up by a process that is killed, and nothing needs to be: the next one goes on.
 */
static void test_killed(void **state) {
    struct stat info = {0};
    const pid_t child = fork();
    if (child == 0) _exit(fetch(state, GOOD, "/drip") == LF_OK);
    for (int tries = 0; tries < 1000 && info.st_size == 0; tries++) {
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
        if (stat(scratch_path(state, "deep/.x.part"), &info) != 0) info.st_size = 0;
    }
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_true(info.st_size > 0);
    assert_false(asked("/ok bytes"));
    assert_ok(fetch(state, GOOD, "/ok"));
    assert_true(asked("/ok bytes"));
    assert_fetched(state);
}

static void test_goes_on(void **state) {
    assert_int_equal(fetch(state, GOOD, "/cut"), LF_IO);
    assert_message("the next try goes on after the 32768 bytes that came");
    assert_int_equal(files(state), 1);
    assert_ok(fetch(state, GOOD, "/cut"));
    assert_true(asked("/cut bytes=32768-"));
    assert_fetched(state);
}

/* The whole came, but the server has stated more: it has nothing to go on with, and says so. */
static void test_states_more(void **state) {
    assert_int_equal(fetch(state, GOOD, "/short"), LF_IO);
    assert_int_equal(files(state), 1);
    assert_ok(fetch(state, GOOD, "/short"));
    assert_true(asked("/short bytes=65536-"));
    assert_fetched(state);
}

/* The two halves are of different files: begun again from the start, at once. */
static void test_changed_in_between(void **state) {
    assert_int_equal(fetch(state, GOOD, "/changed"), LF_IO);
    assert_ok(fetch(state, GOOD, "/changed"));
    assert_true(asked("/changed bytes=32768-"));
    assert_fetched(state);
}

static void test_server_without_ranges(void **state) {
    assert_int_equal(fetch(state, GOOD, "/stubborn"), LF_IO);
    assert_ok(fetch(state, GOOD, "/stubborn"));
    assert_true(asked("/stubborn bytes=32768-"));
    assert_fetched(state);
}

static void test_worthless_part(void **state) {
    static const char junk[LIMIT + 1];
    assert_ok(lf_folder_make(scratch_path(state, "deep")));
    assert_non_null(scratch_write(state, "deep/.x.part", junk, sizeof junk));
    assert_ok(fetch(state, GOOD, "/ok"));
    assert_fetched(state);
    assert_int_equal(remove(scratch_path(state, "deep/x")), 0);
    assert_non_null(scratch_write(state, "deep/.x.part", junk, BODY));
    check_refused(state, GOOD, "/other", "nothing was kept", 0);
}

static void test_offline_and_proxy(void **state) {
    setenv("LEVELFIELD_OFFLINE", "1", 1);
    assert_int_equal(fetch(state, GOOD, "/ok"), LF_UNSUPPORTED);
    assert_message("test: offline, so libsvm/x.gz is not downloaded");
    assert_int_equal(scratch_count(*state), 0);
    setenv("LEVELFIELD_OFFLINE", "0", 1);
    char proxy[64]; /* the plain server has no idea of CONNECT: asked, it refuses */
    snprintf(proxy, sizeof proxy, "http://127.0.0.1:%d", port[PLAIN]);
    unsetenv("no_proxy");
    setenv("https_proxy", proxy, 1);
    assert_int_equal(fetch(state, GOOD, "/ok"), LF_IO);
    assert_message("returned error: 501");
    assert_int_equal(files(state), 0);
    unsetenv("https_proxy");
    assert_ok(fetch(state, GOOD, "/ok"));
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, setup, scratch_teardown)
int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_certificates),
        TEST(test_trusted_list),
        TEST(test_killed),
        TEST(test_redirects),
        TEST(test_wrong_content),
        TEST(test_slow_drip),
        TEST(test_goes_on),
        TEST(test_states_more),
        TEST(test_changed_in_between),
        TEST(test_server_without_ranges),
        TEST(test_worthless_part),
        TEST(test_offline_and_proxy),
    };
    return cmocka_run_group_tests(tests, start_server, stop_server);
}
