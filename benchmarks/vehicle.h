/**
 * @file vehicle.h
 * @brief An algorithm on a problem, ready to be stepped by a benchmark, without the run loop.
 */
#pragma once

#include <levelfield/algorithm.h>

#include "cli/built.h"
#include "harness/registry/parameters.h"
#include "oracle/arena.h"
#include "oracle/oracle.h"

typedef struct {
    lf_built built;
    lf_problem problem;  /**< the built one; its functions may be replaced before the start */
    lf_problem_class is; /**< what problem.is points at */
    const lf_algorithm *algorithm;
    lf_parameters parameters;
    lf_oracle *oracle;
    lf_arena *arena;
    void *state;
    double *x0;
    bool sparse; /**< set between open and start: as a run with --vectors sparse */
} lf_vehicle;

/** Is a data set there? If not, the first question about it is answered on stderr too. */
bool lf_bench_has(const char *data);

/** Build the problem and find the algorithm, both from specifications; NULL: none, the oracle is
 *  asked by hand. After a failure, close. */
lf_status lf_vehicle_open(const char *problem, const char *algorithm, lf_vehicle *vehicle);
/** Make the oracle, with a budget that is checked but never reached, and call init. */
lf_status lf_vehicle_start(lf_vehicle *vehicle);
/** One step, metered as in a run. */
lf_status lf_vehicle_step(lf_vehicle *vehicle);
/** What a question about a sample takes at least. 0: nothing is known. */
typedef struct {
    double bytes; /**< of a mean row of the problem's data set, as it is stored, with its label */
    double flops; /**< of the product of its entries with weights, where a model has one or some for
                       each feature and hardly a parameter besides */
} lf_bench_row;

lf_bench_row lf_bench_row_of(const lf_problem_info *info);
void lf_vehicle_close(lf_vehicle *vehicle);
