/* The global contrastive loss alone: values, slopes and metrics against plain sums and differences,
 * what a shared batch counts, and SogCLR's first step by hand. */
#include "fixture_problem.h"
#include "harness/run/run.h"
#include "plain_pairs.h"
#include "problems/continual/parts/contrast.h"
#include "scratch.h"
#include "trial.h"

extern const lf_problem_class lf_problem_contrastive;
extern const lf_algorithm lf_algorithm_soap;

/* 8 classes of 100 training rows. */
enum { N = 800, D = PLAIN_D };
#define SET "data=synthetic_small,k=5,temp=0.5"

/* The state begins with its pairs. */
static const lf_pairs *pairs_of(const lf_problem *p) {
    return p->state;
}

static void test_description(void **unused) {
    (void)unused;
    fixture_problem p = problem_open(&lf_problem_contrastive, SET);
    const lf_components *inner = &p.problem.info.role[LF_ROLE_INNER];
    const lf_component *last = &inner->component[N - 1];
    assert_int_equal(p.problem.info.dim, D);
    assert_int_equal(inner->count, N);
    assert_true(inner->shared && inner->always == 0);
    assert_int_equal(last->samples, N);
    assert_int_equal(last->outputs, 2);
    assert_int_equal(last->outers, 2);
    assert_near(last->outer[1].scale, 0.5, 0);
    assert_int_equal(p.problem.info.role[LF_ROLE_OBJECTIVE].count, 0);
    assert_int_equal(p.problem.info.parts, 2);
    assert_string_equal(p.problem.info.part[1].name, "test");
    assert_int_equal(p.problem.info.part[1].n, pairs_of(&p.problem)->task.n_rest);
    problem_close(&p);
    p = problem_open(&lf_problem_contrastive, SET ",towers=tanh,width=7");
    assert_int_equal(p.problem.info.dim, 7 * 33 + 7 * 33 + 2 * 5 * 7);
    problem_close(&p);
}

/* A pair on all samples and on a batch with repeats, its own row among them. */
static void test_pairs_by_hand(void **unused) {
    (void)unused;
    static const uint32_t id[] = {3, 3, 799, 17, 250};
    static const size_t five[] = {5};
    fixture_problem p = problem_open(&lf_problem_contrastive, SET);
    component_map map = map_of(&p.problem, LF_ROLE_INNER, 17);
    double w[D], u[2], want[2];
    table_point(3, D, 0.5, w);
    for (size_t k = 0; k < 2; k++) {
        if (k == 1) {
            map.samples.n = 5;
            map.samples.id = id;
            map.samples.per_stratum = five;
        }
        assert_ok(map.evaluate(map.state, &map.samples, w, NULL, u, NULL));
        plain_pair(pairs_of(&p.problem), w, 17, map.samples.n, map.samples.id, want);
        for (size_t j = 0; j < 2; j++)
            assert_near(u[j], want[j], 1e-12 * want[j]);
    }
    problem_close(&p);
}

static void test_gradients(void **unused) {
    (void)unused;
    static const char *const sets[] = {SET, SET ",towers=tanh,width=7,eps=0.1"};
    for (size_t k = 0; k < 2; k++) {
        fixture_problem p = problem_open(&lf_problem_contrastive, sets[k]);
        check_component(&p.problem, LF_ROLE_INNER, 0, MAP_KINKED, 7);
        check_component(&p.problem, LF_ROLE_INNER, N - 1, MAP_KINKED, 8);
        problem_close(&p);
    }
}

/* grad (dim) <- (1/n) sum_i J_i^T grad f_i(g_i(w)), one component after the other. */
static double mean_gradient(const lf_problem *p, const double *w, double *grad) {
    const lf_components *inner = &p->info.role[LF_ROLE_INNER];
    double F = 0;
    lf_vec_zero(p->info.dim, grad);
    for (size_t i = 0; i < inner->count; i++) {
        const lf_outer *f = inner->component[i].outer;
        double u[2], y[2];
        assert_ok(lf_problem_evaluate(p, LF_ROLE_INNER, i, w, NULL, u, NULL));
        for (size_t k = 0; k < 2; k++) {
            F += lf_outer_value(&f[k], &u[k]) / (double)inner->count;
            lf_outer_subgradient(&f[k], &u[k], &y[k]);
            y[k] /= (double)inner->count;
        }
        assert_ok(lf_problem_evaluate(p, LF_ROLE_INNER, i, w, y, NULL, grad));
    }
    return F;
}

/* F and the length of its gradient: as a method's mean, as printed, and by differences. */
static void test_metrics(void **unused) {
    (void)unused;
    static const char *const sets[] = {SET ",eps=0.1", SET ",towers=tanh,width=7"};
    for (size_t k = 0; k < 2; k++) {
        fixture_problem p = problem_open(&lf_problem_contrastive, sets[k]);
        const size_t d = p.problem.info.dim;
        double *w = calloc(d, sizeof *w), *grad = calloc(d, sizeof *grad), u[2], want = 0;
        table_point(6, d, 0.5, w);
        const double F = mean_gradient(&p.problem, w, grad), norm = lf_vec_norm(d, grad);
        assert_near(problem_metric(&p.problem, "F", w), F, 1e-12);
        assert_near(problem_metric(&p.problem, "gradient", w), norm, 1e-12);
        assert_true(norm > 1e-3);
        for (size_t i = 0; k == 0 && i < N; i++) {
            plain_pair(pairs_of(&p.problem), w, i, N, NULL, u);
            want += 0.5 * (log(0.1 + u[0]) + log(0.1 + u[1])) / N;
        }
        if (k == 0) assert_near(F, want, 1e-12);
        lf_vec_axpy(d, 1e-4 / norm, grad, w);
        const double more = problem_metric(&p.problem, "F", w);
        lf_vec_axpy(d, -2e-4 / norm, grad, w);
        const double less = problem_metric(&p.problem, "F", w);
        assert_near((more - less) / 2e-4, norm, 1e-6);
        free(w);
        free(grad);
        problem_close(&p);
    }
}

/* Shares of test rows told right, recounted. */
static void test_accuracy(void **unused) {
    (void)unused;
    fixture_problem p = problem_open(&lf_problem_contrastive, SET);
    const lf_pairs *pairs = pairs_of(&p.problem);
    const lf_task *task = &pairs->task;
    double w[D], right = 0;
    table_point(6, D, 0.5, w);
    for (size_t i = 0; i < task->n_rest; i++) {
        size_t best = 0;
        double most = -INFINITY;
        for (size_t c = 0; c < pairs->classes; c++) {
            const double s = plain_score(pairs, w, task->rest[i], c * LF_PAIRS_VARIANTS);
            if (s > most) best = c;
            most = fmax(most, s);
        }
        right += best == pairs->class->code[task->rest[i]];
    }
    assert_true(task->n_rest > 0 && right > 0);
    assert_near(problem_metric(&p.problem, "accuracy", w), right / (double)task->n_rest, 1e-12);
    problem_close(&p);
}

/* Where no class is the target, none is protected, and captions of all classes count. */
static void test_all_pairs(void **unused) {
    (void)unused;
    fixture_problem p = problem_open(&lf_problem_contrastive, SET);
    const lf_pairs *pairs = pairs_of(&p.problem);
    assert_int_equal(pairs->n_target, N);
    assert_int_equal(pairs->n_other + pairs->m, 0);
    assert_int_equal(pairs->targets, 8);
    for (size_t i = 0; i < N; i++)
        assert_int_equal(pairs->target_at[i], i);
    problem_close(&p);
}

/* SogCLR is SOAP on this problem: its first step is minus eta times the mean, over the pairs of the
 * batch, of temp grad log(eps + u), u the pair's means over the batch. */
static void test_shared_batch(void **unused) {
    (void)unused;
    enum { B = 6 };
    lf_parameters params;
    assert_ok(lf_parameters_create(lf_problem_contrastive.params,
                                   lf_problem_contrastive.params_size, SET, "contrastive",
                                   &params));
    trial *t = trial_start_of(&lf_algorithm_soap, &lf_problem_contrastive, params.values, 5,
                              "eta=0.3,gam=1,beta=1,B=6");
    trial *twin = trial_problem_of(&lf_problem_contrastive, params.values, 5, "1e12");
    const double *w = twin->problem.info.x0;
    double G[D] = {0}, u[2], y[2];
    size_t number[B], members = 0;
    uint32_t id[B];
    const size_t six[] = {B};
    lf_batch b;
    assert_ok(lf_oracle_draw(twin->oracle, LF_ROLE_INNER, 0, B, &b));
    for (size_t k = 0; k < B; k++) {
        assert_ok(lf_oracle_sample_number(twin->oracle, &b, k, &number[k]));
        id[k] = (uint32_t)number[k];
    }
    for (size_t k = 0; k < B; k++) {
        bool first = true;
        for (size_t j = 0; j < k; j++)
            first = first && number[j] != number[k];
        if (!first) continue;
        component_map map = map_of(&twin->problem, LF_ROLE_INNER, number[k]);
        map.samples.n = B;
        map.samples.id = id;
        map.samples.per_stratum = six;
        plain_pair(pairs_of(&twin->problem), w, number[k], B, id, u);
        for (size_t j = 0; j < 2; j++)
            y[j] = 0.5 / (1e-14 + u[j]);
        assert_ok(map.evaluate(map.state, &map.samples, w, y, NULL, G));
        members++;
    }
    const double *got = trial_steps(t, 1);
    for (size_t j = 0; j < D; j++)
        assert_near(got[j], w[j] - 0.3 * G[j] / (double)members, 1e-12);
    assert_int_equal(trial_count(t, "samples.inner"), B);
    assert_int_equal(trial_count(t, "value.inner"), members * B);
    assert_int_equal(trial_count(t, "gradient.inner"), members * B);
    lf_parameters_free(&params);
}

/* 200 steps lower F; the same start for the same seed alone. */
static void test_learns(void **unused) {
    (void)unused;
    const lf_run_spec spec = {.problem = (char *)"contrastive:data=synthetic_small,k=5,temp=0.5",
                              .algorithm = (char *)"soap:B=32,eta=0.01,update=adam",
                              .budget = (char *)"200:steps",
                              .checkpoints = 1};
    lf_record record;
    lf_run_execute(&spec, 0, NULL, &record);
    const size_t last = record.points - 1;
    assert_string_equal(record.cause, "budget spent");
    assert_true(lf_record_value(&record, last, "F") < lf_record_value(&record, 0, "F") - 0.3);
    lf_record_clear(&record);
    double first[D];
    for (size_t k = 0; k < 3; k++) {
        fixture_problem p = problem_open(&lf_problem_contrastive, k < 2 ? SET : SET ",init_seed=1");
        const double *x0 = p.problem.info.x0;
        if (k == 0) memcpy(first, x0, sizeof first);
        for (size_t j = 0; j < D; j += D / 2) /* images, captions */
            assert_true((memcmp(first + j, x0 + j, D / 2 * sizeof *x0) == 0) == (k < 2));
        assert_true(memcmp(x0, x0 + D / 2, D / 2 * sizeof *x0) != 0);
        problem_close(&p);
    }
}

static void test_refusals(void **unused) {
    (void)unused;
    lf_parameters params;
    lf_problem problem;
    assert_ok(lf_parameters_create(lf_problem_contrastive.params,
                                   lf_problem_contrastive.params_size,
                                   "data=synthetic_small,classes=race", "contrastive", &params));
    assert_int_equal(lf_problem_create(&lf_problem_contrastive, params.values, &problem),
                     LF_NOT_FOUND);
    assert_non_null(strstr(lf_message(), "no attribute \"race\""));
    lf_parameters_free(&params);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_description),  trial_test(test_pairs_by_hand), trial_test(test_gradients),
        trial_test(test_metrics),      trial_test(test_accuracy),      trial_test(test_all_pairs),
        trial_test(test_shared_batch), trial_test(test_learns),        trial_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, scratch_setup, scratch_teardown);
}
