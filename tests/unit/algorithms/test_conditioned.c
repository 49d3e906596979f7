/* Clipping, weight decay and milestones of the methods on constraints: down |x - 2| from 0, where x
 * <= 1 is far from active and the slope is -1. */
#include "trial.h"

#include <math.h>

#include "algorithms/constrained/parts/conditioned.h"

extern const lf_algorithm lf_algorithm_3secon, lf_algorithm_icppac, lf_algorithm_oss,
    lf_algorithm_ssg;

enum { STEPS = 8, T = 8 };

/* Each with a step size of .1; `two`: two inner steps and the mean of their first points, so that
 * every other step alone is seen, by half. */
static const struct {
    const lf_algorithm *is;
    const char *set;
    bool two;
} methods[] = {
    {&lf_algorithm_ssg, "mode=deterministic,eta=0.1", false},
    {&lf_algorithm_3secon, "mode=deterministic,alpha=0.1", false},
    {&lf_algorithm_icppac,
     "mode=deterministic,schedule=constant,c1=10,c2=10,r_f=0,r_g=0,T_in=100,output=inner", false},
    {&lf_algorithm_oss, "b_f=16,b_g=12,V=2,a=10,T=2,rho_hat=0", true},
};

/* What a method of these makes of it, written out. */
static double by_hand(size_t steps, bool two, double clip, double wd, size_t milestones) {
    double x = 0;
    for (size_t t = 0; t < steps; t += 1 + two) {
        const double zeta = -fmin(1, clip) + wd * x;
        const double share = milestones == 0 || 2 * t < milestones ? 1
                             : 4 * t < 3 * milestones              ? 0.1
                                                                   : 0.01;
        x -= (two ? 0.05 : 0.1) * share * zeta;
    }
    return x;
}

static void test_steps(void **unused) {
    (void)unused;
    static const struct {
        double clip, wd;
        size_t milestones;
    } set[] = {{0, 0, 0}, {0.25, 0, 0}, {4, 0, 0}, {0, 0.5, 0}, {0, 0, T}, {0.25, 0.5, T}};
    const toy problem = toy_line();
    const double x0 = 0;
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++)
        for (size_t k = 0; k < sizeof set / sizeof *set; k++) {
            const char *text = trial_text("%s,clip=%g,wd=%g,milestones=%zu", methods[m].set,
                                          set[k].clip, set[k].wd, set[k].milestones);
            const double clip = set[k].clip > 0 ? set[k].clip : INFINITY;
            trial *t = trial_start(methods[m].is, &problem, 1, &x0, text);
            for (size_t steps = 2; steps <= STEPS; steps += 2)
                assert_near(*trial_steps(t, 2),
                            by_hand(steps, methods[m].two, clip, set[k].wd, set[k].milestones),
                            1e-13);
        }
}

/* Polyak's step ends where a linear constraint is 0, whatever the direction is cut to. */
static void test_polyak(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = 2.5;
    trial *t = trial_start(&lf_algorithm_ssg, &problem, 1, &x0,
                           "mode=deterministic,clip=0.01,wd=1,milestones=1");
    assert_near(*trial_steps(t, 1), 1, 1e-13);
    t = trial_start(&lf_algorithm_ssg, &problem, 1, &x0,
                    "mode=deterministic,clip=0.5,eta=0.1,constraint_step=static,wd=0.2");
    assert_near(*trial_steps(t, 1), 2.5 - 0.1 * (0.5 + 0.2 * 2.5), 1e-13);
}

/* In d > 1 it is the norm that is cut, not each entry. */
static void test_norm(void **unused) {
    (void)unused;
    const lf_conditioned s = {.clip = 2.5, .wd = 0.1};
    double zeta[2] = {3, -4}, x[2] = {10, 20};
    assert_near(lf_conditioned_settle(&s, 7, 2, x, zeta), 1, 0);
    assert_near(zeta[0], 1.5 + 1, 1e-15);
    assert_near(zeta[1], -2 + 2, 1e-15);
}

int main(void) {
    const struct CMUnitTest tests[] = {trial_test(test_steps), trial_test(test_polyak),
                                       trial_test(test_norm)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
