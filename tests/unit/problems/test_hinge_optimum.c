/* x*: the subgradient recipe, the linear program with its certificate, and the cache of both. */
#include "problems/constrained/parts/hinge_optimum.h"

#include <dlfcn.h>
#include <stdlib.h>

#include "difference.h"
#include "problems/common/derived.h"
#include "problems/common/mean_loss.h"
#include "problems/constrained/parts/hinge_lp.h"
#include "scratch.h"

enum { ROWS = 400, FEATURES = 9 };

typedef struct {
    lf_data *data;
    lf_model model;
    lf_scored train;
    uint32_t row[ROWS];
} fixture;

static void open_table(fixture *f, table_form form) {
    *f = (fixture){.data = table_create(form, ROWS, FEATURES, 3)};
    lf_linear_create(f->data, &f->model);
    for (size_t i = 0; i < ROWS; i++)
        f->row[i] = (uint32_t)(i / 2 * 2); /* every row twice: they merge in the program */
    assert_ok(lf_scored_init(&f->train, &f->model, f->row, ROWS));
}

static void close_table(fixture *f) {
    lf_scored_release(&f->train);
    lf_model_release(&f->model);
    table_free(f->data);
}

static double phi_at(fixture *f, const double *x, double *grad) {
    double phi;
    const double one = 1;
    const lf_samples all = {.n = ROWS, .per_stratum = &f->train.samples};
    assert_ok(lf_mean_loss(&f->train, LF_LOSS_HINGE, f->data->label, &all, x, grad ? &one : NULL,
                           &phi, grad));
    return phi;
}

/* The dual bound is a certificate by itself: no x can be below it. */
static void test_linear_program(void **state) {
    (void)state;
    for (table_form form = 0; form < TABLE_FORMS; form++) {
        fixture f;
        double x[FEATURES], near[FEATURES], dual;
        open_table(&f, form);
        assert_ok(lf_hinge_lp(f.data, ROWS, f.row, x, &dual));
        const double phi = phi_at(&f, x, NULL);
        assert_near(phi, dual, 1e-9 * phi);
        for (uint64_t k = 0; k < 200; k++) { /* and indeed none is, near by */
            table_point(k, FEATURES, 0.1, near);
            for (size_t j = 0; j < FEATURES; j++)
                near[j] += x[j];
            assert_true(phi_at(&f, near, NULL) >= phi - 1e-12);
        }
        close_table(&f);
    }
}

/* x is a vertex: as many different margins are 1, to rounding, as it has entries that are not 0. */
static void test_vertex(void **state) {
    (void)state;
    fixture f;
    double x[FEATURES], dual;
    open_table(&f, TABLE_DENSE);
    assert_ok(lf_hinge_lp(f.data, ROWS, f.row, x, &dual));
    size_t tight = 0, entries = 0;
    for (size_t i = 0; i < ROWS; i += 2) {
        double score = 0;
        for (size_t j = 0; j < FEATURES; j++)
            score += f.data->dense[i * FEATURES + j] * x[j];
        tight += fabs(f.data->label[i] * score - 1) <= 1e-14;
    }
    for (size_t j = 0; j < FEATURES; j++)
        entries += x[j] != 0;
    assert_true(entries > 0);
    assert_int_equal(tight, entries);
    close_table(&f);
}

/* One feature, rows +1, +1, -1 with values 2, 1, 1: 3 Phi(x) = [1-2x]_+ + [1-x]_+ + [1+x]_+, flat
 * at 2 between 1/2 and 1, and no minimiser elsewhere. */
static void test_linear_program_by_hand(void **state) {
    (void)state;
    const double dense[] = {2, 1, 1}, label[] = {1, 1, -1};
    const lf_data data = {.name = "hand", .rows = 3, .features = 1, .dense = dense, .label = label};
    const uint32_t row[] = {0, 1, 2};
    double x, dual;
    assert_ok(lf_hinge_lp(&data, 3, row, &x, &dual));
    assert_near(dual, 2.0 / 3, 1e-12);
    assert_true(x >= 0.5 - 1e-9 && x <= 1 + 1e-9);
}

/* Rows that a line through 0 divides have Phi(x*) = 0, to the rounding of the losses. */
static void test_separable(void **state) {
    (void)state;
    static const double dense[] = {0.094708,  1.250024,  -0.931378, 0.992377,
                                   -0.259155, -0.261511, 1.899725,  0.157537};
    static const double label[] = {-1, -1, 1, 1};
    static const uint32_t row[] = {0, 1, 2, 3};
    static const lf_optimum_rule rule = {LF_OPTIMUM_EXACT, 0, 0};
    const lf_data data = {
        .name = "hand", .sha256 = "", .rows = 4, .features = 2, .dense = dense, .label = label};
    double x[2], phi;
    lf_model model;
    lf_scored train;
    assert_ok(lf_linear_create(&data, &model));
    assert_ok(lf_scored_init(&train, &model, row, 4));
    assert_ok(lf_hinge_optimum(&train, &rule, x));
    const lf_samples all = {.n = 4, .per_stratum = &train.samples};
    assert_ok(lf_mean_loss(&train, LF_LOSS_HINGE, label, &all, x, NULL, &phi, NULL));
    assert_near(phi, 0, 1e-14);
    lf_scored_release(&train);
    lf_model_release(&model);
}

/* The recipe again, written plainly. */
static void test_paper_recipe(void **state) {
    fixture f;
    double x[FEATURES] = {0}, best[FEATURES], got[FEATURES], least = INFINITY;
    setenv("XDG_CACHE_HOME", *state, 1);
    open_table(&f, TABLE_BINARY);
    for (int k = 0; k <= 50; k++) {
        double grad[FEATURES] = {0};
        const double phi = phi_at(&f, x, grad);
        if (phi < least) memcpy(best, x, sizeof best);
        least = fmin(least, phi);
        for (size_t j = 0; j < FEATURES; j++)
            x[j] -= 0.3 / sqrt(k + 1.0) * grad[j];
    }
    const lf_optimum_rule rule = {LF_OPTIMUM_PAPER, 0.3, 50};
    assert_ok(lf_hinge_optimum(&f.train, &rule, got));
    assert_memory_equal(got, best, sizeof got);
    close_table(&f);
}

static const char *only_file(const char *folder) {
    static char path[1024];
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    path[0] = '\0';
    for (struct dirent *entry = readdir(dir); entry; entry = readdir(dir))
        if (entry->d_name[0] != '.') snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    closedir(dir);
    return path;
}

static void damage(const char *path) {
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, 21, SEEK_SET), 0);
    assert_true(fputc(0x5a, file) != EOF);
    assert_int_equal(fclose(file), 0);
}

static void test_cache(void **state) {
    fixture f;
    char folder[512];
    const lf_optimum_rule rule = {LF_OPTIMUM_EXACT, 0, 0};
    double computed[FEATURES], cached[FEATURES], rebuilt[FEATURES];
    setenv("XDG_CACHE_HOME", *state, 1);
    snprintf(folder, sizeof folder, "%s/levelfield/derived", (const char *)*state);
    open_table(&f, TABLE_VALUED);
    assert_ok(lf_hinge_optimum(&f.train, &rule, computed));
    assert_int_equal(scratch_count(folder), 1);
    assert_ok(lf_hinge_optimum(&f.train, &rule, cached));
    assert_memory_equal(cached, computed, sizeof cached);

    const char *path = only_file(folder);
    damage(path);
    assert_ok(lf_hinge_optimum(&f.train, &rule, rebuilt));
    assert_memory_equal(rebuilt, computed, sizeof rebuilt);
    assert_int_equal(truncate(path, 30), 0);
    assert_ok(lf_hinge_optimum(&f.train, &rule, rebuilt));
    assert_memory_equal(rebuilt, computed, sizeof rebuilt);
    assert_int_equal(scratch_count(folder), 1);

    f.row[0] = 7; /* another training set is another artefact */
    assert_ok(lf_hinge_optimum(&f.train, &rule, rebuilt));
    assert_int_equal(scratch_count(folder), 2);
    close_table(&f);
}

/* A read after each kind of damage says that there is nothing; a good file is given back. */
static void test_derived_values(void **state) {
    char folder[512];
    const double values[] = {1.5, -2, 1e300};
    double got[3] = {0};
    setenv("XDG_CACHE_HOME", *state, 1);
    snprintf(folder, sizeof folder, "%s/levelfield/derived", (const char *)*state);
    assert_false(lf_derived_read("a", 3, got));
    lf_derived_write("a", 3, values);
    assert_true(lf_derived_read("a", 3, got));
    assert_memory_equal(got, values, sizeof got);
    assert_false(lf_derived_read("a", 2, got));
    assert_false(lf_derived_read("b", 3, got));
    damage(only_file(folder));
    assert_false(lf_derived_read("a", 3, got));
    lf_derived_write("a", 3, values);
    assert_true(lf_derived_read("a", 3, got));
    assert_non_null(dlopen("libutil.so.1", RTLD_NOW)); /* now it is another program */
    assert_false(lf_derived_read("a", 3, got));
}

static void test_without_a_cache(void **state) {
    (void)state;
    fixture f;
    const lf_optimum_rule rule = {LF_OPTIMUM_EXACT, 0, 0};
    double x[FEATURES], again[FEATURES];
    open_table(&f, TABLE_DENSE);
    setenv("XDG_CACHE_HOME", "/dev/null/nowhere", 1);
    assert_ok(lf_hinge_optimum(&f.train, &rule, x));
    f.data->sha256 = ""; /* a table without an identity */
    assert_ok(lf_hinge_optimum(&f.train, &rule, again));
    assert_memory_equal(again, x, sizeof x);
    close_table(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_linear_program),
        cmocka_unit_test(test_vertex),
        cmocka_unit_test(test_linear_program_by_hand),
        cmocka_unit_test(test_separable),
        cmocka_unit_test_setup_teardown(test_paper_recipe, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_cache, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_derived_values, scratch_setup, scratch_teardown),
        cmocka_unit_test(test_without_a_cache),
    };
    return cmocka_run_group_tests_name("hinge_optimum", tests, NULL, NULL);
}
