/* User data whose test rows are files of their own. */
#include <unistd.h>

#include "npy_file.h"
#include "own_data.h"
#include "table.h"

#include "datasets/files/bytes.h"
#include "datasets/table/dataset.h"

static lf_data *opened(void **state, const char *description) {
    lf_data *d;
    assert_ok(lf_data_open(own_text(state, "d.yaml", description), &d));
    return d;
}

/* Three rows that train, two that test: first features 1 to 5, labels by turns. */
static void check_table(void **state, const char *description, size_t features) {
    lf_data *d = opened(state, description);
    assert_int_equal(d->rows, 5);
    assert_int_equal(d->train_rows, 3);
    assert_int_equal(d->features, features);
    for (size_t i = 0; i < d->rows; i++) {
        assert_near(table_at(d, i, 0), (double)i + 1, 0);
        assert_near(d->label[i], i % 2 ? -1 : 1, 0);
    }
    lf_data_close(d);
}

static void test_every_format(void **state) {
    static const double first[] = {1, 2, 3}, rest[] = {4, 5};
    own_text(state, "a.csv", "x,y\n1,1\n2,0\n3,1\n");
    own_text(state, "b.csv", "y,x\n0,4\n1,5\n");
    check_table(state, "features: a.csv\ntest: b.csv\nlabel: y\n", 1);
    own_text(state, "a", "1 1:1\n0 1:2\n1 1:3\n");
    own_text(state, "a.t", "0 1:4\n1 1:5 7:1\n"); /* no row that trains has a feature 7 */
    check_table(state, "features: a\ntest: a.t\nformat: libsvm\n", 7);
    own_text(state, "y.txt", "1\n0\n1\n0\n1\n"); /* of all rows */
    npy_file(state, "a.npy", 1, "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 1), }\n",
             first, sizeof first);
    npy_file(state, "b.npy", 1, "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 1), }\n",
             rest, sizeof rest);
    check_table(state, "features: a.npy\ntest: b.npy\nlabel: y.txt\n", 1);
    own_text(state, "a.arff",
             "@relation r\n@attribute x real\n@attribute y {0,1}\n@data\n"
             "1,1\n2,0\n3,1\n");
    own_text(state, "b.arff",
             "@relation r\n@attribute x real\n@attribute y {0,1}\n@data\n"
             "4,0\n5,1\n");
    check_table(state, "features: a.arff\ntest: b.arff\nlabel: y\n", 1);
}

/* Both may be several files; the checksum is of the first part. */
static void test_patterns(void **state) {
    char text[256], digest[LF_SHA256_TEXT];
    own_text(state, "a1.csv", "x,y\n1,1\n2,0\n");
    own_text(state, "a2.csv", "x,y\n3,1\n");
    own_text(state, "t1.csv", "x,y\n4,0\n");
    own_text(state, "t2.csv", "x,y\n5,1\n");
    check_table(state, "features: a*.csv\ntest: t?.csv\nlabel: y\nshape: [5, 1]\n", 1);
    own_text(state, "a.csv", "x,y\n1,1\n2,0\n3,1\n");
    assert_ok(lf_bytes_hash(scratch_path(state, "a.csv"), digest));
    snprintf(text, sizeof text, "features: a.csv\ntest: t?.csv\nlabel: y\nsha256: %s\n", digest);
    check_table(state, text, 1);
}

/* A test file that changed is another data set. */
static void test_identity(void **state) {
    char before[LF_SHA256_TEXT];
    own_text(state, "a.csv", "x,y\n1,1\n2,0\n");
    own_text(state, "b.csv", "x,y\n4,0\n");
    lf_data *d = opened(state, "features: a.csv\ntest: b.csv\nlabel: y\n");
    memcpy(before, d->sha256, sizeof before);
    lf_data_close(d);
    own_text(state, "b.csv", "x,y\n5,0\n");
    d = opened(state, "features: a.csv\ntest: b.csv\nlabel: y\n");
    assert_string_not_equal(d->sha256, before);
    assert_near(table_at(d, 2, 0), 5, 0);
    lf_data_close(d);
    /* So are the same rows, of which others train. */
    static const char *const second[] = {"a2.csv", "t0.csv"};
    own_text(state, "a1.csv", "x,y\n1,1\n2,0\n");
    own_text(state, "t1.csv", "x,y\n4,0\n");
    for (size_t k = 0; k < 2; k++) {
        own_text(state, second[k], "x,y\n3,1\n");
        d = opened(state, "features: a?.csv\ntest: t?.csv\nlabel: y\n");
        assert_int_equal(d->rows, 4);
        assert_int_equal(d->train_rows, 3 - k);
        lf_data_close(d);
        unlink(scratch_path(state, second[k]));
    }
}

static void test_refused(void **state) {
    static const char *const bad[][2] = {
        {"features: a.csv\ntest: b.csv\nlabel: y\nsplit: x\n", "test: the key 'split' says"},
        {"features: '*.csv'\ntest: b.csv\nlabel: y\n", "b.csv is a file of the features, too"},
        {"features: a.csv\ntest: none.csv\nlabel: y\n", "test: there is no readable file none"},
        {"features: a.csv\ntest: 'n*.csv'\nlabel: y\n", "test: there is no readable file n*.csv"},
        {"features: a.csv\ntest: empty.txt\nlabel: y\n", "empty.txt: a header without rows"},
        {"features: a.csv\ntest: other.txt\nlabel: y\n", "feature 1 is \"z\", and \"x\" there"},
        {"features: e.svm\ntest: c.svm\nformat: libsvm\n", "e.svm:1:1: the file is empty"},
        {"features: c.svm\ntest: e.svm\nformat: libsvm\n", "e.svm:1:1: the file is empty"},
    };
    lf_data *d;
    own_text(state, "a.csv", "x,y\n1,1\n2,0\n");
    own_text(state, "b.csv", "x,y\n4,0\n");
    own_text(state, "empty.txt", "x,y\n");
    own_text(state, "other.txt", "z,y\n1,1\n");
    own_text(state, "c.svm", "0 1:1\n1 1:2\n");
    own_text(state, "e.svm", "# nothing\n");
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        const lf_status status = lf_data_open(own_text(state, "d.yaml", bad[k][0]), &d);
        assert_true(status == LF_BAD_INPUT || status == LF_NOT_FOUND);
        assert_message(bad[k][1]);
    }
}

int main(void) {
#define CASE(test) cmocka_unit_test_setup_teardown(test, own_cache, scratch_teardown)
    const struct CMUnitTest tests[] = {
        CASE(test_every_format),
        CASE(test_patterns),
        CASE(test_identity),
        CASE(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
