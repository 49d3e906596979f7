/**
 * @file steps.c
 * @brief Corners of step functions, and the axes that show them.
 */
#include "plots/steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void steps_corner(lf_curve *curve, double x, double share) {
    curve->x[curve->points] = x;
    curve->median[curve->points++] = share;
}

lf_status lf_steps_curve(const lf_ecdf *ecdf, double from, double end, lf_curve *curve) {
    const size_t most = 2 * ecdf->n + 2;
    *curve = (lf_curve){.x = malloc(4 * most * sizeof *curve->x)};
    if (!curve->x) return lf_fail(LF_NO_MEMORY, "no memory for a curve of %zu points", most);
    curve->median = curve->x + most;
    if (from < end && (ecdf->n == 0 || from < ecdf->x[0])) steps_corner(curve, from, 0);
    for (size_t i = 0; i < ecdf->n; i++) {
        if (ecdf->x[i] != from) steps_corner(curve, ecdf->x[i], i > 0 ? ecdf->share[i - 1] : 0);
        steps_corner(curve, ecdf->x[i], ecdf->share[i]);
    }
    steps_corner(curve, end, ecdf->n > 0 ? ecdf->share[ecdf->n - 1] : 0);
    memcpy(curve->lower = curve->median + most, curve->median, curve->points * sizeof(double));
    memcpy(curve->upper = curve->lower + most, curve->median, curve->points * sizeof(double));
    return LF_OK;
}

void lf_steps_range(lf_panel *panel) {
    const lf_extent shares = {0, 1, 1};
    lf_extent x = LF_EXTENT_NONE;
    for (size_t c = 0; c < panel->curves; c++)
        for (size_t i = 0; i < panel->curve[c].points; i++)
            lf_extent_add(&x, panel->curve[c].x[i]);
    panel->x = lf_axis_fit(&x, true, true);
    panel->y = lf_axis_fit(&shares, false, true);
}
