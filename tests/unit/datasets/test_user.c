/* User data: one table in three formats, and what becomes of labels, groups and splits. */
#include "npy_file.h"
#include "own_data.h"
#include "table.h"

#include "datasets/table/dataset.h"
#include "datasets/user/description.h"

enum { ROWS = 5, FEATURES = 2 };
static const double value[ROWS][FEATURES] = {{1, 0}, {-2.5, 3}, {0.125, 1}, {4, 4}, {0, 2}};
static const int label[ROWS] = {1, 0, 1, 1, 0};
static const char *const user[ROWS] = {"10", "9", "10", "2", "9"};
static const char *const part[ROWS] = {"train", "test", "train", "train", "test"};
/* Training rows first, in their order. */
static const size_t order[ROWS] = {0, 2, 3, 1, 4};

static void write_csv(void **state) {
    char text[1024] = "user,a,rating,b,part\n";
    for (size_t i = 0; i < ROWS; i++)
        sprintf(text + strlen(text), "%s,%g,%d,%g,%s\n", user[i], value[i][0], label[i],
                value[i][1], part[i]);
    assert_non_null(own_text(state, "f.csv", text));
    assert_non_null(own_text(state, "csv.yaml",
                             "features: f.csv\nlabel: rating\ngroups: [user]\nsplit: part\n"));
}

/* The side files that LIBSVM and NPY share. */
static void write_sides(void **state) {
    char users[256] = "", parts[256] = "";
    for (size_t i = 0; i < ROWS; i++) {
        sprintf(users + strlen(users), "%s\r\n", user[i]);
        sprintf(parts + strlen(parts), "%s\n", part[i]);
    }
    assert_non_null(own_text(state, "user.txt", users));
    assert_non_null(own_text(state, "part.txt", parts));
}

static void write_libsvm(void **state) {
    char text[1024] = "";
    for (size_t i = 0; i < ROWS; i++) {
        sprintf(text + strlen(text), "%d", label[i]);
        for (size_t j = 0; j < FEATURES; j++)
            if (value[i][j] != 0) sprintf(text + strlen(text), " %zu:%g", j + 1, value[i][j]);
        strcat(text, "\n");
    }
    assert_non_null(own_text(state, "f.svm", text));
    assert_non_null(
        own_text(state, "libsvm.yaml",
                 "features: f.svm\nformat: libsvm\ngroups: [user.txt]\nsplit: part.txt\n"));
}

static void write_npy(void **state, bool fortran) {
    static const char *const header[] = {
        "{'descr': '<f4', 'fortran_order': False, 'shape': (5, 2), }\n",
        "{'descr': '<f4', 'fortran_order': True, 'shape': (5, 2), }\n"};
    float number[ROWS * FEATURES];
    int64_t users[ROWS];
    for (size_t i = 0; i < ROWS; i++) {
        users[i] = strtol(user[i], NULL, 10);
        for (size_t j = 0; j < FEATURES; j++)
            number[fortran ? j * ROWS + i : i * FEATURES + j] = (float)value[i][j];
    }
    assert_non_null(npy_file(state, "f.npy", 1, header[fortran], number, sizeof number));
    assert_non_null(npy_file(state, "y.npy", 2,
                             "{'descr': '<i4', 'fortran_order': False, 'shape': (5,), }\n", label,
                             sizeof label));
    assert_non_null(npy_file(state, "user.npy", 1,
                             "{'descr': '<i8', 'fortran_order': False, 'shape': (5, 1), }\n", users,
                             sizeof users));
    assert_non_null(own_text(
        state, "npy.yaml", "features: f.npy\nlabel: y.npy\ngroups: [user.npy]\nsplit: part.txt\n"));
}

static void check_table(void **state, const char *name) {
    static const char *const sorted[] = {"2", "9", "10"};
    lf_data *d;
    assert_ok(lf_data_open(scratch_path(state, name), &d));
    assert_string_equal(d->name, name);
    assert_int_equal(d->rows, ROWS);
    assert_int_equal(d->features, FEATURES);
    assert_int_equal(d->train_rows, 3);
    assert_int_equal(d->attributes, 1);
    const lf_attribute *a = d->attribute;
    assert_string_equal(a->name, "user");
    assert_int_equal(a->categories, 3);
    for (size_t k = 0; k < 3; k++)
        assert_string_equal(a->category[k], sorted[k]);
    for (size_t i = 0; i < ROWS; i++) {
        const size_t from = order[i];
        assert_near(d->label[i], 2 * label[from] - 1, 0);
        assert_string_equal(a->category[a->code[i]], user[from]);
        for (size_t j = 0; j < FEATURES; j++)
            assert_near(table_at(d, i, j), value[from][j], 0);
    }
    lf_data_close(d);
}

/* Twice each: read, then out of the cache. */
static void test_every_format(void **state) {
    write_csv(state);
    write_sides(state);
    write_libsvm(state);
    for (int again = 0; again < 2; again++) {
        check_table(state, "csv.yaml");
        check_table(state, "libsvm.yaml");
        write_npy(state, again);
        check_table(state, "npy.yaml");
    }
}

/* A file that changed is read again: the identity is that of the content. */
static void test_identity(void **state) {
    char before[65];
    lf_data *d;
    write_csv(state);
    const char *path = scratch_path(state, "csv.yaml");
    assert_ok(lf_data_open(path, &d));
    snprintf(before, sizeof before, "%s", d->sha256);
    assert_string_equal(d->feature[1], "b");
    lf_data_close(d);
    assert_non_null(
        own_text(state, "f.csv", "user,a,rating,b,part\n1,7,0,1,train\n2,8,1,1,test\n"));
    assert_ok(lf_data_open(path, &d));
    assert_int_equal(d->rows, 2);
    assert_string_not_equal(before, d->sha256);
    lf_data_close(d);
}

/* A path may end in the first digits of the identity, and is then good for that content only. */
static void test_pin(void **state) {
    char pinned[4200];
    lf_data *d, *again;
    write_csv(state);
    const char *path = scratch_path(state, "csv.yaml");
    assert_ok(lf_data_open(path, &d));
    snprintf(pinned, sizeof pinned, "%s@%.12s", path, d->sha256);
    assert_ok(lf_data_open(pinned, &again));
    assert_true(table_equal(d, again));
    lf_data_close(again);
    lf_data_close(d);
    assert_non_null(
        own_text(state, "f.csv", "user,a,rating,b,part\n1,7,0,1,train\n2,8,1,1,test\n"));
    assert_int_equal(lf_data_open(pinned, &d), LF_BAD_INPUT);
    assert_message("csv.yaml: its files have changed: their identity is");
    snprintf(pinned, sizeof pinned, "%s@1234", path); /* too short */
    assert_int_equal(lf_data_open(pinned, &d), LF_BAD_INPUT);
    assert_message("csv.yaml@1234: behind the '@' expected 8 to 64 digits 0-9 and a-f");
    assert_true(lf_user_named("f.yaml@1f0c22a") && lf_user_named("f.yml@"));
}

/* Labels of the column `y`, and what the table makes of them. */
static void check_labels(void **state, const char *classes, const char *const *word,
                         const double *want, size_t n) {
    char text[512] = "x,y\n", described[512];
    lf_data *d;
    for (size_t i = 0; i < n; i++)
        sprintf(text + strlen(text), "1,%s\n", word[i]);
    assert_non_null(own_text(state, "l.csv", text));
    snprintf(described, sizeof described, "features: l.csv\nlabel: y\n%s", classes);
    assert_ok(lf_data_open(own_text(state, "l.yaml", described), &d));
    for (size_t i = 0; i < n; i++)
        assert_near(d->label[i], want[i], 0);
    assert_int_equal(d->train_rows, 0);
    lf_data_close(d);
}

static void test_labels(void **state) {
    check_labels(state, "", (const char *[]){"-1", "+1", "1"}, (double[]){-1, 1, 1}, 3);
    check_labels(state, "", (const char *[]){"1.0", "0", "1"}, (double[]){1, -1, 1}, 3);
    check_labels(state, "", (const char *[]){"2", "0", "1"}, (double[]){2, 0, 1}, 3);
    check_labels(state, "classes: [bad, good]\n", (const char *[]){"good", "bad"},
                 (double[]){1, -1}, 2);
    check_labels(state, "classes: [c, b, a]\n", (const char *[]){"a", "b", "c"},
                 (double[]){2, 1, 0}, 3);
    check_labels(state, "classes: [1, 2]\n", (const char *[]){"1", "2"}, (double[]){-1, 1}, 2);
}

/* Numbers of a LIBSVM file, as it writes them or not. */
static void test_labels_of_libsvm(void **state) {
    static const char *const classes[] = {"[-1, +1]", "[-1, 1]", "['-1.0', 1e0]"};
    lf_data *d;
    own_text(state, "f.libsvm", "+1 1:1\n-1 1:2\n1 2:1\n");
    for (size_t k = 0; k < 3; k++) {
        char described[128];
        snprintf(described, sizeof described, "features: f.libsvm\nclasses: %s\n", classes[k]);
        assert_ok(lf_data_open(own_text(state, "l.yaml", described), &d));
        const bool right = d->label[0] == 1 && d->label[1] == -1 && d->label[2] == 1;
        lf_data_close(d);
        assert_true(right);
    }
}

/* The mark that some editors put at the beginning is no part of the first value. */
static void test_byte_order_mark(void **state) {
    lf_data *d;
    own_text(state, "f.libsvm", "1 1:1\n0 1:2\n0 2:1\n");
    own_text(state, "g.txt",
             "\xEF\xBB\xBF"
             "b\r\na\r\nb\r\n");
    assert_ok(lf_data_open(own_text(state, "g.yaml", "features: f.libsvm\ngroups: [g.txt]\n"), &d));
    const lf_attribute *g = d->attribute;
    const bool right = g->categories == 2 && g->code[0] == 1 && g->code[1] == 0 && g->code[2] == 1;
    lf_data_close(d);
    assert_true(right);
}

/* What else separates columns, and names that are numbers, as of a data frame without any. */
static void test_separators(void **state) {
    static const char *const form[][2] = {{"0;1;2\n1.5;2;0\n3;\"4\";1\n", "\";\""},
                                          {"0\t1\t2\n1.5\t2\t0\n3\t4\t1\n", "\"\\t\""},
                                          {"0|1|2\n1.5|2|0\n3|4|1\n", "'|'"},
                                          {"0,1,2\n1.5,2,0\n3,4,1\n", "','"}};
    for (size_t k = 0; k < sizeof form / sizeof *form; k++) {
        char text[128];
        lf_data *d;
        own_text(state, "s.csv", form[k][0]);
        sprintf(text, "features: s.csv\nlabel: '2'\nseparator: %s\n", form[k][1]);
        assert_ok(lf_data_open(own_text(state, "s.yaml", text), &d));
        assert_near(table_at(d, 0, 0) + 10 * table_at(d, 0, 1) + 100 * table_at(d, 1, 1), 421.5, 0);
        lf_data_close(d);
    }
}

/* As numpy.savetxt writes 0 and 1. */
static void test_split_of_numbers(void **state) {
    lf_data *d;
    own_text(state, "f.libsvm", "1 1:1\n0 1:2\n0 2:1\n");
    own_text(state, "s.txt",
             "0.000000000000000000e+00\n1.000000000000000000e+00\n0.000000000000000000e+00\n");
    assert_ok(lf_data_open(own_text(state, "s.yaml", "features: f.libsvm\nsplit: s.txt\n"), &d));
    const size_t train_rows = d->train_rows;
    lf_data_close(d);
    assert_int_equal(train_rows, 2);
}

/* As many reviewers as the largest data set of the FCCO paper: more than a byte counts. */
static void test_many_groups(void **state) {
    enum { GROUPS = 1252 };
    FILE *file = fopen(scratch_path(state, "many.csv"), "w");
    lf_data *d;
    assert_non_null(file);
    fprintf(file, "reviewer,x,y\n");
    for (size_t i = 0; i < 2 * GROUPS; i++)
        fprintf(file, "r%zu,%zu,%zu\n", i * 7 % GROUPS, i, i % 2);
    assert_int_equal(fclose(file), 0);
    const char *path =
        own_text(state, "many.yaml", "features: many.csv\nlabel: y\ngroups: [reviewer]\n");
    for (int again = 0; again < 2; again++) {
        assert_ok(lf_data_open(path, &d));
        assert_int_equal(d->attribute[0].categories, GROUPS);
        for (size_t i = 0; i < d->rows; i++) {
            char want[32];
            snprintf(want, sizeof want, "r%zu", i * 7 % GROUPS);
            assert_string_equal(d->attribute[0].category[d->attribute[0].code[i]], want);
        }
        lf_data_close(d);
    }
}

/* Descriptions and their files are also sought below the folders of LEVELFIELD_DATA. */
static void test_data_folder(void **state) {
    lf_data *d;
    write_csv(state);
    assert_int_equal(lf_data_open("csv.yaml", &d), LF_NOT_FOUND);
    assert_message("below a folder of LEVELFIELD_DATA");
    const char *before = getenv("LEVELFIELD_DATA");
    char *kept = before ? strdup(before) : NULL;
    setenv("LEVELFIELD_DATA", *state, 1);
    assert_ok(lf_data_open("csv.yaml", &d));
    lf_data_close(d);
    if (kept)
        setenv("LEVELFIELD_DATA", kept, 1);
    else
        unsetenv("LEVELFIELD_DATA");
    free(kept);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_every_format, own_cache, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_identity, own_cache, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_pin, own_cache, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_labels, own_cache, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_labels_of_libsvm, own_cache, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_byte_order_mark, own_cache, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_separators, own_cache, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_split_of_numbers, own_cache, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_many_groups, own_cache, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_data_folder, own_cache, scratch_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
