/* Which outer functions have kinks: what lf_outer_smooth says, and how far slopes jump there. */
#include <levelfield/outer.h>

#include "near.h"

/* f and a point z where it would have its kink, to be crossed along (1, ..., 1) or (1, -1). */
typedef struct {
    lf_outer f;
    double z[2];
    bool across, smooth;
} place;

static const place places[] = {
    {{LF_OUTER_SUM, 1, 2, 1}, {0.5}, false, true},
    {{LF_OUTER_ABS, 1, 1, 0}, {0}, false, false},
    {{LF_OUTER_GAP, 2, 1, 0}, {0.3, 0.3}, true, false},
    {{LF_OUTER_HINGE, 1, 1, 0, 0.4}, {0.4}, false, false},
    {{LF_OUTER_SCAD, 1, 1, 0}, {0}, false, false},
    {{LF_OUTER_MAX_ABS, 2, 1, 0}, {1, 1}, true, false},
    {{LF_OUTER_LOG, 1, 2, 0, 0.1}, {0.2}, false, true},
    {{LF_OUTER_RATIO, 2, 1, 0}, {0.2, 0.7}, false, true},
    {{LF_OUTER_SUM, 1, 1, 0.5, 0, LF_PENALTY_HINGE, 2, 0}, {0.5}, false, false},
    {{LF_OUTER_SUM, 1, 1, 0.5, 0, LF_PENALTY_SQUARED_HINGE, 2, 0}, {0.5}, false, true},
    {{LF_OUTER_SUM, 1, 1, 0.5, 0, LF_PENALTY_SMOOTHED_HINGE, 2, 0.1}, {0.5}, false, true},
    {{LF_OUTER_SUM, 1, 1, 0.5, 0, LF_PENALTY_SMOOTHED_HINGE, 2, 0.1}, {0.7}, false, true},
    {{LF_OUTER_GAP, 2, 1, 0, 0, LF_PENALTY_SQUARED_HINGE, 2, 0}, {0.3, 0.3}, true, true},
    {{LF_OUTER_GAP, 2, 1, -0.1, 0, LF_PENALTY_SQUARED_HINGE, 2, 0}, {0.3, 0.3}, true, false},
    {{LF_OUTER_ABS, 1, 1, 0.1, 0, LF_PENALTY_SMOOTHED_HINGE, 2, 0.1}, {0}, false, true},
    {{LF_OUTER_ABS, 1, 1, -0.1, 0, LF_PENALTY_SMOOTHED_HINGE, 2, 0.1}, {0}, false, false},
    {{LF_OUTER_HINGE, 1, 1, 0, 0.4, LF_PENALTY_SQUARED_HINGE, 2, 0}, {0.4}, false, true},
    {{LF_OUTER_HINGE, 1, 1, -1, 0.4, LF_PENALTY_SQUARED_HINGE, 2, 0}, {0.4}, false, false},
    {{LF_OUTER_SCAD, 1, 1, 0, 0, LF_PENALTY_SQUARED_HINGE, 2, 0}, {0}, false, true},
    {{LF_OUTER_SCAD, 2, 1, 0, 0, LF_PENALTY_SQUARED_HINGE, 2, 0}, {0, 1}, true, false},
    {{LF_OUTER_MAX_ABS, 1, 1, 0, 0, LF_PENALTY_SQUARED_HINGE, 2, 0}, {0}, false, true},
    {{LF_OUTER_MAX_ABS, 2, 1, 0, 0, LF_PENALTY_SQUARED_HINGE, 2, 0}, {1, 1}, true, false},
    {{LF_OUTER_LOG, 1, 1, 0, 1, LF_PENALTY_SQUARED_HINGE, 2, 0}, {0}, false, true},
};

/* The largest change of a slope from h before the place to h behind it. */
static double jump(const place *at, double h) {
    double before[2], behind[2], y[2][2], most = 0;
    for (size_t j = 0; j < at->f.p; j++) {
        const double step = at->across && j == 1 ? -h : h;
        before[j] = at->z[j] - step;
        behind[j] = at->z[j] + step;
    }
    lf_outer_subgradient(&at->f, before, y[0]);
    lf_outer_subgradient(&at->f, behind, y[1]);
    for (size_t j = 0; j < at->f.p; j++)
        most = fmax(most, fabs(y[1][j] - y[0][j]));
    return most;
}

static void test_kinks(void **unused) {
    (void)unused;
    for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
        if (places[k].smooth != lf_outer_smooth(&places[k].f)) fail_msg("place %zu", k);
        if (places[k].smooth != (jump(&places[k], 1e-9) < 1e-6)) fail_msg("slopes of %zu", k);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_kinks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
