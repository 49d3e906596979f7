/* Neumann series: the golden numbers, the mean over lengths, the limit, batches and refusals. */
#include "algorithms/bilevel/parts/neumann.h"

#include <string.h>

#include "algorithms/common/sampling.h"
#include "curved_levels.h"
#include "quadratic_levels.h"

static lf_neumann state;
static const double x[3] = {1, -1, 0.5}, y[2] = {0.2, -0.1};

static trial *start(const char *problem, uint64_t seed, lf_neumann_params p) {
    trial *t = quadratic_open(problem, seed, "1e9:samples");
    t->arena = lf_arena_create(&state, sizeof state, 1 << 12);
    assert_non_null(t->arena);
    assert_ok(lf_neumann_init(&state, &p, t->oracle, t->arena));
    return t;
}

static void assert_pair(const double *got, double first, double second, double tolerance) {
    assert_near(got[0], first, tolerance);
    assert_near(got[1], second, tolerance);
}

static void test_terms(void **unused) {
    (void)unused;
    double v[2] = {1, 0};
    trial *t = start("s=0", 1, (lf_neumann_params){.Q = 3, .eta_n = 0.4});
    assert_ok(lf_neumann_terms(&state, t->oracle, 0, 8, x, y, v));
    assert_pair(v, 0.51072, -0.1120512, 1e-14);
    assert_int_equal(trial_count(t, "samples.lower"), 24);
    assert_int_equal(trial_count(t, "hvp.lower"), 24);
    /* eta_n = 0: 1 / L_y = 0.4 too; many terms are the inverse */
    const double far[2] = {1, 0};
    t = start("s=0", 1, (lf_neumann_params){.Q = 200});
    lf_vec_copy(2, far, v);
    assert_ok(lf_neumann_terms(&state, t->oracle, 0, LF_SAMPLING_ALL, x, y, v));
    assert_pair(v, 0.8 / 1.528, -0.24 / 1.528, 1e-12);
}

/* Each length has its golden number and its cost, all come about as often, and the mean of the four
 * is the sum of the series. */
static void test_random_lengths(void **unused) {
    (void)unused;
    static const double want[4][2] = {
        {1.6, 0}, {0.32, -0.192}, {0.08704, -0.1536}, {0.03584, -0.1026048}};
    size_t often[4] = {0};
    double mean[2] = {0};
    trial *t = start("s=0", 1, (lf_neumann_params){.Q = 4, .eta_n = 0.4});
    for (size_t k = 0; k < 400; k++) {
        double v[2] = {1, 0};
        const size_t before = trial_count(t, "samples.lower");
        assert_ok(lf_neumann_random(&state, t->oracle, 0, 5, x, y, v));
        const size_t p = (trial_count(t, "samples.lower") - before) / 5;
        assert_true(p < 4);
        assert_pair(v, want[p][0], want[p][1], 1e-14);
        often[p]++;
    }
    assert_int_equal(trial_count(t, "hvp.lower"), trial_count(t, "samples.lower"));
    for (size_t p = 0; p < 4; p++) {
        lf_vec_axpy(2, 0.25, want[p], mean);
        assert_in_range(often[p], 65, 135); /* 4 standard deviations of 8.7 */
    }
    assert_pair(mean, 0.51072, -0.1120512, 1e-14);
}

/* With noise the factors are of fresh batches: the mean over many is the series of the mean. */
static void test_unbiased(void **unused) {
    (void)unused;
    double mean[2] = {0}, square[2] = {0};
    enum { TRIES = 4000 };
    trial *t = start("s=0.3", 1, (lf_neumann_params){.Q = 3, .eta_n = 0.4});
    for (size_t k = 0; k < TRIES; k++) {
        double v[2] = {1, 0};
        assert_ok(lf_neumann_terms(&state, t->oracle, 0, 2, x, y, v));
        for (size_t j = 0; j < 2; j++) {
            mean[j] += v[j] / TRIES;
            square[j] += v[j] * v[j] / TRIES;
        }
    }
    const double sure = 4 / sqrt(TRIES);
    assert_near(mean[0], 0.51072, sure * sqrt(square[0] - mean[0] * mean[0]));
    assert_near(mean[1], -0.1120512, sure * sqrt(square[1] - mean[1] * mean[1]));
    assert_true(square[0] - mean[0] * mean[0] > 1e-4); /* there is noise */
}

/* geom: b Q (1 - eta_n mu)^(q-1), rounded up: 12, 9.6, 7.68 for b = 4, Q = 3, 1 - 0.4/2. */
static void test_shrinking_batches(void **unused) {
    (void)unused;
    double v[2] = {1, 0};
    trial *t = start("s=0", 1,
                     (lf_neumann_params){.Q = 3, .eta_n = 0.4, .neumann_batch = LF_NEUMANN_GEOM});
    assert_ok(lf_neumann_terms(&state, t->oracle, 0, 4, x, y, v));
    assert_pair(v, 0.51072, -0.1120512, 1e-14);
    assert_int_equal(trial_count(t, "samples.lower"), 12 + 10 + 8);
    /* 1 - 2/2 and 1 - 4/2 leave none: a batch has one sample at least */
    for (double eta_n = 2; eta_n <= 4; eta_n += 2) {
        t = start("s=0", 1,
                  (lf_neumann_params){.Q = 3, .eta_n = eta_n, .neumann_batch = LF_NEUMANN_GEOM});
        assert_ok(lf_neumann_terms(&state, t->oracle, 0, 4, x, y, v));
        assert_int_equal(trial_count(t, "samples.lower"), 12 + 1 + 1);
    }
}

static void test_steps(void **unused) {
    (void)unused;
    start("s=0", 1, (lf_neumann_params){.Q = 3, .c_h = 0.5});
    assert_near(state.p.eta_n, 0.2, 1e-16);
    start("s=0", 1, (lf_neumann_params){.Q = 3, .c_h = 0.5, .eta_n = 0.3});
    assert_near(state.p.eta_n, 0.3, 0);
}

/* A problem that does not state its constants: they must be set, and shrinking batches need mu_y.
 */
static void test_refusals(void **unused) {
    (void)unused;
    trial *t = trial_problem_of(&curved_unknown, NULL, 1, "1e9");
    t->arena = lf_arena_create(&state, sizeof state, 1 << 12);
    lf_neumann_params p = {.Q = 3};
    assert_int_equal(lf_neumann_init(&state, &p, t->oracle, t->arena), LF_BAD_ARGUMENT);
    assert_non_null(strstr(lf_message(), "eta_n"));
    p.eta_n = 0.1;
    p.neumann_batch = LF_NEUMANN_GEOM;
    assert_int_equal(lf_neumann_init(&state, &p, t->oracle, t->arena), LF_BAD_ARGUMENT);
    assert_non_null(strstr(lf_message(), "neumann_batch"));
    p.neumann_batch = LF_NEUMANN_CONST;
    assert_ok(lf_neumann_init(&state, &p, t->oracle, t->arena));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_terms),    trial_test(test_random_lengths),    trial_test(test_steps),
        trial_test(test_unbiased), trial_test(test_shrinking_batches), trial_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
