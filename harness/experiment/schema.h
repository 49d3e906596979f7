/**
 * @file schema.h
 * @brief The keys of an experiment file, as tables for libcyaml: a line is a field's name and type.
 *
 * Keys are field names. A key is optional unless it stands as LF_SCHEMA_NEEDED.
 */
#pragma once

#include <cyaml/cyaml.h>

#define LF_SCHEMA_LEFT_OUT (CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL)

#define LF_SCHEMA_NEEDED(type, field)                                                              \
    CYAML_FIELD_STRING_PTR(#field, CYAML_FLAG_POINTER, type, field, 1, CYAML_UNLIMITED)
#define LF_SCHEMA_TEXT(type, field)                                                                \
    CYAML_FIELD_STRING_PTR(#field, LF_SCHEMA_LEFT_OUT, type, field, 1, CYAML_UNLIMITED)
#define LF_SCHEMA_COUNT(type, field) CYAML_FIELD_UINT(#field, CYAML_FLAG_OPTIONAL, type, field)
#define LF_SCHEMA_REAL(type, field) CYAML_FIELD_FLOAT(#field, CYAML_FLAG_STRICT, type, field)
#define LF_SCHEMA_OPTIONAL_REAL(type, field)                                                       \
    CYAML_FIELD_FLOAT_PTR(#field, LF_SCHEMA_LEFT_OUT | CYAML_FLAG_STRICT, type, field)
/* libcyaml takes any word that it does not know for true; two words of an enumeration do not. */
#define LF_SCHEMA_FLAG(type, field)                                                                \
    CYAML_FIELD_ENUM(#field, CYAML_FLAG_OPTIONAL | CYAML_FLAG_STRICT, type, field,                 \
                     lf_schema_flags, 2)
#define LF_SCHEMA_LIST(type, field, entry)                                                         \
    CYAML_FIELD_SEQUENCE_COUNT(#field, LF_SCHEMA_LEFT_OUT, type, field, field##_count, &(entry),   \
                               0, CYAML_UNLIMITED)
/* Lists of ids and of numbers are written on one line. */
#define LF_SCHEMA_WORDS(type, field, entry)                                                        \
    CYAML_FIELD_SEQUENCE_COUNT(#field, LF_SCHEMA_LEFT_OUT | CYAML_FLAG_FLOW, type, field,          \
                               field##_count, &(entry), 0, CYAML_UNLIMITED)
#define LF_SCHEMA_VALUE(name, type, fields)                                                        \
    static const cyaml_schema_value_t name = {CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, type, fields)}

/** false, true */
extern const cyaml_strval_t lf_schema_flags[2];
/** An id. */
extern const cyaml_schema_value_t lf_schema_word;
extern const cyaml_schema_value_t lf_schema_number;
