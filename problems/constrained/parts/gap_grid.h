/**
 * @file gap_grid.h
 * @brief sum_i c_i sigma(s_i - t_j) for many scores s_i and equally spaced thresholds t_j, in
 *        O(scores + thresholds x grid) instead of O(scores x thresholds).
 *
 * A fine grid u_k divides the thresholds' spacing. Each score is spread over its 8 nearest nodes
 * with Lagrange's weights, so that sum_i c_i sigma(s_i - t) = sum_k node_k sigma(u_k - t) up to the
 * error of interpolation, at most 43 delta^8 max|sigma^(8)| / 8! < 1e-13 for a spacing delta of
 * 0.05. What is left is one correlation with a table of sigma.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include <levelfield/status.h>

/** Nodes that a score is spread over. */
#define LF_GRID_POINTS 8

/** Zero: no grid, never pays. */
typedef struct {
    size_t outputs;  /**< thresholds */
    size_t refine;   /**< grid steps between two thresholds */
    size_t cells;    /**< grid steps in all; farther scores are moved to the ends */
    size_t reach;    /**< cells before the first threshold, and behind the last */
    double first;    /**< first threshold */
    double per_step; /**< 1 / delta */
    double basis[LF_GRID_POINTS][LF_GRID_POINTS]; /**< Lagrange's polynomials by powers */
    double *moment;                               /**< cells x 8: sum_i c_i f_i^r in each cell */
    double *node;                                 /**< cells + 7 weights */
    double *table;                                /**< sigma at every distance node - threshold */
    size_t low, high;                             /**< cells in use; low > high: none */
} lf_gap_grid;

/** A grid for `outputs` thresholds from first to last. Where it would need too many cells (scores
 *  closer together than a thousandth) it is left zero. After a failure, release is fine. */
lf_status lf_gap_grid_init(lf_gap_grid *grid, size_t outputs, double first, double last);
void lf_gap_grid_release(lf_gap_grid *grid);

/** Is the grid faster than direct sums over n scores? */
bool lf_gap_grid_pays(const lf_gap_grid *grid, size_t n);
/** Take in n scores, each with the factor `scale`. */
void lf_gap_grid_add(lf_gap_grid *grid, size_t n, const double *score, double scale);
/** sums (outputs) <- the sums of all scores taken in; the grid is empty again. */
void lf_gap_grid_take(lf_gap_grid *grid, double *sums);
