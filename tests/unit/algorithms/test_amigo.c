/* AmIGO: counts, first steps, the recursion beside one on numbers, hypergradient descent in the
 * limit of long inner loops, where it ends. */
#include "curved_levels.h"
#include "quadratic_levels.h"

extern const lf_algorithm lf_algorithm_amigo;
static const lf_algorithm *const amigo = &lf_algorithm_amigo;

static void test_counts(void **unused) {
    (void)unused;
    trial *twin, *t = curved_start(amigo, "b_f=2,b_g=3,T=4,N=5", &twin);
    assert_asked(t, (size_t[]){0, 0, 0, 0, 0, 0});
    trial_steps(t, 7);
    assert_asked(t, (size_t[]){7 * 4, 7 * 8, 7 * 60, 7 * 24, 7 * 30, 7 * 6});
}

static void test_first_steps(void **unused) {
    (void)unused;
    static const double one[2][5] = {{.97984, -.96712, .49352, .32, -.08},
                                     {.96461882, -.94031277, .49300302, .50922080, -.16154400}};
    static const double more[2][5] = {{.97822103, -.96608883, .49271737, .5168, -.1632},
                                      {.93564112, -.90587392, .44411548, .70545120, -.30801645}};
    assert_path(amigo, "b=64,gamma=0.6,tau=0.2,T=1,N=1", 2, one);
    assert_path(amigo, "b=64,gamma=0.6,tau=0.2,T=2,N=3", 2, more);
}

static void test_recursion(void **unused) {
    (void)unused;
    trial *twin, *t = curved_start(amigo, "b=2,gamma=0.2,tau=0.3,tau_v=0.5,C_v=0.3,T=2,N=3", &twin);
    double x = 0.8, y[2] = {0}, v[2] = {0};
    for (size_t step = 0; step < 40; step++) {
        double z = 0;
        for (size_t s = 0; s < 2; s++)
            for (size_t i = 0; i < 2; i++) {
                const lf_batch J = curved_draw(twin, LF_ROLE_LOWER, i, 2);
                y[i] -= 0.3 * curved_ask(twin, NULL, &J, x, y[i]).w;
            }
        for (size_t i = 0; i < 2; i++) {
            const lf_batch K = curved_draw(twin, LF_ROLE_UPPER, i, 2);
            const curved_answer upper = curved_ask(twin, &K, NULL, x, y[i]);
            for (size_t s = 0; s < 3; s++) {
                const lf_batch J = curved_draw(twin, LF_ROLE_LOWER, i, 2);
                v[i] -= 0.15 * (curved_ask(twin, NULL, &J, x, y[i]).H * v[i] + upper.gy);
                v[i] = fmax(-0.3, fmin(0.3, v[i]));
            }
            const lf_batch J = curved_draw(twin, LF_ROLE_LOWER, i, 2);
            z += (upper.gx + curved_ask(twin, NULL, &J, x, y[i]).V * v[i]) / 2;
        }
        x = curved_project(x - 0.2 * z);
        trial_steps(t, 1);
        assert_curved(t, x, y);
    }
    assert_true(fabs(x - 0.8) > 0.05);
}

/* y* = A^-1 B x and v* = -A^-1 (y* - c) to rounding: x moves along -grad F. */
static void test_descends(void **unused) {
    (void)unused;
    static const double inverse[4] = {1 / 1.91, -0.3 / 1.91, -0.3 / 1.91, 2 / 1.91};
    static const double c[2] = {0.7, -0.2};
    double x[3] = {1, -1, 0.5};
    trial *t = quadratic_start(amigo, "s=0", 1, x, "1e12", "b=64,gamma=0.3,tau=0.4,T=400,N=400");
    for (size_t step = 0; step < 5; step++) {
        double Bx[2], e[2];
        for (size_t j = 0; j < 2; j++)
            Bx[j] = lf_vec_dot(3, quadratic_B + 3 * j, x);
        for (size_t j = 0; j < 2; j++)
            e[j] = lf_vec_dot(2, inverse + 2 * j, Bx) - c[j];
        for (size_t k = 0; k < 3; k++) {
            x[k] -= 0.3 * 0.1 * x[k];
            for (size_t j = 0; j < 2; j++)
                x[k] -= 0.3 * quadratic_B[3 * j + k] * lf_vec_dot(2, inverse + 2 * j, e);
        }
        trial_steps(t, 1);
        for (size_t k = 0; k < 3; k++)
            assert_near(amigo->iterate(t->state).w[k], x[k], 1e-13);
    }
}

static void test_ends(void **unused) {
    (void)unused;
    assert_ends_at(amigo, "b=64,gamma=0.6,tau=0.3", 1000, quadratic_x, 1e-8);
    assert_y_confined(amigo, "b=64,tau=0.1,T=1");
    assert_random_output(amigo, "b=3");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_counts),   trial_test(test_first_steps), trial_test(test_recursion),
        trial_test(test_descends), trial_test(test_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
