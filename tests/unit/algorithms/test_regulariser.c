/* The regulariser's slope is that at the point where a step asks for gradients: a curved one, SCAD,
 * beside what says the same there. */
#include "coupled.h"
#include "trial.h"

extern const lf_algorithm lf_algorithm_sonx, lf_algorithm_sonex, lf_algorithm_sox,
    lf_algorithm_msvr, lf_algorithm_alexr, lf_algorithm_alexr2, lf_algorithm_soap,
    lf_algorithm_sopa, lf_algorithm_sota_s, lf_algorithm_ooa, lf_algorithm_dro_batch,
    lf_algorithm_dro_mlmc, lf_algorithm_adacvar, lf_algorithm_prospect, lf_algorithm_saga,
    lf_algorithm_oauc, lf_algorithm_pesg, lf_algorithm_pga, lf_algorithm_ppd_sg,
    lf_algorithm_ppd_adagrad;

/* SCAD's slope at 1.25 is 4 - 2 * 1.25 = 3/2 in each coordinate: one step is that of a linear
 * regulariser 3/2 as steep. The first step of prospect asks all groups and stays. */
static void test_first_step(void **unused) {
    (void)unused;
    const toy coupled = coupled_toy(LF_PENALTY_SQUARED_HINGE, 0.1), alike = coupled_rows_alike(0.1),
              linear = coupled_rows_linear(0.1), circle = toy_circle(0.1), corner = toy_corner(),
              pass = toy_pass(0.1);
    const struct {
        const lf_algorithm *is;
        const toy *problem;
        size_t steps;
        const char *set;
    } cases[] = {
        {&lf_algorithm_sonx, &coupled, 1},
        {&lf_algorithm_sonex, &coupled, 1},
        {&lf_algorithm_sox, &coupled, 1},
        {&lf_algorithm_msvr, &coupled, 1},
        {&lf_algorithm_alexr, &coupled, 1},
        {&lf_algorithm_alexr2, &coupled, 1, "K=1,update=momentum"},
        {&lf_algorithm_soap, &alike, 1},
        {&lf_algorithm_sota_s, &alike, 1},
        {&lf_algorithm_sopa, &linear, 1},
        {&lf_algorithm_ooa, &circle, 1},
        {&lf_algorithm_dro_batch, &circle, 1},
        {&lf_algorithm_dro_mlmc, &circle, 1},
        {&lf_algorithm_adacvar, &circle, 1},
        {&lf_algorithm_prospect, &circle, 2},
        {&lf_algorithm_saga, &corner, 1},
        {&lf_algorithm_oauc, &pass, 1},
        {&lf_algorithm_pesg, &pass, 1},
        {&lf_algorithm_pga, &pass, 1},
        {&lf_algorithm_ppd_sg, &pass, 1},
        {&lf_algorithm_ppd_adagrad, &pass, 1},
    };
    const double x0[2] = {1.25, 1.25};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        double w[3][2];
        for (size_t r = 0; r < 3; r++) {
            toy problem = *cases[k].problem;
            if (r == 1) problem.regulariser = (lf_outer){LF_OUTER_SUM, 2, 0.3, 0};
            if (r == 2) problem.regulariser = (lf_outer){LF_OUTER_SCAD, 2, 0.2, 0};
            trial *t = trial_start(cases[k].is, &problem, 5, x0, cases[k].set);
            lf_vec_copy(2, trial_steps(t, cases[k].steps), w[r]);
        }
        assert_true(lf_vec_distance(2, w[0], w[1]) > 1e-6);
        assert_near(lf_vec_distance(2, w[1], w[2]), 0, 1e-14);
        trial_teardown(NULL);
    }
}

/* Beside the same function as an objective known in closed form, step by step. */
static void test_later_steps(void **unused) {
    (void)unused;
    static const lf_algorithm *const methods[] = {&lf_algorithm_sonx,  &lf_algorithm_sonex,
                                                  &lf_algorithm_sox,   &lf_algorithm_msvr,
                                                  &lf_algorithm_alexr, &lf_algorithm_alexr2};
    const double x0[2] = {1.6, -1.3};
    for (size_t k = 0; k < 2 * (sizeof methods / sizeof *methods); k++) {
        const lf_algorithm *is = methods[k / 2];
        toy said = coupled_toy(LF_PENALTY_SQUARED_HINGE, 0.1), known = said;
        said.regulariser = known.known.outer[0] = (lf_outer){LF_OUTER_SCAD, 2, 0.2, 0};
        known.known.is = (lf_component){.outputs = 2, .outers = 1};
        known.known.slope[0][0][0] = known.known.slope[0][1][1] = 1;
        const char *set = k % 2 == 0                   ? "eta=0.03,start=first"
                          : is == &lf_algorithm_msvr   ? "eta=0.03,variant=v2"
                          : is == &lf_algorithm_alexr2 ? "eta=0.03,update=momentum,K=2"
                                                       : "eta=0.03";
        trial *a = trial_start(is, &said, 5, x0, set), *b = trial_start(is, &known, 5, x0, set);
        for (size_t t = 0; t < 9; t++) {
            const double *w = trial_steps(a, 1), *v = trial_steps(b, 1);
            assert_near(lf_vec_distance(2, w, v), 0, 1e-13);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_first_step),
        trial_test(test_later_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
