/* Methods on the problem auc with model=resnet20: a run put back into another instance, and a whole
 * run once more, give the same bits. */
#include <levelfield/vector.h>

#include "execute.h"
#include "image_auc.h"
#include "same_record.h"
#include "trial.h"

extern const lf_algorithm lf_algorithm_ppd_sg, lf_algorithm_ppd_adagrad, lf_algorithm_pga,
    lf_algorithm_oauc, lf_algorithm_sgd, lf_algorithm_adagrad;

enum { MEMORY_BYTES = 1 << 26 };
#define DEEP "model=resnet20,batch=4,augment=crop_flip,p_mode=exact,judge=12"

static lf_problem_class images;
static lf_parameters parameters;

static trial *start(const lf_algorithm *is, const char *set) {
    trial *t = trial_problem_of(&images, parameters.values, 5, "1e9");
    trial_equip(t, is, set, MEMORY_BYTES);
    assert_ok(trial_init(t, t->problem.info.x0));
    return t;
}

/* Point, second block, average, memory and every metric. */
static void assert_same(trial *a, trial *b) {
    const lf_problem_info *info = &a->problem.info;
    const lf_point p = a->is->iterate(a->state), q = b->is->iterate(b->state);
    assert_memory_equal(p.w, q.w, info->dim * sizeof *p.w);
    if (p.y) assert_memory_equal(p.y, q.y, sizeof *p.y);
    if (a->is->average)
        assert_memory_equal(a->is->average(a->state).w, b->is->average(b->state).w,
                            info->dim * sizeof *p.w);
    assert_memory_equal(info->memory, b->problem.info.memory,
                        info->memory_count * sizeof *info->memory);
    for (size_t k = 0; k < LF_AUC_METRICS; k++) {
        double x, y;
        assert_ok(images.metrics[k].measure(&a->problem, &p, &x));
        assert_ok(images.metrics[k].measure(&b->problem, &q, &y));
        assert_same_bits(x, y);
    }
}

/* `before` steps, then the other instance, which has gone its own way, is where the first one is.
 */
static void resumes(const lf_algorithm *is, const char *set, size_t before) {
    trial *a = start(is, set), *b = start(is, set);
    const double *running = image_auc_running(&a->problem);
    trial_steps(a, before);
    assert_true(running[LF_IMAGE_NET_NEXT] > 0);
    trial_steps(b, before + 1);
    trial_resume(a, b);
    assert_same(a, b);
    for (size_t k = 0; k < 3; k++) {
        trial_steps(a, 1);
        trial_steps(b, 1);
        assert_same(a, b);
    }
}

/* In the middle of a stage, and where it ends with a response. */
static void test_ppd_sg(void **state) {
    (void)state;
    resumes(&lf_algorithm_ppd_sg, "B=4,T0=3,eta0=0.5,gamma=10", 1);
}

/* From pretraining on. */
static void test_ppd_adagrad(void **state) {
    (void)state;
    resumes(&lf_algorithm_ppd_adagrad, "B=4,T0=2,pretrain=2,dual_start=estimate", 1);
}

static void test_pga(void **state) {
    (void)state;
    resumes(&lf_algorithm_pga, "B=4,T0=2", 1);
}

static void test_oauc(void **state) {
    (void)state;
    resumes(&lf_algorithm_oauc, "B=4", 1);
}

static void test_cross_entropy(void **state) {
    (void)state;
    resumes(&lf_algorithm_sgd, "B=4,eta0=0.1,beta=0.5", 1);
    resumes(&lf_algorithm_adagrad, "B=4", 1);
}

/* Methods that draw alike train on the same images: one step of size 0 leaves the same memory. */
static void test_paired(void **state) {
    (void)state;
    trial *a = start(&lf_algorithm_sgd, "B=4,eta0=0");
    trial *b = start(&lf_algorithm_pga, "B=4,eta0=0");
    trial_steps(a, 3);
    trial_steps(b, 3);
    assert_memory_equal(image_auc_running(&a->problem), image_auc_running(&b->problem),
                        LF_IMAGE_NET_MEMORY * sizeof(double));
    trial_assert_counts(a, 12, 0, 0, 0);
    trial_assert_counts(b, 12, 0, 0, 0);
}

/* A whole run, twice; the last step does not fit the budget. */
static void test_run_repeats(void **state) {
    (void)state;
    const lf_run_spec spec = {.problem = (char *)"image_auc:" DEEP,
                              .algorithm = (char *)"ppd_sg:B=4,T0=3,eta0=0.5",
                              .budget = (char *)"34:samples.objective",
                              .seed = 2,
                              .checkpoints = 3,
                              .expensive = 1};
    lf_record first;
    execute_spec(&spec, 0);
    ended(LF_RUN_DONE, "budget spent");
    assert_true(final_count(LF_COUNTER_STEPS) > 3);
    first = record;
    record = (lf_record){0};
    execute_spec(&spec, 0);
    assert_string_equal(first.trace_sha256, record.trace_sha256);
    assert_int_equal(first.dim, record.dim);
    assert_memory_equal(first.iterate, record.iterate, record.dim * sizeof *record.iterate);
    lf_record_clear(&first);
}

static int setup(void **state) {
    (void)state;
    images = image_auc_class();
    if (lf_registry_add_problem(&images) != LF_OK) return -1;
    return lf_parameters_create(images.params, images.params_size, DEEP, "image_auc",
                                &parameters) == LF_OK
               ? 0
               : -1;
}

static int teardown(void **state) {
    (void)state;
    lf_parameters_free(&parameters);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_ppd_sg),
        trial_test(test_ppd_adagrad),
        trial_test(test_pga),
        trial_test(test_oauc),
        trial_test(test_cross_entropy),
        trial_test(test_paired),
        cmocka_unit_test_teardown(test_run_repeats, clear),
    };
    return cmocka_run_group_tests_name("deep_auc", tests, setup, teardown);
}
