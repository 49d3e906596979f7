/* One convex composition whose minimisers are known in closed form, and every method of the family
 * on it: without noise to a stated accuracy, and on samples. */
#include "coupled.h"
#include "trial.h"

extern const lf_algorithm lf_algorithm_sonex, lf_algorithm_sonx, lf_algorithm_sox,
    lf_algorithm_msvr, lf_algorithm_alexr, lf_algorithm_alexr2, lf_algorithm_ooa;

/* argmin of |w - (1, -1)|^2 / 2 + (1/3) sum f(A_i w + b_i) for f = 2 [.]_+, its Moreau envelope
 * with lam = 0.1, and 2 [.]_+^2: stationary, as test_fcco checks. */
static const double best_hinge[2] = {1. / 6, -2. / 3};
static const double best_smoothed[2] = {0.2741935484, -0.6129032258};
static const double best_squared[2] = {5.8 / 19, -5.95 / 19};

/*
 * The same F with hinges as a maximum over the capped simplex: (1/3) sum 2 [g_i]_+ is the largest
 * of sum 2 q_i g_i over 0 <= q_i <= 1/3, and three groups without a g_i take the weight that is
 * left. As the weights sum to 1, g0 is a part of every group.
 */
static toy minimax(double spread) {
    toy t = coupled_toy(LF_PENALTY_HINGE, spread);
    t.coupled = false;
    t.groups = true;
    t.constraints = 2 * COUPLED_N;
    t.cap = 1. / 3;
    t.domain = (lf_domain){LF_DOMAIN_BALL, 2, 10, 0, 0};
    for (size_t i = 0; i < 2 * COUPLED_N; i++) {
        toy_map *map = &t.constraint[i];
        const double weight = i < COUPLED_N ? 2 : 0;
        const double *A = coupled_A[i % COUPLED_N], b = coupled_b[i % COUPLED_N];
        map->is = toy_shape(1, coupled_rows[i % COUPLED_N], 0, 1);
        map->curve = 1;
        map->outer[0] = (lf_outer){LF_OUTER_SUM, 1, 1, 0};
        toy_fill(map, 0, weight * A[0] - 1, weight * A[1] + 1, weight * b + 1, spread);
    }
    return t;
}

typedef struct {
    const lf_algorithm *is;
    const char *set;
    lf_penalty penalty;
    const double *best;
    double tolerance;
} answer;

/* The last iterate, or where there is an average that the theory speaks of and `mean`, that one. */
static double away(const answer *a, const char *plan, double spread, uint64_t seed, size_t steps,
                   bool mean) {
    const bool dual = a->is == &lf_algorithm_ooa;
    const toy problem = dual ? minimax(spread) : coupled_toy(a->penalty, spread);
    trial *t =
        trial_start(a->is, &problem, seed, coupled_origin, trial_text("%s,%s", plan, a->set));
    const double *w = trial_steps(t, steps);
    if (mean) w = a->is->average(t->state).w;
    const double distance = lf_vec_distance(2, w, a->best);
    trial_teardown(NULL);
    return distance;
}

/* All samples of all components, 20,000 steps. Constant steps converge linearly where F is smooth
 * and strongly convex; subgradient steps of SONX go to 0 and leave the last few; OOA's averages
 * close the gap like 1 / sum eta. */
static void test_without_noise(void **unused) {
    (void)unused;
    static const answer all[] = {
        {&lf_algorithm_sonex, "lam=0.1,eta=0.05,gam=0.5", LF_PENALTY_HINGE, best_smoothed, 1e-9},
        {&lf_algorithm_sonex, "lam=0.1,eta=0.05,gam=0.5,gam_prime=0,beta=1,u=new", LF_PENALTY_HINGE,
         best_smoothed, 1e-9},
        {&lf_algorithm_sonex, "lam=0.1,eta=0.05,gam=0.5,update=adam,schedule=linear,horizon=20000",
         LF_PENALTY_HINGE, best_smoothed, 1e-6},
        {&lf_algorithm_sonx, "eta=0.05,gam=1,gam_prime=0,schedule=linear,horizon=20000",
         LF_PENALTY_HINGE, best_hinge, 1e-3},
        {&lf_algorithm_sox, "eta=0.05,gam=0.5", LF_PENALTY_SQUARED_HINGE, best_squared, 1e-9},
        {&lf_algorithm_msvr, "variant=v1,eta=0.05,gam=0.5", LF_PENALTY_SQUARED_HINGE, best_squared,
         1e-9},
        {&lf_algorithm_msvr, "variant=v2,eta=0.05,gam=0.5", LF_PENALTY_SQUARED_HINGE, best_squared,
         1e-9},
        {&lf_algorithm_msvr, "variant=sp,eta=0.05,gam=0.5", LF_PENALTY_SQUARED_HINGE, best_squared,
         1e-9},
        {&lf_algorithm_alexr, "eta=0.05,gam=1", LF_PENALTY_HINGE, best_hinge, 1e-9},
        {&lf_algorithm_alexr, "eta=0.05,gam=1,dual=bregman", LF_PENALTY_SQUARED_HINGE, best_squared,
         1e-9},
        {&lf_algorithm_alexr2, "lam=0.1,dual=u,nu=0.5,alpha=0.1,update=momentum", LF_PENALTY_HINGE,
         best_smoothed, 1e-9},
        {&lf_algorithm_alexr2, "lam=0.1,dual=prox,nu=0.5,alpha=0.1,update=momentum",
         LF_PENALTY_HINGE, best_smoothed, 1e-9},
    };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        assert_near(away(&all[k], "B0=0,B1=0,B2=0", 0, 1, 20000, false), 0, all[k].tolerance);
    static const answer ooa = {&lf_algorithm_ooa,
                               "gq=0.05,eta=0.1,projection=kl,schedule=linear,horizon=20000",
                               LF_PENALTY_HINGE, best_hinge, 0};
    assert_near(away(&ooa, "B1=0,B2=0", 0, 1, 20000, true), 0, 1e-2);
}

/*
 * Two components of three, two rows of each, eight seeds. Steps of size eta that go to 0 forget all
 * but their last sqrt(2 T / eta) and leave 0.02 of the noise (test_fcco works it out); the bound is
 * 2.5 times that. ALEXR's own draws of values and gradients have no less noise. The averages are of
 * all iterates, the way from the start among them: 1 / (eta T) of 0.7 is less than the noise.
 */
static void test_on_samples(void **unused) {
    (void)unused;
    static const answer all[] = {
        {&lf_algorithm_msvr, "variant=sp,eta=0.02,gam=0.05,schedule=linear,horizon=20000",
         LF_PENALTY_SQUARED_HINGE, best_squared, 0.05},
        {&lf_algorithm_alexr2,
         "lam=0.1,eta=0.01,nu=0.5,alpha=0.01,dual=u,schedule=linear,horizon=4000", LF_PENALTY_HINGE,
         best_smoothed, 0.05},
        {&lf_algorithm_alexr2,
         "lam=0.1,eta=0.01,nu=0.5,alpha=0.01,dual=prox,schedule=linear,horizon=4000",
         LF_PENALTY_HINGE, best_smoothed, 0.05},
    };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        for (uint64_t seed = 0; seed < 8; seed++)
            assert_near(away(&all[k], "B0=2,B1=2,B2=2", 0.1, seed, 20000, false), 0,
                        all[k].tolerance);
    static const answer alexr = {&lf_algorithm_alexr, "eta=0.01,gam=0.1,theta=0.9",
                                 LF_PENALTY_HINGE, best_hinge, 0};
    static const answer ooa = {&lf_algorithm_ooa,
                               "gq=0.02,eta=0.02,projection=kl,schedule=linear,horizon=20000",
                               LF_PENALTY_HINGE, best_hinge, 0};
    for (uint64_t seed = 0; seed < 8; seed++) {
        assert_near(away(&alexr, "B0=2,B1=2,B2=2", 0.1, seed, 20000, true), 0, 0.05);
        assert_near(away(&ooa, "B1=4,B2=2", 0.1, seed, 20000, true), 0, 0.05);
    }
}

/* SONEX with lam -> 0 and gam' = 0 is SONX without correction, as fast as lam: its smoothing moves
 * the minimiser by at most sqrt(2 lam 2^2 / 2), F being 1-strongly convex. */
static void test_lam_to_0(void **unused) {
    (void)unused;
    for (int k = 1; k <= 4; k++) {
        const double lam = pow(10, -k);
        char set[96];
        snprintf(set, sizeof set, "lam=%g,eta=%g,gam=1,gam_prime=0,beta=1,u=new", lam, 0.5 * lam);
        const answer small = {&lf_algorithm_sonex, set, LF_PENALTY_HINGE, best_hinge, 0};
        const size_t steps = (size_t)(60 / lam);
        assert_near(away(&small, "B0=0,B1=0,B2=0", 0, 1, steps, false), 0, sqrt(4 * lam));
    }
}

/* The minimax form is the same function: F at a few points, from the oracle of each. */
static void test_minimax_form(void **unused) {
    (void)unused;
    const toy form = minimax(0.1);
    trial *t = trial_problem(&form, 1, "1e12");
    const double at[3][2] = {{0, 0}, {1. / 6, -2. / 3}, {-1, 0.5}};
    for (size_t k = 0; k < 3; k++) {
        double L[2 * COUPLED_N], most = 0;
        const double *w = at[k];
        double F = ((w[0] - 1) * (w[0] - 1) + (w[1] + 1) * (w[1] + 1)) / 2;
        const double g0 = F;
        for (size_t i = 0; i < 2 * COUPLED_N; i++) {
            lf_batch all;
            assert_ok(lf_oracle_full(t->oracle, LF_ROLE_INNER, i, &all));
            assert_ok(lf_oracle_value(t->oracle, &all, w, &L[i]));
            if (i >= COUPLED_N) assert_near(L[i], g0, 1e-14);
            if (i < COUPLED_N) F += 2 * fmax(coupled_inner(i, w), 0) / COUPLED_N;
            /* a third for each real group above g0, for others as many as are left */
            most += fmax(L[i] - g0, 0) / 3;
        }
        assert_near(g0 + most, F, 1e-14);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_without_noise),
        trial_test(test_on_samples),
        trial_test(test_lam_to_0),
        trial_test(test_minimax_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
