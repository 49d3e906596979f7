/**
 * @file sigmoid.h
 * @brief The chance of a label in generated data sets: the same bits on every machine.
 */
#pragma once

/** 1 / (1 + e^-z) to within 1e-15; for |z| > 40 that of 40 or -40, nearer to 1 or 0 than a drawn
 *  number can tell. Only +, -, *, / and exact functions are used, each rounded as IEEE 754 says
 * (and never contracted: -ffp-contract=off), because libm's last bit differs from one library to
 * the next. */
double lf_sigmoid_exact(double z);
