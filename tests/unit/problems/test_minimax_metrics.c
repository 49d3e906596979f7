/* Metrics of minimax problems: against the definition on a table, against a search on a line. */
#include "problems/groups/parts/minimax_metrics.h"

#include "grouped_table.h"

#include <levelfield/vector.h>

enum { GROUPS = 3 };

/* Training groups of 5, 700 and 295 samples; test groups of 40, 0 and 60. */
static const size_t train_start[GROUPS + 1] = {0, 5, 705, 1000};
static const size_t test_start[GROUPS + 1] = {0, 40, 40, 100};
static const size_t none[GROUPS + 1] = {0};

typedef struct {
    lf_minimax_common common; /* must be first */
    grouped_table table;
    lf_group_risk test;
    lf_problem problem;
} fixture;

static size_t passes; /* blocks of rows that were scored, of one table at a time */
static lf_status (*plain_scores)(const lf_model *, const lf_rows *, const double *, double *);

static lf_status counting_scores(const lf_model *model, const lf_rows *rows, const double *w,
                                 double *s) {
    passes += rows->n;
    return plain_scores(model, rows, w, s);
}

static void open_fixture(fixture *f, size_t outputs, const size_t *test, bool excess) {
    *f = (fixture){0};
    grouped_open(&f->table, TABLE_VALUED, outputs);
    f->table.risk.m = GROUPS;
    f->table.risk.start = train_start;
    f->test = f->table.risk;
    f->test.start = test;
    f->common.of = (lf_group_reference){&f->table.risk, 1.5, ""};
    f->common.test = &f->test;
    f->common.gap_tol = 1e-8;
    f->common.excess = excess;
    f->problem.state = f;
    assert_ok(lf_minimax_create(&f->common));
}

static void close_fixture(fixture *f) {
    lf_minimax_free(&f->common);
    grouped_close(&f->table);
}

static double metric(fixture *f, const char *name, const double *w, const double *q) {
    double value = 17;
    const lf_metric *m = f->common.excess ? lf_mero_metrics : lf_group_dro_metrics;
    while (m->name && strcmp(m->name, name) != 0)
        m++;
    assert_non_null(m->name);
    assert_ok(m->measure(&f->problem, &(lf_point){.w = w, .y = q}, &value));
    return value;
}

/* The sample's label has the largest score, the first of several; 0 speaks for +1. */
static bool is_right(const grouped_table *t, size_t sample, const double *w) {
    const size_t row = t->row[sample], outputs = t->model.outputs;
    double score[GROUPED_CLASSES] = {0};
    size_t best = 0;
    for (size_t c = 0; c < outputs; c++) {
        for (size_t j = 0; j < GROUPED_FEATURES; j++)
            score[c] += table_entry(t->data, row, j) * w[c * GROUPED_FEATURES + j];
        if (score[c] > score[best]) best = c;
    }
    return outputs == 1 ? (score[0] >= 0) == (t->label[row] > 0) : (double)best == t->label[row];
}

/* max_risk, mean_risk and worst_accuracy, then the same of the test rows: all from the definition.
 */
static void recompute(const grouped_table *t, const size_t *start, const double *w, double *want) {
    double total = 0;
    want[0] = -INFINITY;
    want[2] = INFINITY;
    for (size_t i = 0; i < GROUPS; i++) {
        const double n = (double)(start[i + 1] - start[i]);
        double risk = 0, right = 0;
        for (size_t k = start[i]; k < start[i + 1]; k++) {
            risk += grouped_loss(t, k, w);
            right += is_right(t, k, w);
        }
        if (n == 0) continue;
        total += risk;
        want[0] = fmax(want[0], risk / n);
        want[2] = fmin(want[2], right / n);
    }
    want[1] = total / (double)start[GROUPS];
}

static const char *const cheap[] = {"max_risk",      "mean_risk",      "worst_accuracy",
                                    "max_risk_test", "mean_risk_test", "worst_accuracy_test"};

static void test_cheap_metrics(void **state) {
    (void)state;
    for (size_t outputs = 1; outputs <= GROUPED_CLASSES; outputs++) {
        fixture f;
        double w[GROUPED_DIM] = {0}, want[6];
        open_fixture(&f, outputs, test_start, false);
        for (uint64_t k = 0; k < 3; k++) {
            recompute(&f.table, train_start, w, want);
            recompute(&f.table, test_start, w, want + 3);
            for (size_t i = 0; i < 6; i++)
                assert_near(metric(&f, cheap[i], w, NULL), want[i], 1e-13);
            table_point(60 + k, GROUPED_DIM, 0.5, w);
        }
        close_fixture(&f);
    }
}

static void test_no_test_rows(void **state) {
    (void)state;
    fixture f;
    const double w[GROUPED_DIM] = {0.1};
    open_fixture(&f, 1, none, false);
    for (size_t i = 0; i < 6; i++)
        assert_true(isnan(metric(&f, cheap[i], w, NULL)) == (i >= 3));
    close_fixture(&f);
}

/* An iterate and an average take turns: one pass over the rows for each, however often asked. */
static void test_two_points_are_remembered(void **state) {
    (void)state;
    fixture f;
    double w[3][GROUPED_DIM], first[6];
    open_fixture(&f, 1, test_start, false);
    lf_model_class counting = *f.table.model.is;
    plain_scores = counting.scores;
    counting.scores = counting_scores;
    f.table.model.is = &counting;
    passes = 0;
    for (uint64_t k = 0; k < 3; k++)
        table_point(70 + k, GROUPED_DIM, 0.5, w[k]);
    for (size_t i = 0; i < 6; i++)
        first[i] = metric(&f, cheap[i], w[0], NULL);
    for (size_t turn = 0; turn < 3; turn++)
        for (size_t i = 0; i < 6; i++) {
            metric(&f, cheap[i], w[1], NULL);
            assert_near(metric(&f, cheap[i], w[0], NULL), first[i], 0);
        }
    assert_int_equal(passes, 2 * (train_start[GROUPS] + test_start[GROUPS]));
    metric(&f, cheap[0], w[2], NULL); /* the oldest is forgotten: it is made again, and is right */
    assert_near(metric(&f, cheap[0], w[0], NULL), first[0], 0);
    assert_int_equal(passes, 4 * (train_start[GROUPS] + test_start[GROUPS]));
    close_fixture(&f);
}

/* Ground truth of a line: the risks of two groups of three rows at a number w. */
static const double line_x[] = {1, 2, 0.5, -1, 3, -2.5};
static const double line_label[] = {1, -1, 1, -1, 1, 1};
static const size_t line_start[] = {0, 3, 6};
static const uint32_t line_row[] = {0, 1, 2, 3, 4, 5};

typedef struct {
    double weight[2], shift[2]; /* weights 0: the largest instead of a mixture */
} line_function;

static double line_value(const line_function *f, double w) {
    double r[2] = {-f->shift[0], -f->shift[1]};
    for (size_t k = 0; k < 6; k++)
        r[k / 3] += log1p(exp(-line_label[k] * line_x[k] * w)) / 3;
    if (f->weight[0] + f->weight[1] == 0) return fmax(r[0], r[1]);
    return f->weight[0] * r[0] + f->weight[1] * r[1];
}

/* Convex on [-radius, radius]: two thirds of the interval are kept, again and again. */
static double line_least(const line_function *f, double radius) {
    double low = -radius, high = radius;
    for (size_t k = 0; k < 200; k++) {
        const double left = low + (high - low) / 3, right = high - (high - low) / 3;
        if (line_value(f, left) < line_value(f, right))
            high = right;
        else
            low = left;
    }
    return line_value(f, low);
}

static void check_line(double radius, bool excess) {
    const lf_data data = {
        .name = "line", .rows = 6, .features = 1, .dense = line_x, .label = line_label};
    fixture f = {0};
    assert_ok(lf_linear_create(&data, &f.table.model));
    lf_group_risk risk = {
        .model = &f.table.model, .label = line_label, .m = 2, .start = line_start, .row = line_row};
    assert_ok(lf_group_risk_init(&risk));
    f.common = (lf_minimax_common){
        .of = {&risk, radius, ""}, .test = &risk, .gap_tol = 1e-9, .excess = excess};
    f.problem.state = &f;
    assert_ok(lf_minimax_create(&f.common));
    line_function most = {0}, mixed = {.weight = {0.3, 0.7}}, even = {.weight = {0.5, 0.5}};
    for (size_t i = 0; excess && i < 2; i++) {
        line_function alone = {0};
        alone.weight[i] = 1;
        most.shift[i] = mixed.shift[i] = even.shift[i] = line_least(&alone, radius);
    }
    for (double w = -radius; w <= radius; w += radius / 4) {
        const double value = line_value(&most, w);
        assert_near(metric(&f, excess ? "max_excess" : "max_risk", &w, NULL), value, 1e-9);
        assert_near(metric(&f, "suboptimality", &w, NULL), value - line_least(&most, radius), 3e-9);
        assert_near(metric(&f, "gap", &w, mixed.weight), value - line_least(&mixed, radius), 3e-9);
        assert_near(metric(&f, "gap", &w, NULL), value - line_least(&even, radius), 3e-9);
    }
    lf_minimax_free(&f.common);
    lf_group_risk_release(&risk);
    lf_model_release(&f.table.model);
}

/* Inside the ball, and with the ball in the way. */
static void test_references_on_a_line(void **state) {
    (void)state;
    for (int excess = 0; excess < 2; excess++) {
        check_line(4, excess);
        check_line(0.05, excess);
    }
}

/* gap >= suboptimality >= 0, whatever q; never less than the truth, at most gap_tol more. */
static void test_gap_bounds_suboptimality(void **state) {
    (void)state;
    for (size_t outputs = 1; outputs <= GROUPED_CLASSES; outputs += 2)
        for (int excess = 0; excess < 2; excess++) {
            fixture f;
            double w[GROUPED_DIM], q[GROUPS], sum = 0;
            open_fixture(&f, outputs, test_start, excess);
            for (uint64_t k = 0; k < 3; k++, sum = 0) {
                table_point(80 + k, GROUPED_DIM, 0.2, w);
                table_point(90 + k, GROUPS, 1, q);
                for (size_t i = 0; i < GROUPS; i++)
                    sum += q[i] = fabs(q[i]);
                lf_vec_scale(GROUPS, 1 / sum, q);
                const double left = metric(&f, "suboptimality", w, NULL);
                assert_true(left >= 0);
                assert_true(metric(&f, "gap", w, q) >= left - f.common.gap_tol);
                assert_near(metric(&f, "suboptimality", w, NULL), left, 0);
            }
            close_fixture(&f);
        }
}

/* No Hessian of so many unknowns, so no p*; the gap needs none. */
static void test_long_points(void **state) {
    (void)state;
    lf_data *data = table_create(TABLE_VALUED, 12, LF_HESSIAN_DIM + 1, 4);
    const size_t start[] = {0, 5, 12};
    double *w = calloc(LF_HESSIAN_DIM + 1, sizeof *w);
    uint32_t row[12];
    fixture f = {0};
    for (uint32_t i = 0; i < 12; i++)
        row[i] = i;
    assert_ok(lf_linear_create(data, &f.table.model));
    lf_group_risk risk = {
        .model = &f.table.model, .label = data->label, .m = 2, .start = start, .row = row};
    assert_ok(lf_group_risk_init(&risk));
    f.common = (lf_minimax_common){.of = {&risk, 0.1, ""}, .test = &risk, .gap_tol = 1e-6};
    f.problem.state = &f;
    assert_ok(lf_minimax_create(&f.common));
    assert_true(isnan(metric(&f, "suboptimality", w, NULL)));
    const double gap = metric(&f, "gap", w, NULL);
    assert_true(gap > 0 && gap < log(2));
    lf_minimax_free(&f.common);
    lf_group_risk_release(&risk);
    lf_model_release(&f.table.model);
    free(w);
    table_free(data);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cheap_metrics),
        cmocka_unit_test(test_no_test_rows),
        cmocka_unit_test(test_two_points_are_remembered),
        cmocka_unit_test(test_references_on_a_line),
        cmocka_unit_test(test_gap_bounds_suboptimality),
        cmocka_unit_test(test_long_points),
    };
    return cmocka_run_group_tests_name("minimax_metrics", tests, NULL, NULL);
}
