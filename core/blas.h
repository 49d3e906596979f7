/**
 * @file blas.h
 * @brief Which of its kernels OpenBLAS uses.
 *
 * OpenBLAS picks kernels by the CPU's name when it is loaded. On a CPU that it does not know, as in
 * many virtual machines, it falls back on kernels of 2004, several times slower than what the CPU
 * can run. Only an environment variable changes its mind, and only before it is loaded.
 */
#pragma once

#include <levelfield/status.h>

/** The kernels in use: "Haswell". */
const char *lf_blas_core(void);

/** A type whose kernels this CPU runs faster than those in use; NULL: there is none, or the user
 * has chosen by OPENBLAS_CORETYPE. */
const char *lf_blas_better(void);

/** Start this process again from its beginning, with its words, on these kernels. Returns only if
 *  that fails. */
lf_status lf_blas_restart(const char *core);
