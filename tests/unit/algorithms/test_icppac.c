/* ICPPAC and IPP-ConEx: inner steps by hand, counts, the subgradient method as a special case,
 * known solutions with their multipliers. */
#include "trial.h"

extern const lf_algorithm lf_algorithm_icppac;

enum { IMPLICIT, EXPLICIT };
enum { WEIGHTED, PLAIN, LAST };
static const char *const prox_name[] = {"implicit", "explicit"};
static const char *const average_name[] = {"weighted", "plain", "last"};

/* min |x - 2| s.t. x <= 1 from 3/2, r_f = r_g = 1/2, c1 = 2, c2 = 1/2, two inner steps.
 * t = 0: s = 1/2, y = 1, zeta = -1 + 1 = 0, so z stays at 3/2 and l = 1/2.
 * t = 1: s = 1/2, y = 1 + 2 = 3, zeta = -1 + 3 = 2, R = 2, eta = 4. */
static void test_first_steps(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = 1.5, z2[] = {(4 * 1.5 + 4 * 1.5 - 2) / 8, 1.5 - 2 / 4.0};
    for (int prox = IMPLICIT; prox <= EXPLICIT; prox++)
        for (int average = WEIGHTED; average <= LAST; average++) {
            const char *form = "mode=deterministic,c1=2,c2=0.5,T_in=2,prox=%s,average=%s,output=%s";
            const char *set = trial_text(form, prox_name[prox], average_name[average], "inner");
            trial *t = trial_start(&lf_algorithm_icppac, &problem, 1, &x0, set);
            assert_near(*trial_steps(t, 1), 1.5, 1e-13);
            set = trial_text(form, prox_name[prox], average_name[average], "centre");
            t = trial_start(&lf_algorithm_icppac, &problem, 1, &x0, set);
            const double first = (double[]){1, 1, 0}[average], last = (double[]){2, 1, 1}[average];
            assert_near(*trial_steps(t, 2), (first * 1.5 + last * z2[prox]) / (first + last),
                        1e-13);
        }
}

/* The inner method on that problem written out, z and y where it is, from x_k. */
typedef struct {
    double x, z, y, l, l_prev;
} inner;

static void inner_step(inner *s, size_t step, int prox) {
    const double t = (double)step, eta = 2 * (t + 1), tau = 0.5 / (t + 1), theta = t / (t + 1);
    if (step == 0) s->l = s->l_prev = s->z - 1;
    s->y = fmax(0, s->y + ((1 + theta) * s->l - theta * s->l_prev) / tau);
    const double R = 0.5 + 0.5 * s->y, zeta = (s->z < 2 ? -1 : 1) + s->y, out = s->z - s->x;
    const double exact = (eta * s->z + 2 * R * s->x - zeta) / (eta + 2 * R);
    const double next = prox == IMPLICIT ? exact : s->z - (zeta + 2 * R * out) / eta;
    const double move = fmax(-3, fmin(3, next)) - s->z;
    s->l_prev = s->l;
    s->z += move;
    /* linear in g, and in the proximal term if explicit */
    s->l = s->z - 1 + 0.5 * (prox == IMPLICIT ? pow(s->z - s->x, 2) : out * out + 2 * out * move);
}

/* Two outer steps of four; the second starts with the multiplier of the first. */
static void test_inner_steps(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = 1.5;
    for (int prox = IMPLICIT; prox <= EXPLICIT; prox++) {
        const char *set = trial_text("mode=deterministic,c1=2,c2=0.5,T_in=4,average=last,"
                                     "output=inner,prox=%s",
                                     prox_name[prox]);
        trial *t = trial_start(&lf_algorithm_icppac, &problem, 1, &x0, set);
        inner want = {.z = x0};
        for (size_t step = 0; step < 8; step++) {
            assert_true(step != 4 || want.y > 0);
            if (step % 4 == 0) want.x = want.z;
            inner_step(&want, step % 4, prox);
            assert_near(*trial_steps(t, 1), want.z, 1e-12);
        }
    }
}

/* The constant schedule against the formulas written out, in particular the sign of l_prev in s_j.
 */
static void test_constant_schedule(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = 1.5;
    const char *set = "mode=deterministic,schedule=constant,c1=4,c2=2,theta=0.5,r_f=0,r_g=0";
    trial *centre = trial_start(&lf_algorithm_icppac, &problem, 1, &x0, set);
    set = trial_text("%s,output=inner", set);
    trial *t = trial_start(&lf_algorithm_icppac, &problem, 1, &x0, set);
    double l = 0.5, l_prev = 0.5, want_y = 0, want_z = 1.5;
    for (size_t k = 0; k < 40; k++) {
        want_y = fmax(0, want_y + (1.5 * l - 0.5 * l_prev) / 2);
        want_z -= ((want_z < 2 ? -1 : 1) + want_y) / 4;
        l_prev = l;
        l = want_z - 1;
        assert_near(*trial_steps(t, 1), want_z, 1e-12);
        assert_near(*trial_steps(centre, 1), 1.5, 0);
    }
}

/* What is left open is what the two papers take: 1/20 and 100 of ConEx with 50 inner steps, the
 * constants 10 and 10 of ICPPAC with a pass, of 4 batches on the line. */
static void test_defaults(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = 1.5;
    static const char *const sets[][2] = {
        {"mode=deterministic", "mode=deterministic,schedule=conex,c1=20,c2=0.01,T_in=50"},
        {NULL, "schedule=constant,c1=10,c2=10,theta=0.1,T_in=4,q=4,b_f=4,b_g=3"},
        {"schedule=conex", "schedule=conex,c1=20,c2=0.01,T_in=4"},
        {"mode=deterministic,schedule=constant",
         "mode=deterministic,schedule=constant,c1=10,c2=10,T_in=50"}};
    for (size_t k = 0; k < sizeof sets / sizeof *sets; k++) {
        trial *t = trial_start(&lf_algorithm_icppac, &problem, 1, &x0, sets[k][0]);
        trial *u = trial_start(&lf_algorithm_icppac, &problem, 1, &x0, sets[k][1]);
        for (size_t step = 0; step < 120; step++)
            assert_memory_equal(trial_steps(t, 1), trial_steps(u, 1), sizeof x0);
        assert_true(*t->is->iterate(t->state).w != x0);
    }
}

/* Far from the constraints y = 0; with r_f = 0 what is left is the subgradient method with steps
 * 1/(c1 (t+1)). */
static void test_without_multiplier_is_subgradient(void **unused) {
    (void)unused;
    toy problem = toy_corner();
    for (size_t i = 0; i < 2; i++)
        for (size_t k = 0; k < 2; k++)
            problem.constraint[i].outer[k].shift = 100;
    const double x0[2] = {-1, 2};
    double want[2] = {-1, 2};
    const char *set = "mode=deterministic,c1=5,T_in=50,r_f=0,output=inner";
    trial *t = trial_start(&lf_algorithm_icppac, &problem, 1, x0, set);
    for (size_t k = 0; k < 49; k++) {
        const double *z = trial_steps(t, 1);
        want[0] -= (want[0] - 2) / (5 * (double)(k + 1));
        want[1] -= (want[1] - 1) / (5 * (double)(k + 1));
        assert_near(z[0], want[0], 1e-12);
        assert_near(z[1], want[1], 1e-12);
    }
}

/* Per inner step on the line: 16, 12, 12; q = 4 batches of 4 and 3 rows. On the corner the first
 * component holds two constraints: two subgradients of its rows, one value. */
static void test_counts(void **unused) {
    (void)unused;
    const toy line = toy_line(), corner = toy_corner();
    const double x0[2] = {0, 0};
    const char *whole = "mode=deterministic", *plugin = "f_arg=plugin";
    trial *t = trial_start(&lf_algorithm_icppac, &line, 1, x0, whole);
    trial_steps(t, 3);
    trial_assert_counts(t, 3 * 16, 0, 3 * 12, 3 * 12);
    t = trial_start(&lf_algorithm_icppac, &line, 1, x0, plugin);
    trial_steps(t, 12);
    trial_assert_counts(t, 12 * 4, 0, 12 * 3, 12 * 3);
    t = trial_start(&lf_algorithm_icppac, &line, 1, x0, NULL);
    trial_steps(t, 12);
    trial_assert_counts(t, 12 * 4, 12 * 16, 12 * 3, 12 * 3);
    const double before = *t->is->iterate(t->state).w; /* x_k, which every fourth step moves */
    assert_near(*trial_steps(t, 3), before, 0);
    assert_true(fabs(*trial_steps(t, 1) - before) > 1e-6);
    t = trial_start(&lf_algorithm_icppac, &corner, 1, x0, whole);
    trial_steps(t, 3);
    trial_assert_counts(t, 3 * 30, 0, 3 * (2 * 20 + 20), 3 * 40);
    t = trial_start(&lf_algorithm_icppac, &corner, 1, x0, NULL);
    trial_steps(t, 18);
    trial_assert_counts(t, 18 * 5, 0, 18 * (2 * 4 + 5), 18 * (4 + 5));
}

/* The multipliers of the first d constraints, w_j <= ..., that a move from z to next tells (the
 * others are not active): for each j
 *     eta (next - z)_j + 2 (r_f + r_g sum y) (next - x)_j + zeta_fj + y_j = 0 */
static void tell(size_t d, double eta, double r, const double *x, const double *z,
                 const double *next, const double *zeta_f, double *y) {
    double out = 0, all = 0, sum;
    for (size_t j = 0; j < d; j++) {
        y[j] = -(eta * (next[j] - z[j]) + 2 * r * (next[j] - x[j]) + zeta_f[j]);
        all += y[j];
        out += next[j] - x[j];
    }
    sum = all / (1 + 2 * r * out);
    for (size_t j = 0; j < d; j++)
        y[j] -= 2 * r * sum * (next[j] - x[j]);
}

static void test_reaches_the_line_and_its_multiplier(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = 0, zeta_f = -1;
    const char *set = "mode=deterministic,c2=1,output=inner";
    trial *t = trial_start(&lf_algorithm_icppac, &problem, 1, &x0, set);
    const double x = *trial_steps(t, 2000 * 50), z = *trial_steps(t, 1);
    double y;
    assert_near(x, 1, 1e-3);
    const double next = *trial_steps(t, 1);
    tell(1, 20 * 2, 0.5, &x, &z, &next, &zeta_f, &y);
    assert_near(y, 1, 1e-2);
}

/* The solution of toy_corner is (1, 1/2) with multipliers 1, 1/2, 0. All rows: to the accuracy of
 * the averages. */
static void test_reaches_the_corner_and_its_multipliers(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    double at[3][2] = {{0, 0}}; /* x, z, next */
    trial *t = trial_start(&lf_algorithm_icppac, &problem, 1, at[0],
                           "mode=deterministic,c2=1,output=inner");
    trial_steps(t, 1000 * 50 - 1);
    for (size_t i = 0; i < 3; i++)
        lf_vec_copy(2, trial_steps(t, 1), at[i]);
    const double zeta_f[2] = {at[1][0] - 2, at[1][1] - 1};
    double y[2];
    tell(2, 20 * 2, 0.1, at[0], at[1], at[2], zeta_f, y);
    assert_near(at[0][0], 1, 1e-4);
    assert_near(at[0][1], 0.5, 1e-4);
    assert_near(y[0], 1, 1e-3);
    assert_near(y[1], 0.5, 1e-3);
}

/* Batches of 4 and 5 rows with the constant steps that ICPPAC states, 1/c1 = 0.01 and 1/c2 = 0.1:
 * within sqrt(0.01) times their spread, 0.2; the multipliers in the mean of 100 outer steps. */
static void test_reaches_the_corner_by_batches(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    const double x0[2] = {0, 0};
    trial *t = trial_start(&lf_algorithm_icppac, &problem, 1, x0, "c1=100,output=inner");
    double x[2], z[2], mean[2] = {0}, y[2];
    lf_vec_copy(2, trial_steps(t, 8400 * 6), x);
    assert_near(x[0], 1, 0.05);
    assert_near(x[1], 0.5, 0.05);
    for (size_t step = 0; step < 600; step++) {
        lf_vec_copy(2, t->is->iterate(t->state).w, z);
        if (step % 6 == 0) lf_vec_copy(2, z, x);
        const double *next = trial_steps(t, 1), zeta_f[2] = {z[0] - 2, z[1] - 1};
        if (step % 6 == 5) continue; /* after its last inner step z is the mean */
        tell(2, 100, 0.1, x, z, next, zeta_f, y);
        lf_vec_axpy(2, 1 / 500.0, y, mean);
    }
    assert_near(mean[0], 1, 0.5);
    assert_near(mean[1], 0.5, 0.5);
}

static void test_projects(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double x0 = -7;
    const char *set = "mode=deterministic,c1=0.01,T_in=1,r_f=0";
    trial *t = trial_start(&lf_algorithm_icppac, &problem, 1, &x0, set);
    assert_near(*t->is->iterate(t->state).w, -3, 0);
    assert_near(*trial_steps(t, 1), 3, 0); /* -3 + 1/c1 */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_first_steps),
        trial_test(test_inner_steps),
        trial_test(test_constant_schedule),
        trial_test(test_defaults),
        trial_test(test_without_multiplier_is_subgradient),
        trial_test(test_counts),
        trial_test(test_reaches_the_line_and_its_multiplier),
        trial_test(test_reaches_the_corner_and_its_multipliers),
        trial_test(test_reaches_the_corner_by_batches),
        trial_test(test_projects),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
