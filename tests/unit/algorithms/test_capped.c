/* The set of weights that methods of a worst share need: which are taken, and which share a cap
 * stands for. */
#include "circle.h"

#include "algorithms/group_minimax/parts/capped.h"

extern const lf_algorithm lf_algorithm_adacvar, lf_algorithm_dro_batch, lf_algorithm_dro_mlmc,
    lf_algorithm_ooa, lf_algorithm_prospect;
static const double x0[2] = {1.5, -1};

static void test_share(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0);
    const trial *t = trial_problem(&problem, 1, "1e12");
    lf_problem_info info = *lf_oracle_info(t->oracle);
    static const double caps[] = {0.5, 1, 7, 1. / 3}, share[] = {2. / 3, 1. / 3, 1. / 3, 1};
    for (size_t k = 0; k < 4; k++) {
        double r = 0, given = 0.4;
        info.domain_y.upper = caps[k];
        assert_ok(lf_capped_share(&info, &r));
        assert_near(r, share[k], 1e-15);
        assert_ok(lf_capped_share(&info, &given));
        assert_near(given, 0.4, 0);
        assert_ok(lf_capped_share(&info, NULL));
    }
}

/* r = 0 is the share of the problem's cap, to the bit. */
static void test_cap_is_taken(void **unused) {
    (void)unused;
    static const struct {
        const lf_algorithm *is;
        const char *set;
    } methods[] = {{&lf_algorithm_adacvar, "B1=2,B2=3,eta_q=0.3"},
                   {&lf_algorithm_dro_batch, "B1=3,B2=3"},
                   {&lf_algorithm_dro_mlmc, "n0=4,B2=3"},
                   {&lf_algorithm_prospect, "n_nu=0.3"}};
    toy problem = toy_circle(0.1);
    problem.cap = 0.5;
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
        const char *set = trial_text("%s,r=%.17g", methods[k].set, 2. / 3);
        trial *t = trial_start(methods[k].is, &problem, 3, x0, methods[k].set);
        trial *given = trial_start(methods[k].is, &problem, 3, x0, set);
        trial *worst =
            trial_start(methods[k].is, &problem, 3, x0, trial_text("%s,r=0.01", methods[k].set));
        const double *w = trial_steps(t, 20);
        assert_memory_equal(w, trial_steps(given, 20), 2 * sizeof *w);
        assert_memory_not_equal(w, trial_steps(worst, 20), 2 * sizeof *w);
        trial_teardown(NULL);
    }
}

/* A box; a simplex of another length; a group of two losses: of none is it said which share counts.
 */
static void test_refusals(void **unused) {
    (void)unused;
    static const lf_algorithm *const methods[] = {&lf_algorithm_adacvar, &lf_algorithm_dro_batch,
                                                  &lf_algorithm_dro_mlmc, &lf_algorithm_ooa,
                                                  &lf_algorithm_prospect};
    static const char *const says[] = {"one weight for each of the 3",
                                       "one weight for each of the 3", "one loss each"};
    const toy problem = toy_circle(0.1);
    for (size_t k = 0; k < 5; k++)
        for (size_t fault = 0; fault < 3; fault++) {
            trial *t = trial_problem(&problem, 1, "1e12");
            toy *state = t->problem.state;
            if (fault == 0) t->problem.info.domain_y.kind = LF_DOMAIN_BOX;
            if (fault == 1) t->problem.info.domain_y.n = 4;
            if (fault == 2) state->constraint_is[2].outputs = 2;
            trial_tell(t);
            assert_int_equal(trial_init(trial_equip(t, methods[k], NULL, 1 << 20), x0),
                             LF_UNSUPPORTED);
            assert_non_null(strstr(lf_message(), says[fault]));
            trial_teardown(NULL);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_share),
        trial_test(test_cap_is_taken),
        trial_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
