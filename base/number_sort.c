/**
 * @file number_sort.c
 * @brief A radix sort by 11 bits at a time, from the lowest. Digits that all numbers share are left
 * out, and so is everything where the order is right already, as that of equal scores is.
 */
#include "base/number_sort.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

/* Buckets of a digit fit into the second cache of a core; fewer numbers are compared sooner than
 * buckets are cleared. */
enum { SORT_BITS = 11, SORT_BUCKETS = 1 << SORT_BITS, SORT_DIGITS = 6, SORT_FEW = 512 };

static const uint64_t sort_sign = (uint64_t)1 << 63;

/* Doubles as whole numbers that have their order: negative ones turned about, above them the
 * others. */
static uint64_t sort_key(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits ^ (bits & sort_sign ? ~(uint64_t)0 : sort_sign);
}

static double sort_number(uint64_t key) {
    double x;
    key ^= key & sort_sign ? sort_sign : ~(uint64_t)0;
    memcpy(&x, &key, sizeof x);
    return x;
}

static size_t sort_digit(uint64_t key, size_t digit) {
    return key >> digit * SORT_BITS & (SORT_BUCKETS - 1);
}

static bool sort_done(size_t n, const double *x) {
    size_t i = 1;
    while (i < n && x[i - 1] <= x[i])
        i++;
    return i >= n;
}

/* Numbers of one digit, which all lie in one bucket if *count of that of the first is n. */
static void sort_pass(size_t n, size_t digit, size_t *count, const uint64_t *from, uint64_t *to) {
    for (size_t b = 0, at = 0; b < SORT_BUCKETS; b++) {
        const size_t many = count[b];
        count[b] = at;
        at += many;
    }
    for (size_t i = 0; i < n; i++)
        to[count[sort_digit(from[i], digit)]++] = from[i];
}

static void sort_by_digits(size_t n, double *x, uint64_t *key, uint64_t *other) {
    size_t count[SORT_DIGITS][SORT_BUCKETS];
    memset(count, 0, sizeof count);
    for (size_t i = 0; i < n; i++) {
        key[i] = sort_key(x[i]);
        for (size_t digit = 0; digit < SORT_DIGITS; digit++)
            count[digit][sort_digit(key[i], digit)]++;
    }
    for (size_t digit = 0; digit < SORT_DIGITS; digit++) {
        if (count[digit][sort_digit(key[0], digit)] == n) continue;
        sort_pass(n, digit, count[digit], key, other);
        uint64_t *const sorted = other;
        other = key;
        key = sorted;
    }
    for (size_t i = 0; i < n; i++)
        x[i] = sort_number(key[i]);
}

void lf_number_sort(size_t n, double *x) {
    if (sort_done(n, x)) return;
    uint64_t *key = n < SORT_FEW ? NULL : malloc(2 * n * sizeof *key);
    if (key)
        sort_by_digits(n, x, key, key + n);
    else
        qsort(x, n, sizeof *x, lf_number_compare);
    free(key);
}
