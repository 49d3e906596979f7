/**
 * @file groups.c
 * @brief Looks up the attribute and its category, then divides the rows by them.
 */
#include "problems/constrained/parts/groups.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The group that "auto" means. The COMPAS split, Caucasian or not, is the 3S-Econ paper's; what a
 * user calls a description says nothing about it. */
static const char *groups_automatic(const lf_data *data) {
    const bool compas = strncmp(data->name, "compas", 6) == 0 && lf_dataset_find(data->name);
    if (compas && lf_data_has(data, "race")) return "race/Caucasian";
    if (lf_data_has(data, "sex")) return "sex";
    if (lf_data_has(data, "group")) return "group";
    return data->attributes ? data->attribute[0].name : "group";
}

/* *code <- the smallest of the categories that occur at all; the first of several. */
static lf_status groups_rarest(const lf_data *data, const lf_attribute *attribute, size_t *code) {
    const size_t n = attribute->categories;
    size_t *count = calloc(n, sizeof *count), best = n;
    if (!count) return lf_fail(LF_NO_MEMORY, "group: no memory to count %zu categories", n);
    for (size_t i = 0; i < data->rows; i++)
        count[attribute->code[i]]++;
    for (size_t c = 0; c < n; c++)
        if (count[c] > 0 && (best == n || count[c] < count[best])) best = c;
    free(count);
    *code = best;
    return LF_OK;
}

/* *code <- the category of that name; a failure lists those there are. */
static lf_status groups_category(const lf_attribute *attribute, const char *name, size_t *code) {
    char known[256] = "";
    size_t used = 0;
    for (size_t c = 0; c < attribute->categories; c++) {
        if (strcmp(attribute->category[c], name) == 0) {
            *code = c;
            return LF_OK;
        }
        if (used < sizeof known)
            used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", c ? ", " : "",
                                     attribute->category[c]);
    }
    return lf_fail(LF_NOT_FOUND, "group: attribute %s has no category \"%s\", but %s",
                   attribute->name, name, known);
}

/* Take "ATTRIBUTE[/CATEGORY]" apart and look both up. */
static lf_status groups_find(const lf_data *data, const char *group, const lf_attribute **attribute,
                             size_t *code) {
    char name[128];
    size_t length = strcspn(group, "/");
    for (size_t a = 0; a < data->attributes; a++) { /* a name may have a / in it: the longest one */
        const size_t n = strlen(data->attribute[a].name);
        const bool begins = strncmp(group, data->attribute[a].name, n) == 0;
        if (begins && (group[n] == '/' || group[n] == '\0') && n > length) length = n;
    }
    if (length >= sizeof name)
        return lf_fail(LF_NOT_FOUND, "group: no attribute has a name of %zu letters", length);
    memcpy(name, group, length);
    name[length] = '\0';
    LF_TRY(lf_data_attribute(data, name, attribute));
    if (group[length] == '/') return groups_category(*attribute, group + length + 1, code);
    return groups_rarest(data, *attribute, code);
}

lf_status lf_groups_divide(const lf_data *data, const char *group, size_t n, const uint32_t *row,
                           uint32_t *divided, size_t *n_protected) {
    const lf_attribute *attribute = NULL;
    size_t code = 0, at = 0;
    if (strcmp(group, "auto") == 0) group = groups_automatic(data);
    LF_TRY(groups_find(data, group, &attribute, &code));
    for (size_t i = 0; i < n; i++)
        if (attribute->code[row[i]] == code) divided[at++] = row[i];
    *n_protected = at;
    for (size_t i = 0; i < n; i++)
        if (attribute->code[row[i]] != code) divided[at++] = row[i];
    if (*n_protected > 0 && *n_protected < n) return LF_OK;
    return lf_fail(LF_BAD_INPUT,
                   "group %s/%s of %s: %zu protected rows of %zu, both groups need some; name "
                   "another by group=ATTRIBUTE/CATEGORY",
                   attribute->name, attribute->category[code], data->name, *n_protected, n);
}
