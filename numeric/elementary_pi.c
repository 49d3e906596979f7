/**
 * @file elementary_pi.c
 * @brief Sine and cosine of multiples of pi, whose reduction is exact: x = n/2 + r, |r| <= 1/4.
 */
#include <math.h>
#include <stdint.h>

#include <levelfield/math.h>

/* sin(pi r) = pi r + r^3 (...), a minimax polynomial. pi is in two parts of which the first has 26
 * bits, as has the first of r, so that their product is exact. */
static double pi_sine(double r) {
    const double z = r * r, z2 = z * z;
    const double a = (-0x1.4abbce625be47p+2 + 0x1.466bc67758d85p+1 * z) +
                     (-0x1.32d2cce333308p-1 + 0x1.5078301b64872p-4 * z) * z2;
    const double p = a + (-0x1.e300a65beab22p-8 + 0x1.e403d10c6a99fp-12 * z) * (z2 * z2);
    const double high = (r + r * 0x1p27) - r * 0x1p27, low = r - high;
    return high * 0x1.921fb50000000p+1 +
           ((low * 0x1.921fb50000000p+1 + r * 0x1.110b4611a6263p-25) + r * z * p);
}

/* cos(pi r) = 1 - h + z^2 (...), h = pi^2 z / 2; what 1 - h loses is put back. */
static double pi_cosine(double r) {
    const double z = r * r, z2 = z * z, h = 0x1.3bd3cc9be45dep+2 * z, sum = 1 - h;
    const double a = (0x1.03c1f081b5abcp+2 - 0x1.55d3c7e3ca708p+0 * z) +
                     (0x1.e1f506852a296p-3 - 0x1.a6d1edbcb7363p-6 * z) * z2;
    const double p = a + (0x1.f9cd2172c3837p-10 - 0x1.b2a2563e10675p-14 * z) * (z2 * z2);
    return sum + (((1 - sum) - h) + z2 * p);
}

/* n modulo 4 is returned. From 2^52 on x is whole, from 2^53 on even. */
static unsigned pi_reduce(double x, double *r) {
    x = fmod(x, 2);
    const double n = rint(2 * x);
    *r = x - n / 2;
    return (unsigned)(int)n & 3;
}

double lf_sinpi(double x) {
    if (!isfinite(x)) return NAN;
    double r;
    const unsigned n = pi_reduce(x, &r);
    const double value = n % 2 == 0 ? pi_sine(r) : pi_cosine(r);
    if (n % 2 == 0 && r == 0) return copysign(0, x);
    return n < 2 ? value : -value;
}

double lf_cospi(double x) {
    if (!isfinite(x)) return NAN;
    double r;
    const unsigned n = pi_reduce(x, &r);
    if (n % 2 == 1 && r == 0) return 0;
    const double value = n % 2 == 0 ? pi_cosine(r) : pi_sine(r);
    return n == 1 || n == 2 ? -value : value;
}
