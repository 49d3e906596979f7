/* PGA: steps by hand, both blocks averaged, bounds, counts, limit. */
#include "saddle_methods.h"

extern const lf_algorithm lf_algorithm_pga;
static const lf_algorithm *const pga = &lf_algorithm_pga;
static const double x0[2] = {1.5, -1};

/* Stage 1 has one update, stage 2 four of half the length around where that ended. */
static void test_by_hand(void **unused) {
    (void)unused;
    trial *t = by_hand(pga, "eta0=0.1,T0=1,gamma=0.5,B=0");
    assert_at(pga->average(t->state), 2, 0);
    trial_steps(t, 1);
    assert_at(pga->iterate(t->state), 1.8, 0.05);
    assert_at(pga->average(t->state), 1.8, 0.05);
    double v = 1.8, alpha = 0.05, sum_v = 0, sum_alpha = 0;
    for (size_t k = 1; k <= 4; k++) {
        const double g = v + alpha + (v - 1.8) / 0.5, h = v - 1.5 - alpha;
        v -= 0.05 * g;
        alpha += 0.05 * h;
        sum_v += v;
        sum_alpha += alpha;
        trial_steps(t, 1);
        if (k < 4) assert_at(pga->iterate(t->state), v, alpha);
        assert_at(pga->average(t->state), sum_v / (double)k, sum_alpha / (double)k);
    }
    assert_at(pga->iterate(t->state), sum_v / 4, sum_alpha / 4);
}

/* |v| <= R1 over all of v, each |alpha_i| <= R2, in every step. */
static void test_bounds(void **unused) {
    (void)unused;
    trial *t = by_hand(pga, "eta0=0.1,B=0,R1=1.5,R2=0.02");
    trial_steps(t, 1);
    assert_at(pga->iterate(t->state), 1.5, 0.02);
    const toy problem = toy_pass(0);
    t = trial_start(pga, &problem, 1, (double[2]){3, 4}, "eta0=0,B=0,R1=2.5,R2=1");
    const double *w = trial_steps(t, 1);
    assert_near(w[0], 1.5, 1e-14);
    assert_near(w[1], 2, 1e-14);
    t = trial_start(pga, &problem, 1, (double[2]){-3, -4}, "eta0=1,B=0,R2=1");
    trial_steps(t, 1); /* c = -8 */
    assert_near(*pga->iterate(t->state).y, -1, 0);
}

/* bounds=fail: the same step as with clip while nothing binds, and a message when something does.
 */
static void test_bounds_that_fail(void **unused) {
    (void)unused;
    trial *t = by_hand(pga, "eta0=0.1,T0=1,gamma=0.5,B=0,bounds=fail,R1=1.8,R2=0.06");
    trial_steps(t, 1);
    assert_at(pga->iterate(t->state), 1.8, 0.05);
    t = by_hand(pga, "eta0=0.1,B=0,R1=1.5,bounds=fail");
    assert_int_equal(pga->step(t->state, t->oracle), LF_DIVERGED);
    assert_non_null(strstr(lf_message(), "|v| = 1.8 is more than R1 = 1.5"));
    t = by_hand(pga, "eta0=0.1,B=0,R2=0.02,bounds=fail");
    assert_int_equal(pga->step(t->state, t->oracle), LF_DIVERGED);
    assert_non_null(strstr(lf_message(), "|alpha| = 0.05 is more than R2 = 0.02"));
}

/* Nothing but gradients; T0 k^2 of them in stage k. */
static void test_counts(void **unused) {
    (void)unused;
    const toy problem = toy_pass(0.1);
    trial *t = trial_start(pga, &problem, 1, x0, "T0=2,B=3,output=centre");
    size_t steps = 0;
    for (size_t k = 1; k <= 4; k++) {
        const double before = *trial_steps(t, 2 * k * k - 1);
        assert_near(before, k == 1 ? x0[0] : *pga->iterate(t->state).w, 0);
        assert_true(*trial_steps(t, 1) != before); /* a new centre */
        steps += 2 * k * k;
        assert_int_equal(trial_count(t, "gradient.objective"), 3 * steps);
        assert_int_equal(trial_count(t, "samples.objective"), 3 * steps);
        assert_int_equal(trial_count(t, "value.objective"), 0);
    }
}

/* output=random is one of the centres that output=centre goes through on the same samples. */
static void test_random_output(void **unused) {
    (void)unused;
    const toy problem = toy_pass(0.1);
    size_t found[3] = {0};
    for (uint64_t seed = 0; seed < 20; seed++) {
        trial *all = trial_start(pga, &problem, seed, x0, "T0=2,B=3,output=centre");
        trial *one = trial_start(pga, &problem, seed, x0, "T0=2,B=3,output=random");
        const double answer = *trial_steps(one, 2 + 8 + 18);
        size_t found_before = found[0] + found[1] + found[2];
        for (size_t k = 0; k < 3; k++)
            found[k] += *trial_steps(all, 2 * (k + 1) * (k + 1)) == answer;
        assert_int_equal(found[0] + found[1] + found[2], found_before + 1);
        trial_teardown(NULL);
    }
    assert_true(found[0] > 0 && found[1] > 0 && found[2] > 0);
}

static void test_resumes(void **unused) {
    (void)unused;
    for (size_t before = 0; before < 12; before++)
        assert_resumes(pga, "T0=2,B=4", before, 20);
    assert_resumes(pga, "T0=2,B=4,output=random", 7, 30);
}

static void test_limit(void **unused) {
    (void)unused;
    const toy problem = toy_pass(0.1);
    trial *t = trial_start(pga, &problem, 1, x0, "eta0=0.5,T0=20,B=0,gamma=10");
    for (size_t k = 1; k <= 12; k++)
        trial_steps(t, 20 * k * k);
    assert_true(pass_distance(pga->iterate(t->state)) < 1e-6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_by_hand), trial_test(test_bounds),        trial_test(test_bounds_that_fail),
        trial_test(test_counts),  trial_test(test_random_output), trial_test(test_resumes),
        trial_test(test_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
