/* The gap between two groups: gradients by differences, and the grid against direct sums. */
#include "problems/constrained/parts/gap.h"

#include "difference.h"
#include "problems/common/losses.h"

enum { ROWS = 900, FEATURES = 12, THRESHOLDS = 41 };

typedef struct {
    lf_data *data;
    lf_model model;
    lf_scored scored;
    lf_gap gap;
    uint32_t row[ROWS], id[ROWS];
    size_t strata[2];
} fixture;

static lf_status evaluate(void *state, const lf_samples *samples, const double *w, const double *y,
                          double *g, double *grad) {
    fixture *f = state;
    return lf_gap_evaluate(&f->gap, &f->scored, samples, w, y, g, grad);
}

static lf_status along(void *state, const lf_samples *samples, const double *w, const double *v,
                       double *jv) {
    fixture *f = state;
    return lf_gap_jvp(&f->gap, &f->scored, samples, w, v, jv);
}

static void open_table(fixture *f, table_form form, size_t thresholds, bool gridded) {
    *f = (fixture){.strata = {300, 600}};
    f->data = table_create(form, ROWS, FEATURES, 3);
    lf_linear_create(f->data, &f->model);
    for (size_t i = 0; i < ROWS; i++)
        f->row[i] = (uint32_t)(i * 7 % ROWS);
    assert_ok(lf_scored_init(&f->scored, &f->model, f->row, ROWS));
    assert_ok(lf_gap_init(&f->gap, thresholds, -1.5, 2, gridded));
}

static void close_table(fixture *f) {
    lf_gap_release(&f->gap);
    lf_scored_release(&f->scored);
    lf_model_release(&f->model);
    table_free(f->data);
}

static void check_batch(fixture *f, const lf_samples *samples) {
    component_map map = {evaluate, f, *samples, FEATURES, f->gap.outputs};
    double w[FEATURES], u[FEATURES], y[THRESHOLDS];
    for (uint64_t k = 0; k < 3; k++) {
        table_point(100 + k, FEATURES, 1, w);
        table_point(200 + k, FEATURES, 1, u);
        table_point(300 + k, f->gap.outputs, 1, y);
        y[0] = k == 0 ? 0 : y[0];
        assert_smooth_slope(&map, w, y, u);
        assert_fused(&map, w, y);
        assert_along(&map, along, w, y, u);
    }
}

static void test_gradients(void **state) {
    (void)state;
    const size_t some[2] = {19, 30};
    for (table_form form = 0; form < TABLE_FORMS; form++)
        for (int gridded = 0; gridded < 2; gridded++) {
            fixture f;
            open_table(&f, form, gridded ? THRESHOLDS : 3, gridded);
            random_ids(5, 2, f.strata, some, f.id);
            check_batch(&f, &(lf_samples){.n = ROWS, .per_stratum = f.strata});
            check_batch(&f, &(lf_samples){.n = 49, .id = f.id, .per_stratum = some});
            close_table(&f);
        }
}

/* One threshold at 0, straight from the definition. */
static void test_value(void **state) {
    (void)state;
    fixture f;
    double w[FEATURES], want = 0, g;
    open_table(&f, TABLE_VALUED, 1, true);
    f.gap.t[0] = 0;
    table_point(9, FEATURES, 1, w);
    for (size_t i = 0; i < ROWS; i++) {
        double score = 0;
        for (size_t j = 0; j < FEATURES; j++)
            score += table_entry(f.data, f.row[i], j) * w[j];
        want += i < 300 ? lf_sigmoid(score) / 300 : -lf_sigmoid(score) / 600;
    }
    const lf_samples all = {.n = ROWS, .per_stratum = f.strata};
    assert_ok(evaluate(&f, &all, w, NULL, &g, NULL));
    assert_near(g, want, 1e-14);
    close_table(&f);
}

static void test_thresholds(void **state) {
    (void)state;
    lf_gap gap;
    assert_ok(lf_gap_init(&gap, 400, -0.7, 3.1, true));
    assert_int_equal(gap.outputs, 400);
    assert_near(gap.t[0], -0.7, 0);
    assert_near(gap.t[399], 3.1, 0);
    for (size_t j = 1; j < 400; j++)
        assert_near(gap.t[j] - gap.t[j - 1], 3.8 / 399, 1e-14);
    lf_gap_release(&gap);
}

/* Grid against direct sums for `n` scores between low and high, thresholds from first to last. */
static void check_grid(double first, double last, double low, double high, size_t n) {
    enum { T = 400 };
    lf_gap_grid grid;
    double *score = calloc(n, sizeof *score), sums[T], most = 0, error = 0;
    size_t best_grid = 0, best_direct = 0;
    double direct[T] = {0};
    table_point(n, n, 1, score);
    for (size_t i = 0; i < n; i++) {
        score[i] = low + (high - low) * (0.5 + 0.5 * score[i]);
        for (size_t j = 0; j < T; j++)
            direct[j] += (i % 3 ? -1.0 : 2.0) / (double)n *
                         lf_sigmoid(score[i] - (first + (last - first) * (double)j / (T - 1)));
    }
    assert_ok(lf_gap_grid_init(&grid, T, first, last));
    assert_true(grid.cells > 0);
    for (int round = 0; round < 2; round++) { /* the second finds the grid empty again */
        for (size_t i = 0; i < n; i++)
            lf_gap_grid_add(&grid, 1, &score[i], (i % 3 ? -1.0 : 2.0) / (double)n);
        lf_gap_grid_take(&grid, sums);
    }
    for (size_t j = 0; j < T; j++) {
        error = fmax(error, fabs(sums[j] - direct[j]));
        most = fmax(most, fabs(direct[j]));
        if (fabs(sums[j]) > fabs(sums[best_grid])) best_grid = j;
        if (fabs(direct[j]) > fabs(direct[best_direct])) best_direct = j;
    }
    assert_near(error, 0, 1e-13);
    assert_int_equal(best_grid, best_direct);
    assert_near(fabs(sums[best_grid]), most, 1e-13);
    lf_gap_grid_release(&grid);
    free(score);
}

static void test_grid_matches_direct_sums(void **state) {
    (void)state;
    check_grid(-6.7, 5.5, -3.6, 2.4, 5000);    /* as on a9a: one grid step a threshold */
    check_grid(-40, 30, -22, 12, 5000);        /* coarse thresholds: four */
    check_grid(-1, 2, -0.25, 1.25, 5000);      /* fine ones */
    check_grid(-2, 2, -90, 90, 5000);          /* scores far outside: moved to the ends */
    check_grid(-2, 2, -1e9, 1e9, 100);         /* and as far as they like */
    check_grid(-6.7, 5.5, -3.6, 2.4, 13);      /* a handful */
    check_grid(-6.7, 5.5, 0.1, 0.100001, 500); /* all in one cell */
}

/* What a diverged method sees must be NaN, not a number that looks fine. */
static void test_nan_score_spoils_the_sums(void **state) {
    (void)state;
    lf_gap_grid grid;
    const double score[] = {0.3, NAN, 0.7};
    double sums[400];
    assert_ok(lf_gap_grid_init(&grid, 400, -2, 2));
    lf_gap_grid_add(&grid, 3, score, 1);
    lf_gap_grid_take(&grid, sums);
    for (size_t j = 0; j < 400; j++)
        assert_true(isnan(sums[j]));
    lf_gap_grid_add(&grid, 1, score, 1); /* and the grid recovers */
    lf_gap_grid_take(&grid, sums);
    assert_near(sums[0], lf_sigmoid(2.3), 1e-13);
    lf_gap_grid_release(&grid);
}

static void test_degenerate_grids(void **state) {
    (void)state;
    lf_gap_grid grid;
    double sums[10];
    assert_ok(lf_gap_grid_init(&grid, 10, 1, 1)); /* no spread: direct sums */
    assert_false(lf_gap_grid_pays(&grid, 1000000));
    lf_gap_grid_release(&grid);
    assert_ok(lf_gap_grid_init(&grid, 400, 0, 0.01)); /* too fine to pay */
    assert_false(lf_gap_grid_pays(&grid, 1000000));
    lf_gap_grid_release(&grid);
    assert_ok(lf_gap_grid_init(&grid, 10, 0, 1));
    lf_gap_grid_take(&grid, sums); /* nothing taken in */
    assert_near(sums[9], 0, 0);
    lf_gap_grid_release(&grid);
    assert_ok(lf_gap_grid_init(&grid, 400, -6, 6));
    assert_false(lf_gap_grid_pays(&grid, 5));
    assert_true(lf_gap_grid_pays(&grid, 50));
    lf_gap_grid_release(&grid);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gradients),
        cmocka_unit_test(test_value),
        cmocka_unit_test(test_thresholds),
        cmocka_unit_test(test_grid_matches_direct_sums),
        cmocka_unit_test(test_nan_score_spoils_the_sums),
        cmocka_unit_test(test_degenerate_grids),
    };
    return cmocka_run_group_tests_name("gap", tests, NULL, NULL);
}
