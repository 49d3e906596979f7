/**
 * @file yaml.h
 * @brief YAML into structs by a schema of libcyaml, with one line about whatever is wrong.
 */
#pragma once

#include <stddef.h>

#include <cyaml/cyaml.h>

#include <levelfield/status.h>

/** *data <- what the text holds, for lf_yaml_free; NULL if it is empty. The schema is a mapping.
 *  LF_BAD_INPUT: "ORIGIN:LINE: unknown key 'colour'; did you mean 'column'?" */
lf_status lf_yaml_load(const char *yaml, size_t length, const char *origin,
                       const cyaml_schema_value_t *schema, void **data);
/** Give it back; NULL is fine. */
void lf_yaml_free(const cyaml_schema_value_t *schema, void *data);

/**
 * Every number that the schema wants is one from its first to its last character, and finite, or in
 * a list the word nan: for libcyaml "1e2" is the whole number 1, "010" is 8, and "1,5" is the
 * number 1. The text is one that libcyaml has loaded, which reads its first document and no more:
 * so nothing may follow that. LF_BAD_INPUT: "ORIGIN:LINE: KEY: expected ..., not '1,5'".
 */
lf_status lf_yaml_numbers_check(const char *yaml, size_t length, const char *origin,
                                const cyaml_schema_value_t *schema);
