/**
 * @file environment.h
 * @brief Where results were made: version, commit, compiler, CPU, libraries.
 */
#pragma once

/** malloc'ed JSON object: version, commit, compiler, flags, build_type, cpu, cpu_features, glibc,
 *  glibc_features (of the CPU's, those in use), glibc_tunables, libm (its variants: libm.h), cores,
 *  kernel, libraries (name: version), bits (portable or fast), blas_core (the CPU type that
 * OpenBLAS chose); hostname is left out. */
char *lf_environment_json(void);
