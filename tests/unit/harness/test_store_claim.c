/* One writer a folder: claimed once, by one thread, until it is given up. */
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/path.h"
#include "harness/store/store.h"
#include "near.h"
#include "scratch.h"

typedef struct {
    const char *dir;
    lf_status status;
    char said[512];
} attempt;

/* In a thread of its own, whose message is its own. */
static void *claim_there(void *context) {
    attempt *a = context;
    a->status = lf_store_claim(a->dir);
    snprintf(a->said, sizeof a->said, "%s", a->status == LF_OK ? "" : lf_message());
    lf_store_release();
    return NULL;
}

static attempt claim_beside(const char *dir) {
    attempt a = {.dir = dir};
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, claim_there, &a), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    return a;
}

static long writer_of(const char *dir) {
    long pid = -1;
    assert_ok(lf_store_writer(dir, &pid));
    return pid;
}

/* It names this process, to the others as well. */
static void test_other_threads(void **state) {
    char who[64];
    snprintf(who, sizeof who, "another levelfield (process %ld) stores", (long)getpid());
    assert_int_equal(writer_of(*state), 0);
    assert_ok(lf_store_claim(*state));
    assert_ok(lf_store_claim(*state));
    const attempt refused = claim_beside(*state);
    assert_int_equal(refused.status, LF_IO);
    assert_non_null(strstr(refused.said, who));
    assert_int_equal(writer_of(*state), getpid());
    lf_store_release();
    assert_int_equal(writer_of(*state), 0);
    assert_ok(claim_beside(*state).status);
}

/* Descriptors are not left open, claim by claim. */
static void test_descriptors(void **state) {
    const int before = dup(0);
    close(before);
    for (size_t i = 0; i < 3; i++) {
        assert_ok(lf_store_claim(*state));
        assert_ok(lf_store_claim(*state));
        lf_store_release();
    }
    lf_store_release();
    const int after = dup(0);
    close(after);
    assert_int_equal(before, after);
}

/* A process that was forked while the folder was claimed has the descriptor, too. */
static void test_forked(void **state) {
    assert_ok(lf_store_claim(*state));
    const pid_t child = fork();
    if (child == 0) {
        pause();
        _exit(0);
    }
    lf_store_release();
    const attempt a = claim_beside(*state);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    assert_ok(a.status);
}

/* Of another machine or another container: nobody here has the number. */
static void test_foreign_number(void **state) {
    char path[LF_PATH_BYTES];
    assert_ok(lf_store_claim(*state));
    snprintf(path, sizeof path, "%s/.writer", (const char *)*state);
    for (size_t i = 0; i < 3; i++) {
        static const char *const texts[] = {"2147483647", "99999999999999999999", "-1"};
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fputs(texts[i], file);
        fclose(file);
        const attempt refused = claim_beside(*state);
        assert_int_equal(refused.status, LF_IO);
        assert_non_null(strstr(refused.said, "another levelfield stores"));
    }
    lf_store_release();
}

/* Of a folder that somebody sent: the number is not written to a file elsewhere. */
static void test_link(void **state) {
    char victim[LF_PATH_BYTES], link[LF_PATH_BYTES], text[16] = "";
    snprintf(victim, sizeof victim, "%s/victim", (const char *)*state);
    snprintf(link, sizeof link, "%s/.writer", (const char *)*state);
    FILE *file = fopen(victim, "w+");
    assert_non_null(file);
    fputs("precious", file);
    assert_int_equal(fflush(file) | symlink(victim, link), 0);
    assert_int_equal(lf_store_claim(*state), LF_IO);
    assert_non_null(
        strstr(lf_message(), "/.writer: it is a link, and the lock of a folder is none"));
    rewind(file);
    assert_non_null(fgets(text, sizeof text, file));
    assert_string_equal(text, "precious");
    fclose(file);
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, scratch_setup, scratch_teardown)
    const struct CMUnitTest tests[] = {CASE(test_other_threads), CASE(test_descriptors),
                                       CASE(test_forked), CASE(test_foreign_number),
                                       CASE(test_link)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
