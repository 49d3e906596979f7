/**
 * @file test_real_images.c
 * @brief The published counts of the image sets, and the cache's round trip.
 */
#include "table.h"

/* Each test has a cache of its own, and leaves LEVELFIELD_DATA as it was. */
static char folders[4096];

static int own_cache(void **state) {
    if (folders[0]) setenv("LEVELFIELD_DATA", folders, 1);
    return scratch_setup(state) != 0 ? -1 : setenv("XDG_CACHE_HOME", *state, 1);
}

/* Rows [from, to) of each class; the attribute agrees with the label in every row. */
static void check_counts(const lf_data *d, size_t from, size_t to, const size_t want[10]) {
    const lf_attribute *class;
    size_t count[10] = {0};
    assert_ok(lf_data_attribute(d, "class", &class));
    assert_int_equal(class->categories, 10);
    for (size_t i = from; i < to; i++) {
        assert_near(d->label[i], class->code[i], 0);
        count[class->code[i]]++;
    }
    for (size_t c = 0; c < 10; c++)
        assert_int_equal(count[c], want[c]);
}

static double mean_pixel(const lf_data *d, size_t rows) {
    uint64_t sum = 0;
    for (size_t k = 0; k < rows * d->features; k++)
        sum += d->pixel[k];
    return (double)sum / (255.0 * (double)(rows * d->features));
}

static void test_mnist(void **state) {
    (void)state;
    skip_without_data();
    static const size_t train[] = {5923, 6742, 5958, 6131, 5842, 5421, 5918, 6265, 5851, 5949};
    static const size_t test[] = {980, 1135, 1032, 1010, 982, 892, 958, 1028, 974, 1009};
    static const double first[] = {5, 0, 4, 1, 9, 2, 1, 3, 1, 4};
    lf_data *d;
    assert_ok(lf_data_open("mnist", &d));
    assert_true(d->rows == 70000 && d->train_rows == 60000 && d->features == 784);
    assert_true(d->channels == 1 && d->height == 28 && d->width == 28);
    check_counts(d, 0, 60000, train);
    check_counts(d, 60000, 70000, test);
    assert_memory_equal(d->label, first, sizeof first);
    assert_near(mean_pixel(d, 60000), 0.1307, 5e-5); /* the mean that everybody subtracts */
    lf_data_close(d);
}

static void test_cifar10part(void **state) {
    (void)state;
    skip_without_data();
    static const size_t all[] = {396, 366, 420, 384, 422, 393, 414, 385, 407, 413};
    lf_data *d;
    assert_ok(lf_data_open("cifar10part", &d));
    assert_true(d->rows == 4000 && d->train_rows == 0 && d->features == 3072);
    assert_true(d->channels == 3 && d->height == 32 && d->width == 32);
    check_counts(d, 0, 4000, all);
    assert_string_equal(d->attribute[0].category[d->attribute[0].code[0]], "frog");
    assert_non_null(strstr(lf_dataset_find("cifar10part")->note, "not those of CIFAR-10"));
    lf_data_close(d);
}

static void test_cifar10jpeg(void **state) {
    (void)state;
    skip_without_data();
    size_t train[10], test[10];
    lf_data *d;
    for (size_t c = 0; c < 10; c++)
        train[c] = 1000, test[c] = 500;
    assert_ok(lf_data_open("cifar10jpeg", &d));
    assert_true(d->rows == 15000 && d->train_rows == 10000);
    check_counts(d, 0, 10000, train);
    check_counts(d, 10000, 15000, test);
    for (size_t i = 0; i < d->rows; i++)
        assert_near(d->label[i], (double)(i % 10), 0);
    assert_non_null(strstr(lf_dataset_find("cifar10jpeg")->note, "not the published ones"));
    lf_data_close(d);
}

static void test_round_trip(void **state) {
    skip_without_data();
    lf_data *fresh, *cached;
    assert_ok(lf_data_open("cifar10part", &fresh));
    assert_int_equal(scratch_count(scratch_path(state, "levelfield/parsed")), 1);
    unsetenv("LEVELFIELD_DATA"); /* from here on only the cache can serve */
    assert_ok(lf_data_open("cifar10part", &cached));
    int same = table_equal(fresh, cached);
    lf_data_close(fresh);
    lf_data_close(cached);
    assert_true(same);
}

/* Without the official files: what is missing, and how to get it, if there is a way. */
static void test_missing(void **state) {
    lf_data *d;
    setenv("LEVELFIELD_DATA", *state, 1);
    assert_int_equal(lf_data_open("cifar100", &d), LF_NOT_FOUND);
    assert_message("cifar100 needs cifar-100-binary/train.bin.gz or cifar-100-binary.tar.gz");
    assert_message("levelfield data fetch cifar100");
    assert_int_equal(lf_data_open("cifar10part", &d), LF_NOT_FOUND);
    assert_message("set LEVELFIELD_DATA to a folder that has it");
    assert_null(strstr(lf_message(), "fetch"));
}

int main(void) {
    if (getenv("LEVELFIELD_DATA"))
        snprintf(folders, sizeof folders, "%s", getenv("LEVELFIELD_DATA"));
#define OWN_CACHE(test) cmocka_unit_test_setup_teardown(test, own_cache, scratch_teardown)
    const struct CMUnitTest tests[] = {
        OWN_CACHE(test_mnist),      OWN_CACHE(test_cifar10part), OWN_CACHE(test_cifar10jpeg),
        OWN_CACHE(test_round_trip), OWN_CACHE(test_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
