/**
 * @file environment.h
 * @brief Where results were made: version, commit, compiler, CPU, libraries.
 */
#pragma once

#include <stdbool.h>

/** malloc'ed JSON object: version, commit, compiler, flags, build_type, cpu, cpu_features, glibc,
 *  glibc_features (of the CPU's, those in use), glibc_tunables, libm (its variants: libm.h), cores,
 *  kernel, libraries (name: version), bits (portable or fast), blas_core (the CPU type that
 * OpenBLAS chose); hostname is left out. */
char *lf_environment_json(void);

/** Is it one of the program that runs now, by version and commit? One that does not say is taken to
 *  be, NULL as well. */
bool lf_environment_is_ours(const char *json);
