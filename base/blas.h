/**
 * @file blas.h
 * @brief Which of its kernels OpenBLAS uses, and on how many threads.
 *
 * OpenBLAS picks kernels by the CPU's name when it is loaded. On a CPU that it does not know, as in
 * many virtual machines, it falls back on kernels of 2004, several times slower than what the CPU
 * can run. Only an environment variable changes its mind, and only before it is loaded.
 *
 * The same holds for its threads. A run has one, so nobody gives the others work, but wherever a
 * process is forked they are started anew and wait for some while for it, at the cost of a core.
 */
#pragma once

#include <stdbool.h>

#include <levelfield/status.h>

/** The kernels in use: "Haswell". */
const char *lf_blas_core(void);

/** LF_UNSUPPORTED: the kernels in use, which OPENBLAS_CORETYPE names, need what this CPU has not.
 */
lf_status lf_blas_check(void);

/** The type of the widest kernels that this CPU runs, by what it can and not by its name; "" where
 *  OpenBLAS does as well. */
const char *lf_blas_widest(void);

/** That type, if its kernels are faster than those in use; NULL: there is none, or the user
 * has chosen by OPENBLAS_CORETYPE. */
const char *lf_blas_better(void);

/** Are there threads beside the one that works? */
bool lf_blas_has_idle_threads(void);

/** Start this process again from its beginning, with its words, on these kernels (NULL: on those in
 *  use) and without idle threads. Returns only if that fails. */
lf_status lf_blas_restart(const char *core);

/** Have OpenBLAS work on one thread, as its sums depend on their number, and take the memory that
 *  it works in, once: where there is none it would ask again and again, for ever. LF_NO_MEMORY if
 *  it has no room. For one thread at a time. */
lf_status lf_blas_prepare(void);
