/* SOAP: the recursion beside one on pairs of scores, where u starts, what one batch of gam = 1
 * means, counts, resume, refusals, and that precision grows. */
#include "coupled.h"
#include "difference.h"
#include "precision_rows.h"
#include "problems/auc/parts/auc_view.h"
#include "scratch.h"
#include "trial.h"

extern const lf_algorithm lf_algorithm_soap;
extern const lf_problem_class lf_problem_average_precision;
static const lf_algorithm *const soap = &lf_algorithm_soap;
static lf_parameters params;

enum { MOST = 64, D = 64, ROWS = 4096 };

/* On the problem with these parameters. */
static trial *open_trial(const char *problem, uint64_t seed) {
    lf_parameters_free(&params);
    assert_ok(lf_parameters_create(lf_problem_average_precision.params,
                                   lf_problem_average_precision.params_size, problem,
                                   "average_precision", &params));
    return trial_problem_of(&lf_problem_average_precision, params.values, seed, "1e12");
}

static trial *start(const char *problem, const char *set, uint64_t seed) {
    trial *t = trial_equip(open_trial(problem, seed), soap, set, 1 << 22);
    assert_ok(trial_init(t, t->problem.info.x0));
    return t;
}

/* Rows of the next batch of the stream: their numbers, h, y and weights at w. */
static precision_rows draw_rows(trial *twin, size_t B, const double *w, size_t *number) {
    static double h[MOST], y[MOST], weight[MOST];
    const lf_auc *auc = twin->problem.state;
    const lf_component *c = lf_oracle_component(twin->oracle, LF_ROLE_INNER, 0);
    const lf_model *model = &auc->classes.task.model;
    lf_batch b;
    assert_ok(lf_oracle_draw(twin->oracle, LF_ROLE_INNER, 0, B, &b));
    for (size_t k = 0; k < B; k++) {
        double s;
        assert_ok(lf_oracle_sample_number(twin->oracle, &b, k, &number[k]));
        const lf_rows row = {.n = 1, .row = &auc->train.row[number[k]]};
        assert_ok(model->is->scores(model, &row, w, &s));
        h[k] = 1 / (1 + exp(-s));
        y[k] = number[k] >= c->stratum[0] ? 1 : -1;
        weight[k] = 1 / (double)B; /* half of the batch is positive, weights=batch */
    }
    return (precision_rows){B, h, y, weight, 0.6};
}

/* g (d) += sum_k dh_k dh_k/dw */
static void back(trial *twin, size_t B, const size_t *number, const precision_rows *r,
                 const double *dh, const double *w, double *g) {
    const lf_auc *auc = twin->problem.state;
    const lf_model *model = &auc->classes.task.model;
    for (size_t k = 0; k < B; k++) {
        const lf_rows row = {.n = 1, .row = &auc->train.row[number[k]]};
        const double ds = dh[k] * r->h[k] * (1 - r->h[k]);
        assert_ok(model->is->backward(model, &row, w, &ds, g));
    }
}

/* Momentum beta = 0.4 and decay; u as of the start. */
static void follow(double gam, bool zero) {
    enum { B = 40, STEPS = 40 };
    const char *set =
        trial_text("eta=2,gam=%g,B=40,beta=0.4,wd=0.01,start=%s", gam, zero ? "zero" : "first");
    trial *t = start("split=random,train=0.1,weights=batch,margin=0.6", set, 3);
    trial *twin = trial_problem_of(&lf_problem_average_precision, params.values, 3, "1e12");
    const size_t d = twin->problem.info.dim;
    const size_t before = lf_oracle_component(twin->oracle, LF_ROLE_INNER, 0)->stratum[0];
    double w[D] = {0}, v[D] = {0};
    double(*u)[2] = calloc(ROWS, sizeof *u);
    bool *known = calloc(ROWS, sizeof *known);
    size_t twice = 0, again = 0, pairs = 0;
    for (size_t step = 0; step < STEPS; step++) {
        size_t number[B], members = 0;
        double dh[B] = {0}, G[D] = {0};
        const precision_rows r = draw_rows(twin, B, w, number);
        for (size_t k = 0; k < B; k++) {
            bool first = number[k] >= before;
            for (size_t j = 0; j < k; j++)
                first = first && number[j] != number[k];
            twice += number[k] >= before && !first;
            members += first;
            if (!first) continue;
            const size_t i = number[k] - before;
            double c[2], y[2];
            precision_inner(&r, r.h[k], c);
            const double share = known[i] || zero ? gam : 1;
            again += known[i];
            known[i] = true;
            for (size_t a = 0; a < 2; a++)
                u[i][a] = (1 - share) * u[i][a] + share * c[a];
            precision_outer(u[i], y);
            dh[k] += precision_slopes(&r, r.h[k], y, 1, dh);
        }
        back(twin, B, number, &r, dh, w, G);
        for (size_t j = 0; j < d; j++) {
            v[j] = 0.6 * v[j] + 0.4 * (G[j] / (double)members + 0.01 * w[j]);
            w[j] -= 2 * v[j];
        }
        const double *got = trial_steps(t, 1);
        for (size_t j = 0; j < d; j++)
            assert_near(got[j], w[j], 1e-10);
        pairs += members * B;
        assert_int_equal(trial_count(t, "value.inner"), pairs);
        assert_int_equal(trial_count(t, "gradient.inner"), pairs);
        assert_int_equal(trial_count(t, "samples.inner"), (step + 1) * B);
    }
    assert_true(twice > 0 && again > 5 && known[0]);
    free(u);
    free(known);
}

static void test_recursion(void **unused) {
    (void)unused;
    follow(1, false);
    follow(0.3, false);
    follow(0.3, true);
}

/* With gam = 1 the first step is the gradient of the batch's own -(1/B+) sum c_1 / c_2. */
static void test_batch_surrogate(void **unused) {
    (void)unused;
    enum { B = 24 };
    trial *t = start("keep=0.1,weights=batch,margin=0.6", "eta=1,gam=1,B=24,beta=1", 1);
    const double *w = trial_steps(t, 1);
    const size_t d = t->problem.info.dim;
    double step[D], value[2];
    for (size_t j = 0; j < d; j++)
        step[j] = -w[j];
    for (int side = 0; side < 2; side++) {
        trial *twin = trial_problem_of(&lf_problem_average_precision, params.values, 1, "1e12");
        double at[D];
        size_t number[B], members = 0;
        for (size_t j = 0; j < d; j++)
            at[j] = (side ? -1e-5 : 1e-5) * step[j];
        const precision_rows r = draw_rows(twin, B, at, number);
        value[side] = 0;
        for (size_t k = 0; k < B; k++) {
            bool first = r.y[k] > 0;
            for (size_t j = 0; j < k; j++)
                first = first && number[j] != number[k];
            double c[2];
            precision_inner(&r, r.h[k], c);
            value[side] -= first ? c[0] / c[1] : 0;
            members += first;
        }
        value[side] /= (double)members;
    }
    assert_near((value[0] - value[1]) / 2e-5, lf_vec_dot(d, step, step), 1e-8);
}

/* An objective beside the components: B of its samples, whose slope is not divided by |S|. All
 * components have the same slope g' = a_i here, u = g as gam = 1, and S is what was drawn, the
 * first sample too: in some draw its component comes but once. */
static void check_objective(uint64_t seed, bool *once) {
    const toy problem = coupled_rows_alike(0);
    const double x0[2] = {0.3, 0.2};
    trial *t = trial_start(soap, &problem, seed, x0, "eta=0.1,gam=1,beta=1,B=3");
    trial *twin = trial_problem(&problem, seed, "1e12");
    double G[2] = {0};
    bool met[COUPLED_N] = {false};
    size_t members = 0, number[3];
    lf_batch b;
    assert_ok(lf_oracle_draw(twin->oracle, LF_ROLE_INNER, 0, 3, &b));
    for (size_t k = 0; k < 3; k++) {
        assert_ok(lf_oracle_sample_number(twin->oracle, &b, k, &number[k]));
        const size_t i = number[k];
        if (met[i]) continue;
        met[i] = true;
        members++;
        const double h = coupled_inner(i, x0);
        lf_vec_axpy(2, 4 * fmax(h, 0), coupled_A[i], G); /* of 2 [h]_+^2 */
    }
    *once |= number[0] != number[1] && number[0] != number[2];
    const double *w = trial_steps(t, 1);
    for (size_t j = 0; j < 2; j++)
        assert_near(w[j], x0[j] - 0.1 * (G[j] / (double)members + x0[j] + (j ? 1 : -1)), 1e-13);
    assert_int_equal(trial_count(t, "gradient.objective"), 3);
    trial_teardown(NULL);
}

static void test_objective(void **unused) {
    (void)unused;
    bool once = false;
    for (uint64_t seed = 1; seed <= 8; seed++)
        check_objective(seed, &once);
    assert_true(once);
}

/* A problem with a regulariser r(w) = (w_0 + w_1 + ..) / 10 and a ball: both act in a step. */
static void test_regulariser_and_domain(void **unused) {
    (void)unused;
    static lf_outer sum = {.kind = LF_OUTER_SUM, .scale = 0.1};
    double w[3][D];
    for (size_t k = 0; k < 3; k++) {
        trial *t = open_trial("keep=0.1", 1);
        lf_problem_info *info = &t->problem.info;
        sum.p = info->dim;
        if (k > 0) info->regulariser = &sum;
        if (k > 1) info->domain = (lf_domain){LF_DOMAIN_BALL, .n = info->dim, .radius = 1e-3};
        trial_tell(t);
        trial_equip(t, soap, "eta=1,beta=1", 1 << 22);
        assert_ok(trial_init(t, info->x0));
        lf_vec_copy(info->dim, trial_steps(t, 1), w[k]);
        if (k == 1) assert_near(w[1][0] - w[0][0], -0.1, 1e-14);
        if (k == 2) assert_near(lf_vec_norm(info->dim, w[2]), 1e-3, 1e-15);
    }
}

static void test_resumes(void **unused) {
    (void)unused;
    for (size_t before = 0; before < 6; before++) {
        trial *a = start("keep=0.1", "B=10,gam=0.5,update=adam", 7);
        trial *b =
            trial_equip(trial_problem_of(&lf_problem_average_precision, params.values, 7, "1e12"),
                        soap, "B=10,gam=0.5,update=adam", 1 << 22);
        assert_ok(trial_init(b, b->problem.info.x0));
        trial_steps(a, before);
        trial_assert_resumes(a, b, 10);
        trial_teardown(NULL);
    }
}

/* The surrogate on all rows, at the start and after 400 steps. */
static double surrogate(trial *t, const double *w) {
    const lf_components *all = &t->problem.info.role[LF_ROLE_INNER];
    double sum = 0;
    for (size_t i = 0; i < all->count; i++) {
        double g[2];
        assert_ok(lf_problem_evaluate(&t->problem, LF_ROLE_INNER, i, w, NULL, g, NULL));
        sum -= g[0] / g[1];
    }
    return sum / (double)all->count;
}

static void test_descends(void **unused) {
    (void)unused;
    trial *t = start("keep=0.3", "eta=0.01,update=adam", 2);
    const double from = surrogate(t, t->problem.info.x0);
    assert_true(surrogate(t, trial_steps(t, 400)) < from - 0.05);
}

/* Components that are not rows of one table, for either reason, or of other rows, as those of
 * partial AUC in both forms; or f has a kink. */
static void test_refusals(void **unused) {
    (void)unused;
    toy apart = coupled_rows_alike(0), longer = coupled_rows_alike(0);
    toy kinked = coupled_rows_alike(0), others = coupled_rows_alike(0);
    toy moved = coupled_rows_linear(0);
    apart.shared = false;
    kinked.constraint[1].outer[0].penalty = LF_PENALTY_HINGE;
    for (size_t i = 0; i < COUPLED_N; i++) {
        longer.constraint[i].is = toy_shape(1, COUPLED_N + 1, 0, 1);
        others.constraint[i].outer[0] = (lf_outer){LF_OUTER_LOG, 1, 1, 0, .level = 9};
    }
    const toy *const problems[] = {&apart, &longer, &others, &moved, &kinked};
    const double x0[2] = {0};
    for (size_t k = 0; k < 5; k++) {
        trial *t = trial_prepare(soap, problems[k], 1, "1e12", NULL, 1 << 20);
        assert_int_equal(trial_init(t, x0), LF_UNSUPPORTED);
        assert_non_null(strstr(lf_message(), k < 4 ? "average_precision" : "kink"));
    }
}

static int setup(void **state) {
    if (scratch_setup(state)) return -1;
    return setenv("XDG_CACHE_HOME", *state, 1);
}

static int teardown(void **state) {
    lf_parameters_free(&params);
    return scratch_teardown(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_recursion), trial_test(test_batch_surrogate),
        trial_test(test_objective), trial_test(test_regulariser_and_domain),
        trial_test(test_resumes),   trial_test(test_descends),
        trial_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
