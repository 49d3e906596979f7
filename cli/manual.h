/**
 * @file manual.h
 * @brief The manual page, made from the commands' tables.
 */
#pragma once

#include <stdio.h>

/** levelfield(1), for man. */
void lf_manual_write(FILE *out);
