/* LCSPG: first steps, every point feasible, several constraints against their optimality, counts.
 */
#include "disc.h"

extern const lf_algorithm lf_algorithm_lcspg, lf_algorithm_sgd;

static void test_first_steps(void **unused) {
    (void)unused;
    static const double zero[2] = {0, 0};
    static const double want[DISC_STEPS][TOY_DIM] = {
        {.6324555320, .3162277660}, {.7745966692, .3872983346}, {.8164965809, .4082482905}};
    disc_assert_steps(&lf_algorithm_lcspg, zero, "gam=2,L_g=2,b_f=100", want);
}

/* The model of the toy's constraint is exact, so that each point lies on its level's circle:
 * |x_{k+1}|^2 = 1 - 1/(2 (k+1)). The end is off by half of the level's distance from 0. */
static void test_levels(void **unused) {
    (void)unused;
    const toy problem = toy_disc(0);
    const double x0[2] = {0, 0};
    trial *t = trial_start(&lf_algorithm_lcspg, &problem, 1, x0, "gam=2,L_g=2,b_f=100");
    for (size_t k = 0; k < 3000; k++) {
        const double *x = trial_steps(t, 1);
        assert_near(x[0] * x[0] + x[1] * x[1], 1 - 0.5 / ((double)k + 1), 1e-13);
    }
    const double *x = lf_algorithm_lcspg.iterate(t->state).w;
    assert_near(lf_vec_distance(2, x, disc_answer), 8.3e-5, 1e-6);
}

/* Far from the constraints it is SGD with steps 1 / gam, on the same batches. */
static void test_without_constraint_is_sgd(void **unused) {
    (void)unused;
    toy problem = toy_corner();
    for (size_t i = 0; i < 2; i++)
        for (size_t k = 0; k < 2; k++)
            problem.constraint[i].outer[k].shift = 100;
    const double x0[2] = {-1, 2};
    trial *t = trial_start(&lf_algorithm_lcspg, &problem, 1, x0, "gam=16,L_g=2,b_f=3");
    trial *sgd = trial_start(&lf_algorithm_sgd, &problem, 1, x0, "eta0=0.0625,B=3");
    for (size_t k = 0; k < 40; k++) {
        const double *x = trial_steps(t, 1), *want = trial_steps(sgd, 1);
        assert_near(x[0], want[0], 1e-14);
        assert_near(x[1], want[1], 1e-14);
    }
}

/* The subproblem of toy_corner's first step from `start` on numbers: its value at z, and how far
 * the largest of the three constraints, the gap being two, is above the level. X is left out. */
static double model(const double *start, const double *z, double *over) {
    const double u[2] = {z[0] - start[0], z[1] - start[1]}, gap = start[0] - start[1];
    const double square = u[0] * u[0] + u[1] * u[1], along = u[0] - u[1];
    const double level = fmax(fmax(start[0] - 1, start[1] - 0.5), fabs(gap) - 2) / 2;
    const double most =
        fmax(fmax(start[0] - 1 + u[0], start[1] - 0.5 + u[1]), fmax(gap + along, -gap - along) - 2);
    *over = most + 0.4 * square - level;
    return (start[0] - 2) * u[0] + (start[1] - 1) * u[1] + 0.125 * square;
}

/* Two constraints are active at the end of such a step, or the other side of the gap: it is within
 * the level, and no point near or far that is has less. */
static void test_subproblem_of_several(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    static const double starts[3][2] = {{0.2, -1.7}, {-1.75, 0.15}, {0.25, -0.3}};
    for (size_t i = 0; i < 3; i++) {
        double over, there[2];
        trial *t =
            trial_start(&lf_algorithm_lcspg, &problem, 1, starts[i], "gam=0.25,L_g=0.8,b_f=100");
        const double *x = trial_steps(t, 1), least = model(starts[i], x, &over);
        assert_near(over, 0, 1e-12);
        for (double reach = 2; reach > 1e-5; reach /= 2)
            for (size_t k = 0; k < 720; k++) {
                there[0] = x[0] + reach * cos((double)k * 0.00872664626);
                there[1] = x[1] + reach * sin((double)k * 0.00872664626);
                const double value = model(starts[i], there, &over);
                assert_true(over > 0 || value >= least - 1e-12);
            }
    }
}

/* From any feasible start, on samples, with steps of any length: feasible, and in the end near. */
static void test_always_feasible(void **unused) {
    (void)unused;
    const toy disc = toy_disc(0.1), corner = toy_corner();
    trial *t =
        trial_start(&lf_algorithm_lcspg, &disc, 1, (double[]){-0.3, 0.6}, "gam=0.5,L_g=2,b_f=2");
    for (size_t k = 0; k < 2000; k++) {
        const double *x = trial_steps(t, 1);
        assert_true(x[0] * x[0] + x[1] * x[1] - 1 < 0);
    }
    t = trial_start(&lf_algorithm_lcspg, &corner, 1, (double[]){-0.3, -0.6},
                    "gam=40,L_g=0.01,b_f=4");
    for (size_t k = 0; k < 3000; k++) {
        const double *x = trial_steps(t, 1);
        assert_true(x[0] < 1 && x[1] < 0.5 && fabs(x[0] - x[1]) < 2);
    }
    const double *x = lf_algorithm_lcspg.iterate(t->state).w;
    assert_near(x[0], 1, 0.02);
    assert_near(x[1], 0.5, 0.02);
}

/* X, a ball of radius 1/2 that ends before the constraint does, is kept exactly, beside it. */
static void test_ball(void **unused) {
    (void)unused;
    toy problem = toy_disc(0);
    problem.domain = (lf_domain){LF_DOMAIN_BALL, 2, 0.5, 0, 0};
    const double x0[2] = {0.1, -0.2};
    trial *t = trial_start(&lf_algorithm_lcspg, &problem, 1, x0, "gam=1,L_g=2,b_f=100");
    const double *x = trial_steps(t, 200);
    assert_near(x[0], disc_answer[0] / 2, 1e-9);
    assert_near(x[1], disc_answer[1] / 2, 1e-9);
    /* (0.5, 0.6), where the model's ball has its centre at (0.375, 0.45), ends on both */
    problem.domain.radius = 0.8;
    t = trial_start(&lf_algorithm_lcspg, &problem, 1, (double[]){0.5, 0.6}, "gam=1,L_g=8,b_f=100");
    x = trial_steps(t, 1);
    assert_near(lf_vec_norm(2, x), 0.8, 1e-12);
    assert_near(lf_vec_distance(2, x, (double[]){0.375, 0.45}), sqrt(2.44 / 64 + 0.39 / 8), 1e-10);
    problem.domain = (lf_domain){LF_DOMAIN_BOX, 2, 0, -1, 1};
    t = trial_prepare(&lf_algorithm_lcspg, &problem, 1, "1e12", NULL, 1 << 20);
    assert_int_equal(trial_init(t, x0), LF_UNSUPPORTED);
    problem = toy_disc(0);
    problem.constraint[0].outer[0].kind = LF_OUTER_HINGE;
    t = trial_prepare(&lf_algorithm_lcspg, &problem, 1, "1e12", NULL, 1 << 20);
    assert_int_equal(trial_init(t, x0), LF_UNSUPPORTED);
}

/* From (1.5, 0), two steps of .3 towards 0, as g = -.19 at .9 > -1/2; then at .6, g = -.64. */
static void test_from_outside(void **unused) {
    (void)unused;
    const toy problem = toy_disc(0);
    const double x0[2] = {1.5, 0};
    trial *t = trial_start(&lf_algorithm_lcspg, &problem, 1, x0,
                           "gam=2,L_g=2,margin=0.5,reach=0.3,b_f=100");
    for (size_t k = 1; k <= 3; k++) {
        const double *x = trial_steps(t, 1);
        assert_near(x[0], 1.5 - 0.3 * (double)k, 1e-13);
        assert_near(x[1], 0, 0);
        trial_assert_counts(t, 0, 0, k * 10, k * 10);
    }
    const double *x = trial_steps(t, 1);
    assert_near(x[0] * x[0] + x[1] * x[1], 1 - 0.32, 1e-13);
    trial_assert_counts(t, 18, 0, 40, 40);
}

/* The corner's first component holds two constraints: two gradients of its rows, one value. */
static void test_counts(void **unused) {
    (void)unused;
    const toy line = toy_line(), corner = toy_corner();
    const double x0[2] = {0, 0};
    trial *t = trial_start(&lf_algorithm_lcspg, &line, 1, x0, NULL);
    trial_steps(t, 3);
    trial_assert_counts(t, 3 * 4, 3 * 16, 3 * 12, 3 * 12);
    t = trial_start(&lf_algorithm_lcspg, &corner, 1, x0, "b_f=7");
    trial_steps(t, 3);
    trial_assert_counts(t, 3 * 7, 0, 3 * (2 * 20 + 20), 3 * 40);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_first_steps),
        trial_test(test_levels),
        trial_test(test_without_constraint_is_sgd),
        trial_test(test_subproblem_of_several),
        trial_test(test_always_feasible),
        trial_test(test_ball),
        trial_test(test_from_outside),
        trial_test(test_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
