/**
 * @file yaml_numbers.h
 * @brief What libcyaml lets pass for a number, or passes over; private to yaml.c.
 */
#pragma once

#include "base/yaml.h"

/**
 * Every number that the schema wants is one from its first to its last character, and finite, or in
 * a list the word nan: for libcyaml "1e2" is the whole number 1, "010" is 8, and "1,5" is the
 * number 1. The text is one that libcyaml has loaded, which reads its first document and no more:
 * so nothing may follow that. LF_BAD_INPUT: "ORIGIN:LINE: KEY: expected ..., not '1,5'".
 */
lf_status lf_yaml_numbers_check(const char *yaml, size_t length, const char *origin,
                                const cyaml_schema_value_t *schema);
