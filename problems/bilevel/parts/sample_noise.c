#include "problems/bilevel/parts/sample_noise.h"

#include <stdlib.h>

#include "datasets/made/draws.h"

/* The means of made problems take the words below this one of the seed's streams. */
enum { NOISE_WORD = 2 };

static void noise_symmetrise(size_t n, double *A) {
    for (size_t k = 0; k < n; k++)
        for (size_t j = 0; j < k; j++)
            A[k * n + j] = A[j * n + k] = (A[k * n + j] + A[j * n + k]) / 2;
}

lf_status lf_sample_noise_make(lf_sample_noise *noise, size_t seed, double s, size_t samples,
                               size_t numbers, size_t n) {
    double *value = calloc(samples * numbers, sizeof *value);
    *noise = (lf_sample_noise){.samples = samples, .numbers = numbers, .value = value};
    if (!value)
        return lf_fail(LF_NO_MEMORY, "no memory for %zu samples of %zu numbers", samples, numbers);
    for (size_t k = 0; k < samples; k++) {
        lf_normal_fill(seed, k, NOISE_WORD, numbers, value + k * numbers);
        noise_symmetrise(n, value + k * numbers);
    }
    for (size_t j = 0; j < numbers; j++) {
        double mean = 0;
        for (size_t k = 0; k < samples; k++)
            mean += value[k * numbers + j] / (double)samples;
        for (size_t k = 0; k < samples; k++)
            value[k * numbers + j] = s * (value[k * numbers + j] - mean);
    }
    return LF_OK;
}

void lf_sample_noise_release(lf_sample_noise *noise) {
    free(noise->value);
    *noise = (lf_sample_noise){0};
}

double lf_sample_noise_mean(const lf_sample_noise *noise, const lf_samples *samples, size_t j) {
    double sum = 0;
    if (!samples->id) return 0;
    for (size_t k = 0; k < samples->n; k++)
        sum += noise->value[samples->id[k] * noise->numbers + j];
    return sum / (double)samples->n;
}
