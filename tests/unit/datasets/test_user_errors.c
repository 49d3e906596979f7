/* User data that is wrong: each fault is one line that names the file and the place. */
#include "npy_file.h"
#include "own_data.h"
#include "table.h"

#include "datasets/files/bytes.h"
#include "datasets/table/dataset.h"

/* Opening the description fails so. */
static void check_refused(void **state, const char *description, lf_status status,
                          const char *says) {
    lf_data *d;
    assert_int_equal(lf_data_open(own_text(state, "d.yaml", description), &d), status);
    assert_null(d);
    assert_message(says);
    assert_null(strchr(lf_message(), '\n'));
}

static void test_descriptions(void **state) {
    static const char *const bad[][2] = {
        {"", "d.yaml: empty"},
        {"label: y\n", "the key 'features' is missing"},
        {"features: f.csv\nlabels: y\n", "d.yaml:2: unknown key 'labels'; did you mean 'label'?"},
        {"features: f.csv\n", "the key 'label' is missing: the column of the labels"},
        {"features: f.csv\nlabel: yy\n", "no column \"yy\"; the nearest is \"y\""},
        {"features: f.csv\nlabel: y\ngroups: [gg]\n", "the nearest is \"g\""},
        {"features: f.csv\nlabel: y\nsplit: parts\n", "no column \"parts\""},
        {"features: f.csv\nlabel: y\nignore: [h]\n", "no column \"h\""},
        {"features: f.csv\nlabel: y\ngroups: [g, g]\n", "groups: 'g' stands twice"},
        {"features: f.csv\nlabel: y\nclasses: [a]\n", "classes: found one"},
        {"features: f.svm\nformat: libsvm\nclasses: [1, +1, 2]\n", "classes: '+1' stands twice"},
        {"features: f.svm\nformat: libsvm\nclasses: [1, '2', 2.0]\n", "'2.0' stands twice"},
        {"features: f.csv\nlabel: y\nformat: idx\n", "format 'idx', expected "},
        {"features: f.dat\nlabel: y\n", "the ending of f.dat tells no format"},
        {"features: f.npz\nlabel: y\n", "files such as f.npz are not read; save its array"},
        {"features: f.Parquet\nlabel: y\n", "not read; write it as .csv or .npy, by pandas"},
        {"features: f.xlsx\nlabel: y\n", "files such as f.xlsx are not read; save its sheet as"},
        {"features: f.csv.zip\nlabel: y\n", "files such as f.csv.zip are not read; unpack it"},
        {"features: f.svm\nformat: libsvm\nlabel: y\n", "has its labels at the head of each row"},
        {"features: f.svm\nformat: libsvm\nignore: [y]\n", "files have columns to leave out"},
        {"features: f.csv\nlabel: y\nignore: [x, g]\n", "no column is left for the features"},
        {"features: f.csv\nlabel: y\ngroups: [1, 2, 3, 4, 5, 6, 7, 8, 9]\n", "at most 8"},
        {"features: f.csv\nlabel: y\nseparator: tab\n", "separator: 'tab', expected one of "},
        {"features: f.csv\nlabel: y\nseparator: ':'\n", "separator: ':', expected one of "},
        {"features: f.svm\nformat: libsvm\nseparator: ','\n", "separator: only csv files have"},
    };
    own_text(state, "f.csv", "x,g,y\n1,a,0\n2,b,1\n");
    own_text(state, "f.svm", "0 1:1\n1 1:2\n");
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
        check_refused(state, bad[k][0], LF_BAD_INPUT, bad[k][1]);
    /* As data frames are written if nobody says index=False. */
    own_text(state, "f.csv", ",x,y\n0,1,0\n1,2,1\n");
    check_refused(state, "features: f.csv\nlabel: y\n", LF_BAD_INPUT,
                  "f.csv: column 1 has no name: name it in the header");
}

/* Small files that would be large in memory, and lists that would be slow. */
static void test_bombs(void **state) {
    enum { ALIASES = 40000, WORDS = 10001 };
    char *text = malloc(16 * ALIASES), *at = text;
    at += sprintf(at, "features: f.csv\nlabel: &a %03900d\nignore: [", 0);
    for (size_t i = 0; i < ALIASES; i++)
        at = stpcpy(at, "*a, ");
    stpcpy(at, "x]\n");
    check_refused(state, text, LF_BAD_INPUT, "d.yaml: its aliases unfold to more than 64 MB");
    at = stpcpy(text, "features: f.csv\nlabel: y\nignore: [");
    for (int i = 0; i < WORDS; i++)
        at += sprintf(at, "w%d, ", i);
    stpcpy(at, "x]\n");
    check_refused(state, text, LF_BAD_INPUT, "ignore: found 10002, at most 10000 are supported");
    free(text);
    own_text(state, "f.svm", "0 1:1\n1 1048577:2\n");
    check_refused(state, "features: f.svm\nformat: libsvm\n", LF_BAD_INPUT,
                  "f.svm: the largest index is 1048577, and there are only 2 entries");
}

static void test_paths(void **state) {
    lf_data *d;
    assert_int_equal(lf_data_open(scratch_path(state, "no.yaml"), &d), LF_NOT_FOUND);
    assert_message("there is no such readable description");
    assert_int_equal(lf_data_open(own_text(state, "f.csv", "x,y\n"), &d), LF_BAD_INPUT);
    assert_message("is given by its description");
    check_refused(state, "features: gone.csv\nlabel: y\n", LF_NOT_FOUND,
                  "d.yaml: features: there is no readable file gone.csv beside the description");
    own_text(state, "f.svm", "0 1:1\n1 1:2\n");
    check_refused(state, "features: f.svm\nformat: libsvm\ngroups: [gone.txt]\n", LF_NOT_FOUND,
                  "d.yaml: groups: there is no readable file gone.txt");
}

static void test_csv(void **state) {
    static const char *const bad[][2] = {
        {"", "f.csv:1:1: the file is empty"},
        {"x,g,y\n", "a header without rows"},
        {"x,g,y\n1,a,0\n2,b\n", "f.csv:3:1: found 2 fields, expected 3"},
        {"x,g,y\n1,a,0\nnan,b,1\n", "f.csv:3:1: found \"nan\" in column \"x\", expected a finite"},
        {"x,g,y\n1,a,0\n,b,1\n", "f.csv:3:1: found \"\" in column \"x\", expected a finite number"},
        {"x,g,y,z\n1,a,0,hi\n2,b,1,ho\n", "expected a finite number, or ignore the column"},
        {"x,g,y\n1,a,0\n1e999,b,1\n", "expected a finite number"},
        {"x,g,y\n1,,0\n2,b,1\n", "f.csv:2:3: found \"\" in column \"g\", expected a value"},
        {"x,g,y\n1,NaN,0\n2,b,1\n",
         "f.csv:2:3: found \"NaN\" in column \"g\", expected a value; NA"},
        {"x,g,y\n1,a,0\n2,-inf,1\n", "f.csv:3:3: found \"-inf\" in column \"g\", expected a value"},
        {"x,g,y\n1,NA,0\n2,b,1\n", "found \"NA\" in column \"g\", expected a value"},
        {"x,g,y\n1,1e999,0\n2,b,1\n", "found \"1e999\" in column \"g\", expected a value"},
        {"x,g,y\n1,a,\n2,b,1\n", "found \"\" in column \"y\", expected a value"},
        {"x,g,y\n1,a,yes\n2,b,no\n", "the label \"no\" is no number; list the labels"},
        {"x,g,y\n1,a,1\n2,b,2\n", "list them as \"classes: [...]\""},
        {"x,g,y\n1,a,1\n2,b,1\n", "every row has the same label"},
        {"x,g,y\n1,a,0\n2,b,0.5\n", "list them as"},
        {"x,y,g,y\n1,0,a,0\n2,1,b,1\n", "f.csv: columns 2 and 4 are both called \"y\""},
        {"x;g;y\n1;a;0\n", "f.csv:1:1: no column \"y\": the header is one field"},
        {"x,g,y\n1,?,0\n2,b,1\n", "f.csv:2:3: found \"?\" in column \"g\", expected a value; NA"},
        {"x,g,y\n1,N/A,0\n2,b,1\n", "found \"N/A\" in column \"g\", expected a value"},
        {"x,g,y\n1,a,0\n2,None,1\n", "found \"None\" in column \"g\", expected a value"},
        {"x,g,y\n1,a,0\n2,null,1\n", "found \"null\" in column \"g\", expected a value"},
        {"x,g,y\n1,a,0\n2,<NA>,1\n", "found \"<NA>\" in column \"g\", expected a value"},
    };
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        own_text(state, "f.csv", bad[k][0]);
        check_refused(state, "features: f.csv\nlabel: y\ngroups: [g]\n", LF_BAD_INPUT, bad[k][1]);
    }
    assert_non_null(scratch_write(state, "f.csv", "\xff\xfex\0,\0", 6)); /* UTF-16 */
    check_refused(state, "features: f.csv\nlabel: y\n", LF_BAD_INPUT,
                  "f.csv:1:4: found a zero byte, expected text; UTF-16 is converted by iconv");
    /* A first row without names would be lost to the header. */
    static const char *const rows[] = {"5.1,2,0\n3,4,1\n2,2,0\n", "1,2,0\n3,4,1\n2,2,0\n"};
    for (size_t k = 0; k < 2; k++) {
        own_text(state, "f.csv", rows[k]);
        check_refused(state, "features: f.csv\nlabel: '0'\n", LF_BAD_INPUT,
                      "f.csv:1:1: the header is numbers, as a row is; put a line of names before");
    }
    own_text(state, "f.csv", "x,g,y\n1,a,good\n2,b,bad\n");
    check_refused(state, "features: f.csv\nlabel: y\nignore: [g]\nclasses: [goods, bad]\n",
                  LF_BAD_INPUT, "\"good\" occurs and is not listed; the nearest is \"goods\"");
    /* A class more would make two labels a problem of three classes. */
    static const char *const more[] = {"[bad, good, fair]", "[fair, bad, good]"};
    for (size_t k = 0; k < 2; k++) {
        char text[96];
        sprintf(text, "features: f.csv\nlabel: y\nignore: [g]\nclasses: %s\n", more[k]);
        check_refused(state, text, LF_BAD_INPUT, "\"fair\" is listed, and no row has it");
    }
}

static void test_splits(void **state) {
    static const char *const bad[][2] = {
        {"x,s,y\n1,train,0\n2,valid,1\n", "found \"valid\", expected train and test"},
        {"x,s,y\n1,0,0\n2,0,1\n", "no row is there to test"},
        {"x,s,y\n1,1,0\n2,1,1\n", "no row is there to train"},
        {"x,s,y\n1,0,0\n2,1,1\n2,test,1\n", "expected two words"},
    };
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        own_text(state, "f.csv", bad[k][0]);
        check_refused(state, "features: f.csv\nlabel: y\nsplit: s\n", LF_BAD_INPUT, bad[k][1]);
    }
}

static void test_side_files(void **state) {
    static const char described[] = "features: f.npy\nlabel: y.txt\n";
    static double number[] = {1, 2, 3, 4};
    static const char header[] = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2)}\n";
    npy_file(state, "f.npy", 1, header, number, sizeof number);
    own_text(state, "y.txt", "0\n1\n1\n");
    check_refused(state, described, LF_BAD_INPUT, "y.txt: found 3 values, expected 2");
    own_text(state, "y.txt", "0\n\n");
    check_refused(state, described, LF_BAD_INPUT, "y.txt:2:1: found an empty line");
    own_text(state, "y.txt", "0\nnan\n");
    check_refused(state, described, LF_BAD_INPUT, "y.txt:2:1: found \"nan\", expected a value; NA");
    check_refused(state, "features: f.npy\nlabel: f.npy\n", LF_BAD_INPUT,
                  "found 2 columns, expected one value a row");
    own_text(state, "y.txt", "0\n1\n");
    number[3] = NAN;
    npy_file(state, "f.npy", 1, header, number, sizeof number);
    check_refused(state, described, LF_BAD_INPUT, "row 2, column 2 is nan, expected a finite");
    npy_file(state, "f.npy", 1, "{'descr': '<f8', 'fortran_order': False, 'shape': (4,)}\n", number,
             sizeof number);
    check_refused(state, described, LF_BAD_INPUT, "found one dimension");
    check_refused(state, "features: f.npy\nlabel: f.npy\n", LF_BAD_INPUT, "found one dimension");
    own_text(state, "f.libsvm", "0 1:1\n1 1:2\n");
    own_text(state, "g.txt", "a\nb\n");
    npy_file(state, "g.npy", 1, "{'descr': '<f8', 'fortran_order': False, 'shape': (2,)}\n", number,
             2 * sizeof *number);
    check_refused(state, "features: f.libsvm\ngroups: [g.txt, g.npy]\n", LF_BAD_INPUT,
                  "d.yaml: groups: g.txt and g.npy are both called \"g\"");
}

/* What a description says of its files is true of them, or there is no table. */
static void test_expected(void **state) {
    static const char *const bad[][2] = {
        {"shape: [3, 2]", "d.yaml: shape: found 2 x 2, expected 3 x 2"},
        {"shape: [2, 3]", "found 2 x 2, expected 2 x 3"},
        {"shape: [2]", "d.yaml: shape: expected two numbers, [rows, features], found 1"},
        {"shape: [2, 2, 2]", "shape: expected two numbers, [rows, features], found 3"},
        {"shape: []", "d.yaml:3: shape: expected a list that is not empty"},
        {"shape: [2, -2]", "d.yaml:3: shape: expected a whole number from 0"},
        {"sha256: 5f", "sha256: \"5f\" is no checksum, expected 64 digits 0-9 and a-f"},
    };
    static const char described[] = "features: f.npy\nlabel: y.txt\n";
    static const double number[] = {1, 2, 3, 4};
    char text[400], right[LF_SHA256_TEXT];
    lf_data *d;
    npy_file(state, "f.npy", 1, "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2)}\n",
             number, sizeof number);
    assert_ok(lf_bytes_hash(scratch_path(state, "f.npy"), right));
    own_text(state, "y.txt", "0\n1\n");
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        snprintf(text, sizeof text, "%s%s\n", described, bad[k][0]);
        check_refused(state, text, LF_BAD_INPUT, bad[k][1]);
    }
    snprintf(text, sizeof text, "%sshape: [2, 2]\nsha256: %s\n", described, right);
    assert_ok(lf_data_open(own_text(state, "d.yaml", text), &d));
    lf_data_close(d);
    char *digit = strstr(text, right);
    *digit = *digit == '0' ? '1' : '0';
    check_refused(state, text, LF_BAD_INPUT, "expected ");
    assert_message(right); /* what it has */
    snprintf(text, sizeof text, "features: \"[f].npy\"\nlabel: y.txt\nsha256: %s\n", right);
    assert_ok(lf_data_open(own_text(state, "d.yaml", text), &d)); /* a pattern of one file */
    lf_data_close(d);
    scratch_write(state, "f2.npy", "", 0);
    snprintf(text, sizeof text, "features: f*.npy\nlabel: y.txt\nsha256: %s\n", right);
    check_refused(state, text, LF_BAD_INPUT, "sha256: is of one file, and f*.npy names 2");
}

/* Of a text format too: rows and features are those of the table. */
static void test_expected_of_text(void **state) {
    static const char described[] = "features: f.csv\nlabel: y\nignore: [g]\nshape: [2, 1]\n";
    lf_data *d;
    own_text(state, "f.csv", "x,g,y\n1,a,0\n2,b,1\n");
    assert_ok(lf_data_open(own_text(state, "d.yaml", described), &d));
    lf_data_close(d);
    own_text(state, "f.csv", "x,g,y\n1,a,0\n2,b,1\n3,b,1\n");
    check_refused(state, described, LF_BAD_INPUT, "found 3 x 1, expected 2 x 1");
}

/* Numbers to predict are not classes. */
static void test_many_labels(void **state) {
    enum { ROWS = 65536 };
    char *text = malloc(24 * ROWS), *at = text;
    for (int i = 0; i < ROWS; i++)
        at += sprintf(at, "%d.5 1:1\n", i);
    own_text(state, "f.libsvm", text);
    free(text);
    check_refused(state, "features: f.libsvm\n", LF_BAD_INPUT,
                  "f.libsvm: label: more than 65535 different values");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_descriptions, own_cache, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_bombs, own_cache, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_paths, own_cache, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_csv, own_cache, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_splits, own_cache, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_side_files, own_cache, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_expected, own_cache, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_expected_of_text, own_cache, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_many_labels, own_cache, scratch_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
