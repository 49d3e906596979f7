/* Stochastic Ghost: first steps, the recursion with models solved another way, its mean, inactive
 * constraints, the known answer, counts, resume, refusals. */
#include "disc.h"

extern const lf_algorithm lf_algorithm_ghost;
static const lf_algorithm *const ghost = &lf_algorithm_ghost;

/* By hand, the first: c = 1, J = (2, 2), kappa = 1/2 + [1 - 3.2]_+ / 2, d = (1, 0) - y (2, 2) with
 * <J, d> = -1/2, so that y = 5/16. Rows are alike: all four models are the same. */
static void test_first_steps(void **unused) {
    (void)unused;
    static const double want[DISC_STEPS][TOY_DIM] = {
        {1.1875, .6875}, {1.1521330394, .5880770228}, {1.0984078608, .5502297910}};
    disc_assert_steps(ghost, disc_start, "gamma=0.5,zeta=0", want);
    disc_assert_steps(ghost, disc_start, "gamma=0.5,zeta=0,L=0", want);
}

static void test_known_answer(void **unused) {
    (void)unused;
    const toy problem = toy_disc(0);
    trial *t = trial_start(ghost, &problem, 1, disc_start, "gamma=0.5,zeta=0");
    const double *x = trial_steps(t, 300);
    assert_near(lf_vec_distance(2, x, disc_answer), 0, 1e-12);
}

enum { D = TOY_DIM };

/* What a test sets, and the batches' values. */
typedef struct {
    double gamma, zeta, tau, beta, rho, lam, p0;
    size_t L;
} settings;

/* c + <J, d> at y, and d (D) */
static double model(const settings *p, const double *G, double c, const double *J, double y,
                    double *d) {
    for (size_t j = 0; j < D; j++) {
        d[j] = fmin(fmax(-(G[j] + y * J[j]) / p->tau, -p->beta), p->beta);
        c += J[j] * d[j];
    }
    return c;
}

/* d of a model: what y makes of c is linear between the y at which an entry of d comes to beta or
 * leaves it, so that it crosses kappa between two of these, or after the last. */
static void solve(const settings *p, const double *G, double c, const double *J, double *d) {
    double at[2 * D + 1] = {0}, length = 0;
    size_t n = 1;
    for (size_t j = 0; j < D; j++) {
        length += fabs(J[j]);
        for (int side = -1; side < 2; side += 2) {
            const double y = J[j] == 0 ? -1 : (side * p->beta * p->tau - G[j]) / J[j];
            if (y > 0) at[n++] = y;
        }
    }
    for (size_t a = 1; a < n; a++)
        for (size_t b = a; b > 1 && at[b] < at[b - 1]; b--) {
            const double swap = at[b];
            at[b] = at[b - 1];
            at[b - 1] = swap;
        }
    const double kappa = (1 - p->lam) * fmax(c, 0) + p->lam * fmax(c - p->rho * length, 0);
    double y = 0;
    if (model(p, G, c, J, 0, d) > kappa) {
        size_t k = 0;
        while (k + 1 < n && model(p, G, c, J, at[k + 1], d) > kappa)
            k++;
        const double from = at[k], to = k + 1 < n ? at[k + 1] : from + 1;
        const double high = model(p, G, c, J, from, d), low = model(p, G, c, J, to, d);
        y = from + (to - from) * (high - kappa) / (high - low);
    }
    model(p, G, c, J, y, d);
}

/* One batch of f and one of g; and what they say at x: g's own value and slope (D), outer function
 * not yet applied. */
typedef struct {
    lf_batch f, g;
    double G[D], z, J[D];
} sample;

static void draw(lf_oracle *o, lf_role role, size_t n, lf_batch *B) {
    const lf_component *of = lf_oracle_component(o, role, 0);
    assert_ok(n * of->strata < of->samples ? lf_oracle_draw(o, role, 0, n * of->strata, B)
                                           : lf_oracle_full(o, role, 0, B));
}

/* n samples of f, and n of each stratum of g */
static sample ask(lf_oracle *o, size_t n, const double *x) {
    const double one = 1;
    sample s = {0};
    draw(o, LF_ROLE_OBJECTIVE, n, &s.f);
    draw(o, LF_ROLE_CONSTRAINT, n, &s.g);
    assert_ok(lf_oracle_vjp(o, &s.f, x, &one, s.G));
    assert_ok(lf_oracle_value(o, &s.g, x, &s.z));
    assert_ok(lf_oracle_vjp(o, &s.g, x, &one, s.J));
    return s;
}

/* d (D) of the model at a sample, by the outer function of the constraint: z - shift or |z| - shift
 */
static void solve_at(const settings *p, lf_oracle *o, const sample *s, double *d) {
    const lf_outer *outer = lf_oracle_component(o, LF_ROLE_CONSTRAINT, 0)->outer;
    const bool gap = outer->kind == LF_OUTER_ABS;
    const double c = (gap ? fabs(s->z) : s->z) - outer->shift;
    double J[D];
    lf_vec_copy(D, s->J, J);
    lf_vec_scale(D, gap && s->z < 0 ? -1 : 1, J);
    solve(p, s->G, c, J, d);
}

/* step (D) <- d_0 + (d_3 - (d_1 + d_2)/2) / P(l), and how many samples a half had. */
static size_t step_of(const settings *p, lf_oracle *o, const double *x, double *step) {
    const double u = lf_oracle_uniform(o), level = floor(log(u) / log(1 - p->p0));
    const size_t l = level < (double)p->L ? (size_t)level : p->L, half = (size_t)1 << l;
    const double P = pow(1 - p->p0, (double)l) * (l < p->L ? p->p0 : 1);
    sample whole = {0};
    double d[D];
    const sample first = ask(o, 1, x);
    solve_at(p, o, &first, step);
    for (size_t h = 0; h < 2; h++) {
        const sample s = ask(o, half, x);
        solve_at(p, o, &s, d);
        lf_vec_axpy(D, -0.5 / P, d, step);
        lf_vec_axpy(D, 0.5, s.G, whole.G);
        lf_vec_axpy(D, 0.5, s.J, whole.J);
        whole.z += s.z / 2;
    }
    solve_at(p, o, &whole, d);
    lf_vec_axpy(D, 1 / P, d, step);
    return half;
}

/* Noisy rows, small beta, so that entries of d are cut; batches up to 32 where g has 10 rows. */
static void test_recursion(void **unused) {
    (void)unused;
    const settings p = {.gamma = 0.02,
                        .zeta = 0.4,
                        .tau = 0.8,
                        .beta = 1.5,
                        .rho = 0.3,
                        .lam = 0.7,
                        .p0 = 0.35,
                        .L = 4};
    const toy problem = toy_disc(0.3);
    trial *t = trial_start(ghost, &problem, 4, disc_start,
                           "gamma=0.02,zeta=0.4,tau=0.8,beta=1.5,rho=0.3,lam=0.7,p0=0.35,L=4");
    lf_oracle *o = trial_problem(&problem, 4, "1e12")->oracle;
    double x[D] = {1, 1};
    size_t samples = 0, most = 0, passes = 0;
    for (size_t k = 0; k < 200; k++) {
        double step[D];
        const size_t half = step_of(&p, o, x, step), n_g = half < 10 ? half : 10;
        lf_vec_axpy(D, p.gamma * pow((double)k + 1, -p.zeta), step, x);
        const double *got = trial_steps(t, 1);
        assert_near(got[0], x[0], 1e-10);
        assert_near(got[1], x[1], 1e-10);
        samples += 1 + 2 * half;
        passes += 1 + 2 * n_g;
        most = half > most ? half : most;
        assert_int_equal(trial_count(t, "gradient.objective"), samples);
        assert_int_equal(trial_count(t, "samples.objective"), samples);
        assert_int_equal(trial_count(t, "value.constraint"), passes);
        assert_int_equal(trial_count(t, "gradient.constraint"), 2 * passes - k - 1);
        assert_int_equal(trial_count(t, "samples.constraint"), passes);
    }
    assert_int_equal(most, 16);
}

/* The mean of `times` steps at a point, without moving, is that of the model of 4 samples where
 * L = 1: both within three standard errors of each other. One sample's model is another. */
static void assert_mean(const toy *problem, size_t times) {
    const settings p = {.tau = 1, .beta = 10, .rho = 0.8, .lam = 0.5, .p0 = 0.4, .L = 1};
    const double share = 1 / (double)times;
    lf_oracle *o = trial_problem(problem, 9, "1e12")->oracle;
    trial *t = trial_start(ghost, problem, 8, disc_start, "gamma=1e-9,zeta=0,p0=0.4,L=1");
    double mean[2][D] = {{0}}, square[D] = {0}, before[D] = {1, 1}, alone[D] = {0};
    for (size_t k = 0; k < times; k++) {
        double d[D];
        const sample s = ask(o, 4, disc_start), one = ask(o, 1, disc_start);
        solve_at(&p, o, &s, d);
        lf_vec_axpy(D, share, d, mean[0]);
        solve_at(&p, o, &one, d);
        lf_vec_axpy(D, share, d, alone);
        const double *x = trial_steps(t, 1);
        for (size_t j = 0; j < D; j++) {
            const double step = (x[j] - before[j]) / 1e-9;
            mean[1][j] += step * share;
            square[j] += step * step * share;
            before[j] = x[j];
        }
    }
    for (size_t j = 0; j < D; j++) {
        const double error = sqrt(square[j] * share);
        assert_near(mean[1][j], mean[0][j], 3 * error + 1e-4);
        assert_true(fabs(alone[j] - mean[0][j]) > 5 * error);
    }
}

static void test_mean(void **unused) {
    (void)unused;
    const toy problem = toy_disc(0.8);
    assert_mean(&problem, 40000);
}

/* A gap between two strata: batches have n samples of each. The slope is no round number, so that
 * no batch has a gap of exactly 0, where the absolute value has no gradient. */
static void test_mean_of_strata(void **unused) {
    (void)unused;
    toy problem = toy_disc(0.8);
    toy_map *gap = &problem.constraint[0];
    gap->is = toy_shape(1, 20, 20, 1);
    gap->curve = 0;
    gap->outer[0] = (lf_outer){LF_OUTER_ABS, 1, 1, 0.5};
    toy_fill(gap, 0, 1.0137, -0.5, 0, 0.8);
    assert_mean(&problem, 200000);
}

/* A constraint far away leaves -G / tau, cut to beta. */
static void test_inactive(void **unused) {
    (void)unused;
    toy problem = toy_disc(0);
    problem.constraint[0].outer[0].shift = 100;
    trial *t = trial_start(ghost, &problem, 1, disc_start, "gamma=0.1,zeta=0,tau=0.5");
    double x[D] = {1, 1};
    for (size_t k = 0; k < 20; k++) {
        const double *got = trial_steps(t, 1);
        for (size_t j = 0; j < D; j++) {
            x[j] -= 0.2 * (x[j] - (j ? 1 : 2));
            assert_near(got[j], x[j], 1e-13);
        }
    }
    t = trial_start(ghost, &problem, 1, disc_start, "gamma=0.1,zeta=0,beta=0.3,rho=0.3");
    assert_near(trial_steps(t, 1)[0], 1.03, 1e-14);
    const double far[2] = {4, -2};
    t = trial_start(ghost, &problem, 1, far, "gamma=0.1,zeta=0,beta=0.3,rho=0.3");
    assert_near(trial_steps(t, 1)[0], 3.97, 1e-14);
    assert_near(lf_algorithm_ghost.iterate(t->state).w[1], -1.97, 1e-14);
    problem.domain = (lf_domain){LF_DOMAIN_BALL, .n = 2, .radius = 0.5};
    t = trial_start(ghost, &problem, 1, disc_start, NULL);
    assert_near(lf_vec_norm(2, trial_steps(t, 1)), 0.5, 1e-15);
}

/* A gap between strata: its slope is that at the means of both halves, asked once more. */
static void test_nonlinear(void **unused) {
    (void)unused;
    toy problem = toy_corner();
    problem.constraint[0] = problem.constraint[1];
    problem.constraints = 1;
    problem.constraint[0].outer[0].shift = 0.5;
    const double x0[2] = {2, 1};
    trial *t = trial_start(ghost, &problem, 1, x0, "gamma=0.1");
    const double *x = trial_steps(t, 3000);
    assert_near(x[0] - x[1], 0.5, 0.1);
    assert_near(x[0] + x[1], 3, 0.2);
}

static void test_resumes(void **unused) {
    (void)unused;
    const toy problem = toy_disc(0.1);
    for (size_t before = 0; before < 4; before++) {
        trial *a = trial_start(ghost, &problem, 3, disc_start, NULL);
        trial *b = trial_start(ghost, &problem, 3, disc_start, NULL);
        trial_steps(a, before);
        trial_assert_resumes(a, b, 20);
    }
}

static void test_refusals(void **unused) {
    (void)unused;
    const toy two = toy_corner(), one = toy_disc(0);
    trial *t = trial_prepare(ghost, &two, 1, "1e12", NULL, 1 << 20);
    assert_int_equal(trial_init(t, disc_start), LF_UNSUPPORTED);
    assert_non_null(strstr(lf_message(), "one constraint"));
    t = trial_prepare(ghost, &one, 1, "1e12", "rho=2,beta=1", 1 << 20);
    assert_int_equal(trial_init(t, disc_start), LF_BAD_ARGUMENT);
    assert_non_null(strstr(lf_message(), "take rho=1"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_first_steps), trial_test(test_known_answer),   trial_test(test_recursion),
        trial_test(test_mean),        trial_test(test_mean_of_strata), trial_test(test_inactive),
        trial_test(test_nonlinear),   trial_test(test_resumes),        trial_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
