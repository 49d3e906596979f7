/* Every method of the registry, and every model, killed between two rows of its trace (SIGKILL),
 * gone on in a new process, asked to end (SIGTERM), gone on again: the trace, the counters and the
 * final point are those of a run that nobody stopped. Where it is stopped is drawn anew for each
 * trial; LEVELFIELD_TRIALS says how many there are of each (default 1).
 *
 * Each sitting is this program started again, so that addresses are others than before. */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include "base/sha256.h"
#include "harness/registry/plugin.h"
#include "harness/registry/registry.h"
#include "harness/run/run.h"
#include "image_auc.h"
#include "keeper.h"
#include "near.h"
#include "numeric/stream.h"
#include "scratch.h"

enum { ROWS = 10, RESULT_FD = 9 };
#define SMALL_STAGES "B=4,T0=3"
#define DEEP "image_auc:model=resnet20,batch=4,augment=crop_flip,p_mode=exact,judge=12"

/* What a sitting that was not killed tells. */
typedef struct {
    char trace[LF_SHA256_TEXT], iterate[LF_SHA256_TEXT], cause[256], note[256];
    uint64_t count[LF_COUNTERS];
    double seconds, earlier_seconds;
} result;

/* A sitting under way: after which row it is sent which signal. */
typedef struct {
    size_t row, stop_row;
    int signal_number;
    result *result;
} sitting;

static void sitting_point(void *context, const lf_trace_point *point, const double *value,
                          double progress) {
    sitting *s = context;
    (void)point, (void)value, (void)progress;
    if (s->row++ == s->stop_row && s->signal_number) raise(s->signal_number);
}

static void sitting_noted(void *context, double earlier_seconds, const char *text) {
    result *to = ((sitting *)context)->result;
    to->earlier_seconds = earlier_seconds;
    snprintf(to->note, sizeof to->note, "%s", text);
}

/* argv: problem, algorithm, budget, folder or "-", row, signal. */
static int sit(char **argv) {
    static lf_problem_class images;
    images = image_auc_class();
    if (lf_registry_add_problem(&images) != LF_OK || lf_registry_add_algorithm(&keeper) != LF_OK)
        return 1;
    const lf_run_spec spec = {.problem = argv[0],
                              .algorithm = argv[1],
                              .budget = argv[2],
                              .seed = 3,
                              .checkpoints = ROWS,
                              .expensive = 2};
    const lf_saving saving = {.folder = argv[3][0] == '-' ? NULL : argv[3]};
    result told = {0};
    sitting s = {0, strtoul(argv[4], NULL, 10), atoi(argv[5]), &told};
    const lf_run_observer observer = {&s, NULL, sitting_point, sitting_noted};
    lf_record record;
    lf_run_execute_saved(&spec, 0, &saving, &observer, &record);
    if (record.points == 0) return 1;
    const lf_trace_point *last = &record.point[record.points - 1];
    memcpy(told.trace, record.trace_sha256, sizeof told.trace);
    memcpy(told.count, last->count, sizeof told.count);
    told.seconds = last->oracle_seconds + last->algorithm_seconds;
    snprintf(told.cause, sizeof told.cause, "%s", record.cause);
    if (lf_sha256_of(record.iterate, record.dim * sizeof(double), told.iterate) != LF_OK) return 1;
    const bool wrong = write(RESULT_FD, &told, sizeof told) != sizeof told;
    lf_record_clear(&record);
    return wrong;
}

/* One run of a trial; its folder is the test's. */
typedef struct {
    const char *problem, *algorithm, *budget, *folder;
} subject;

/* Start a sitting that is sent `signal_number` after a row; how it ended, as waitpid says. */
static int start(const subject *of, const char *folder, size_t row, int signal_number,
                 result *told) {
    char row_text[32], signal_text[32];
    snprintf(row_text, sizeof row_text, "%zu", row);
    snprintf(signal_text, sizeof signal_text, "%d", signal_number);
    char *const argv[] = {(char *)"test_resume", (char *)of->problem,
                          (char *)of->algorithm, (char *)of->budget,
                          (char *)folder,        row_text,
                          signal_text,           NULL};
    int fd[2], ended;
    pid_t pid;
    posix_spawn_file_actions_t actions;
    assert_int_equal(pipe2(fd, O_CLOEXEC), 0);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, fd[1], RESULT_FD);
    assert_int_equal(posix_spawn(&pid, "/proc/self/exe", &actions, NULL, argv, environ), 0);
    posix_spawn_file_actions_destroy(&actions);
    close(fd[1]);
    *told = (result){0};
    const ssize_t n = read(fd[0], told, sizeof *told);
    close(fd[0]);
    while (waitpid(pid, &ended, 0) < 0)
        assert_int_equal(errno, EINTR);
    if (WIFEXITED(ended)) assert_int_equal(n, sizeof *told);
    return ended;
}

static void assert_same_result(const subject *of, const result *want, const result *got) {
    if (strcmp(want->trace, got->trace) != 0)
        print_error("%s on %s is another after it was stopped\n", of->algorithm, of->problem);
    assert_string_equal(want->trace, got->trace);
    assert_string_equal(want->iterate, got->iterate);
    assert_string_equal(want->cause, got->cause);
    assert_memory_equal(want->count, got->count, sizeof want->count);
}

/* One trial: rows `kill` < `end` are where it is stopped, first without warning. */
static void check(const subject *of, const result *want, size_t kill_row, size_t end_row) {
    result told;
    int ended = start(of, of->folder, kill_row, SIGKILL, &told);
    assert_true(WIFSIGNALED(ended) && WTERMSIG(ended) == SIGKILL);
    ended = start(of, of->folder, end_row, SIGTERM, &told);
    assert_true(WIFEXITED(ended) && WEXITSTATUS(ended) == 0);
    if (!strstr(told.note, "goes on")) print_error("%s: '%s'\n", of->algorithm, told.note);
    assert_non_null(strstr(told.note, "goes on from its checkpoint"));
    assert_non_null(strstr(told.cause, "interrupted by SIGTERM after step"));
    const double seconds = told.seconds, earlier_seconds = told.earlier_seconds;
    ended = start(of, of->folder, 0, 0, &told);
    assert_true(WIFEXITED(ended) && WEXITSTATUS(ended) == 0);
    assert_non_null(strstr(told.note, "goes on from its checkpoint"));
    assert_true(told.seconds >= seconds && told.earlier_seconds >= earlier_seconds);
    assert_same_result(of, want, &told);
}

static size_t trials(void) {
    const char *text = getenv("LEVELFIELD_TRIALS");
    const size_t n = text ? strtoul(text, NULL, 10) : 1;
    return n > 0 ? n : 1;
}

/* Rows 2 .. 5 and 6 .. 9 of 0 .. 10: before each lies a step that was saved. */
static void check_all(void **state, const char *problem, const char *algorithm,
                      const char *budget) {
    static uint64_t draw;
    const subject of = {problem, algorithm, budget, *state};
    result want;
    const int ended = start(&of, "-", 0, 0, &want);
    if (ended != 0) print_error("%s on %s: no run\n", algorithm, problem);
    assert_true(WIFEXITED(ended) && WEXITSTATUS(ended) == 0);
    for (size_t k = 0; k < trials(); k++) {
        uint64_t bits[4];
        lf_stream_block(17, LF_STREAM_TEST, 0, draw++, 0, bits);
        check(&of, &want, 2 + lf_stream_below(bits[0], 4), 6 + lf_stream_below(bits[1], 4));
        scratch_empty(*state);
    }
}

/* A problem of each view, and for a view that has none here the first of the registry. */
static const char *problem_of(const lf_algorithm *method) {
    const lf_problem_class *const *list;
    const lf_view view = method->view;
    const size_t n = lf_problem_list(&list);
    if (strcmp(method->name, "soap") == 0) return "average_precision"; /* one that it solves */
    if (strcmp(method->name, "sota_s") == 0) return "partial_auc";
    if (strcmp(method->name, "sopa") == 0) return "partial_auc:form=cvar";
    if (view == LF_VIEW_CONSTRAINED) return "dp_scad:svio_steps=10";
    if (view == LF_VIEW_COMPOSITION) return "dp_scad:penalty=squared,svio_steps=10";
    if (view == LF_VIEW_GROUP_MINIMAX) return "group_dro:data=synthetic_small";
    if (view == LF_VIEW_SADDLE || view == LF_VIEW_PLAIN) return "auc";
    for (size_t i = 0; i < n; i++)
        if (list[i]->views >> view & 1) return list[i]->name;
    fail_msg("no problem shows view %d", (int)view);
    return NULL;
}

static void test_every_method(void **state) {
    const lf_algorithm *const *list;
    const size_t n = lf_algorithm_list(&list);
    assert_true(n > 0);
    for (size_t i = 0; i < n; i++)
        check_all(state, problem_of(list[i]), list[i]->name, "30");
}

/* Steps so few that each is seen, stages so short that several are passed. */
static void test_stages(void **state) {
    check_all(state, "auc", "ppd_sg:" SMALL_STAGES, "30");
    check_all(state, "auc", "ppd_adagrad:" SMALL_STAGES ",pretrain=5", "30");
    check_all(state, "dp_scad", "3secon:mode=stochastic", "30");
    check_all(state, "dp_scad", "oss:T=3", "30");
    check_all(state, "cvar_dro:data=synthetic_small", "alexr2", "30");
}

static void test_models(void **state) {
    check_all(state, "auc:model=mlp,hidden=16+8", "ppd_sg:" SMALL_STAGES, "30");
    check_all(state, DEEP, "ppd_sg:" SMALL_STAGES, "20");
    check_all(state, DEEP, "sgd:B=4,eta0=0.1,beta=0.5", "20");
}

/* Addresses that init keeps are those of the new process; with one that moves, no checkpoint is
 * taken, and the run is right because it starts from the beginning. */
static void test_addresses(void **state) {
    check_all(state, "auc", "keeper", "30");
    const subject of = {"auc", "keeper:moves=1", "30", *state};
    result want, told;
    assert_int_equal(start(&of, "-", 0, 0, &want), 0);
    assert_true(WIFSIGNALED(start(&of, of.folder, 4, SIGKILL, &told)));
    assert_int_equal(start(&of, of.folder, 0, 0, &told), 0);
    assert_non_null(strstr(told.note, "set aside: byte"));
    assert_non_null(strstr(told.note, "of the state of algorithm keeper is an address"));
    assert_same_result(&of, &want, &told);
}

int main(int argc, char **argv) {
    if (argc == 7) return sit(argv + 1);
#define CASE(test) cmocka_unit_test_setup_teardown(test, scratch_setup, scratch_teardown)
    const struct CMUnitTest tests[] = {
        CASE(test_every_method),
        CASE(test_stages),
        CASE(test_models),
        CASE(test_addresses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
