/* Every elementary function against MPFR, over all exponents and where it is hard: the bound that
 * its header states holds. LEVELFIELD_TRIALS is the number of points of each function; ten million
 * take about five minutes. */
#include <stdlib.h>
#include <string.h>

#include <levelfield/math.h>

#include "mpfr_reference.h"
#include "near.h"
#include "numeric/elementary.h"
#include "numeric/stream.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { ACCURACY_POINTS = 20000 };
#else
enum { ACCURACY_POINTS = 1250000 }; /* eight functions: ten million in all */
#endif

typedef struct {
    const char *name;
    double (*ours)(double);
    int (*exact)(mpfr_t, const mpfr_t, mpfr_rnd_t); /* NULL: of pi x */
    double bound;                                   /* ulp, the header's */
    double from, to;                                /* where it is neither trivial nor infinite */
    bool rises;                                     /* a larger argument has no smaller value */
} accuracy_case;

static const accuracy_case accuracy_cases[] = {
    {"exp", lf_exp, mpfr_exp, 1, -746, 710, true},
    {"expm1", lf_expm1, mpfr_expm1, 1.25, -45, 710, true},
    {"log", lf_log, mpfr_log, 1, 0, 4, true},
    {"log1p", lf_log1p, mpfr_log1p, 1, -1, 4, true},
    {"tanh", lf_tanh, mpfr_tanh, 3, -21, 21, false},
    {"sinpi", lf_sinpi, NULL, 1.5, -3, 3, false},
    {"cospi", lf_cospi, NULL, 1.5, -3, 3, false},
};

static size_t accuracy_points(void) {
    const char *text = getenv("LEVELFIELD_TRIALS");
    return text ? (size_t)strtoull(text, NULL, 10) : ACCURACY_POINTS;
}

static double accuracy_any(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* A third are any numbers at all, subnormal ones, infinities and NaN among them; a third lie evenly
 * where the function moves; a third near 0, or near 1 for the logarithm, at all distances. */
static double accuracy_argument(const accuracy_case *c, uint64_t k) {
    uint64_t bits[4];
    lf_stream_block(7, LF_STREAM_TEST, (uint64_t)(c - accuracy_cases), k, 0, bits);
    const double u = lf_stream_uniform(bits[0]);
    if (k % 3 == 0) return accuracy_any(bits[1]);
    if (k % 3 == 1) return c->from + u * (c->to - c->from);
    const double near = ldexp(2 * u - 1, -(int)lf_stream_below(bits[1], 64));
    return c->exact == mpfr_log ? 1 + near : near;
}

static void accuracy_check(const accuracy_case *c, mpfr_t exact, double x, double *worst) {
    const double got = c->ours(x);
    if (c->exact) {
        mpfr_set_d(exact, x, MPFR_RNDN);
        c->exact(exact, exact, MPFR_RNDN);
    } else if (isfinite(x)) {
        mpfr_reference_pi(exact, x, c->ours == lf_sinpi);
    } else {
        mpfr_set_nan(exact);
    }
    const double off = mpfr_reference_off(exact, got);
    if (!(off <= *worst)) *worst = off;
    if (off < c->bound && (!c->rises || !(c->ours(nextafter(x, INFINITY)) < got))) return;
    print_error("%s(%a) = %a is off by %g ulp, or larger than the next\n", c->name, x, got, off);
    fail();
}

static void test_one_argument(void **state) {
    (void)state;
    mpfr_t exact;
    mpfr_init2(exact, MPFR_REFERENCE_BITS);
    for (size_t i = 0; i < sizeof accuracy_cases / sizeof *accuracy_cases; i++) {
        const accuracy_case *c = &accuracy_cases[i];
        double worst = 0;
        for (size_t k = 0; k < accuracy_points(); k++)
            accuracy_check(c, exact, accuracy_argument(c, k), &worst);
        assert_true(worst > 0.5); /* else nothing hard was asked */
        print_message("%s: %.3f ulp\n", c->name, worst);
    }
    mpfr_clear(exact);
}

/* Any two numbers; any x with a y that neither overflows nor vanishes; the same with x near 1. */
static void accuracy_power(uint64_t k, double *x, double *y) {
    uint64_t bits[4];
    lf_stream_block(8, LF_STREAM_TEST, 0, k, 0, bits);
    const double u = 2 * lf_stream_uniform(bits[0]) - 1;
    *x = accuracy_any(bits[1]);
    if (k % 3 == 1) *x = fabs(*x);
    if (k % 3 == 2) *x = 1 + ldexp(u, -(int)lf_stream_below(bits[2], 50));
    *y =
        k % 3 == 0 ? accuracy_any(bits[2]) : (2 * lf_stream_uniform(bits[3]) - 1) * 1076 / log2(*x);
}

static void test_powers(void **state) {
    (void)state;
    mpfr_t exact, base;
    mpfr_inits2(MPFR_REFERENCE_BITS, exact, base, (mpfr_ptr)NULL);
    double worst = 0;
    for (size_t k = 0; k < accuracy_points(); k++) {
        double x, y;
        accuracy_power(k, &x, &y);
        const double got = lf_pow(x, y);
        mpfr_set_d(base, x, MPFR_RNDN);
        mpfr_set_d(exact, y, MPFR_RNDN);
        mpfr_pow(exact, base, exact, MPFR_RNDN);
        const double off = mpfr_reference_off(exact, got);
        if (!(off < 1)) print_error("pow(%a, %a) = %a is off by %g ulp\n", x, y, got, off);
        assert_true(off < 1);
        worst = fmax(worst, off);
    }
    assert_true(worst > 0.5);
    print_message("pow: %.3f ulp\n", worst);
    mpfr_clears(exact, base, (mpfr_ptr)NULL);
}

/* The loop over many has a polynomial of its own, for 0 < e <= 1 of all exponents. */
static void test_log1p_of_many(void **state) {
    (void)state;
    enum { MANY = 128 };
    mpfr_t exact;
    mpfr_init2(exact, MPFR_REFERENCE_BITS);
    double worst = 0, e[MANY], v[MANY];
    for (size_t k = 0; k < accuracy_points() / MANY; k++) {
        uint64_t bits[4];
        for (size_t i = 0; i < MANY; i++) {
            lf_stream_block(9, LF_STREAM_TEST, 0, k, i, bits);
            const int below = k % 2 ? 0 : (int)lf_stream_below(bits[1], 1070);
            e[i] = ldexp(1 - lf_stream_uniform(bits[0]), -below);
        }
        lf_log1p_unit(MANY, e, v);
        for (size_t i = 0; i < MANY; i++) {
            mpfr_set_d(exact, e[i], MPFR_RNDN);
            mpfr_log1p(exact, exact, MPFR_RNDN);
            const double off = mpfr_reference_off(exact, v[i]);
            if (!(off < 2.5)) print_error("log1p(%a) = %a is off by %g ulp\n", e[i], v[i], off);
            assert_true(off < 2.5);
            worst = fmax(worst, off);
        }
    }
    print_message("log1p of many: %.3f ulp\n", worst);
    mpfr_clear(exact);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_argument),
        cmocka_unit_test(test_powers),
        cmocka_unit_test(test_log1p_of_many),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    mpfr_free_cache();
    return failed;
}
