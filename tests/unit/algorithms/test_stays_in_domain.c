/* Every algorithm of the registry where its steps lead out of the domain. */
#include "every_method.h"

/* A small ball around 0, none of whose points is stationary: every step leaves it, and is brought
 * back. So is what is averaged or drawn. */
static void check_stays_in_domain(const lf_algorithm *is, const subject *problem, const char *set) {
    const double radius = 1e-2;
    subject small = *problem;
    for (size_t row = 0; small.is.groups && row < 8; row++)
        small.is.constraint[0].level[row][0] += 0.5; /* by symmetry 0 would be the solution */
    trial *t = prepare(is, &small, 7, "1e12", set, (size_t)1 << 24);
    t->problem.info.domain = (lf_domain){LF_DOMAIN_BALL, problem->is.dim, radius, 0, 0};
    trial_tell(t);
    assert_ok(trial_init(t, x0));
    const lf_domain *X = &lf_oracle_info(t->oracle)->domain;
    for (size_t k = 0; k <= 100; k++) {
        const double *w = trial_steps(t, k > 0); /* at first where it starts */
        assert_true(lf_domain_contains(X, w, 1e-12));
        if (is->average) assert_true(lf_domain_contains(X, is->average(t->state).w, 1e-12));
    }
    assert_near(lf_vec_norm(X->n, is->iterate(t->state).w), radius, radius / 10);
}

static void test_stays_in_domain(void **unused) {
    (void)unused;
    for_all(check_stays_in_domain);
}

int main(void) {
    const struct CMUnitTest tests[] = {trial_test(test_stays_in_domain)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
