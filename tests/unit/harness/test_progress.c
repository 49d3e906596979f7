/* What is shown where there is no terminal: one plain line an event, or nothing at all. */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "harness/pool/progress.h"
#include "near.h"

static char shown[4096];

/* A run that ends well and one that fails, with standard error in memory instead. */
static void show(bool quiet) {
    const int fd = memfd_create("shown", 0), before = dup(STDERR_FILENO);
    const lf_record done = {.spec = {.problem = (char *)"toy:d=4", .algorithm = (char *)"sgd:b=1"},
                            .status = LF_RUN_DONE,
                            .cause = (char *)"budget spent",
                            .wall_seconds = 1.5};
    lf_record failed = done;
    failed.spec.seed = 1;
    failed.status = LF_RUN_FAILED;
    failed.cause = (char *)"signal 11 (Segmentation fault) in step 6";
    dup2(fd, STDERR_FILENO);
    lf_progress *progress = lf_progress_begin(2, 3, quiet);
    lf_progress_started(progress, 0, "toy / sgd seed 0");
    lf_progress_moved(progress, 0, 0.5, 0.25);
    lf_progress_ended(progress, 0, &done);
    lf_progress_started(progress, 1, "toy / sgd seed 1");
    lf_progress_ended(progress, 1, &failed);
    lf_progress_end(progress);
    dup2(before, STDERR_FILENO);
    close(before);
    const ssize_t n = pread(fd, shown, sizeof shown - 1, 0);
    close(fd);
    assert_true(n >= 0);
    shown[n] = '\0';
}

static void test_plain_lines(void **state) {
    (void)state;
    show(false);
    assert_string_equal(shown, "5 runs, 3 of them finished before\n"
                               "started  toy / sgd seed 0\n"
                               "done     toy / sgd seed 0 (1.50 s): budget spent\n"
                               "started  toy / sgd seed 1\n"
                               "failed   toy / sgd seed 1 (1.50 s): signal 11 (Segmentation "
                               "fault) in step 6\n");
}

static void test_quiet(void **state) {
    (void)state;
    show(true);
    assert_string_equal(shown, "");
    lf_progress_end(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain_lines),
        cmocka_unit_test(test_quiet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
