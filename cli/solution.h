/**
 * @file solution.h
 * @brief --save-solution: final iterates as text, one number a line.
 */
#pragma once

#include "harness/results/results.h"

/**
 * Write the final iterate of every run that has one, 17 significant digits, whole or not at all:
 * to `file` if there is one run, else to `file` with -PROBLEM-METHOD-SEED (ids) before its
 * extension. *files <- malloc'ed array of results->runs malloc'ed names, NULL where none was
 * written.
 */
lf_status lf_solution_save(const lf_results *results, const char *file, char ***files);
