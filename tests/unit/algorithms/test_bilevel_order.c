/* Methods beside each other on the noisy quadratic, equally tuned: what more samples buy, and who
 * is nearer to the answer for the same number of them. */
#include "quadratic_levels.h"

#define X(name) extern const lf_algorithm lf_algorithm_##name;
X(svrb)
X(stable)
X(stocbio)
X(ttsa)
X(bsa)
#undef X

enum { SVRB, STABLE, STOCBIO, TTSA, BSA, METHODS };
static const lf_algorithm *const methods[METHODS] = {
    [SVRB] = &lf_algorithm_svrb, [STABLE] = &lf_algorithm_stable, [STOCBIO] = &lf_algorithm_stocbio,
    [TTSA] = &lf_algorithm_ttsa, [BSA] = &lf_algorithm_bsa,
};

/* |x_T - x*|, x_T the last whole step within so many samples. */
static double distance_after(const lf_algorithm *is, const char *set, uint64_t seed,
                             size_t samples) {
    trial *t = quadratic_start(is, "s=0.3", seed, NULL, trial_text("%zu:samples", samples), set);
    double x[3];
    do
        lf_vec_copy(3, is->iterate(t->state).w, x);
    while (trial_step(t) == LF_OK);
    const double distance = lf_vec_distance(3, x, quadratic_x);
    trial_teardown(NULL);
    return isfinite(distance) ? distance : INFINITY;
}

static double mean_distance(const lf_algorithm *is, const char *set, uint64_t first, size_t seeds,
                            size_t samples) {
    double sum = 0;
    for (uint64_t seed = first; seed < first + seeds; seed++)
        sum += distance_after(is, set, seed, samples) / (double)seeds;
    return sum;
}

/* The grid: 4 x 4 x 2 points for every method, judged at a quarter of the largest budget on three
 * seeds that the comparison does not use. The last factor is beta where there is one, else c0. */
static void tuned(const lf_algorithm *is, bool momentum, char best[128]) {
    static const double gammas[] = {0.1, 0.3, 1, 3}, firsts[] = {0.03, 0.1, 0.3, 0.6};
    static const char *const tails[2][2] = {{"c0=10", "c0=100"},
                                            {"c0=10,floor=0.5,beta=0.3", "c0=10,floor=0.5,beta=1"}};
    double least = INFINITY;
    for (size_t k = 0; k < 32; k++) {
        char set[128];
        snprintf(set, sizeof set, "b=2,gamma=%g,first_y=%g,%s", gammas[k % 4], firsts[k / 4 % 4],
                 tails[momentum][k / 16]);
        const double distance = mean_distance(is, set, 100, 3, 12500);
        if (distance >= least) continue;
        least = distance;
        strcpy(best, set);
    }
}

static void test_order(void **unused) {
    static const size_t budgets[3] = {2000, 10000, 50000};
    double reached[METHODS][3];
    (void)unused;
    for (size_t k = 0; k < METHODS; k++) {
        char set[128];
        tuned(methods[k], k == SVRB || k == STABLE, set);
        for (size_t j = 0; j < 3; j++)
            reached[k][j] = mean_distance(methods[k], set, 0, 10, budgets[j]);
        print_message("%s:%s %.3g %.3g %.3g\n", methods[k]->name, set, reached[k][0], reached[k][1],
                      reached[k][2]);
        assert_true(reached[k][2] < reached[k][1] && reached[k][1] < reached[k][0]);
    }
    for (size_t k = SVRB; k <= STABLE; k++) /* clearly below */
        assert_true(reached[k][2] < reached[STOCBIO][2] / 2);
    for (size_t k = TTSA; k <= BSA; k++)
        assert_true(reached[STOCBIO][2] < reached[k][2]);
}

int main(void) {
    const struct CMUnitTest tests[] = {trial_test(test_order)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
