/**
 * @file difference.h
 * @brief Component maps against central differences: F(w) = y . g(w; B) along a direction u.
 */
#pragma once

#include <stdlib.h>
#include <string.h>

#include <levelfield/problem.h>

#include "near.h"
#include "random_table.h"

/** A component on one batch; `evaluate` and `state` are those of a problem or of a piece. */
typedef struct {
    lf_status (*evaluate)(void *state, const lf_samples *samples, const double *w, const double *y,
                          double *g, double *grad);
    void *state;
    lf_samples samples;
    size_t d, p;
} component_map;

/** F(w) */
static inline double component_value(component_map *map, const double *w, const double *y) {
    double *g = calloc(map->p, sizeof *g), sum = 0;
    assert_ok(map->evaluate(map->state, &map->samples, w, NULL, g, NULL));
    for (size_t j = 0; j < map->p; j++)
        sum += y[j] * g[j];
    free(g);
    return sum;
}

/** dF/du from the component's own gradient. */
static inline double component_slope(component_map *map, const double *w, const double *y,
                                     const double *u) {
    double *grad = calloc(map->d, sizeof *grad), sum = 0;
    assert_ok(map->evaluate(map->state, &map->samples, w, y, NULL, grad));
    for (size_t i = 0; i < map->d; i++)
        sum += grad[i] * u[i];
    free(grad);
    return sum;
}

/** (F(w + h u) - F(w - h u)) / 2h */
static inline double component_difference(component_map *map, const double *w, const double *y,
                                          const double *u, double h) {
    double *at = calloc(map->d, sizeof *at), value[2];
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < map->d; i++)
            at[i] = w[i] + (side ? -h : h) * u[i];
        value[side] = component_value(map, at, y);
    }
    free(at);
    return (value[0] - value[1]) / (2 * h);
}

/** A smooth map: the error falls with h^2, a hundredfold from 1e-2 to 1e-3. */
static inline void assert_smooth_slope(component_map *map, const double *w, const double *y,
                                       const double *u) {
    const double slope = component_slope(map, w, y, u);
    const double coarse = component_difference(map, w, y, u, 1e-2) - slope;
    const double fine = component_difference(map, w, y, u, 1e-3) - slope;
    assert_near(coarse, 0, 1e-2);
    if (fabs(coarse) < 1e-9) return; /* too near to rounding to tell */
    assert_near(coarse / fine, 100, 15);
}

/** A map with kinks, none of which may lie within h of w. */
static inline void assert_slope(component_map *map, const double *w, const double *y,
                                const double *u, double h, double tolerance) {
    const double slope = component_slope(map, w, y, u);
    assert_near(component_difference(map, w, y, u, h), slope, tolerance);
}

/** Value and gradient asked for at once, apart, and apart at the same point: the same bits. */
static inline void assert_fused(component_map *map, const double *w, const double *y) {
    const size_t bytes_d = map->d * sizeof(double), bytes_p = map->p * sizeof(double);
    double *g = calloc(3 * map->p, sizeof *g), *grad = calloc(3 * map->d, sizeof *grad);
    lf_samples again = map->samples;
    again.same_point = true;
    assert_ok(map->evaluate(map->state, &map->samples, w, y, NULL, grad));
    assert_ok(map->evaluate(map->state, &map->samples, w, NULL, g, NULL));
    assert_ok(map->evaluate(map->state, &again, w, y, g + map->p, grad + map->d));
    double *elsewhere = calloc(map->d, sizeof *elsewhere); /* so that nothing is remembered */
    elsewhere[0] = 0.125;
    assert_ok(map->evaluate(map->state, &map->samples, elsewhere, NULL, g + 2 * map->p, NULL));
    assert_ok(map->evaluate(map->state, &map->samples, w, y, g + 2 * map->p, grad + 2 * map->d));
    for (size_t k = 1; k < 3; k++) {
        assert_memory_equal(g, g + k * map->p, bytes_p);
        assert_memory_equal(grad, grad + k * map->d, bytes_d);
    }
    free(g);
    free(grad);
    free(elsewhere);
}

/** <y, Dg v> = <Dg^T y, v>, the left side by the component's own `jvp`. */
static inline void assert_along(component_map *map,
                                lf_status (*jvp)(void *state, const lf_samples *samples,
                                                 const double *w, const double *v, double *jv),
                                const double *w, const double *y, const double *v) {
    const double slope = component_slope(map, w, y, v);
    double *jv = calloc(map->p, sizeof *jv), sum = 0, size = 0;
    assert_ok(jvp(map->state, &map->samples, w, v, jv));
    for (size_t j = 0; j < map->p; j++) {
        sum += y[j] * jv[j];
        size += fabs(y[j] * jv[j]);
    }
    free(jv);
    assert_near(sum, slope, 1e-12 * (1 + size));
}

/** id (sum of per_stratum) <- random sample ids, the first of each stratum twice. */
static inline void random_ids(uint64_t seed, size_t strata, const size_t *sizes,
                              const size_t *per_stratum, uint32_t *id) {
    size_t first = 0, at = 0;
    for (size_t s = 0; s < strata; first += sizes[s++])
        for (size_t i = 0; i < per_stratum[s]; i++, at++)
            id[at] = i == 1
                         ? id[at - 1]
                         : (uint32_t)(first + (size_t)table_random(seed, at, 0, (double)sizes[s]));
}
