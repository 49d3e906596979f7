/**
 * @file simplex.h
 * @brief What linear programs ask of CLP: a solution, and its vertex without CLP's rounding.
 */
#pragma once

#include <coin/Clp_C_Interface.h>

#include "problems/constrained/parts/hinge_program.h"

/** Solve what was loaded, from nothing, to 1e-9. LF_UNSUPPORTED if CLP does not reach optimality.
 */
lf_status lf_simplex_begin(Clp_Simplex *clp);

/** The same from the basis (columns + rows) of an earlier program of the same size, as
 *  Clp_statusArray() has it. */
lf_status lf_simplex_again(Clp_Simplex *clp, const unsigned char *basis);

/**
 * x (features) <- the vertex of the last basis, computed anew so that no bit of it depends on the
 * way there: cost_j + column_j.x = 0 for every basic column of the program, and x_i = 0 for every
 * basic row. It stays what it is where that is no one point to working precision. LF_NO_MEMORY.
 */
lf_status lf_simplex_vertex(const lf_hinge_program *program, size_t features, Clp_Simplex *clp,
                            double *x);
