/* Elementary functions at the edges, as Annex F of C17 has them, exact results, and loops over many
 * numbers, which have the bits of one. Their accuracy is another file's. */
#include <stdbool.h>
#include <string.h>

#include <levelfield/math.h>

#include "near.h"
#include "numeric/elementary.h"

/* The same number, zeros by their sign too; any NaN is a NaN. */
static bool elementary_same(double a, double b) {
    return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}

typedef struct {
    double (*of)(double);
    double x, want;
} elementary_case;

static void test_edges(void **state) {
    (void)state;
    const double least = 0x1p-1074, half = 0.5, inf = INFINITY;
    const elementary_case cases[] = {
        {lf_exp, 0, 1},          {lf_exp, -0.0, 1},
        {lf_exp, inf, inf},      {lf_exp, -inf, 0},
        {lf_exp, 710, inf},      {lf_exp, -746, 0},
        {lf_exp, -745, least},   {lf_exp, least, 1},
        {lf_exp, NAN, NAN},      {lf_expm1, 0, 0},
        {lf_expm1, -0.0, -0.0},  {lf_expm1, inf, inf},
        {lf_expm1, -inf, -1},    {lf_expm1, -least, -least},
        {lf_expm1, 710, inf},    {lf_expm1, NAN, NAN},
        {lf_log, 1, 0},          {lf_log, 0, -inf},
        {lf_log, -0.0, -inf},    {lf_log, -1, NAN},
        {lf_log, -inf, NAN},     {lf_log, inf, inf},
        {lf_log, NAN, NAN},      {lf_log1p, 0, 0},
        {lf_log1p, -0.0, -0.0},  {lf_log1p, -1, -inf},
        {lf_log1p, -1.5, NAN},   {lf_log1p, -inf, NAN},
        {lf_log1p, inf, inf},    {lf_log1p, -least, -least},
        {lf_log1p, NAN, NAN},    {lf_tanh, 0, 0},
        {lf_tanh, -0.0, -0.0},   {lf_tanh, inf, 1},
        {lf_tanh, -inf, -1},     {lf_tanh, 19.5, 1},
        {lf_tanh, least, least}, {lf_tanh, NAN, NAN},
        {lf_sinpi, 0, 0},        {lf_sinpi, -0.0, -0.0},
        {lf_sinpi, 1, 0},        {lf_sinpi, -3, -0.0},
        {lf_sinpi, half, 1},     {lf_sinpi, -half, -1},
        {lf_sinpi, 0x1p60, 0},   {lf_sinpi, inf, NAN},
        {lf_sinpi, NAN, NAN},    {lf_cospi, 0, 1},
        {lf_cospi, 1, -1},       {lf_cospi, half, 0},
        {lf_cospi, -1.5, 0},     {lf_cospi, 0x1p60, 1},
        {lf_cospi, -inf, NAN},   {lf_cospi, NAN, NAN},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double got = cases[i].of(cases[i].x);
        if (!elementary_same(got, cases[i].want))
            print_error("case %zu: of %a got %a, want %a\n", i, cases[i].x, got, cases[i].want);
        assert_true(elementary_same(got, cases[i].want));
    }
}

/* The C library's pow is right at these, and within a unit in the last place elsewhere. */
static void test_powers_of_edges(void **state) {
    (void)state;
    const double edge[] = {0,           1,   0.5,      2,          3,          0x1p-1074,
                           0x1p-1022,   1.5, INFINITY, 0x1p53,     0x1p52 + 1, 0x1p1023,
                           1 + 0x1p-52, NAN, 1000.5,   1 - 0x1p-53};
    enum { EDGES = sizeof edge / sizeof *edge };
    for (size_t i = 0; i < 4 * EDGES * EDGES; i++) {
        const double x = edge[i / 4 % EDGES] * (i & 1 ? -1 : 1);
        const double y = edge[i / 4 / EDGES] * (i & 2 ? -1 : 1);
        const double got = lf_pow(x, y), want = pow(x, y);
        const bool next = nextafter(want, got) == got && signbit(want) == signbit(got) &&
                          isfinite(want) && want != 0;
        if (!elementary_same(got, want) && !next)
            print_error("pow(%a, %a) = %a, want %a\n", x, y, got, want);
        assert_true(elementary_same(got, want) || next);
    }
}

/* A result that is a number itself is met: who takes ceil of a power relies on it. */
static void test_exact_powers(void **state) {
    (void)state;
    for (int base = 2; base <= 30; base++)
        for (double power = base, y = 1; power < 0x1p53; power *= base, y++) {
            assert_true(lf_pow(base, y) == power);
            assert_true(lf_pow(base * 0.25, y) == power * ldexp(1, -2 * (int)y));
            assert_true(lf_pow(-base, y) == (fmod(y, 2) == 0 ? power : -power));
        }
    for (int k = -1074; k < 1024; k++)
        assert_true(lf_pow(2, k) == ldexp(1, k));
    for (int k = 1; k < 94906265; k += 997) /* squares below 2^53 */
        assert_true(lf_pow((double)k * k, 0.5) == k);
}

static void test_loops_have_the_bits_of_one(void **state) {
    (void)state;
    enum { MANY = 4096 + 3 };
    static double x[MANY], e[MANY], t[MANY];
    for (size_t i = 0; i < MANY; i++)
        t[i] = x[i] = ldexp((double)i - 2000, -(int)(i % 17));
    x[0] = t[0] = NAN, x[1] = t[1] = -INFINITY, x[2] = t[2] = -0.0, x[3] = t[3] = 707.5;
    lf_exp_minus_abs(MANY, x, e);
    lf_tanh_each(MANY, t);
    for (size_t i = 0; i < MANY; i++) {
        assert_true(elementary_same(e[i], fabs(x[i]) > 707 ? 0 : lf_exp(-fabs(x[i]))));
        const double tanh_one = lf_tanh(x[i]);
        assert_true(elementary_same(t[i], tanh_one) || fabs(x[i]) < 0x1p-28);
    }
    for (size_t i = 0; i < MANY; i++)
        t[i] = isnan(x[i]) ? 0 : fmax(fmin(x[i], 708), -708);
    lf_exp_within(MANY, t, x);
    for (size_t i = 0; i < MANY; i++)
        assert_true(x[i] == lf_exp(t[i]));
    lf_log1p_unit(MANY, e, t);
    for (size_t i = 1; i < MANY; i++)
        assert_near(t[i], lf_log1p(e[i]), 3 * 0x1p-53 * t[i]);
    assert_true(isnan(t[0]));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_powers_of_edges),
        cmocka_unit_test(test_exact_powers),
        cmocka_unit_test(test_loops_have_the_bits_of_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
