/**
 * @file uniform.h
 * @brief Uniform numbers for what is generated or moved about at random.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/** u (n) <- independent numbers in [0, 1) of the data stream (seed, component, draw). Fewer of them
 *  are the first of more. */
void lf_uniform_fill(uint64_t seed, uint64_t component, uint64_t draw, size_t n, double *u);
