/* Group risks: values from the definition, gradients by differences, all groups against each. */
#include "grouped_table.h"

#include <levelfield/vector.h>

enum { EACH = 90, BATCH = GROUPED_MOST * EACH };

static const size_t kinds[] = {1, GROUPED_CLASSES};

typedef void (*table_check)(grouped_table *t);

static void each_table(table_check check) {
    for (table_form form = 0; form < TABLE_FORMS; form++)
        for (size_t k = 0; k < 2; k++) {
            grouped_table t;
            grouped_open(&t, form, kinds[k]);
            check(&t);
            grouped_close(&t);
        }
}

/* EACH samples of every group but the empty one. */
static void draw(const grouped_table *t, uint32_t *id, size_t *n, lf_samples *samples) {
    for (size_t i = 0; i < GROUPED_MOST; i++) {
        n[i] = t->size[i] ? EACH : 0;
        random_ids(20 + i, 1, &t->size[i], &n[i], id + (i < 3 ? i : 2) * EACH);
    }
    *samples = (lf_samples){.component = LF_EVERY, .n = BATCH - EACH, .id = id, .per_stratum = n};
}

static lf_samples all_of(const grouped_table *t) {
    return (lf_samples){.component = LF_EVERY, .n = GROUPED_ROWS, .per_stratum = t->size};
}

static void check_values(grouped_table *t) {
    double w[GROUPED_DIM], g[GROUPED_MOST];
    const lf_samples all = all_of(t);
    table_point(5, GROUPED_DIM, 0.5, w);
    assert_ok(grouped_evaluate(t, &all, w, NULL, g, NULL));
    for (size_t i = 0; i < GROUPED_MOST; i++) {
        double want = 0;
        for (size_t k = t->start[i]; k < t->start[i + 1]; k++)
            want += grouped_loss(t, k, w) / (double)t->size[i];
        assert_near(g[i], want, 1e-13);
    }
}

static void test_values(void **state) {
    (void)state;
    each_table(check_values);
}

/* At w = 0 every score is 0. */
static void check_start(grouped_table *t) {
    const double w[GROUPED_DIM] = {0}, classes = t->model.outputs == 1 ? 2 : GROUPED_CLASSES;
    double g[GROUPED_MOST];
    const lf_samples all = all_of(t);
    assert_ok(grouped_evaluate(t, &all, w, NULL, g, NULL));
    for (size_t i = 0; i < GROUPED_MOST; i++)
        assert_near(g[i], t->size[i] ? log(classes) : 0, 1e-13);
}

static void test_start(void **state) {
    (void)state;
    each_table(check_start);
}

static lf_status grouped_along(void *state, const lf_samples *samples, const double *w,
                               const double *v, double *jv) {
    const grouped_table *t = state;
    return lf_group_risk_jvp(&t->risk, samples, w, v, jv);
}

static void check_map(grouped_table *t, const lf_samples *samples, size_t p) {
    component_map map = {grouped_evaluate, t, *samples, t->model.dim, p};
    double w[GROUPED_DIM], u[GROUPED_DIM], y[GROUPED_MOST];
    for (uint64_t k = 0; k < 2; k++) {
        table_point(100 + k, GROUPED_DIM, 0.5, w);
        table_point(200 + k, GROUPED_DIM, 0.5, u);
        table_point(300 + k, GROUPED_MOST, 1, y);
        assert_smooth_slope(&map, w, y, u);
        assert_fused(&map, w, y);
        assert_along(&map, grouped_along, w, y, u);
    }
}

static void check_gradients(grouped_table *t) {
    uint32_t id[BATCH];
    size_t n[GROUPED_MOST];
    lf_samples batch, all = all_of(t);
    draw(t, id, n, &batch);
    check_map(t, &all, GROUPED_MOST);
    check_map(t, &batch, GROUPED_MOST);
    const size_t one = 1;
    for (size_t i = 0; i < GROUPED_MOST; i++) {
        check_map(t, &(lf_samples){.component = i, .n = t->size[i], .per_stratum = &t->size[i]}, 1);
        if (t->size[i])
            check_map(t, &(lf_samples){.component = i, .n = 1, .id = id, .per_stratum = &one}, 1);
    }
}

static void test_gradients(void **state) {
    (void)state;
    each_table(check_gradients);
}

/* The groups one by one; blocks begin elsewhere then, so sums differ by rounding. */
static void check_against_each(grouped_table *t, const lf_samples *every) {
    double w[GROUPED_DIM], y[GROUPED_MOST], g[GROUPED_MOST], want[GROUPED_MOST];
    double grad[GROUPED_DIM], want_grad[GROUPED_DIM];
    table_point(5, GROUPED_DIM, 0.5, w);
    table_point(6, GROUPED_MOST, 1, y);
    lf_vec_zero(GROUPED_DIM, grad);
    lf_vec_zero(GROUPED_DIM, want_grad);
    assert_ok(grouped_evaluate(t, every, w, y, g, grad));
    for (size_t i = 0, at = 0; i < GROUPED_MOST; at += every->per_stratum[i++]) {
        const lf_samples one = {.component = i,
                                .n = every->per_stratum[i],
                                .id = every->id ? every->id + at : NULL,
                                .per_stratum = &every->per_stratum[i]};
        assert_ok(grouped_evaluate(t, &one, w, y + i, want + i, want_grad));
        assert_near(g[i], want[i], 1e-14);
    }
    for (size_t j = 0; j < t->model.dim; j++)
        assert_near(grad[j], want_grad[j], 1e-14);
}

static void check_every(grouped_table *t) {
    uint32_t id[BATCH];
    size_t n[GROUPED_MOST];
    lf_samples batch, all = all_of(t);
    draw(t, id, n, &batch);
    check_against_each(t, &all);
    check_against_each(t, &batch);
}

static void test_every(void **state) {
    (void)state;
    each_table(check_every);
}

/* Two rows a group, by hand: x = 1, 2 | -1, 3 with labels + - | - +, at w = ln 2. */
static void test_by_hand(void **state) {
    (void)state;
    const double x[] = {1, 2, -1, 3}, label[] = {1, -1, -1, 1}, w = 0.69314718055994531;
    const size_t start[] = {0, 2, 4}, size[] = {2, 2};
    const uint32_t row[] = {0, 1, 2, 3};
    const lf_data data = {.name = "hand", .rows = 4, .features = 1, .dense = x, .label = label};
    lf_model model;
    assert_ok(lf_linear_create(&data, &model));
    lf_group_risk risk = {.model = &model, .label = label, .m = 2, .start = start, .row = row};
    assert_ok(lf_group_risk_init(&risk));
    const lf_samples all = {.component = LF_EVERY, .n = 4, .per_stratum = size};
    const double y[] = {0.25, 0.75};
    double g[2], grad = 0, r[2], accuracy[2];
    assert_ok(lf_group_risk_evaluate(&risk, &all, &w, y, g, &grad));
    /* margins w, -2w | w, 3w: losses ln 3/2, ln 5 | ln 3/2, ln 9/8 */
    assert_near(g[0], (log(1.5) + log(5)) / 2, 1e-15);
    assert_near(g[1], (log(1.5) + log(9.0 / 8)) / 2, 1e-15);
    /* slopes -1/3, -4/5 | -1/3, -1/9, each times label times x, halved: 19/30 | -1/3 */
    assert_near(grad, 0.25 * 19 / 30 - 0.75 / 3, 1e-15);
    assert_ok(lf_group_risk_judge(&risk, &w, r, accuracy));
    assert_near(r[0], g[0], 0);
    assert_near(r[1], g[1], 0);
    assert_near(accuracy[0], 0.5, 0);
    assert_near(accuracy[1], 1, 0);
    lf_group_risk_release(&risk);
    lf_model_release(&model);
}

static void check_labels(grouped_table *t) {
    t->label[t->row[17]] = 0.5;
    lf_group_risk again = t->risk;
    again.score = NULL;
    assert_int_equal(lf_group_risk_init(&again), LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "0.5 in row 52"));
    lf_group_risk_release(&again);
}

static void test_labels_are_checked(void **state) {
    (void)state;
    each_table(check_labels);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),    cmocka_unit_test(test_start),
        cmocka_unit_test(test_gradients), cmocka_unit_test(test_every),
        cmocka_unit_test(test_by_hand),   cmocka_unit_test(test_labels_are_checked),
    };
    return cmocka_run_group_tests_name("group_risk", tests, NULL, NULL);
}
