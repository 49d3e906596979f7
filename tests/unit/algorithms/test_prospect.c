/* Weights by rank against numbers of another program and by what makes them best; Prospect: first
 * steps and optimum of a problem worked out elsewhere, a recursion, counts, resume. */
#include "algorithms/group_minimax/parts/best_response.h"
#include "algorithms/group_minimax/parts/spectrum.h"
#include "circle.h"

extern const lf_algorithm lf_algorithm_prospect;
static const lf_algorithm *const prospect = &lf_algorithm_prospect;

static void test_weights(void **unused) {
    (void)unused;
    static const double v[4] = {3, 1, 2, 5};
    static const struct {
        lf_spectrum is;
        double n_nu, q[4];
    } cases[] = {
        {{LF_SPECTRUM_SUPERQUANTILE, .r = 0.375}, 4, {.2916666667, 0, .0416666667, .6666666667}},
        {{LF_SPECTRUM_SUPERQUANTILE, .r = 0.375}, 20, {.2625, .1625, .2125, .3625}},
        {{LF_SPECTRUM_SUPERQUANTILE, .r = 0.375}, 0, {1. / 3, 0, 0, 2. / 3}},
        {{LF_SPECTRUM_SUPERQUANTILE, .r = 0.1}, 0, {0, 0, 0, 1}},
        {{LF_SPECTRUM_SUPERQUANTILE, .r = 1}, 3, {.25, .25, .25, .25}},
        {{LF_SPECTRUM_EXTREMILE, .b = 2}, 0, {.3125, .0625, .1875, .4375}},
        {{LF_SPECTRUM_EXTREMILE, .b = 2}, 4, {.3125, .0625, .1875, .4375}},
        {{LF_SPECTRUM_ESRM, .g = 2}, 0, {.2760043447, .1015363241, .1674050973, .4550542339}}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        double sigma[4], q[4], room[8], sum = 0;
        size_t order[4] = {3, 0, 2, 1};
        lf_spectrum_fill(&cases[k].is, 4, sigma);
        lf_spectrum_weights(sigma, cases[k].n_nu, 4, v, q, order, room);
        for (size_t i = 0; i < 4; i++) {
            assert_near(q[i], cases[k].q[i], 1e-9);
            sum += sigma[i];
            if (i > 0) assert_true(v[order[i - 1]] < v[order[i]] && sigma[i - 1] <= sigma[i]);
        }
        assert_near(sum, 1, 1e-14);
    }
}

/* The superquantile of r without smoothing is CVaR's best response; of all the mass on the last it
 * is the chi-square penalty's with the same nu: losses with and without ties. */
static void test_same_as_best_response(void **unused) {
    (void)unused;
    enum { N = 60 };
    double sigma[N], q[N], want[N], v[N], room[2 * N];
    size_t order[N];
    for (size_t i = 0; i < N; i++)
        order[i] = i;
    for (size_t k = 0; k < 20; k++) {
        for (size_t i = 0; i < N; i++)
            v[i] = sin((double)(i * (k + 3)) + 0.5) + (k % 2 ? 0 : 0.01 * (double)i);
        const double r = 0.02 + 0.048 * (double)k, nu = 0.03 * (double)(k + 1);
        lf_spectrum_fill(&(lf_spectrum){LF_SPECTRUM_SUPERQUANTILE, .r = r}, N, sigma);
        lf_spectrum_weights(sigma, 0, N, v, q, order, room);
        lf_best_response(&(lf_risk){LF_RISK_CVAR, .r = r}, N, v, want, room);
        for (size_t i = 0; i < N; i++)
            assert_near(q[i], want[i], 1e-12);
        lf_spectrum_fill(&(lf_spectrum){LF_SPECTRUM_SUPERQUANTILE, .r = 1e-6}, N, sigma);
        lf_spectrum_weights(sigma, N * nu, N, v, q, order, room);
        lf_best_response(&(lf_risk){LF_RISK_CHI2, .nu = nu}, N, v, want, room);
        for (size_t i = 0; i < N; i++)
            assert_near(q[i], want[i], 1e-11);
    }
}

enum { ROWS = 4 };
static const double row_x[ROWS][2] = {{1, .5}, {-.5, 1}, {.25, -1}, {1, 1}};
static const double row_y[ROWS] = {1, -1, .5, 2};

typedef struct {
    lf_component group[ROWS];
    lf_outer identity;
} squares;

static lf_status squares_init(void *state, const void *params, lf_problem_info *info) {
    static const double x0[2] = {0};
    squares *s = state;
    (void)params;
    s->identity = (lf_outer){.kind = LF_OUTER_SUM, .p = 1, .scale = 1};
    for (size_t i = 0; i < ROWS; i++)
        s->group[i] = (lf_component){.outputs = 1,
                                     .samples = 1,
                                     .strata = 1,
                                     .stratum = {1},
                                     .outers = 1,
                                     .outer = &s->identity};
    *info = (lf_problem_info){.dim = 2, .x0 = x0, .data_name = "", .data_sha256 = ""};
    info->domain = (lf_domain){.kind = LF_DOMAIN_SPACE, .n = 2};
    info->domain_y = (lf_domain){LF_DOMAIN_SIMPLEX, ROWS, .upper = 1};
    info->role[LF_ROLE_INNER] = (lf_components){ROWS, s->group, 0, false};
    return LF_OK;
}

static lf_status squares_evaluate(void *state, const lf_samples *samples, const double *w,
                                  const double *y, double *g, double *grad) {
    const size_t i = samples->component;
    const double off = lf_vec_dot(2, row_x[i], w) - row_y[i];
    (void)state;
    if (g) *g = off * off / 2;
    if (grad) lf_vec_axpy(2, *y * off, row_x[i], grad);
    return LF_OK;
}

static const lf_problem_class squares_class = {.abi = LF_ABI,
                                               .name = "squares",
                                               .views = 1u << LF_VIEW_GROUP_MINIMAX,
                                               .state_size = sizeof(squares),
                                               .init = squares_init,
                                               .release = toy_release,
                                               .evaluate = squares_evaluate};

/* Rows 0 1 2 3 0 from w = 0: the numbers are those of another program. */
static void test_first_steps(void **unused) {
    (void)unused;
    static const size_t rows[5] = {0, 1, 2, 3, 0};
    const char *set = "spectrum=extremile,b=2,n_nu=2,mu=0.2,eta=0.1";
    size_t k = 0;
    uint64_t seed = 0;
    while (k < 5) { /* a seed that draws them; one in 1024 does */
        trial *stream = trial_problem_of(&squares_class, NULL, ++seed, "1e12");
        for (k = 0; k < 5 && (size_t)(4 * lf_oracle_uniform(stream->oracle)) == rows[k];)
            k++;
        trial_teardown(NULL);
    }
    trial *t = trial_start_of(prospect, &squares_class, NULL, seed, set);
    assert_near(trial_steps(t, 1)[0], 0, 0); /* the tables */
    assert_int_equal(trial_count(t, "value.inner"), 4);
    assert_int_equal(trial_count(t, "gradient.inner"), 4);
    const double *w = trial_steps(t, 5);
    assert_near(w[0], .4266277154, 1e-9);
    assert_near(w[1], .1907794589, 1e-9);
    assert_int_equal(trial_count(t, "value.inner"), 9);
    assert_int_equal(trial_count(t, "gradient.inner"), 9);
}

static void test_optimum(void **unused) {
    (void)unused;
    trial *t = trial_start_of(prospect, &squares_class, NULL, 3,
                              "spectrum=extremile,b=2,n_nu=2,mu=0.2,eta=0.05");
    const double *w = trial_steps(t, 20000);
    double sigma[4], l[4], q[4], room[8], F = 0.1 * lf_vec_dot(2, w, w);
    size_t order[4] = {0, 1, 2, 3};
    for (size_t i = 0; i < ROWS; i++)
        l[i] = pow(lf_vec_dot(2, row_x[i], w) - row_y[i], 2) / 2;
    lf_spectrum_fill(&(lf_spectrum){LF_SPECTRUM_EXTREMILE, .b = 2}, 4, sigma);
    lf_spectrum_weights(sigma, 2, 4, l, q, order, room);
    for (size_t i = 0; i < ROWS; i++)
        F += q[i] * l[i] - (q[i] - 0.25) * (q[i] - 0.25);
    assert_near(F, .263540210558, 1e-11);
    assert_near(w[0], 1.2169316069, 1e-9);
    assert_near(w[1], .0823612048, 1e-9);
}

/* The recursion with all sums made anew, on groups of several rows, in a ball, with a regulariser;
 * the problem's cap says which share counts. */
static void test_recursion(void **unused) {
    (void)unused;
    toy problem = toy_circle(0.1);
    problem.cap = 0.5; /* r = 2/3 */
    problem.regulariser = (lf_outer){.kind = LF_OUTER_SUM, .p = 2, .scale = 0.1};
    double w[2] = {1.5, -1}, l[3], g[3][2] = {{0}}, rho[3], lam[3], sigma[3], room[6];
    size_t order[3] = {0, 1, 2};
    lf_spectrum_fill(&(lf_spectrum){LF_SPECTRUM_SUPERQUANTILE, .r = 2. / 3}, 3, sigma);
    trial *t = trial_start(prospect, &problem, 3, w, "n_nu=0.7,eta=0.3,mu=0.1");
    trial *stream = trial_problem(&problem, 3, "1e12");
    for (size_t i = 0; i < 3; i++) {
        l[i] = circle_risk(i, w, circle_flat);
        circle_add_gradient(i, 1, w, g[i]);
    }
    lf_spectrum_weights(sigma, 0.7, 3, l, lam, order, room);
    memcpy(rho, lam, sizeof rho);
    trial_steps(t, 1);
    for (size_t k = 0; k < 60; k++) {
        const size_t i = (size_t)(3 * lf_oracle_uniform(stream->oracle));
        double v[2] = {0.1, 0.1}, fresh[2] = {0};
        circle_add_gradient(i, 1, w, fresh);
        for (size_t j = 0; j < 3; j++)
            lf_vec_axpy(2, rho[j], g[j], v);
        l[i] = circle_risk(i, w, circle_flat);
        for (size_t j = 0; j < 2; j++) {
            v[j] += 3 * lam[i] * fresh[j] - 3 * rho[i] * g[i][j];
            w[j] = (w[j] - 0.3 * v[j]) / 1.03;
            g[i][j] = fresh[j];
        }
        const double norm = lf_vec_norm(2, w);
        lf_vec_scale(2, norm > 2 ? 2 / norm : 1, w);
        rho[i] = lam[i];
        lf_spectrum_weights(sigma, 0.7, 3, l, lam, order, room);
        const double *got = trial_steps(t, 1);
        for (size_t j = 0; j < 2; j++)
            assert_near(got[j], w[j], 1e-12);
    }
}

static void test_resumes(void **unused) {
    (void)unused;
    const toy problem = toy_circle(0.1);
    const double x0[2] = {1, 1};
    for (size_t before = 0; before < 5; before++) {
        trial *a = trial_start(prospect, &problem, 7, x0, NULL);
        trial *b = trial_start(prospect, &problem, 7, x0, NULL);
        trial_steps(a, before);
        trial_assert_resumes(a, b, 10);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_weights),     trial_test(test_same_as_best_response),
        trial_test(test_first_steps), trial_test(test_optimum),
        trial_test(test_recursion),   trial_test(test_resumes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
