/* Blocks: a partition, the same one each time, another with another seed; charges, refusals, and
 * tickets that are no draws. */
#include "near.h"
#include "quadratic_levels.h"

enum { SAMPLES = 64 };

/* What the samples of a block add to the lower gradient, of one block or of one sample. */
static void gradient(trial *t, size_t q, size_t k, double out[2], size_t *n) {
    static const double x[3] = {0.3, -0.2, 0.1}, y[2] = {0.5, 0.4};
    lf_batch b;
    assert_ok(lf_oracle_block(t->oracle, LF_ROLE_LOWER, 0, q, k, &b));
    lf_vec_zero(2, out);
    assert_ok(lf_oracle_lower_gradient(t->oracle, &b, x, y, out));
    lf_vec_scale(2, (double)b.n, out);
    *n = b.n;
}

/* However many blocks there are, they hold every sample once: sums over all blocks are the sum. */
static void test_partition(void **unused) {
    (void)unused;
    trial *t = quadratic_open("s=0.3", 1, "1e12");
    double all[2];
    size_t n;
    gradient(t, 1, 0, all, &n);
    assert_int_equal(n, SAMPLES);
    for (size_t q = 2; q <= SAMPLES; q++) {
        double sum[2] = {0}, one[2];
        size_t total = 0;
        for (size_t k = 0; k < q; k++) {
            gradient(t, q, k, one, &n);
            lf_vec_axpy(2, 1, one, sum);
            assert_true(n == SAMPLES / q || n == SAMPLES / q + (SAMPLES % q > 0));
            total += n;
        }
        assert_int_equal(total, SAMPLES);
        assert_near(sum[0], all[0], 1e-12);
        assert_near(sum[1], all[1], 1e-12);
    }
}

/* Single samples differ from each other: none stands in two blocks. */
static void test_each_once(void **unused) {
    (void)unused;
    trial *t = quadratic_open("s=0.3", 1, "1e12"), *other = quadratic_open("s=0.3", 2, "1e12");
    double one[SAMPLES][2], again[2];
    size_t n, elsewhere = 0;
    for (size_t k = 0; k < SAMPLES; k++) {
        gradient(t, SAMPLES, k, one[k], &n);
        for (size_t j = 0; j < k; j++)
            assert_true(one[j][0] != one[k][0] || one[j][1] != one[k][1]);
    }
    for (size_t k = 0; k < SAMPLES; k++) {
        gradient(t, SAMPLES, k, again, &n);
        assert_memory_equal(again, one[k], sizeof again);
        gradient(other, SAMPLES, k, again, &n);
        elsewhere += memcmp(again, one[k], sizeof again) != 0;
    }
    assert_true(elsewhere > SAMPLES / 2);
}

/* A block is charged each time, and takes no draw from the stream. */
static void test_charges(void **unused) {
    (void)unused;
    trial *t = quadratic_open("s=0.3", 1, "100:samples");
    lf_batch b, draw;
    for (size_t k = 0; k < 3; k++)
        assert_ok(lf_oracle_block(t->oracle, LF_ROLE_LOWER, 0, 2, 1, &b));
    assert_int_equal(trial_count(t, "samples.lower"), 96);
    assert_ok(lf_oracle_draw(t->oracle, LF_ROLE_LOWER, 0, 2, &draw));
    assert_int_equal(draw.draw, 0);
    assert_int_equal(lf_oracle_block(t->oracle, LF_ROLE_LOWER, 0, 2, 0, &b), LF_BUDGET_SPENT);
}

static void test_refused(void **unused) {
    (void)unused;
    trial *t = quadratic_open("s=0.3,tasks=2", 1, "1e12");
    static const struct {
        size_t component, q, k;
    } wrong[] = {{0, 4, 4}, {0, 0, 0}, {0, SAMPLES + 1, 0}, {2, 4, 0}, {LF_EVERY, 4, 0}};
    lf_batch b;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(lf_oracle_block(t->oracle, LF_ROLE_LOWER, wrong[i].component, wrong[i].q,
                                         wrong[i].k, &b),
                         LF_BAD_ARGUMENT);
    assert_int_equal(trial_count(t, "samples.lower"), 0);
    static const double x[3], y[2];
    double g[2] = {0};
    assert_ok(lf_oracle_block(t->oracle, LF_ROLE_LOWER, 0, 4, 1, &b));
    b.draw ^= 1; /* another block of the same size */
    assert_int_equal(lf_oracle_lower_gradient(t->oracle, &b, x, y, g), LF_BAD_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        trial_test(test_partition),
        trial_test(test_each_once),
        trial_test(test_charges),
        trial_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
