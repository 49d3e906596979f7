/* Which iterate is the answer. */
#include "algorithms/common/output.h"
#include "coupled.h"
#include "trial.h"

static lf_output out;

/* `last` answers with the point at hand; `random` with each of those offered equally often. */
static void test_output(void **unused) {
    (void)unused;
    const toy problem = coupled_shapes();
    size_t drawn[4] = {0};
    for (uint64_t seed = 0; seed < 2000; seed++) {
        trial *t = trial_problem(&problem, seed, "1e12");
        t->arena = lf_arena_create(&out, sizeof out, 1 << 16);
        const lf_output_rule rule = seed % 2 ? LF_OUTPUT_RANDOM : LF_OUTPUT_LAST;
        assert_ok(lf_output_init(&out, rule, t->oracle, t->arena));
        const double end[2] = {4, 0};
        assert_true(lf_output_point(&out, end).w == end);
        for (size_t k = 0; k < 4; k++)
            lf_output_offer(&out, t->oracle, (double[2]){(double)k, 0});
        const double *w = lf_output_point(&out, end).w;
        if (rule == LF_OUTPUT_LAST) assert_true(w == end);
        if (rule == LF_OUTPUT_RANDOM) drawn[(size_t)*w]++;
        trial_teardown(NULL);
    }
    for (size_t k = 0; k < 4; k++) /* within four standard deviations of 1000 draws */
        assert_near((double)drawn[k] / 1000, 0.25, 4 * sqrt(0.25 * 0.75 / 1000));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_output),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
