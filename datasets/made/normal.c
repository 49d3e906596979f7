/**
 * @file normal.c
 * @brief The normal quantile out of arithmetic alone.
 */
#include "datasets/made/draws.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "numeric/stream.h"

/* Normal numbers of one block of the stream. */
enum { NORMAL_BLOCK = 8 };

/* AS 241: numerator and denominator for |p - 1/2| <= 0.425, by increasing power of r. */
static const double normal_centre[2][8] = {
    {3.3871328727963666080, 133.14166789178437745, 1971.5909503065514427, 13731.693765509461125,
     45921.953931549871457, 67265.770927008700853, 33430.575583588128105, 2509.0809287301226727},
    {1, 42.313330701600911252, 687.18700749205790830, 5394.1960214247511077, 21213.794301586595867,
     39307.895800092710610, 28729.085735721942674, 5226.4952788528545610}};

/* The same for the tails down to p = exp(-25). With 32 bits p is at least exp(-22.9), so that the
 * algorithm's third pair, for what lies beyond, is never needed. */
static const double normal_tail[2][8] = {
    {1.42343711074968357734, 4.63033784615654529590, 5.76949722146069140550, 3.64784832476320460504,
     1.27045825245236838258, 0.241780725177450611770, 0.0227238449892691845833,
     7.74545014278341407640e-4},
    {1, 2.05319162663775882187, 1.67638483018380384940, 0.689767334985100004550,
     0.148103976427480074590, 0.0151986665636164571966, 5.47593808499534494600e-4,
     1.05075007164441684324e-9}};

static double normal_ratio(const double c[2][8], double r) {
    double above = c[0][7], below = c[1][7];
    for (int j = 6; j >= 0; j--) {
        above = above * r + c[0][j];
        below = below * r + c[1][j];
    }
    return above / below;
}

/* log p for a normal p > 0: p = 2^e m with m in [sqrt(1/2), sqrt(2)), and log m = 2 artanh(s) for
 * s = (m - 1) / (m + 1). |s| < 0.172, so that the terms left out are below 2^-58 of the sum. */
static double normal_log(double p) {
    const double ln_2 = 0.69314718055994530942, root_half = 0.70710678118654752440;
    int e;
    double m = frexp(p, &e);
    if (m < root_half) {
        m *= 2;
        e--;
    }
    const double s = (m - 1) / (m + 1), t = s * s;
    double sum = 0;
    for (int k = 10; k >= 0; k--)
        sum = sum * t + 1.0 / (2 * k + 1);
    return e * ln_2 + 2 * s * sum;
}

/* The quantile's distance from 1/2; k + 1/2 has 33 bits and all of this is exact. */
static double normal_offset(uint32_t k) {
    return ((double)k + 0.5) * 0x1p-32 - 0.5;
}

static double normal_central(double q) {
    return q * normal_ratio(normal_centre, 0.180625 - q * q);
}

static double normal_outer(double q) {
    const double z = normal_ratio(normal_tail, sqrt(-normal_log(0.5 - fabs(q))) - 1.6);
    return q < 0 ? -z : z;
}

static bool normal_is_central(double q) {
    return fabs(q) <= 0.425;
}

double lf_normal_quantile(uint32_t k) {
    const double q = normal_offset(k);
    return normal_is_central(q) ? normal_central(q) : normal_outer(q);
}

/* The central form for all first: a loop without branches, which compilers turn into vector
 * instructions. The tails, 15 in 100, are then done over. */
static void normal_block(uint64_t seed, uint64_t component, uint64_t draw, uint64_t block,
                         double z[NORMAL_BLOCK]) {
    uint64_t bits[NORMAL_BLOCK / 2];
    uint32_t k[NORMAL_BLOCK];
    lf_stream_block(seed, LF_STREAM_DATA, component, draw, block, bits);
    for (size_t i = 0; i < NORMAL_BLOCK; i++)
        k[i] = (uint32_t)(bits[i / 2] >> (32 * (i % 2)));
    for (size_t i = 0; i < NORMAL_BLOCK; i++)
        z[i] = normal_central(normal_offset(k[i]));
    for (size_t i = 0; i < NORMAL_BLOCK; i++)
        if (!normal_is_central(normal_offset(k[i]))) z[i] = lf_normal_quantile(k[i]);
}

void lf_normal_fill(uint64_t seed, uint64_t component, uint64_t draw, size_t n, double *z) {
    double last[NORMAL_BLOCK];
    size_t block = 0;
    for (; (block + 1) * NORMAL_BLOCK <= n; block++)
        normal_block(seed, component, draw, block, z + block * NORMAL_BLOCK);
    if (block * NORMAL_BLOCK == n) return;
    normal_block(seed, component, draw, block, last);
    memcpy(z + block * NORMAL_BLOCK, last, (n - block * NORMAL_BLOCK) * sizeof *z);
}
