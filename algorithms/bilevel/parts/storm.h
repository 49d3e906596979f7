/**
 * @file storm.h
 * @brief STORM's estimate of a mean: s <- (1 - beta) (s - kappa g_old) + kappa g_new, both g of one
 *        batch.
 *
 * With kappa = 1, every sample in the batch and s = g_old this is g_new whatever beta. kappa stands
 * for the inverse of a probability where the estimate is one of many of which a step samples a few.
 * Source: Cutkosky & Orabona 2019; kappa of Guo, Hu, Zhang & Yang 2021. For second derivatives:
 * second_order.h.
 */
#pragma once

#include <levelfield/algorithm.h>

/** min(1, beta * scale), the weight of the news. */
double lf_storm_weight(double beta, double scale);
/** s (n) <- the above. */
void lf_storm_track(size_t n, double beta, double kappa, const double *g_old, const double *g_new,
                    double *s);
/** s (n) <- its projection on the ball |s| <= cap; nothing for cap = 0. */
void lf_storm_cap(size_t n, double cap, double *s);
