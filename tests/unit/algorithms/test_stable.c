/* STABLE: counts, the recursion beside one on numbers, the first step by hand, the answer. */
#include "curved_levels.h"
#include "quadratic_levels.h"

extern const lf_algorithm lf_algorithm_stable;
static const lf_algorithm *const stable = &lf_algorithm_stable;

/* Gradients at one point, second derivatives at two; the start asks role lower alone. */
static void test_counts(void **unused) {
    (void)unused;
    trial *twin, *t = curved_start(stable, "b_f=2,b_g=3,init_g=5", &twin);
    assert_asked(t, (size_t[]){0, 0, 10, 0, 10, 10});
    trial_steps(t, 7);
    assert_asked(t, (size_t[]){7 * 4, 7 * 8, 10 + 7 * 6, 7 * 6, 10 + 7 * 12, 10 + 7 * 12});
    t = quadratic_start(stable, "s=0.3,rho=0,samples=50", 1, NULL, "1e12", "b=4");
    assert_asked(t, (size_t[]){0, 0, 50, 0, 50, 50});
    trial_steps(t, 3);
    assert_asked(t, (size_t[]){12, 12, 62, 12, 74, 74});
}

/* x <- x - alpha z of the golden numbers; y <- -tau (0 - B x) + A^-1 B (x' - x), so that a y that
 * is y*(x) at first is y*(x') then. */
static void test_first_step(void **unused) {
    (void)unused;
    static const double x0[3] = {1, -1, 0.5}, z[3] = {-0.17015707, 0.19476440, -0.34895288};
    const double eta = pow(9, -0.5), alpha = 0.6 * eta; /* t = 1, c0 = 8 */
    trial *t =
        quadratic_start(stable, "s=0.3", 1, x0, "1e12", "b=64,gamma=0.6,tau=0.3,c0=8,cg_tol=1e-12");
    trial_steps(t, 1);
    const lf_point at = stable->iterate(t->state);
    double Bz[2];
    for (size_t k = 0; k < 3; k++)
        assert_near(at.w[k], x0[k] - alpha * z[k], 5e-9);
    for (size_t j = 0; j < 2; j++)
        Bz[j] = lf_vec_dot(3, quadratic_B + 3 * j, z);
    assert_near(at.y[0], 0.3 * eta * 1.6 - alpha * (Bz[0] - 0.3 * Bz[1]) / 1.91, 2e-8);
    assert_near(at.y[1], -0.3 * eta * 0.4 - alpha * (2 * Bz[1] - 0.3 * Bz[0]) / 1.91, 2e-8);
}

/* The second system is solved from 0: with one step of CG q = (r'r / r'A r) r, r = -B (x' - x), in
 * each step, wherever the last one ended. */
static void test_second_system(void **unused) {
    (void)unused;
    static const double x0[3] = {1, -1, 0.5};
    const char *set = "b=64,sched=constant,gamma=0.6,tau=0.3,cg_max=1,C_gxy=0";
    trial *t = quadratic_start(stable, "s=0", 1, x0, "1e12", set);
    double x[3], y[2] = {0};
    lf_vec_copy(3, x0, x);
    for (size_t step = 0; step < 4; step++) {
        double r[2], Ar[2], moved[3];
        trial_steps(t, 1);
        const lf_point at = stable->iterate(t->state);
        lf_vec_copy(3, at.w, moved);
        lf_vec_axpy(3, -1, x, moved);
        for (size_t k = 0; k < 2; k++)
            r[k] = -lf_vec_dot(3, quadratic_B + 3 * k, moved);
        for (size_t k = 0; k < 2; k++)
            Ar[k] = lf_vec_dot(2, quadratic_A + 2 * k, r);
        const double by = lf_vec_dot(2, r, r) / lf_vec_dot(2, r, Ar);
        const double gg[2] = {lf_vec_dot(2, quadratic_A, y) - lf_vec_dot(3, quadratic_B, x),
                              lf_vec_dot(2, quadratic_A + 2, y) -
                                  lf_vec_dot(3, quadratic_B + 3, x)};
        for (size_t k = 0; k < 2; k++)
            assert_near(at.y[k], y[k] - 0.3 * gg[k] - by * r[k], 1e-13);
        lf_vec_copy(3, at.w, x);
        lf_vec_copy(2, at.y, y);
    }
}

static void test_recursion(void **unused) {
    (void)unused;
    trial *twin, *t = curved_start(
                     stable, "b=2,init_g=5,gamma=1.5,tau=0.6,c0=2,beta=0.8,cg_tol=1e-14", &twin);
    double x = 0.8, x_old = 0.8, y[2] = {0}, y_old[2] = {0}, H[2], V[2], w[2];
    for (size_t i = 0; i < 2; i++) {
        const lf_batch J = curved_draw(twin, LF_ROLE_LOWER, i, 5);
        const curved_answer is = curved_ask(twin, NULL, &J, x, 0);
        H[i] = is.H, V[i] = is.V;
    }
    for (size_t k = 1; k <= 60; k++) {
        const double eta = pow((double)k + 2, -0.5), be = 0.8 * eta;
        double z = 0;
        for (size_t i = 0; i < 2; i++) {
            const lf_batch K = curved_draw(twin, LF_ROLE_UPPER, i, 2);
            const lf_batch J = curved_draw(twin, LF_ROLE_LOWER, i, 2);
            const curved_answer old = curved_ask(twin, NULL, &J, x_old, y_old[i]);
            const curved_answer new = curved_ask(twin, &K, &J, x, y[i]);
            H[i] = fmax(0.5, (1 - be) * (H[i] - old.H) + new.H);
            V[i] = (1 - be) * (V[i] - old.V) + new.V;
            w[i] = new.w;
            z += (new.gx - V[i] / H[i] * new.gy) / 2;
        }
        x_old = x;
        x = curved_project(x - 1.5 * eta * z);
        for (size_t i = 0; i < 2; i++) {
            y_old[i] = y[i];
            y[i] -= 0.6 * eta * w[i] + V[i] / H[i] * (x - x_old);
        }
        trial_steps(t, 1);
        assert_curved(t, x, y);
    }
    assert_true(fabs(x - 0.8) > 0.05);
}

static void test_converges(void **unused) {
    (void)unused;
    assert_ends_at(stable, "b=64,sched=constant,gamma=0.3,tau=0.4", 2000, quadratic_x, 1e-6);
}

static void test_points(void **unused) {
    (void)unused;
    assert_whole(stable, "b=3,init_g=8");
    assert_whole(stable, "b=3,init_g=8,output=random,form=dense");
    assert_random_output(stable, "b=3");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_counts),    trial_test(test_first_step), trial_test(test_second_system),
        trial_test(test_recursion), trial_test(test_converges),  trial_test(test_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
