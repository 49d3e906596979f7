/* What a task is told comes through whole, and a plan that was changed is not carried out. */
#include "harness/engine/slurm_plan.h"
#include "near.h"
#include "same_record.h"
#include "sample_record.h"
#include "scratch.h"

/* Five runs, two a task, two tasks an array. */
static void plan_sample(const char *out, lf_slurm_plan *plan) {
    *plan = (lf_slurm_plan){.task_runs = 2, .array_size = 2, .runs = 5, .plugins = 1};
    plan->limits = (lf_pool_limits){.jobs = 3,
                                    .wall_seconds = 1.5,
                                    .cpu_seconds = 2.5,
                                    .memory_bytes = (size_t)1 << 40,
                                    .saving = {NULL, 0.25, true}};
    plan->plugin = calloc(1, sizeof *plan->plugin);
    plan->plugin[0] = strdup("/a folder/it's.so");
    plan->run = calloc(5, sizeof *plan->run);
    lf_slurm_program(plan->program);
    for (size_t i = 0; i < 5; i++) {
        lf_record record;
        sample_record(UINT64_MAX - i, &record);
        if (i % 2) {
            free(record.spec.stop);
            record.spec.stop = NULL;
        }
        lf_run_spec_copy(&record.spec, &plan->run[i].spec);
        lf_run_spec_key(&record.spec, plan->run[i].key, NULL);
        plan->run[i].attempts = i;
        plan->run[i].share = 1.0 / 3;
        lf_record_clear(&record);
    }
    assert_ok(lf_slurm_plan_make(plan, out));
}

static void test_round_trip(void **state) {
    lf_slurm_plan plan, *plans;
    size_t n;
    plan_sample(*state, &plan);
    assert_ok(lf_slurm_plan_write(&plan));
    assert_ok(lf_slurm_plans(*state, &plans, &n));
    assert_int_equal(n, 1);
    const lf_slurm_plan *back = &plans[0];
    assert_string_equal(back->id, plan.id);
    assert_string_equal(back->folder, plan.folder);
    assert_string_equal(back->program, plan.program);
    assert_string_equal(back->plugin[0], plan.plugin[0]);
    assert_true(back->task_runs == 2 && back->array_size == 2 && back->runs == 5);
    assert_true(back->limits.jobs == 3 && back->limits.memory_bytes == (size_t)1 << 40);
    assert_true(back->limits.wall_seconds == 1.5 && back->limits.cpu_seconds == 2.5 &&
                back->limits.saving.seconds == 0.25);
    assert_true(back->limits.saving.fresh);
    for (size_t i = 0; i < 5; i++) {
        assert_same_spec(&plan.run[i].spec, &back->run[i].spec);
        assert_string_equal(plan.run[i].key, back->run[i].key);
        assert_int_equal(back->run[i].attempts, i);
        assert_same_bits(back->run[i].share, 1.0 / 3);
    }
    lf_slurm_plan_remove(&plan);
    assert_int_not_equal(access(plan.folder, F_OK), 0);
    lf_slurm_plan_clear(&plans[0]);
    free(plans);
    lf_slurm_plan_clear(&plan);
}

static void test_names(void **state) {
    lf_slurm_plan plan;
    char name[LF_SLURM_NAME], other[LF_SLURM_NAME];
    size_t part;
    plan_sample(*state, &plan);
    assert_int_equal(lf_slurm_tasks(&plan), 3);
    assert_int_equal(lf_slurm_parts(&plan), 2);
    lf_slurm_job_name(&plan, 1, name);
    assert_true(lf_slurm_job_is(&plan, name, &part));
    assert_int_equal(part, 1);
    snprintf(other, sizeof other, "%s", name);
    other[strlen("levelfield-")] ^= 1;
    assert_false(lf_slurm_job_is(&plan, other, &part));
    assert_false(lf_slurm_job_is(&plan, "another job", &part));
    lf_slurm_plan_clear(&plan);
}

/* Another parameter under the same key; a file that is cut anywhere. */
static void test_changed(void **state) {
    lf_slurm_plan plan, back;
    char path[LF_PATH_BYTES], *bytes;
    size_t size;
    plan_sample(*state, &plan);
    assert_ok(lf_slurm_plan_write(&plan));
    assert_ok(lf_path_format(path, "%s/plan.json", plan.folder));
    assert_ok(lf_file_read(path, 1 << 20, &bytes, &size));
    char *runs = strstr(bytes, "\"runs\""), *eta = strstr(runs, "eta=0.001");
    eta[4] = '1';
    assert_ok(lf_file_write(path, bytes, size));
    assert_int_equal(lf_slurm_plan_read(plan.folder, &back), LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "is not the one of its key"));
    eta[4] = '0';
    for (size_t cut = 0; cut < size - 1; cut += 7) {
        assert_ok(lf_file_write(path, bytes, cut));
        assert_int_equal(lf_slurm_plan_read(plan.folder, &back), LF_BAD_INPUT);
        assert_non_null(strstr(lf_message(), path));
    }
    free(bytes);
    lf_slurm_plan_clear(&plan);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_round_trip, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_names, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_changed, scratch_setup, scratch_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
