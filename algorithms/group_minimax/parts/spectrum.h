/**
 * @file spectrum.h
 * @brief Spectral risks: weights of n losses by their rank, smoothed.
 *
 *     sigma_1 <= ... <= sigma_n, sum 1, of the losses in increasing order:
 *     superquantile  1/(r n) on the last floor(r n), what is left before them
 *     extremile      (i^b - (i - 1)^b) / n^b
 *     esrm           e^-g (e^(g i/n) - e^(g (i-1)/n)) / (1 - e^-g)
 *
 *     q = argmax q.v - (nu n / 2) |q - 1/n|^2 over the convex hull of all orders of sigma
 *
 * Source: Mehta, Roulet, Pillutla, Liu & Harchaoui 2023, AISTATS.
 */
#pragma once

#include <stddef.h>

/** The choices of a parameter `spectrum`, in this order. */
typedef enum {
    LF_SPECTRUM_SUPERQUANTILE,
    LF_SPECTRUM_EXTREMILE,
    LF_SPECTRUM_ESRM
} lf_spectrum_kind;
#define LF_SPECTRUM_CHOICES "superquantile|extremile|esrm"

/** A part of a parameter struct; r > 0. */
typedef struct {
    int spectrum;
    double r, b, g;
} lf_spectrum;

/** sigma (n) of a spectrum. */
void lf_spectrum_fill(const lf_spectrum *s, size_t n, double *sigma);

/** q (n) <- the weights of finite losses v (n), n > 0; n nu below 1e-9 counts as 0: sigma by rank.
 *  order (n): a permutation of 0 .. n - 1, left at the losses' increasing order; coming in so, but
 *  for few that moved, makes the work O(n). room (2n) is used up. No overlap. */
void lf_spectrum_weights(const double *sigma, double n_nu, size_t n, const double *v, double *q,
                         size_t *order, double *room);
