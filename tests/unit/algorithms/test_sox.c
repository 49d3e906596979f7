/* SOX: its printed trajectory, SONEX without smoothing and correction, kinks refused. */
#include "coupled_reference.h"

extern const lf_algorithm lf_algorithm_sox, lf_algorithm_sonex;

static double squared(double z) {
    return 4 * fmax(z, 0);
}

/* Five steps on the noiseless toy with a squared hinge, the old u. */
static void test_golden(void **unused) {
    (void)unused;
    const double w[2] = {0.2176930697, -0.2484503623};
    const double u[3] = {0.2556482986, -0.3167943750, 0.4839852778};
    const toy problem = coupled_toy(LF_PENALTY_SQUARED_HINGE, 0);
    const char *set = "B0=0,B1=0,B2=0,eta=0.1,gam=0.5,beta=0.5";
    trial *t = trial_start(&lf_algorithm_sox, &problem, 1, coupled_origin, set);
    reference r = {squared, .eta = 0.1, .gam = 0.5, .beta = 0.5, .B1 = 3};
    reference_begin(&r, &problem, 1, coupled_origin);
    reference_follow(&r, t, 5);
    for (size_t j = 0; j < 2; j++)
        assert_near(r.w[0][j], w[j], 1e-9);
    for (size_t i = 0; i < 3; i++)
        assert_near(r.u[0][i], u[i], 1e-9);
}

/* The same bytes as SONEX with gam' = 0 and lam = 0, in every choice. */
static void test_sonex_without_correction(void **unused) {
    (void)unused;
    const toy problem = coupled_shapes();
    const char *const sets[] = {"u=old,update=momentum", "u=new,update=adam",
                                "start=first,update=adamw,wd=0.1",
                                "start=zero,clip=0.5,output=random"};
    for (size_t k = 0; k < 4; k++) {
        char first[256];
        snprintf(first, sizeof first, "B0=3,B1=2,B2=4,gam=0.6,%s", sets[k]);
        const char *second = trial_text("%s,lam=0,gam_prime=0", first);
        trial *a = trial_start(&lf_algorithm_sox, &problem, 3, coupled_origin, first);
        trial *b = trial_start(&lf_algorithm_sonex, &problem, 3, coupled_origin, second);
        for (size_t step = 0; step < 40; step++)
            assert_memory_equal(trial_steps(a, 1), trial_steps(b, 1), 2 * sizeof(double));
        assert_int_equal(trial_count(a, "value.inner"), trial_count(b, "value.inner"));
    }
}

static void test_kinks_are_refused(void **unused) {
    (void)unused;
    toy problem = coupled_shapes();
    problem.constraint[1].outer[1].penalty = LF_PENALTY_HINGE;
    trial *t = trial_prepare(&lf_algorithm_sox, &problem, 1, "1e12", NULL, 1 << 16);
    assert_int_equal(trial_init(t, coupled_origin), LF_UNSUPPORTED);
    assert_non_null(strstr(lf_message(), "outer function 1 of inner component 1 has a kink"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_golden),
        trial_test(test_sonex_without_correction),
        trial_test(test_kinks_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
