/**
 * @file environment.h
 * @brief Where results were made: version, commit, compiler, CPU, libraries.
 */
#pragma once

/** malloc'ed JSON object: version, commit, compiler, build_type, cpu, cores, kernel, libraries
 *  (name: version), blas_core (the CPU type that OpenBLAS chose), hostname is left out. */
char *lf_environment_json(void);
