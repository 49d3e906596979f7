/**
 * @file optima.h
 * @brief What `levelfield optima` found: distinct values, and where methods ended beside them.
 */
#pragma once

#include <levelfield/problem.h>

/** Local optima of one value. */
typedef struct {
    lf_local_optimum is; /**< the first that was met */
    size_t starts;       /**< how many led there */
    size_t nonzeros;
} lf_met_optimum;

/** Of one method: the run whose final F is the median, the lower of two. */
typedef struct {
    char *method; /**< malloc'ed */
    size_t runs;
    double F, violation; /**< of that run */
} lf_method_end;

typedef struct {
    size_t dim;
    lf_local_optimum *found;  /**< one a start, those of runs first */
    double *x;                /**< what their x points into */
    size_t starts, unsettled; /**< unsettled: those that ended at no feasible stationary point */
    size_t random, alone;     /**< random starts; of them, those that met what no other start met */
    size_t optima;
    lf_met_optimum *optimum; /**< the best first */
    size_t methods, runs;
    lf_method_end *method;
    double *end; /**< runs x dim: final iterates, starts of their own */
} lf_optima;

/** optima->method and ->end <- the finished runs on this problem, as its canonical specification
 *  says, of every experiment stored in the folder. LF_NOT_FOUND if there are none. */
lf_status lf_optima_read(const char *dir, const lf_problem *problem, const char *canonical,
                         lf_optima *optima);
/** Descend from the runs' ends and from `own` starts of the problem's, and put together what has
 *  one value. */
lf_status lf_optima_search(const lf_problem *problem, size_t own, uint64_t seed, lf_optima *optima);
void lf_optima_free(lf_optima *optima);
