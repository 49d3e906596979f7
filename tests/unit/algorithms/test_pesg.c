/* PESG: first steps worked out elsewhere, equalities with PPD-SG and OAUC, the recursion beside one
 * on numbers with milestones, clipping, counts, resume, limit, refusals. */
#include "four_rows.h"
#include "saddle_methods.h"

extern const lf_algorithm lf_algorithm_pesg, lf_algorithm_ppd_sg, lf_algorithm_oauc;
static const lf_algorithm *const pesg = &lf_algorithm_pesg;
static const double x0[2] = {1.5, -1};
static lf_problem_class four; /* outlives the trials on it */

/* The four rows with a pull to (0.4, -0.2, 0, 0.1, 0.05), lambda0 = 0.002, in the slope itself. */
static lf_status pulled(void *state, const lf_samples *samples, const double *v,
                        const double *alpha, double *grad_v, double *grad_alpha) {
    static const double r[FOUR_DIM] = {0.4, -0.2, 0, 0.1, 0.05};
    lf_vec_axpy(FOUR_DIM, -2e-3, r, grad_v);
    return lf_auc_saddle(state, samples, v, alpha, grad_v, grad_alpha);
}

/* On all rows from four_point, alpha = 0.3, m = 1/2; v and alpha after each of two steps. */
static void follow_four(const char *dual, const double want[2][6]) {
    lf_parameters params;
    four = four_rows_class();
    four.saddle = pulled;
    assert_ok(lf_parameters_create(four.params, four.params_size, "surrogate=margin,margin=0.5",
                                   "four", &params));
    trial *t = trial_equip(trial_problem_of(&four, params.values, 1, "1e12"), pesg,
                           trial_text("B=0,lambda=1e-4,lambda0=2e-3,reference=zero,alpha0=0.3,"
                                      "margin=0.5,dual=%s",
                                      dual),
                           1 << 20);
    assert_ok(trial_init(t, four_point));
    for (size_t k = 0; k < 2; k++) {
        trial_steps(t, 1);
        const lf_point at = pesg->iterate(t->state);
        for (size_t j = 0; j < 6; j++)
            assert_near(j < 5 ? at.w[j] : *at.y, want[k][j], 1e-12);
    }
    lf_parameters_free(&params);
}

static void test_first_steps(void **unused) {
    (void)unused;
    static const double gradient[2][6] = {
        {4.991939351700231e-01, -2.553465993635807e-01, 9.462650595334031e-02,
         2.311882706928672e-01, 1.068842581503906e-01, 2.706849874575233e-01},
        {4.983507158188287e-01, -2.603498642311682e-01, 8.952213395980749e-02,
         2.601232538141811e-01, 1.135471835535677e-01, 2.425548977771502e-01}};
    static const double release[2][6] = {
        {4.991939351700231e-01, -2.553465993635807e-01, 9.462650595334031e-02,
         2.311882706928672e-01, 1.068842581503906e-01, 3.151391974915047e-01},
        {4.991612327891509e-01, -2.603137628773355e-01, 9.000421082896953e-02,
         2.601232538141811e-01, 1.135471835535677e-01, 3.227961439410810e-01}};
    follow_four("gradient", gradient);
    follow_four("release", release);
}

/* Without clipping, decay and momentum it is the first stage of PPD-SG with gamma = 1/lambda0; and
 * without the pull the first step of OAUC. */
static void test_equalities(void **unused) {
    (void)unused;
    const toy problem = toy_pass(0.1);
    const char *set = "eta0=0.05,B=3,beta=1,lambda=0,clip=1e300,lambda0=%g";
    trial *t = trial_start(pesg, &problem, 5, x0, trial_text(set, 0.25));
    trial *other =
        trial_start(&lf_algorithm_ppd_sg, &problem, 5, x0, "eta0=0.05,B=3,gamma=4,T0=50");
    for (size_t k = 1; k < 49; k++) {
        trial_steps(t, 1);
        trial_steps(other, 1);
        for (size_t j = 0; j < 3; j++) {
            const lf_point a = pesg->iterate(t->state), b = other->is->iterate(other->state);
            assert_near(j < 2 ? a.w[j] : *a.y, j < 2 ? b.w[j] : *b.y, 1e-14);
        }
    }
    t = trial_start(pesg, &problem, 5, x0, trial_text(set, 0.));
    other = trial_start(&lf_algorithm_oauc, &problem, 5, x0, "eta0=0.05,B=3,R=100");
    assert_memory_equal(trial_steps(t, 1), trial_steps(other, 1), 2 * sizeof *x0);
}

/* On the margin loss with m = 1 from alpha = 1 PESG goes PPD-SG's way on the square surrogate. */
static void test_margin_is_square(void **unused) {
    (void)unused;
    four = four_rows_class();
    static const char *const kind[2] = {"surrogate=margin", ""};
    lf_parameters params[2];
    trial *t[2];
    for (size_t k = 0; k < 2; k++) {
        assert_ok(lf_parameters_create(four.params, four.params_size, kind[k], "four", &params[k]));
        t[k] = trial_equip(
            trial_problem_of(&four, params[k].values, 3, "1e12"), k ? &lf_algorithm_ppd_sg : pesg,
            k ? "B=2,gamma=500,T0=49" : "B=2,beta=1,lambda=0,clip=1e300,alpha0=1,lambda0=2e-3",
            1 << 20);
        assert_ok(trial_init(t[k], four_point));
    }
    for (size_t k = 1; k < 48; k++) {
        const double *a = trial_steps(t[0], 1), *b = trial_steps(t[1], 1);
        for (size_t j = 0; j < FOUR_DIM; j++)
            assert_near(a[j], b[j], 1e-14);
        assert_near(*pesg->iterate(t[0]->state).y, 1 + *t[1]->is->iterate(t[1]->state).y, 1e-14);
    }
    lf_parameters_free(&params[0]);
    lf_parameters_free(&params[1]);
}

/* alpha starts inside its domain, |alpha| <= 3, wherever alpha0 is. */
static void test_start_in_domain(void **unused) {
    (void)unused;
    const toy problem = toy_pass(0.1);
    trial *t = trial_start(pesg, &problem, 1, x0, "alpha0=10");
    assert_near(*pesg->iterate(t->state).y, 3, 0);
    assert_near(*pesg->average(t->state).y, 3, 0);
}

/* The recursion on numbers, on the same samples: milestones at half of the horizon and at three
 * quarters, rounded up, each with the mean since the last; the direction is kept over them. */
static void follow(size_t horizon, size_t half, size_t quarters) {
    const toy problem = toy_pass(0.1);
    trial *t = trial_start(pesg, &problem, 2, x0,
                           trial_text("B=4,beta=0.3,lambda0=0.5,lambda=0.2,clip=0.8,horizon=%zu,"
                                      "decay=4,eta0=0.2,alpha0=0.5",
                                      horizon));
    trial *twin = trial_problem(&problem, 2, "1e12");
    double u[3] = {1.5, -1, 0.5}, r[2] = {1.5, -1}, M[2] = {0}, sum[3] = {0}, eta = 0.2;
    size_t points = 0;
    for (size_t step = 0; step < 14; step++) {
        double g[3];
        pass_gradient(twin, 4, u, g);
        if (step == half || step == quarters) {
            eta /= 4;
            for (size_t j = 0; j < 3; j++) {
                if (j < 2) r[j] = sum[j] / (double)points;
                sum[j] = 0;
            }
            points = 0;
        }
        for (size_t j = 0; j < 2; j++) {
            const double delta = fmin(fmax(g[j], -0.8), 0.8) + 0.5 * (u[j] - r[j]) + 0.2 * u[j];
            M[j] = step == 0 ? delta : 0.7 * M[j] + 0.3 * delta;
            u[j] -= eta * M[j];
        }
        u[2] += eta * g[2];
        points++;
        trial_steps(t, 1);
        const lf_point at = pesg->iterate(t->state), mean = pesg->average(t->state);
        for (size_t j = 0; j < 3; j++) {
            sum[j] += u[j];
            assert_near(j < 2 ? at.w[j] : *at.y, u[j], 1e-13);
            assert_near(j < 2 ? mean.w[j] : *mean.y, sum[j] / (double)points, 1e-13);
        }
    }
}

static void test_recursion(void **unused) {
    (void)unused;
    follow(10, 5, 8);
    follow(12, 6, 9);
}

/* At eta = 1/2 the release's alpha is [m + b - a]_+ after every step; the square surrogate's, 1
 * less at m = 1 and of any sign, is b - a. */
static void test_release(void **unused) {
    (void)unused;
    static const char *const surrogates[] = {"surrogate=margin,margin=0.25", "surrogate=square"};
    for (size_t square = 0; square < 2; square++) {
        four = four_rows_class();
        lf_parameters params;
        assert_ok(lf_parameters_create(four.params, four.params_size, surrogates[square], "four",
                                       &params));
        trial *t = trial_equip(trial_problem_of(&four, params.values, 1, "1e12"), pesg,
                               "B=3,eta0=0.5,dual=release,margin=0.25", 1 << 20);
        assert_ok(trial_init(t, four_point));
        size_t zero = 0, positive = 0, negative = 0;
        for (size_t k = 0; k < 400; k++) {
            const double *v = trial_steps(t, 1), away = v[4] - v[3];
            const double want = square ? away : fmax(0.25 + away, 0);
            assert_near(*pesg->iterate(t->state).y, want, 1e-15);
            zero += want == 0;
            positive += want > 0;
            negative += want < 0;
        }
        assert_true(square ? negative > 0 : zero > 0 && positive > 0);
        lf_parameters_free(&params);
    }
}

static void test_counts(void **unused) {
    (void)unused;
    const toy problem = toy_pass(0.1);
    trial *t = trial_start(pesg, &problem, 1, x0, "B=3,horizon=8");
    trial_steps(t, 17);
    assert_int_equal(trial_count(t, "gradient.objective"), 51);
    assert_int_equal(trial_count(t, "samples.objective"), 51);
    assert_int_equal(trial_count(t, "value.objective"), 0);
}

static void test_resumes(void **unused) {
    (void)unused;
    for (size_t before = 0; before < 12; before++)
        assert_resumes(pesg, "B=4,horizon=10,beta=0.5,lambda0=0.1", before, 20);
}

/* Each stage ends where the pull to its reference lets it; references go to the answer. Too long a
 * step ends on the edge of both domains. */
static void test_limit(void **unused) {
    (void)unused;
    const toy problem = toy_pass(0.1);
    trial *t = trial_start(pesg, &problem, 1, x0,
                           "B=0,eta0=0.5,beta=1,lambda=0,lambda0=0.05,horizon=4000,decay=1");
    trial_steps(t, 2000);
    const double first = pass_distance(pesg->iterate(t->state));
    trial_steps(t, 1000);
    const double second = pass_distance(pesg->iterate(t->state));
    assert_true(first > 1e-3 && second < first / 5 && second > 1e-7);
    trial_steps(t, 1000);
    assert_true(pass_distance(pesg->iterate(t->state)) < second / 5);
    assert_on_edge(trial_start(pesg, &problem, 1, (double[2]){3, 4}, "eta0=1e6,clip=1e300"), true);
}

static void test_refusals(void **unused) {
    (void)unused;
    const toy problem = toy_pass(0);
    trial *t = trial_prepare(pesg, &problem, 1, "1e12", "dual=release", 1 << 20);
    assert_int_equal(trial_init(t, x0), LF_UNSUPPORTED);
    assert_non_null(strstr(lf_message(), "set dual=gradient"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_first_steps),      trial_test(test_equalities),
        trial_test(test_margin_is_square), trial_test(test_recursion),
        trial_test(test_release),          trial_test(test_counts),
        trial_test(test_resumes),          trial_test(test_limit),
        trial_test(test_refusals),         trial_test(test_start_in_domain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
