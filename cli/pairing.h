/**
 * @file pairing.h
 * @brief Problems and methods of a command line as the lists of an experiment.
 */
#pragma once

#include "cli/command.h"
#include "harness/experiment/experiment.h"

typedef struct {
    size_t problems, methods;
    lf_experiment_problem *problem;
    lf_experiment_method *method;
} lf_pairing;

/** Check every specification and that each method solves a form which each problem offers; then
 *  give each an id, its name, made unique. The labels are what was typed. */
lf_status lf_pairing_make(const lf_texts *problems, const lf_texts *algorithms,
                          lf_pairing *pairing);
void lf_pairing_free(lf_pairing *pairing);
