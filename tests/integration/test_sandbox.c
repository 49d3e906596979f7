/* The process of an audited method: what it can still do, and what of all else comes. */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>

#include <cblas.h>

#include "attempts.h"
#include "confined.h"
#include "near.h"
#include "scratch.h"

#define ATTEMPT_TRY(name, first, second, free, ...)                                                \
    static long try_##name(void) {                                                                 \
        return (long)(__VA_ARGS__);                                                                \
    }
ATTEMPTS_ALL(ATTEMPT_TRY)

#define ATTEMPT_ENTRY(name, first, second, free, ...) {#name, {first, second}, free, try_##name},
static const struct {
    const char *name;
    int stage[2];
    bool free;
    long (*try)(void);
} attempt[] = {ATTEMPTS_ALL(ATTEMPT_ENTRY)};

enum { ATTEMPTS = sizeof attempt / sizeof *attempt };

static int *outcome; /* ATTEMPTS, shared with the children */

static int attempt_outcome(size_t i) {
    return attempt[i].try() < 0 ? errno : 0;
}

static void try_all(size_t unused) {
    (void)unused;
    for (size_t i = 0; i < ATTEMPTS; i++)
        outcome[i] = attempt_outcome(i);
}

static void try_one(size_t i) {
    outcome[i] = attempt_outcome(i);
}

static void assert_stage(int stage) {
    const int how = confined_run(stage, try_all, 0);
    size_t wrong = 0;
    if (how != 0) print_error("status %x: %s\n", (unsigned)how, confined_said);
    assert_int_equal(how, 0);
    for (size_t i = 0; i < ATTEMPTS; i++) {
        const int want = attempt[i].stage[stage - 1];
        if (outcome[i] == want) continue;
        print_error("stage %d: %s: %s, not %s\n", stage, attempt[i].name, strerror(outcome[i]),
                    strerror(want));
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

static int table_setup(void **state) {
    if (scratch_setup(state) != 0 || chdir(*state) != 0) return -1;
    if (mkdir("allowed", 0700) != 0) return -1;
    if (symlink("../secret", "allowed/link") != 0) return -1;
    const char *const names[] = {"allowed/file", "secret", "spare", "other"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!scratch_write(state, names[i], "12345678", 8)) return -1;
    /* above those that the attempts open */
    const int file = open("secret", O_RDWR), folder = open(".", O_RDONLY | O_DIRECTORY);
    attempts_file = fcntl(file, F_DUPFD, 50);
    attempts_folder = fcntl(folder, F_DUPFD, 50);
    close(file), close(folder);
    const int memory = memfd_create("test", 0);
    if (dup2(memory, 63) < 0 || close(memory) != 0) return -1;
    return attempts_file < 0 || attempts_folder < 0 ? -1 : 0;
}

static int table_teardown(void **state) {
    close(attempts_file), close(attempts_folder), close(63);
    return chdir("/") == 0 ? scratch_teardown(state) : -1;
}

static void test_stages(void **state) {
    assert_stage(1);
    assert_stage(2);
    assert_int_equal(scratch_count(*state), 4);
    assert_int_equal(scratch_count("allowed"), 2);
}

/* Outside each ends otherwise, for any user: the table asks what it means to ask. */
static void test_outside(void **state) {
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < ATTEMPTS; i++) {
        if (!attempt[i].free) continue;
        outcome[i] = -1;
        confined_run(0, try_one, i);
        const int first = attempt[i].stage[0];
        if (outcome[i] >= 0 && (first == 0) == (outcome[i] == first)) continue;
        print_error("outside: %s: %s\n", attempt[i].name, strerror(outcome[i]));
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

/* What a method lives on. */
static void compute(size_t unused) {
    enum { N = 200 };
    (void)unused;
    double *a = malloc(3 * N * N * sizeof *a);
    for (int i = 0; i < 2 * N * N; i++)
        a[i] = i % 7;
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, N, N, N, 1, a, N, a + N * N, N, 0,
                a + 2 * N * N, N);
    for (int i = 0; i < 40; i++) { /* mapped, trimmed, and of the heap */
        char *block = calloc(1, (size_t)1 << i % 28), *more;
        if (!block || !(more = realloc(block, ((size_t)1 << i % 28) + 12345678))) _exit(BROKEN);
        more[12345678] = 1;
        free(more);
    }
    nanosleep(&(struct timespec){.tv_nsec = 1000}, NULL);
    printf("sum %g\n", cblas_dasum(N * N, a + 2 * N * N, 1)); /* to nowhere */
    fprintf(stderr, "sum %g\n", cblas_dasum(N * N, a + 2 * N * N, 1));
    free(a);
    exit(5);
}

static void load(size_t unused) {
    (void)unused;
    _exit(dlopen("libanl.so.1", RTLD_NOW) ? 0 : 1);
}

static void end_by_abort(size_t unused) {
    (void)unused;
    abort();
}

static void end_by_fault(size_t unused) {
    volatile char *volatile nowhere = NULL;
    *nowhere = (char)unused;
}

static void assert_ends(int stage, void (*work)(size_t i), int want) {
    const int how = confined_run(stage, work, 0);
    if (how != want)
        print_error("stage %d: status %x, not %x: %s\n", stage, (unsigned)how, (unsigned)want,
                    confined_said);
    assert_int_equal(how, want);
}

static void test_works(void **state) {
    (void)state;
    char free_sum[64];
    confined_run(0, compute, 0);
    assert_non_null(strstr(confined_said, "sum ")); /* twice, as nothing hides standard output */
    snprintf(free_sum, sizeof free_sum, "%.*s", (int)strcspn(confined_said, "\n") + 1,
             confined_said);
    for (int stage = 1; stage <= 2; stage++) {
        assert_ends(stage, compute, W_EXITCODE(5, 0));
        assert_string_equal(confined_said, free_sum);
        assert_ends(stage, load, W_EXITCODE(stage - 1, 0));
        assert_ends(stage, end_by_abort, W_EXITCODE(0, SIGABRT));
        assert_ends(stage, end_by_fault, W_EXITCODE(0, SIGSEGV));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_stages, table_setup, table_teardown),
        cmocka_unit_test_setup_teardown(test_outside, table_setup, table_teardown),
        cmocka_unit_test_setup_teardown(test_works, table_setup, table_teardown),
    };
    if (confined_skip()) return SKIPPED;
    openblas_set_num_threads(1); /* where the environment does not say so */
    attempts_keeper = getpid();
    outcome = mmap(NULL, sizeof *outcome * ATTEMPTS, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (outcome == MAP_FAILED) return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
