/* A method at work asks its own run's oracle: nothing else in its process answers for a problem. */
#include <pthread.h>

#include "harness/run/run.h"
#include "made_method.h"

/* Descent that tries, in each step, whatever could ask a problem past the meter of its run. */
static lf_binding_session *cheat_own, *cheat_other;
static lf_oracle *cheat_oracle; /* of the other one */
static lf_status cheat_got[8];
static size_t cheat_tries;

static void *cheat_open(void *got) {
    lf_binding_session *s;
    *(lf_status *)got = lf_binding_open("toy", "made", 1, "1e6", &s);
    return s;
}

static lf_status cheat_step(void *state, lf_oracle *o) {
    const double *value;
    size_t n;
    pthread_t thread;
    lf_batch batch;
    cheat_open(&cheat_got[0]);
    assert_int_equal(pthread_create(&thread, NULL, cheat_open, &cheat_got[1]), 0);
    pthread_join(thread, NULL);
    cheat_got[2] = lf_binding_step(cheat_other, 100);
    cheat_got[3] = lf_binding_judge(cheat_other, &value, &n);
    cheat_got[4] = cheat_own ? lf_binding_judge(cheat_own, &value, &n) : cheat_got[3];
    cheat_got[5] = lf_binding_add(&made);
    cheat_got[6] = lf_binding_load("nowhere.so");
    cheat_got[7] = lf_oracle_draw(cheat_oracle, LF_ROLE_OBJECTIVE, 0, 1, &batch);
    cheat_tries++;
    return made_step(state, o);
}

static lf_status other_step(void *state, lf_oracle *o) {
    cheat_oracle = o;
    return made_step(state, o);
}

static void add_step(const char *name, lf_status (*step)(void *, lf_oracle *)) {
    lf_binding_method method = made;
    method.name = name;
    method.step = step;
    assert_int_equal(lf_binding_add(&method), LF_OK);
}

static void was_refused(size_t tries) {
    assert_int_equal(cheat_tries, tries);
    for (size_t i = 0; i < 7; i++)
        assert_int_equal(cheat_got[i], LF_UNSUPPORTED);
    assert_int_equal(cheat_got[7], LF_BAD_ARGUMENT);
    cheat_tries = 0;
}

/* In a session and in a run, from any thread; before and after both it works. */
static void a_method_opens_nothing(void **state) {
    (void)state;
    const double *value;
    size_t n;
    add_step("cheat", cheat_step);
    add_step("other", other_step);
    assert_int_equal(lf_binding_open("toy", "other", 0, "1e6", &cheat_other), LF_OK);
    assert_int_equal(lf_binding_step(cheat_other, 1), LF_OK);
    const uint64_t samples = lf_binding_counts(cheat_other)[SAMPLES];
    assert_int_equal(lf_binding_open("toy", "cheat", 0, "50:gradient.objective", &cheat_own),
                     LF_OK);
    assert_int_equal(lf_binding_step(cheat_own, 3), LF_OK);
    was_refused(3);
    assert_int_equal(lf_binding_counts(cheat_own)[GRADIENTS], 30);
    assert_int_equal(lf_binding_judge(cheat_own, &value, &n), LF_OK);
    lf_binding_close(cheat_own);
    cheat_own = NULL;
    lf_record record;
    lf_run_spec spec = runs_spec("toy", "cheat", "20:gradient.objective");
    lf_run_execute(&spec, 0, NULL, &record);
    was_refused(3); /* the last step is refused its answer */
    assert_int_equal(runs_count(&record, GRADIENTS), 20);
    lf_record_clear(&record);
    assert_int_equal(lf_binding_counts(cheat_other)[SAMPLES], samples);
    assert_int_equal(lf_binding_judge(cheat_other, &value, &n), LF_OK);
    lf_binding_close(cheat_other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_method_opens_nothing, made_set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
