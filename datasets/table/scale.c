/**
 * @file scale.c
 * @brief Standardising and min-max scaling.
 */
#include "datasets/table/scale.h"

#include <math.h>
#include <stdbool.h>

void lf_scale_standard_by(size_t fit, size_t rows, size_t features, double *dense, size_t column) {
    double *x = dense + column;
    double sum = 0, squares = 0;
    bool constant = true; /* of equal numbers the mean may differ by its rounding */
    for (size_t i = 0; i < fit; i++) {
        constant = constant && x[i * features] == x[0];
        sum += x[i * features];
    }
    double mean = sum / (double)fit;
    for (size_t i = 0; i < fit; i++) {
        double off = x[i * features] - mean;
        squares += off * off;
    }
    double deviation = sqrt(squares / (double)fit);
    for (size_t i = 0; i < rows; i++)
        x[i * features] = !constant && deviation > 0 ? (x[i * features] - mean) / deviation : 0;
}

void lf_scale_standard(size_t rows, size_t features, double *dense, size_t column) {
    lf_scale_standard_by(rows, rows, features, dense, column);
}

void lf_scale_range(size_t rows, size_t features, double *dense, size_t column) {
    double *x = dense + column;
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < rows; i++) {
        low = fmin(low, x[i * features]);
        high = fmax(high, x[i * features]);
    }
    for (size_t i = 0; i < rows; i++)
        x[i * features] = high > low ? (x[i * features] - low) / (high - low) : 0;
}
