/**
 * @file dense_build.c
 * @brief Which build of the kernels this processor runs.
 */
#include <stdlib.h>
#include <string.h>

#include "numeric/dense_parts.h"

/* The widest first. */
static const lf_dense_kernels *const build_all[] = {
#ifdef __x86_64__
    &lf_dense_avx512, &lf_dense_avx2,
#endif
    &lf_dense_plain};

/* Threads that choose at a time choose the same. */
_Atomic(const lf_dense_kernels *) lf_dense_chosen;

bool lf_dense_use(const char *name) {
    for (size_t i = 0; i < sizeof build_all / sizeof *build_all; i++)
        if ((!name || strcmp(build_all[i]->name, name) == 0) && build_all[i]->runs()) {
            atomic_store_explicit(&lf_dense_chosen, build_all[i], memory_order_relaxed);
            return true;
        }
    return false;
}

const lf_dense_kernels *lf_dense_choose(void) {
    if (!lf_dense_use(getenv("LEVELFIELD_KERNELS"))) lf_dense_use(NULL);
    return atomic_load_explicit(&lf_dense_chosen, memory_order_relaxed);
}
