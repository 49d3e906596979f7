/* Which group a sample comes from: ends, frequencies, weights, the stream behind. */
#include "algorithms/group_minimax/parts/group_draw.h"

#include "trial.h"

static const double rows[3] = {8, 12, 20};
static lf_group_draw state; /* where the arena's slots are */

static trial *open_draw(lf_group_draw_from from, uint64_t seed) {
    const toy problem = toy_circle(0);
    trial *t = trial_problem(&problem, seed, "1e12");
    t->arena = lf_arena_create(&state, sizeof state, 1 << 10);
    assert_ok(lf_group_draw_init(&state, from, t->oracle, t->arena));
    return t;
}

/* Sample k of the pool, as the number behind it names it, is of the group that ends after it. */
static void test_every_sample_finds_its_group(void **unused) {
    (void)unused;
    bool met[40] = {false};
    size_t left = 40;
    trial *t = open_draw(LF_GROUP_DRAW_UNIFORM, 1);
    const toy problem = toy_circle(0);
    trial *beside = trial_problem(&problem, 1, "1e12");
    assert_int_equal(state.N, 40);
    while (left > 0) {
        double c;
        const size_t k = (size_t)(40 * lf_oracle_uniform(beside->oracle));
        assert_int_equal(lf_group_draw_pick(&state, t->oracle, &c), k < 8 ? 0 : k < 20 ? 1 : 2);
        left -= !met[k];
        met[k] = true;
    }
}

/* The next number of the stream times N, or times m, names the sample or the group. */
static void test_follows_the_stream(void **unused) {
    (void)unused;
    for (int from = 0; from < 2; from++) {
        const bool uniform = from == LF_GROUP_DRAW_UNIFORM;
        trial *a = open_draw((lf_group_draw_from)from, 5);
        const toy problem = toy_circle(0);
        trial *b = trial_problem(&problem, 5, "1e12");
        for (size_t k = 0; k < 200; k++) {
            double c;
            const double u = lf_oracle_uniform(b->oracle);
            const size_t want = uniform ? (u < 0.2 ? 0 : u < 0.5 ? 1 : 2) : (size_t)(3 * u);
            assert_int_equal(lf_group_draw_pick(&state, a->oracle, &c), want);
            assert_near(c, uniform ? 40 / rows[want] : 3, 0);
        }
    }
}

/* The mean of c e_i over n picks is (1, 1, 1), within four of its standard deviations
 * sqrt((c_i - 1) / n). */
static void test_unbiased(void **unused) {
    (void)unused;
    enum { PICKS = 20000 };
    for (int from = 0; from < 2; from++) {
        trial *t = open_draw((lf_group_draw_from)from, 11);
        double mean[3] = {0}, weight[3] = {0};
        for (size_t k = 0; k < PICKS; k++) {
            double c;
            const size_t i = lf_group_draw_pick(&state, t->oracle, &c);
            weight[i] = c;
            mean[i] += c / PICKS;
        }
        for (size_t i = 0; i < 3; i++)
            assert_near(mean[i], 1, 4 * sqrt((weight[i] - 1) / PICKS));
    }
}

/* The constant that goes with it: L_imp with m and m^2, L_uni with max c_i and sum c_i. */
static void test_names_its_constant(void **unused) {
    (void)unused;
    for (int from = 0; from < 2; from++) {
        trial *t = open_draw((lf_group_draw_from)from, 1);
        lf_minimax s;
        assert_ok(lf_minimax_init(&s, 1, t->oracle));
        const double most = from == LF_GROUP_DRAW_UNIFORM ? 5 : 3;
        const double sum = from == LF_GROUP_DRAW_UNIFORM ? 5 + 40.0 / 12 + 2 : 9;
        const double joint = sqrt(2 * most * 2 + sum * 9 * log(3)); /* D_w^2 = 2, L = 1, G = 3 */
        assert_near(lf_minimax_lipschitz(&s, state.sampling, t->oracle), 2 * sqrt(2) * joint,
                    1e-12);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_every_sample_finds_its_group),
        trial_test(test_follows_the_stream),
        trial_test(test_unbiased),
        trial_test(test_names_its_constant),

    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
