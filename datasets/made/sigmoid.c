#include "datasets/made/sigmoid.h"

#include <math.h>

/* e^x for |x| <= 40: x = k ln 2 + t with |t| < 0.35, a Taylor polynomial of t, the exponent k. The
 * upper part of ln 2 has so few digits that its product with k is exact. */
static double sigmoid_exp(double x) {
    static const double ln2_high = 0x1.62e42feep-1, ln2_low = 0x1.a39ef35793c76p-33;
    const double k = floor(x * 0x1.71547652b82fep+0 + 0.5);
    const double t = (x - k * ln2_high) - k * ln2_low;
    double sum = 1;
    for (int n = 14; n > 0; n--)
        sum = 1 + sum * t / n;
    return ldexp(sum, (int)k);
}

double lf_sigmoid_exact(double z) {
    return 1 / (1 + sigmoid_exp(fmin(fmax(-z, -40), 40)));
}
