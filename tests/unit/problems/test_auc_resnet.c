/* The problem auc with model=resnet20, on a few made images: its slopes, what moves its statistics,
 * what it is judged by, what it refuses. */
#include <string.h>

#include <levelfield/vector.h>

#include "image_auc.h"
#include "naive_resnet.h"
#include "oracle/oracle.h"
#include "problems/auc/parts/images.h"
#include "scratch.h"

enum { BATCH = 4, DIM = 269072 + 65 };
#define SMALL "model=resnet20,batch=4"

static lf_problem_class images;

static lf_oracle *oracle_of(const lf_problem *problem, const char *budget_text) {
    const lf_cost_scope scope = lf_cost_scope_of(&problem->info);
    lf_budget budget;
    lf_oracle *o;
    assert_ok(lf_budget_parse(budget_text, &scope, &budget));
    assert_ok(lf_oracle_create(problem, 3, &budget, &o));
    return o;
}

static uint64_t count(const lf_oracle *o, lf_evaluation kind) {
    return lf_oracle_meter(o)->count[LF_COUNTER_EVALUATION(kind, LF_ROLE_OBJECTIVE)];
}

/* F and the cross-entropy of these samples at (v, alpha), the network's scores in doubles. */
static void reference(const image_auc_state *s, const lf_resnet20_params *params,
                      const uint32_t *id, const double *v, double alpha, double value[2]) {
    static float x[BATCH * LF_RESNET20_IMAGE];
    static naive_net net;
    const double p = (double)s->auc.classes.positives / IMAGE_TRAIN;
    double score[BATCH];
    net = (naive_net){.params = params, .outputs = 1};
    resnet_shape_fill(1, &net.shape);
    for (size_t i = 0; i < BATCH; i++)
        lf_image_standardise(LF_RESNET20_IMAGE, s->pixel + id[i] * (size_t)LF_RESNET20_IMAGE,
                             x + i * LF_RESNET20_IMAGE);
    naive_scores(&net, BATCH, x, v, score);
    value[0] = -p * (1 - p) * alpha * alpha;
    value[1] = 0;
    for (size_t i = 0; i < BATCH; i++) {
        const double y = s->sign[id[i]], h = 1 / (1 + exp(-score[i]));
        const double off = h - (y > 0 ? v[DIM] : v[DIM + 1]), weight = y > 0 ? 1 - p : p;
        value[0] += weight * (off * off - 2 * y * (1 + alpha) * h) / BATCH;
        value[1] += log1p(exp(-y * score[i])) / BATCH;
    }
}

/* Slopes of both along u, which moves everything: ELU is smooth, so that floats are all that is
 * left of an error, 2e-5 of |grad| at most for the network alone. */
static void test_slopes(void **state) {
    (void)state;
    fixture_problem f =
        problem_open(&images, SMALL ",activation=elu,shortcut=avgpool,bn_eps=1e-5,init_seed=4");
    const image_auc_state *s = f.problem.state;
    const lf_resnet20_params params = {.activation = LF_RESNET20_ELU,
                                       .shortcut = LF_RESNET20_AVGPOOL,
                                       .bn_eps = 1e-5,
                                       .init_seed = 4};
    const uint32_t id[BATCH] = {4, 9, 30, 16};
    const size_t n = BATCH, d = DIM + 2;
    const lf_samples samples = {.n = BATCH, .id = id, .per_stratum = &n};
    double *v = calloc(5 * d, sizeof *v), *u = v + d, *grad = v + 2 * d, *own = v + 3 * d;
    double *at = v + 4 * d, value[2][2], slope = 0, g;
    const double alpha = 0.3, u_alpha = 0.7, step = 1e-6, one = 1;
    lf_vec_copy(d, f.problem.info.x0, v);
    v[DIM] = 0.4;
    v[DIM + 1] = -0.2;
    table_point(5, d, 1, u);
    assert_ok(images.saddle(f.problem.state, &samples, v, &alpha, grad, &slope));
    assert_ok(images.evaluate(f.problem.state, &samples, v, &one, &g, own));
    for (int side = 0; side < 2; side++) {
        lf_vec_copy(d, v, at);
        lf_vec_axpy(d, side ? -step : step, u, at);
        reference(s, &params, id, at, alpha + (side ? -step : step) * u_alpha, value[side]);
    }
    assert_near((value[0][0] - value[1][0]) / (2 * step), lf_vec_dot(d, grad, u) + slope * u_alpha,
                2e-5 * lf_vec_norm(d, grad));
    assert_near((value[0][1] - value[1][1]) / (2 * step), lf_vec_dot(d, own, u),
                2e-5 * lf_vec_norm(d, own));
    assert_near(g, (value[0][1] + value[1][1]) / 2, 1e-5);
    assert_true(own[DIM] == 0 && own[DIM + 1] == 0);
    assert_true(lf_vec_norm(DIM, grad) > 0.01 && lf_vec_norm(DIM, own) > 0.01);
    free(v);
    problem_close(&f);
}

/* Running statistics move with the first training question about a draw and with no other one. */
static void test_what_moves_statistics(void **state) {
    (void)state;
    fixture_problem f = problem_open(&images, SMALL ",augment=crop_flip");
    lf_oracle *o = oracle_of(&f.problem, "1e6");
    const size_t d = DIM + 2, bytes = LF_RESNET20_RUNNING * sizeof(double);
    const double *running = image_auc_running(&f.problem);
    double *grad = calloc(2 * d, sizeof *grad), *first = grad + d, *before = malloc(bytes);
    const double *v = f.problem.info.x0, alpha = 0, one = 1;
    double slope = 0, g, response;
    lf_batch batch, next, many, all;
    memcpy(before, running, bytes);
    assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, BATCH, &batch));
    assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, BATCH, &next));
    assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, 24, &many));
    assert_ok(lf_oracle_full(o, LF_ROLE_OBJECTIVE, 0, &all));
    assert_ok(lf_oracle_respond(o, &many, v, &response));
    assert_ok(lf_oracle_value(o, &all, v, &g));
    assert_memory_equal(before, running, bytes);
    assert_ok(lf_oracle_saddle(o, &batch, v, &alpha, first, &slope));
    assert_memory_not_equal(before, running, bytes);
    memcpy(before, running, bytes);
    for (int k = 0; k < 2; k++) { /* the same again, and at another point */
        lf_vec_zero(d, grad);
        assert_ok(lf_oracle_saddle(o, &batch, k ? first : v, &alpha, grad, &slope));
        assert_int_equal(memcmp(grad, first, d * sizeof *grad) == 0, k == 0);
    }
    assert_ok(lf_oracle_value_vjp(o, &batch, v, &one, &g, grad));
    assert_memory_equal(before, running, bytes);
    assert_ok(lf_oracle_vjp(o, &next, v, &one, grad));
    assert_memory_not_equal(before, running, bytes);
    assert_int_equal(count(o, LF_EVALUATION_GRADIENT), 5 * BATCH);
    assert_int_equal(count(o, LF_EVALUATION_VALUE), 24 + IMAGE_TRAIN + BATCH);
    free(grad);
    free(before);
    lf_oracle_free(o);
    problem_close(&f);
}

/* Scores of rows alone, by the model. */
static void scores_of(const lf_problem *problem, size_t n, const uint32_t *row, const double *w,
                      double *s) {
    const lf_model *model = &((const lf_auc *)problem->state)->classes.task.model;
    assert_ok(model->is->scores(model, &(lf_rows){.n = n, .row = row}, w, s));
}

/* A response and full batches are of rows alone: mean h of negative samples less that of positive
 * ones, whether they were drawn or not; and the mean of log(1 + exp(-y s)). */
static void test_rows_alone(void **state) {
    (void)state;
    fixture_problem f = problem_open(&images, SMALL ",augment=crop_flip,judge=0");
    const image_auc_state *p = f.problem.state;
    const size_t n = IMAGE_TRAIN;
    const double *v = f.problem.info.x0;
    double s[IMAGE_TRAIN], mean[2] = {0}, ce = 0, alpha, g;
    lf_samples samples = {.n = n, .per_stratum = &n, .draw = LF_DRAW_FULL};
    scores_of(&f.problem, n, p->row, v, s);
    for (size_t i = 0; i < n; i++) {
        const bool positive = p->sign[i] > 0;
        mean[positive] += 1 / (1 + exp(-s[i])) / (positive ? 0.75 * (double)n : 0.25 * (double)n);
        ce += log1p(exp(-p->sign[i] * s[i])) / (double)n;
    }
    assert_ok(images.evaluate(f.problem.state, &samples, v, NULL, &g, NULL));
    assert_near(g, ce, 1e-12);
    assert_near(problem_metric(&f.problem, "ce", v), ce, 1e-12);
    for (int drawn = 0; drawn < 2; drawn++) {
        samples.id = drawn ? p->row : NULL;
        assert_ok(images.respond(f.problem.state, &samples, v, &alpha));
        assert_near(alpha, mean[0] - mean[1], 1e-12);
    }
    problem_close(&f);
}

/* A point is judged anew when the statistics have moved. */
static void test_judged_anew(void **state) {
    (void)state;
    fixture_problem f = problem_open(&images, SMALL);
    lf_oracle *o = oracle_of(&f.problem, "1e6");
    const double *v = f.problem.info.x0, one = 1;
    const image_auc_state *p = f.problem.state;
    const uint32_t *row = p->auc.classes.row[LF_PART_TRAIN];
    double *grad = calloc(DIM + 2, sizeof *grad), ce[2] = {0}, s[IMAGE_TRAIN];
    lf_batch batch;
    for (int k = 0; k < 2; k++) {
        double want = 0;
        ce[k] = problem_metric(&f.problem, "ce", v);
        scores_of(&f.problem, IMAGE_TRAIN, row, v, s);
        for (size_t i = 0; i < IMAGE_TRAIN; i++)
            want += log1p(exp(-p->sign[row[i]] * s[i])) / IMAGE_TRAIN;
        assert_near(ce[k], want, 1e-12);
        assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, BATCH, &batch));
        assert_ok(lf_oracle_vjp(o, &batch, v, &one, grad));
    }
    assert_true(ce[0] != ce[1]);
    free(grad);
    lf_oracle_free(o);
    problem_close(&f);
}

/* Some rows of each part: `judge` of training and held-out rows, `judge_test` of the others. */
static void test_judged_rows(void **state) {
    (void)state;
    fixture_problem f = problem_open(&images, SMALL ",judge=12,judge_test=8");
    const lf_auc_judge *judge = f.problem.state;
    const double *v = f.problem.info.x0;
    double s[12], ce = 0;
    assert_int_equal(judge->rows.n[LF_PART_TRAIN], 12);
    assert_int_equal(judge->rows.n[LF_PART_VALIDATION], IMAGE_HELD);
    assert_int_equal(judge->rows.n[LF_PART_TEST], 8);
    scores_of(&f.problem, 12, judge->rows.row[LF_PART_TRAIN], v, s);
    for (size_t i = 0; i < 12; i++)
        ce += log1p(exp(-judge->classes->sign[judge->rows.row[LF_PART_TRAIN][i]] * s[i])) / 12;
    assert_near(problem_metric(&f.problem, "ce", v), ce, 1e-12);
    assert_in_range(1e6 * problem_metric(&f.problem, "auc_test", v), 0, 1000000);
    problem_close(&f);
}

static void refused(const lf_problem_class *is, const char *assignments, lf_status status,
                    const char *word) {
    lf_parameters parameters;
    lf_problem problem;
    assert_ok(
        lf_parameters_create(is->params, is->params_size, assignments, is->name, &parameters));
    assert_int_equal(lf_problem_create(is, parameters.values, &problem), status);
    if (!strstr(lf_message(), word)) print_error("message: %s\n", lf_message());
    assert_non_null(strstr(lf_message(), word));
    lf_parameters_free(&parameters);
}

static void test_refusals(void **state) {
    (void)state;
    refused(&images, SMALL ",activation=tanh", LF_BAD_ARGUMENT, "set relu or elu");
    refused(&images, SMALL ",score=raw", LF_BAD_ARGUMENT, "set model=linear");
    refused(&lf_problem_auc, "model=mlp,activation=elu", LF_BAD_ARGUMENT, "set relu or tanh");
    refused(&lf_problem_auc, SMALL, LF_BAD_INPUT, "3 x 32 x 32");
    refused(&images, SMALL ",bn_recal=3", LF_BAD_ARGUMENT, "set bn_recal=4 or more");
    refused(&images, SMALL ",bn_recal=8,bn_decay=1", LF_BAD_ARGUMENT, "set bn_decay=0.9");
    fixture_problem f = problem_open(&images, SMALL);
    lf_oracle *o = oracle_of(&f.problem, "1e6");
    const double *v = f.problem.info.x0, alpha = 0;
    double *grad = calloc(DIM + 2, sizeof *grad), slope = 0;
    lf_batch batch;
    assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, 5, &batch));
    assert_int_equal(lf_oracle_saddle(o, &batch, v, &alpha, grad, &slope), LF_BAD_ARGUMENT);
    assert_non_null(strstr(lf_message(), "set batch=5"));
    assert_ok(lf_oracle_full(o, LF_ROLE_OBJECTIVE, 0, &batch));
    assert_int_equal(lf_oracle_saddle(o, &batch, v, &alpha, grad, &slope), LF_UNSUPPORTED);
    assert_non_null(strstr(lf_message(), "set B=4"));
    free(grad);
    lf_oracle_free(o);
    problem_close(&f);
}

/* A data set of real images, as they are. */
static void test_real_images(void **state) {
    (void)state;
    need_data("cifar10part");
    fixture_problem f =
        problem_open(&lf_problem_auc, "data=cifar10part,ratio=91," SMALL ",judge=16,judge_test=16");
    const lf_auc *auc = f.problem.state;
    lf_oracle *o = oracle_of(&f.problem, "1e6");
    const double *v = f.problem.info.x0, alpha = 0;
    double *grad = calloc(DIM + 2, sizeof *grad), slope = 0;
    lf_batch batch;
    assert_ptr_equal(auc->classes.table, auc->classes.task.data);
    assert_ptr_equal(auc->classes.row[LF_PART_TRAIN], auc->classes.part[LF_PART_TRAIN].row);
    assert_ok(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, BATCH, &batch));
    assert_ok(lf_oracle_saddle(o, &batch, v, &alpha, grad, &slope));
    assert_true(lf_vec_norm(DIM, grad) > 0);
    const double value = problem_metric(&f.problem, "auc_test", v);
    assert_true(value >= 0 && value <= 1);
    free(grad);
    lf_oracle_free(o);
    problem_close(&f);
}

static int setup(void **state) {
    images = image_auc_class();
    if (scratch_setup(state)) return -1;
    return setenv("XDG_CACHE_HOME", *state, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slopes),      cmocka_unit_test(test_what_moves_statistics),
        cmocka_unit_test(test_rows_alone),  cmocka_unit_test(test_judged_anew),
        cmocka_unit_test(test_judged_rows), cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_real_images),
    };
    return cmocka_run_group_tests_name("auc_resnet", tests, setup, scratch_teardown);
}
