#include "problems/constrained/parts/gap_grid.h"

#include <math.h>
#include <stdlib.h>

#include <levelfield/vector.h>

#include "problems/common/losses.h"

enum { GRID_POINTS = LF_GRID_POINTS, GRID_BEFORE = GRID_POINTS / 2 - 1 };

/* Interpolation of 1e-13, see the header. */
static const double grid_spacing = 0.05;
/* sigma(-40) = 4e-18: beyond, sigma is 0 or 1 to double precision. */
static const double grid_tail = 40;
/* 4 MiB of moments; a few hundred to a few thousand cells are usual. */
static const size_t grid_most_cells = 65536;
/* One exponential costs about as much as this many steps of the correlation. */
static const size_t grid_steps_per_sigmoid = 16;

/*
 * Lagrange's polynomials over the nodes -3.5, -2.5, ..., 3.5 by powers of f, the place in the cell
 * measured from its middle: l_k(f) = prod_{m != k} (f - z_m) / (z_k - z_m) = sum_r basis[k][r] f^r.
 */
static void grid_make_basis(double basis[GRID_POINTS][GRID_POINTS]) {
    for (int k = 0; k < GRID_POINTS; k++) {
        double c[GRID_POINTS] = {1};
        for (int m = 0, degree = 0; m < GRID_POINTS; m++) {
            if (m == k) continue;
            const double z = m - GRID_BEFORE - 0.5, scale = 1.0 / (k - m);
            degree++;
            for (int r = degree; r > 0; r--)
                c[r] = scale * (c[r - 1] - z * c[r]);
            c[0] *= -scale * z;
        }
        for (int r = 0; r < GRID_POINTS; r++)
            basis[k][r] = c[r];
    }
}

lf_status lf_gap_grid_init(lf_gap_grid *grid, size_t outputs, double first, double last) {
    *grid = (lf_gap_grid){0};
    const double gap = (last - first) / (double)(outputs - 1), refine = ceil(gap / grid_spacing);
    const double delta = gap / refine, reach = ceil(grid_tail / delta);
    const double cells = 2 * reach + (double)(outputs - 1) * refine + 1;
    if (!(cells <= (double)grid_most_cells)) return LF_OK; /* also NaN: no spread at all */
    grid->outputs = outputs;
    grid->refine = (size_t)refine;
    grid->cells = (size_t)cells;
    grid->reach = (size_t)reach;
    grid->first = first;
    grid->per_step = 1 / delta;
    grid->low = grid->cells;
    const size_t nodes = grid->cells + GRID_POINTS - 1, span = (outputs - 1) * grid->refine;
    grid->moment = calloc(grid->cells * GRID_POINTS, sizeof *grid->moment);
    grid->node = calloc(nodes, sizeof *grid->node);
    grid->table = malloc((nodes + span) * sizeof *grid->table);
    if (!grid->moment || !grid->node || !grid->table)
        return lf_fail(LF_NO_MEMORY, "no memory for a grid of %zu cells", grid->cells);
    grid_make_basis(grid->basis);
    const double shift = (double)(span + grid->reach + GRID_BEFORE);
    for (size_t k = 0; k < nodes + span; k++)
        grid->table[k] = lf_sigmoid(delta * ((double)k - shift));
    return LF_OK;
}

void lf_gap_grid_release(lf_gap_grid *grid) {
    free(grid->moment);
    free(grid->node);
    free(grid->table);
    *grid = (lf_gap_grid){0};
}

bool lf_gap_grid_pays(const lf_gap_grid *grid, size_t n) {
    /* Scores usually lie between the thresholds' first and last quarter; where they spread wider,
     * the grid is only slower, not wrong. */
    return grid->cells > 0 && n * grid_steps_per_sigmoid > grid->outputs * grid->refine / 2;
}

/*
 * The weight of a node is sum_i c_i l_k(f_i) over the scores of one cell, a combination of the
 * cell's moments sum_i c_i f_i^r. So a score costs eight multiplications here, and the change of
 * basis is paid once a cell.
 */
void lf_gap_grid_add(lf_gap_grid *grid, size_t n, const double *restrict score, double scale) {
    const double last = (double)(grid->cells - 1), reach = (double)grid->reach;
    size_t low = grid->low, high = grid->high;
    for (size_t i = 0; i < n; i++) {
        double x = (score[i] - grid->first) * grid->per_step + reach;
        x = x < last ? x : last; /* a NaN goes to the last cell, and stays one through f */
        x = x > 0 ? x : 0;
        const size_t cell = (size_t)x;
        const double f = isnan(score[i]) ? score[i] : x - (double)cell - 0.5, f2 = f * f;
        double *restrict moment = grid->moment + cell * GRID_POINTS;
        double even = scale, odd = scale * f;
        for (size_t r = 0; r < GRID_POINTS; r += 2) {
            moment[r] += even;
            moment[r + 1] += odd;
            even *= f2;
            odd *= f2;
        }
        low = cell < low ? cell : low;
        high = cell > high ? cell : high;
    }
    grid->low = low;
    grid->high = high;
}

/* Node weights from the moments of the cells in use, which are cleared. */
static void grid_collect(lf_gap_grid *grid) {
    for (size_t k = grid->low; k < grid->high + GRID_POINTS; k++)
        grid->node[k] = 0;
    for (size_t cell = grid->low; cell <= grid->high; cell++) {
        double *moment = grid->moment + cell * GRID_POINTS;
        for (size_t k = 0; k < GRID_POINTS; k++) {
            double sum = 0;
            for (size_t r = 0; r < GRID_POINTS; r++)
                sum += grid->basis[k][r] * moment[r];
            grid->node[cell + k] += sum;
        }
        lf_vec_zero(GRID_POINTS, moment);
    }
}

void lf_gap_grid_take(lf_gap_grid *grid, double *sums) {
    if (grid->low > grid->high) {
        lf_vec_zero(grid->outputs, sums);
        return;
    }
    grid_collect(grid);
    /* sums_j = sum_k node_k sigma(u_k - t_j): threshold j + 1 sees the table `refine` steps on. */
    const size_t n = grid->high - grid->low + GRID_POINTS;
    const double *table = grid->table + grid->low;
    for (size_t j = 0; j < grid->outputs; j++)
        sums[j] =
            lf_vec_dot(n, grid->node + grid->low, table + (grid->outputs - 1 - j) * grid->refine);
    grid->low = grid->cells;
    grid->high = 0;
}
