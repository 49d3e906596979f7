/* ARFF files: the table that they make, and the place where one is wrong. */
#include "own_data.h"
#include "table.h"

#include "datasets/table/dataset.h"

static const char described[] = "features: f.arff\nlabel: y\ngroups: [g]\nclasses: [no, yes]\n";

static lf_status open_text(void **state, const char *description, const char *text, lf_data **d) {
    own_text(state, "f.arff", text);
    return lf_data_open(own_text(state, "d.yaml", description), d);
}

/* What the text makes: features named so, and these values row by row. */
static void check_table(void **state, const char *text, size_t rows, const char *const *name,
                        const double *value, bool sparse) {
    lf_data *d;
    size_t features = 0;
    assert_ok(open_text(state, described, text, &d));
    assert_int_equal(d->rows, rows);
    assert_int_equal(d->row_start != NULL, sparse);
    for (; name[features]; features++)
        assert_string_equal(d->feature[features], name[features]);
    assert_int_equal(d->features, features);
    for (size_t i = 0; i < rows; i++) {
        assert_near(d->label[i], i % 2 ? 1 : -1, 0);
        assert_string_equal(d->attribute->category[d->attribute->code[i]], i % 2 ? "it's" : "b");
        for (size_t j = 0; j < features; j++)
            assert_near(table_at(d, i, j), value[i * features + j], 0);
    }
    lf_data_close(d);
}

/* Words as Weka writes them and as people do. */
static void test_dense(void **state) {
    static const char *const name[] = {"sepal length", "c=red", "c=dark green", "z%", NULL};
    static const double value[] = {5.5, 1, 0, -2, 1e3, 0, 1, 0.25, 7, 1, 0, 0};
    static const char text[] = "\xEF\xBB\xBF"
                               "% a comment, then CR LF\r\n\r\n"
                               "@RELATION 'of flowers'\r\n"
                               "@attribute 'sepal length' REAL % in cm\n"
                               "\t@Attribute c{red, 'dark green'}\n"
                               "@attribute g string\n"
                               "@attribute \"z%\" integer [0, 1]\n"
                               "@attribute y  { no,yes }\n"
                               "@Data\n"
                               "5.5,red,b,-2,no\n"
                               "% between\n"
                               " 1e3 , \"dark green\",'it\\'s', .25, yes % behind\n"
                               "7\tred\tb\t'0'\tno";
    check_table(state, text, 3, name, value, false);
}

/* What a row leaves out is 0, or the first value of a list. */
static void test_sparse(void **state) {
    static const char *const name[] = {"x", "c=a", "c=b", "z", NULL};
    static const double value[] = {0, 1, 0, 0, 1.5, 0, 1, 0, 0, 1, 0, -3, 4, 1, 0, 0};
    static const char header[] = "@relation s\n@attribute x numeric\n@attribute c {a,b}\n"
                                 "@attribute z real\n@attribute g {b,\"it's\"}\n"
                                 "@attribute y {no,yes}\n@data\n";
    static const char rows[] = "{}\n{0 1.5, 1 b,3 \"it's\" ,4 yes}\n{ 2 -3 } % last\n";
    char text[512];
    snprintf(text, sizeof text, "%s%s{0 4,1 a,3 \"it's\",4 yes}", header, rows);
    check_table(state, text, 4, name, value, true);
    snprintf(text, sizeof text, "%s%s4,a,0,\"it's\",yes\n", header, rows);
    check_table(state, text, 4, name, value, false);
}

/* A split, columns that are left out, and a label that is a number. */
static void test_roles(void **state) {
    lf_data *d;
    assert_ok(open_text(state, "features: f.arff\nlabel: y\nsplit: part\nignore: [id, when]\n",
                        "@attribute id string\n@attribute when date 'yyyy-MM-dd'\n"
                        "@attribute x numeric\n@attribute y numeric\n@attribute part {train,test}\n"
                        "@data\n?,?,1,0,test\n'a b','2020-01-01',2,1,train\n",
                        &d));
    assert_int_equal(d->features, 1);
    assert_int_equal(d->train_rows, 1);
    assert_near(d->label[0], 1, 0);
    assert_near(table_at(d, 0, 0), 2, 0);
    assert_near(table_at(d, 1, 0), 1, 0);
    lf_data_close(d);
}

/* What Weka puts behind a backslash. */
static void test_escapes(void **state) {
    static const char *const group[] = {"a\tb", "a\nb", "a\rb", "a'\"\\%b"};
    lf_data *d;
    assert_ok(open_text(state, described,
                        "@attribute x numeric\n@attribute g string\n@attribute y {no,yes}\n@data\n"
                        "1,'a\\tb',no\n2,'a\\nb',yes\n3,\"a\\rb\",no\n4,'a\\'\\\"\\\\\\%b',no\n",
                        &d));
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(d->attribute->category[d->attribute->code[i]], group[i]);
    lf_data_close(d);
}

#define HEAD "@relation r\n@attribute x numeric\n@attribute g {a,b}\n@attribute y {no,yes}\n"
#define ROLES "@attribute x numeric\n@attribute g string\n@attribute y {no,yes}\n@data\n"
static const char *const bad[][2] = {
    {"", "f.arff: no @data"},
    {HEAD, "f.arff: no @data"},
    {"x,y\n", "f.arff:1:1: found \"x\", expected @relation, @attribute or @data"},
    {"@data\n", "f.arff:1:1: found \"@data\", expected an @attribute before it"},
    {"@attribute\n", "expected the name of the attribute"},
    {"@attribute x\n", "f.arff:1:13: found \"\", expected a type"},
    {"@attribute x relational\n", "f.arff:1:14: found \"relational\", expected numeric, real, "},
    {"@attribute x {a,b\n", "f.arff:1:17: found \"b\", expected '}' behind it"},
    {"@attribute x {a,,b}\n", "f.arff:1:17: found \",b}\", expected a value"},
    {"@attribute x {a,b,a}\n", "f.arff:1:19: found \"a\", expected each value once"},
    {"@attribute 'x numeric\n", "found \"x numeric\", expected a quote at its end"},
    {"@attribute a'b' numeric\n",
     "f.arff:1:12: found \"a'b' numeric\", expected a comma or a blank"},
    {HEAD "@data\n", "a header without rows"},
    {HEAD "@data\n1,a,no\n2,b\n", "f.arff:7:1: found 2 values, expected 3"},
    {HEAD "@data\n1,a,no,4\n", "f.arff:6:1: found 3 values and more, perhaps a weight, expected 3"},
    {HEAD "@data\n1,a,no,{2}\n", "f.arff:6:1: found 3 values and more, perhaps a weight"},
    {HEAD "@data\n1,,no\n", "f.arff:6:3: found \",no\", expected a value"},
    {HEAD "@data\n1,a,no\n?,b,yes\n", "f.arff:7:1: found \"?\", expected a finite number"},
    {HEAD "@data\n1,a,no\nnan,b,yes\n", "f.arff:7:1: found \"nan\", expected a finite number"},
    {HEAD "@data\n1,?,no\n", "f.arff:6:3: found \"?\", expected a value"},
    {ROLES "1,NA,no\n", "f.arff:5:3: found \"NA\", expected a value"},
    {ROLES "1,'NA',no\n1,nan,yes\n", "f.arff:6:3: found \"nan\", expected a value"},
    {HEAD "@data\n1,a,?\n", "f.arff:6:5: found \"?\", expected a value"},
    {HEAD "@data\n1,c,no\n", "f.arff:6:3: found \"c\", expected a value that its @attribute lists"},
    {HEAD "@data\n1,a,maybe\n",
     "f.arff:6:5: found \"maybe\", expected a value that its @attribute"},
    {HEAD "@data\n{0 1,3 a}\n", "f.arff:6:6: found \"3\", expected an index that goes up"},
    {HEAD "@data\n{1 a,0 1}\n", "f.arff:6:6: found \"0\", expected an index that goes up"},
    {HEAD "@data\n{1 a,1 b}\n", "f.arff:6:6: found \"1\", expected an index that goes up"},
    {HEAD "@data\n{-1 a}\n", "f.arff:6:2: found \"-1\", expected an index"},
    {HEAD "@data\n{99999999999999999999 a}\n", "expected an index that goes up"},
    {HEAD "@data\n{1}\n", "f.arff:6:2: found \"1\", expected an index"},
    {HEAD "@data\n{1 a\n", "f.arff:6:5: expected the row to end with '}'"},
    {HEAD "@data\n{1 a},{2}\n", "f.arff:6:6: expected the row to end with '}', and no weight"},
    {HEAD "@attribute z string\n@data\n", "f.arff:5:1: \"z\" is text and no feature"},
    {HEAD "@attribute y real\n@data\n", "f.arff: columns 3 and 4 are both called \"y\""},
    {"@attribute x real\n@attribute gg {a}\n@data\n", "d.yaml: f.arff: no attribute \"y\""},
};

static void test_malformed(void **state) {
    lf_data *d;
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        assert_int_equal(open_text(state, described, bad[k][0], &d), LF_BAD_INPUT);
        assert_null(d);
        const char *path = strstr(bad[k][1], "f.arff");
        assert_message(path ? path : bad[k][1]);
        assert_null(strchr(lf_message(), '\n'));
    }
    scratch_write(state, "f.arff", "@data\0\n", 7);
    assert_int_equal(lf_data_open(own_text(state, "d.yaml", described), &d), LF_BAD_INPUT);
    assert_message("f.arff:1:6: found a zero byte, expected text");
    assert_int_equal(open_text(state, "features: f.arff\nlabel: yy\n", HEAD "@data\n", &d),
                     LF_BAD_INPUT);
    assert_message("no attribute \"yy\"; the nearest is \"y\"");
    assert_int_equal(open_text(state, "features: f.arff\nlabel: y\nignore: [x]\n",
                               "@attribute x real\n@attribute y {0,1}\n@data\n1,0\n", &d),
                     LF_BAD_INPUT);
    assert_message("no column is left for the features");
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, own_cache, scratch_teardown)
int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(test_dense),   CASE(test_sparse),    CASE(test_roles),
        CASE(test_escapes), CASE(test_malformed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
