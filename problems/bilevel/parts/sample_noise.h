/**
 * @file sample_noise.h
 * @brief What the samples of a made problem differ by: normal numbers of mean exactly 0.
 *
 * Since they are centred, a mean over all samples is the number that the noise was added to, and
 * what is known of that in closed form holds for the finite sum too.
 */
#pragma once

#include <levelfield/problem.h>

/** Zero until lf_sample_noise_make. */
typedef struct {
    size_t samples, numbers;
    double *value; /**< samples x numbers, of sum 0 */
} lf_sample_noise;

/** numbers times s N(0, 1) for each sample, less their mean; the first n x n of them a symmetric
 *  matrix. After a failure, release is fine. */
lf_status lf_sample_noise_make(lf_sample_noise *noise, size_t seed, double s, size_t samples,
                               size_t numbers, size_t n);
void lf_sample_noise_release(lf_sample_noise *noise);

/** Mean of number j over these samples; 0 over all. */
double lf_sample_noise_mean(const lf_sample_noise *noise, const lf_samples *samples, size_t j);
