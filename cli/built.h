/**
 * @file built.h
 * @brief A problem built from its specification, for commands that look into one.
 */
#pragma once

#include <levelfield/problem.h>

#include "harness/registry/parameters.h"

typedef struct {
    lf_parameters parameters; /**< what the problem was built from; it may point into them */
    lf_problem problem;
} lf_built;

/** Build "NAME[:k=v,...]"; *built is whole or zero. */
lf_status lf_built_open(const char *spec, lf_built *built);
/** The same of one that is never asked (lf_problem_outline). */
lf_status lf_built_outline(const char *spec, lf_built *built);
/** Give it back; fine when zero. */
void lf_built_close(lf_built *built);
