/* The mean loss: gradients by differences on every form of table, full and sampled. */
#include "problems/common/mean_loss.h"

#include <string.h>

#include "difference.h"

enum { ROWS = 1000, FEATURES = 12, BATCH = 37, LARGE = 1700 };

typedef struct {
    lf_data *data;
    lf_model model;
    lf_scored scored;
    lf_loss loss;
    uint32_t row[ROWS];
    uint32_t id[LARGE];
    size_t full, batch, large;
} fixture;

static lf_status evaluate(void *state, const lf_samples *samples, const double *w, const double *y,
                          double *g, double *grad) {
    fixture *f = state;
    return lf_mean_loss(&f->scored, f->loss, f->data->label, samples, w, y, g, grad);
}

static lf_status along(void *state, const lf_samples *samples, const double *w, const double *v,
                       double *jv) {
    fixture *f = state;
    return lf_mean_loss_jvp(&f->scored, f->loss, f->data->label, samples, w, v, jv);
}

static void open_table(fixture *f, table_form form, lf_loss loss) {
    *f = (fixture){.loss = loss, .full = ROWS, .batch = BATCH, .large = LARGE};
    f->data = table_create(form, ROWS, FEATURES, 3);
    lf_linear_create(f->data, &f->model);
    for (size_t i = 0; i < ROWS; i++)
        f->row[i] = (uint32_t)(ROWS - 1 - i); /* sample i is not row i */
    assert_ok(lf_scored_init(&f->scored, &f->model, f->row, ROWS));
    random_ids(5, 1, &f->full, &f->large, f->id);
}

static void close_table(fixture *f) {
    lf_scored_release(&f->scored);
    lf_model_release(&f->model);
    table_free(f->data);
}

/* Everything that is checked for one batch. */
static void check_batch(fixture *f, const lf_samples *samples) {
    component_map map = {evaluate, f, *samples, FEATURES, 1};
    double w[FEATURES], u[FEATURES];
    const double y = -1.7;
    for (uint64_t k = 0; k < 3; k++) {
        table_point(100 + k, FEATURES, 1, w);
        table_point(200 + k, FEATURES, 1, u);
        if (f->loss == LF_LOSS_HINGE)
            assert_slope(&map, w, &y, u, 1e-7, 1e-7);
        else
            assert_smooth_slope(&map, w, &y, u);
        assert_fused(&map, w, &y);
        assert_along(&map, along, w, &y, u);
    }
}

static void test_gradients(void **state) {
    (void)state;
    for (table_form form = 0; form < TABLE_FORMS; form++)
        for (lf_loss loss = LF_LOSS_LOGISTIC; loss <= LF_LOSS_SIGMOID; loss++) {
            fixture f;
            open_table(&f, form, loss);
            check_batch(&f, &(lf_samples){.n = ROWS, .per_stratum = &f.full});
            check_batch(&f, &(lf_samples){.n = BATCH, .id = f.id, .per_stratum = &f.batch});
            /* with replacement, a batch may be larger than the data */
            check_batch(&f, &(lf_samples){.n = LARGE, .id = f.id, .per_stratum = &f.large});
            close_table(&f);
        }
}

static void test_value_is_the_mean(void **state) {
    (void)state;
    fixture f;
    double w[FEATURES], want = 0, g;
    open_table(&f, TABLE_VALUED, LF_LOSS_HINGE);
    table_point(9, FEATURES, 1, w);
    for (size_t i = 0; i < ROWS; i++) {
        double score = 0;
        for (size_t j = 0; j < FEATURES; j++)
            score += table_entry(f.data, i, j) * w[j];
        want += fmax(1 - f.data->label[i] * score, 0) / ROWS;
    }
    const lf_samples all = {.n = ROWS, .per_stratum = &f.full};
    assert_ok(evaluate(&f, &all, w, NULL, &g, NULL));
    assert_near(g, want, 1e-13);
    close_table(&f);
}

/* Another batch of the same size at the same point must not get the scores of the last one. */
static void test_scores_are_not_mixed_up(void **state) {
    (void)state;
    fixture f;
    double w[FEATURES], first, second, again;
    open_table(&f, TABLE_BINARY, LF_LOSS_LOGISTIC);
    table_point(9, FEATURES, 1, w);
    lf_samples a = {.n = BATCH, .id = f.id, .per_stratum = &f.batch}, b = a;
    b.id = f.id + BATCH;
    assert_ok(evaluate(&f, &a, w, NULL, &first, NULL));
    assert_ok(evaluate(&f, &b, w, NULL, &second, NULL));
    assert_true(fabs(first - second) > 1e-6);
    /* full data in between, as metrics do; then a claim of "the same point" about batch b */
    const lf_samples all = {.n = ROWS, .per_stratum = &f.full};
    assert_ok(evaluate(&f, &all, w, NULL, &first, NULL));
    b.same_point = true;
    assert_ok(evaluate(&f, &b, w, NULL, &again, NULL));
    assert_near(again, second, 0);
    close_table(&f);
}

/* A model that counts the rows it scores. */
static size_t rows_scored;
static const lf_model_class *counted;

static lf_status count_scores(const lf_model *model, const lf_rows *rows, const double *w,
                              double *s) {
    rows_scored += rows->n;
    return counted->scores(model, rows, w, s);
}

/* Rows that a question makes the model score. */
static size_t asked(fixture *f, const lf_samples *samples, const double *w) {
    const double y = 1;
    double grad[FEATURES] = {0}, g;
    rows_scored = 0;
    assert_ok(evaluate(f, samples, w, &y, &g, grad));
    return rows_scored;
}

/* Two points are remembered, and no other samples are taken for those asked about there. */
static void test_two_points_are_kept(void **state) {
    (void)state;
    fixture f;
    double w[3][FEATURES];
    open_table(&f, TABLE_BINARY, LF_LOSS_LOGISTIC);
    lf_model_class counting = *f.model.is;
    counted = f.model.is;
    counting.scores = count_scores;
    f.model.is = &counting;
    for (uint64_t k = 0; k < 3; k++)
        table_point(k, FEATURES, 1, w[k]);
    const lf_samples a = {.n = BATCH, .id = f.id, .per_stratum = &f.batch};
    lf_samples b = a;
    assert_int_equal(asked(&f, &a, w[0]), BATCH);
    assert_int_equal(asked(&f, &a, w[1]), BATCH);
    assert_int_equal(asked(&f, &a, w[0]), 0);
    assert_int_equal(asked(&f, &a, w[1]), 0);
    assert_int_equal(asked(&f, &a, w[2]),
                     BATCH); /* in the place of w[0], asked about before w[1] */
    assert_int_equal(asked(&f, &a, w[1]), 0);
    assert_int_equal(asked(&f, &a, w[0]), BATCH);
    b.id = f.id + 1; /* one other sample */
    assert_int_equal(asked(&f, &b, w[0]), BATCH);
    assert_int_equal(asked(&f, &b, w[0]), 0);
    uint32_t own[BATCH];
    memcpy(own, b.id, sizeof own);
    b.id = own; /* the same ones from elsewhere; then others in the same place */
    assert_int_equal(asked(&f, &b, w[0]), 0);
    own[BATCH - 1] = (own[BATCH - 1] + 1) % ROWS;
    assert_int_equal(asked(&f, &b, w[0]), BATCH);
    const lf_samples all = {.n = ROWS, .per_stratum = &f.full};
    assert_int_equal(asked(&f, &all, w[0]), ROWS);
    assert_int_equal(asked(&f, &all, w[0]), 0);
    close_table(&f);
}

static void test_empty_batch(void **state) {
    (void)state;
    fixture f;
    size_t none = 0;
    double w[FEATURES] = {0}, g = 7, grad[FEATURES] = {0};
    const double y = 1;
    open_table(&f, TABLE_DENSE, LF_LOSS_HINGE);
    const lf_samples empty = {.n = 0, .id = f.id, .per_stratum = &none};
    assert_ok(evaluate(&f, &empty, w, &y, &g, grad));
    assert_near(g, 0, 0);
    for (size_t j = 0; j < FEATURES; j++)
        assert_near(grad[j], 0, 0);
    close_table(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gradients),
        cmocka_unit_test(test_value_is_the_mean),
        cmocka_unit_test(test_scores_are_not_mixed_up),
        cmocka_unit_test(test_two_points_are_kept),
        cmocka_unit_test(test_empty_batch),
    };
    return cmocka_run_group_tests_name("mean_loss", tests, NULL, NULL);
}
