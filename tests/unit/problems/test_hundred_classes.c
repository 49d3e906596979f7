/* Group DRO on CIFAR-100's hundred classes: files of the published size and format, made here, go
 * through the catalogue's own parser and become the problem with its hundred groups. */
#include <math.h>
#include <stdio.h>

#include "datasets/obtain/cache.h"
#include "datasets/readers/parts/reader.h"
#include "fixture_problem.h"
#include "harness/run/run.h"
#include "oracle/oracle.h"
#include "scratch.h"

extern const lf_problem_class lf_problem_group_dro;

enum { PIXELS = 3 * 32 * 32 };
enum { RECORD = 2 + PIXELS, TRAIN = 50000, TEST = 10000, CLASSES = 100, N_I = 3 };
/* three images of each class, pooled to 16 x 16, and a constant */
static const char problem[] = "group_dro:data=cifar100,n_i=3";
enum { FEATURES = 3 * 16 * 16 + 1, DIM = CLASSES * FEATURES, N = CLASSES * N_I };

/* Records whose classes go round, brighter from class to class, no two alike. */
static void write_records(const char *path, size_t records) {
    static uint8_t record[RECORD];
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    for (size_t i = 0; i < records; i++) {
        const size_t class = i % CLASSES;
        record[0] = (uint8_t)(class / 5);
        record[1] = (uint8_t) class;
        for (size_t k = 0; k < PIXELS; k++)
            record[2 + k] = (uint8_t)(class + (k * (i + 7)) % 151);
        assert_int_equal(fwrite(record, RECORD, 1, file), 1);
    }
    assert_int_equal(fclose(file), 0);
}

/* The table in the cache, under the name of the published one, whose checksums ours cannot have. */
static int setup(void **state) {
    if (scratch_setup(state)) return -1;
    char train[4096], test[4096], identity[LF_SHA256_TEXT];
    const char *const paths[] = {train, test};
    const lf_dataset *entry = lf_dataset_find("cifar100");
    lf_builder *builder;
    lf_draft part;
    lf_data *data;
    if (setenv("XDG_CACHE_HOME", *state, 1)) return -1;
    snprintf(train, sizeof train, "%s/train.bin", (const char *)*state);
    snprintf(test, sizeof test, "%s/test.bin", (const char *)*state);
    write_records(train, TRAIN);
    write_records(test, TEST);
    assert_ok(lf_builder_create(entry, &builder));
    assert_ok(lf_dataset_fill(entry, paths, builder));
    assert_ok(lf_cache_identity(entry, identity));
    lf_cache_hold(identity, &part);
    assert_ok(lf_cache_keep(&part, builder, identity, &data));
    lf_builder_free(builder);
    lf_data_close(data);
    return 0;
}

static void test_hundred_groups(void **state) {
    (void)state;
    fixture_problem p = problem_open(&lf_problem_group_dro, "data=cifar100,n_i=3");
    const lf_problem_info *info = &p.problem.info;
    assert_int_equal(info->role[LF_ROLE_INNER].count, CLASSES);
    assert_int_equal(info->domain_y.n, CLASSES);
    assert_int_equal(info->dim, DIM);
    assert_int_equal(info->n, N);
    assert_near(info->domain.radius, 100, 0);
    assert_string_equal(info->part[1].name, "apple");
    assert_string_equal(info->part[CLASSES].name, "worm");
    assert_near(info->L, info->G * info->G / 4, 1e-12); /* sqrt(2) |x| and |x|^2 / 2 */
    check_component(&p.problem, LF_ROLE_INNER, 42, MAP_SMOOTH, 5);
    problem_close(&p);
}

/* At w = 0 every class has the risk ln 100; one pass over all of them costs N. */
static void test_full_pass(void **state) {
    (void)state;
    fixture_problem p = problem_open(&lf_problem_group_dro, "data=cifar100,n_i=3");
    const lf_cost_scope scope = lf_cost_scope_of(&p.problem.info);
    double *w = calloc(DIM, sizeof *w), *grad = calloc(DIM, sizeof *grad), y[CLASSES], g[CLASSES];
    lf_budget budget;
    lf_oracle *o;
    lf_batch all;
    assert_ok(lf_budget_parse("300:ev", &scope, &budget));
    assert_ok(lf_oracle_create(&p.problem, 1, &budget, &o));
    for (size_t i = 0; i < CLASSES; i++)
        y[i] = 1. / CLASSES;
    assert_ok(lf_oracle_full(o, LF_ROLE_INNER, LF_EVERY, &all));
    assert_int_equal(all.n, N);
    assert_ok(lf_oracle_value_vjp(o, &all, w, y, g, grad));
    for (size_t i = 0; i < CLASSES; i++)
        assert_near(g[i], log(CLASSES), 1e-12);
    /* softmax slopes sum to 0 over classes, feature by feature */
    for (size_t j = 0; j < FEATURES; j++) {
        double sum = 0;
        for (size_t c = 0; c < CLASSES; c++)
            sum += grad[c * FEATURES + j];
        assert_near(sum, 0, 1e-12);
    }
    assert_int_equal(lf_oracle_value_vjp(o, &all, w, y, g, grad), LF_BUDGET_SPENT);
    lf_oracle_free(o);
    free(w);
    free(grad);
    problem_close(&p);
}

/* A few epochs of ALEG bring the worst class down. */
static void test_run(void **state) {
    (void)state;
    const lf_run_spec spec = {.problem = (char *)problem,
                              .algorithm = (char *)"aleg:c=30",
                              .budget = (char *)"9000:ev",
                              .checkpoints = 2};
    lf_record record;
    lf_run_execute(&spec, 0, NULL, &record);
    assert_string_equal(record.cause, "budget spent");
    const double start = lf_record_value(&record, 0, "max_risk");
    const double end = lf_record_value(&record, record.points - 1, "max_risk");
    assert_near(start, log(CLASSES), 1e-12);
    assert_true(end < start - 1e-3);
    lf_record_clear(&record);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hundred_groups),
        cmocka_unit_test(test_full_pass),
        cmocka_unit_test(test_run),
    };
    return cmocka_run_group_tests_name("hundred_classes", tests, setup, scratch_teardown);
}
