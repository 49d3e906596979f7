/* What a step draws: how many components and samples, and that others see the same ones. */
#include "algorithms/composition/parts/batches.h"
#include "coupled.h"
#include "trial.h"

static lf_batches state;

static trial *keep(const toy *problem, lf_batches_params p) {
    trial *t = trial_problem(problem, 4, "1e12");
    t->arena = lf_arena_create(&state, sizeof state, 1 << 16);
    assert_ok(lf_batches_init(&state, &p, t->oracle, t->arena));
    return t;
}

/* B1 = 0 and B1 > n both mean all. */
static void test_components(void **unused) {
    (void)unused;
    const toy problem = coupled_shapes(); /* a second objective is known in closed form */
    const size_t asked[] = {0, 1, 2, 3, 99}, want[] = {3, 1, 2, 3, 3};
    for (size_t k = 0; k < 5; k++) {
        trial *t = keep(&problem, (lf_batches_params){5, asked[k], 4});
        assert_int_equal(state.p.B1, want[k]);
        assert_int_equal(state.objectives, 2);
        for (size_t step = 1; step <= 6; step++) {
            assert_ok(lf_batches_draw(&state, t->oracle));
            for (size_t b = 0; b < want[k]; b++) {
                assert_true(b == 0 || state.S[b] > state.S[b - 1]);
                assert_int_equal(state.B[b].component, state.S[b]);
                assert_int_equal(state.B[b].n, 4);
            }
            assert_int_equal(state.B_0[0].n, 5);
            assert_int_equal(state.B_0[1].n, 0);
            assert_int_equal(trial_count(t, "samples.inner"), step * want[k] * 4);
            assert_int_equal(trial_count(t, "samples.objective"), step * 5);
        }
    }
}

/* A size that reaches all samples takes each once, where the value is exact. */
static void test_sizes(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_HINGE, 0.3);
    const size_t sizes[] = {0, 20, 19, 500}, want[] = {20, 20, 19, 20};
    const double here[2] = {0.5, -1};
    for (size_t k = 0; k < 4; k++) {
        trial *t = keep(&problem, (lf_batches_params){sizes[k], 3, sizes[k]});
        double g;
        assert_ok(lf_batches_draw(&state, t->oracle));
        assert_int_equal(state.B[2].n, want[k]);
        assert_int_equal(state.B[0].n, 8);
        assert_int_equal(state.B_0[0].n, 16);
        assert_ok(lf_oracle_value(t->oracle, &state.B[2], here, &g));
        if (k != 2) assert_near(g, coupled_inner(2, here), 1e-14);
    }
}

/* With the same seed the k-th batch of a component is the same one, whoever else is drawn. */
static void test_same_samples(void **unused) {
    (void)unused;
    const toy problem = coupled_toy(LF_PENALTY_HINGE, 0.3);
    const double here[2] = {0.5, -1};
    double few[40][COUPLED_N], all[40][COUPLED_N];
    size_t n[COUPLED_N] = {0};
    for (size_t B1 = 2; B1 <= 3; B1++) {
        trial *t = keep(&problem, (lf_batches_params){0, B1, 2});
        for (size_t step = 0; step < 40; step++) {
            assert_ok(lf_batches_draw(&state, t->oracle));
            for (size_t b = 0; b < B1; b++) {
                const size_t i = state.S[b];
                double *g = B1 == 2 ? &few[n[i]++][i] : &all[step][i];
                assert_ok(lf_oracle_value(t->oracle, &state.B[b], here, g));
            }
        }
    }
    for (size_t i = 0; i < COUPLED_N; i++) {
        assert_true(n[i] > 15 && n[i] < 40);
        for (size_t k = 0; k < n[i]; k++)
            assert_near(few[k][i], all[k][i], 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_components),
        trial_test(test_sizes),
        trial_test(test_same_samples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
