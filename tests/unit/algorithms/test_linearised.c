/* Constraints by rows and by a slope along the step: the same runs, other counts; what ICPPAC does
 * without extrapolation. */
#include "trial.h"

extern const lf_algorithm lf_algorithm_icppac, lf_algorithm_oss;

enum { ROWS_0 = 20, ROWS_1 = 20 };

/* toy_corner with curved maps: its first component holds a third constraint, |w_0 + w_1| <= 1.2,
 * its second the gap |z_1 - z_2| <= 0.4 beside the one it had. */
static toy many(void) {
    toy t = toy_corner();
    toy_map *first = &t.constraint[0], *second = &t.constraint[1];
    first->curve = 0.3;
    first->is.outputs = first->is.outers = 3;
    toy_fill(first, 2, 1, 1, 0, 0.1);
    first->outer[2] = (lf_outer){LF_OUTER_ABS, 1, 1, 1.2};
    second->curve = -0.1;
    second->is.outputs = 3;
    second->is.outers = 2;
    toy_fill(second, 1, 0.5, 1, 0.2, 0.1);
    toy_fill(second, 2, 1, -0.5, -0.1, 0.1);
    second->outer[1] = (lf_outer){LF_OUTER_GAP, 2, 1, 0.4};
    return t;
}

static const double x0[2] = {2, 1.5};

/* The same points to rounding, on all rows and on batches; ICPPAC's inner ones, where they show
 * every multiplier's change. They are not those of a problem whose constraints are never active. */
static void test_same_run(void **unused) {
    (void)unused;
    const toy problem = many();
    toy loose = many();
    for (size_t i = 0; i < 2; i++)
        for (size_t k = 0; k < loose.constraint[i].is.outers; k++)
            loose.constraint[i].outer[k].shift += 100;
    static const struct {
        const lf_algorithm *is;
        const char *set;
    } cases[] = {
        {&lf_algorithm_icppac, "mode=deterministic,T_in=30,output=inner"},
        {&lf_algorithm_icppac, "mode=deterministic,T_in=30,prox=explicit,r_g=0.7,output=inner"},
        {&lf_algorithm_icppac, "b_f=4,b_g=6,T_in=25,c1=30,theta=0.4,output=inner"},
        {&lf_algorithm_icppac, "b_f=4,b_g=6,T_in=25,c1=30,extrapolate=none,output=inner"},
        {&lf_algorithm_oss, "b_f=30,b_g=20,T=25"},
        {&lf_algorithm_oss, "b_f=4,b_g=6,T=25,rho_hat=0.8"},
        {&lf_algorithm_oss, "b_f=4,b_g=6,T=3,rho_hat=0.8"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const char *set = trial_text("%s,linearise=rows", cases[k].set);
        trial *a = trial_start(cases[k].is, &problem, 3, x0, set);
        trial *c = trial_start(cases[k].is, &loose, 3, x0, set);
        set = trial_text("%s,linearise=jvp", cases[k].set);
        trial *b = trial_start(cases[k].is, &problem, 3, x0, set);
        double apart = 0;
        for (size_t step = 0; step < 200; step++) {
            const double *w = trial_steps(a, 1);
            assert_near(lf_vec_distance(2, w, trial_steps(b, 1)), 0, 1e-11);
            apart = fmax(apart, lf_vec_distance(2, w, trial_steps(c, 1)));
        }
        assert_true(apart > 0.01); /* constraints were active */
        assert_int_equal(trial_count(a, "outer"), trial_count(b, "outer"));
        trial_teardown(NULL);
    }
}

static void check_counts(const lf_algorithm *is, const char *set, size_t values, size_t gradients,
                         size_t slopes) {
    const toy problem = many();
    trial *t = trial_start(is, &problem, 1, x0, set);
    for (size_t k = 1; k <= 7; k++) {
        trial_steps(t, 1);
        assert_int_equal(trial_count(t, "value.constraint"), k * values);
        assert_int_equal(trial_count(t, "gradient.constraint"), k * gradients);
        assert_int_equal(trial_count(t, "jvp.constraint"), k * slopes);
        assert_int_equal(trial_count(t, "samples.constraint"), k * values);
    }
}

/* Three constraints on one component, two on the other: by rows a gradient for each; else one
 * value, one gradient and one slope a row. auto takes the cheaper. */
static void test_counts(void **unused) {
    (void)unused;
    static const lf_algorithm *const all[] = {&lf_algorithm_icppac, &lf_algorithm_oss};
    const size_t N = ROWS_0 + ROWS_1, B = 6 + 6;
    for (size_t i = 0; i < 2; i++) {
        const char *whole = i ? "b_f=30,b_g=20" : "mode=deterministic";
        check_counts(all[i], trial_text("%s,linearise=rows", whole), N, 3 * ROWS_0 + 2 * ROWS_1, 0);
        check_counts(all[i], trial_text("%s,linearise=jvp", whole), N, N, N);
        check_counts(all[i], whole, N, N, N);
        check_counts(all[i], "b_g=6", B, B, B);
    }
    check_counts(&lf_algorithm_icppac, "b_g=6,extrapolate=none", B, B, 0);
}

/* auto: by rows where no component has more than two, or the problem has no slopes to offer. */
static void test_auto(void **unused) {
    (void)unused;
    const toy corner = toy_corner(), five = many();
    const char *whole = "mode=deterministic", *jvp = "linearise=jvp";
    trial *t = trial_start(&lf_algorithm_icppac, &corner, 1, x0, whole);
    trial_steps(t, 1);
    assert_int_equal(trial_count(t, "jvp.constraint"), 0);
    t = trial_prepare(&lf_algorithm_icppac, &five, 1, "1e12", whole, 1 << 20);
    t->problem.is = toy_without_jvp();
    assert_ok(trial_init(t, x0));
    trial_steps(t, 1);
    assert_int_equal(trial_count(t, "gradient.constraint"), 3 * ROWS_0 + 2 * ROWS_1);
    t = trial_prepare(&lf_algorithm_oss, &five, 1, "1e12", jvp, 1 << 20);
    t->problem.is = toy_without_jvp();
    assert_int_equal(trial_init(t, x0), LF_UNSUPPORTED);
    assert_non_null(strstr(lf_message(), "linearise=rows"));
}

/* s is G_k(z_t) itself, its proximal term included, whatever theta. */
static void test_without_extrapolation(void **unused) {
    (void)unused;
    const toy problem = toy_line();
    const double from = 1.5, r = 0.3;
    trial *t = trial_start(&lf_algorithm_icppac, &problem, 1, &from,
                           "mode=deterministic,schedule=constant,c1=4,c2=2,theta=0.5,r_f=0,"
                           "r_g=0.3,prox=explicit,T_in=1000,extrapolate=none,output=inner");
    double y = 0, z = from;
    for (size_t k = 0; k < 40; k++) {
        y = fmax(0, y + (z - 1 + r * (z - from) * (z - from)) / 2);
        z -= ((z < 2 ? -1 : 1) + y * (1 + 2 * r * (z - from))) / 4;
        assert_near(*trial_steps(t, 1), z, 1e-12);
    }
}

/* theta = 0 still linearises: the two differ on a curved constraint, and agree on a straight one.
 */
static void test_not_theta_0(void **unused) {
    (void)unused;
    for (size_t curved = 0; curved < 2; curved++) {
        toy problem = toy_line();
        problem.constraint[0].curve = curved ? 0.5 : 0;
        const double from = 1.5;
        const char *set = "mode=deterministic,schedule=constant,c1=4,c2=2,theta=0,r_f=0,r_g=0,"
                          "output=inner";
        trial *a = trial_start(&lf_algorithm_icppac, &problem, 1, &from, set);
        set = trial_text("%s,extrapolate=none", set);
        trial *b = trial_start(&lf_algorithm_icppac, &problem, 1, &from, set);
        double apart = 0;
        for (size_t k = 0; k < 20; k++)
            apart = fmax(apart, fabs(*trial_steps(a, 1) - *trial_steps(b, 1)));
        assert_true(curved ? apart > 1e-3 : apart < 1e-12);
    }
}

/* The solution of toy_corner is found that way too. */
static void test_reaches_the_corner(void **unused) {
    (void)unused;
    const toy problem = toy_corner();
    const double origin[2] = {0, 0};
    const char *set = "mode=deterministic,c2=1,linearise=jvp";
    trial *t = trial_start(&lf_algorithm_icppac, &problem, 1, origin, set);
    const double *x = trial_steps(t, 1000 * 50);
    assert_near(x[0], 1, 1e-4);
    assert_near(x[1], 0.5, 1e-4);
    set = "T=10000,linearise=jvp";
    t = trial_start(&lf_algorithm_oss, &problem, 1, origin, set);
    x = trial_steps(t, 5 * 10000);
    assert_near(x[0], 1, 0.03);
    assert_near(x[1], 0.5, 0.03);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_same_run),    trial_test(test_counts),
        trial_test(test_auto),        trial_test(test_without_extrapolation),
        trial_test(test_not_theta_0), trial_test(test_reaches_the_corner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
