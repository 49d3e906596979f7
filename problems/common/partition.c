/**
 * @file partition.c
 * @brief Attributes looked up, combinations counted, rows sorted by group.
 */
#include "problems/common/partition.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More combinations than any grouping of people or images calls for. */
static const size_t partition_most = 1 << 16;

/* The groups that "auto" means, of a table with attributes. */
static const char *partition_automatic(const lf_data *data) {
    static const char *const single[] = {"group", "class"};
    for (size_t i = 0; i < 2; i++)
        if (lf_data_has(data, single[i])) return single[i];
    if (lf_data_has(data, "slide") && lf_data_has(data, "hospital")) return "slide*hospital";
    const bool sex = lf_data_has(data, "sex");
    if (sex && lf_data_has(data, "white") && lf_data_has(data, "married") &&
        lf_data_has(data, "income"))
        return "sex*white*married*income";
    if (sex && lf_data_has(data, "race4")) return "race4*sex";
    if (sex && lf_data_has(data, "race")) return "race*sex";
    if (sex) return "sex";
    return data->attribute[0].name;
}

/* "A*B" -> p->factor */
static lf_status partition_factors(const lf_data *data, const char *groups, lf_partition *p) {
    if (strcmp(groups, "auto") == 0) {
        if (data->attributes == 0)
            return lf_fail(LF_BAD_INPUT,
                           "%s has no attributes to form groups by; a description of own data "
                           "lists them as \"groups: [...]\"",
                           data->name);
        groups = partition_automatic(data);
    }
    p->combinations = 1;
    const bool one = lf_data_has(data, groups); /* whose name may have a * in it */
    for (const char *at = groups, *end; at; at = *end ? end + 1 : NULL) {
        char name[128];
        const size_t length = one ? strlen(at) : strcspn(at, "*");
        end = at + length;
        if (p->factors == LF_PARTITION_FACTORS || length >= sizeof name)
            return lf_fail(LF_BAD_ARGUMENT, "groups '%s': expected up to %d attributes, as in A*B",
                           groups, LF_PARTITION_FACTORS);
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        lf_status status = lf_data_attribute(data, name, &p->factor[p->factors]);
        if (status != LF_OK) return lf_fail_within(status, "groups '%s': ", groups);
        p->combinations *= p->factor[p->factors++]->categories;
        if (p->combinations > partition_most)
            return lf_fail(LF_BAD_ARGUMENT, "groups '%s': more than %zu combinations", groups,
                           partition_most);
    }
    return LF_OK;
}

static size_t partition_combination(const lf_partition *p, uint32_t row) {
    size_t at = 0;
    for (size_t k = 0; k < p->factors; k++)
        at = at * p->factor[k]->categories + p->factor[k]->code[row];
    return at;
}

/* "White, Female" */
static char *partition_name(const lf_partition *p, size_t combination) {
    char text[512] = "";
    size_t used = 0, radix = p->combinations;
    for (size_t k = 0; k < p->factors && used < sizeof text; k++) {
        radix /= p->factor[k]->categories;
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", k ? ", " : "",
                                 p->factor[k]->category[combination / radix]);
        combination %= radix;
    }
    return strdup(text);
}

/* Sizes of the groups -> p->start, the rows beyond n_i (0: none) not counted; p->row has room. */
static lf_status partition_measure(lf_partition *p, size_t n, const uint32_t *row, size_t n_i) {
    p->start = calloc(p->m + 2, sizeof *p->start);
    p->row = malloc((n + 1) * sizeof *p->row);
    if (!p->start || !p->row) return lf_fail(LF_NO_MEMORY, "no memory to divide %zu rows", n);
    for (size_t k = 0; k < n; k++) {
        const uint32_t group = p->group[partition_combination(p, row[k])];
        if (group != UINT32_MAX) p->start[group + 1]++;
    }
    for (size_t i = 0; i < p->m; i++) {
        size_t *size = &p->start[i + 1];
        if (*size < n_i)
            return lf_fail(LF_BAD_INPUT, "group \"%s\" has %zu rows, %zu were asked for",
                           p->name[i], *size, n_i);
        if (n_i > 0) *size = n_i;
        *size += p->start[i];
    }
    return LF_OK;
}

static lf_status partition_sort(lf_partition *p, size_t n, const uint32_t *row) {
    size_t *next = malloc((p->m + 1) * sizeof *next);
    if (!next) return lf_fail(LF_NO_MEMORY, "no memory to divide %zu rows", n);
    memcpy(next, p->start, p->m * sizeof *next);
    for (size_t k = 0; k < n; k++) {
        const uint32_t group = p->group[partition_combination(p, row[k])];
        if (group != UINT32_MAX && next[group] < p->start[group + 1])
            p->row[next[group]++] = row[k];
    }
    free(next);
    return LF_OK;
}

/* Combinations that occur, in order -> groups; the first m of them (0: all). */
static lf_status partition_number(lf_partition *p, size_t n, const uint32_t *row, size_t m) {
    p->group = malloc(p->combinations * sizeof *p->group);
    p->name = calloc(p->combinations, sizeof *p->name);
    if (!p->group || !p->name) return lf_fail(LF_NO_MEMORY, "no memory for the groups");
    memset(p->group, 0xff, p->combinations * sizeof *p->group);
    for (size_t k = 0; k < n; k++)
        p->group[partition_combination(p, row[k])] = 0;
    size_t found = 0;
    for (size_t c = 0; c < p->combinations; c++) {
        if (p->group[c] == UINT32_MAX) continue;
        p->group[c] = UINT32_MAX;
        if (m > 0 && found++ >= m) continue;
        p->name[p->m] = partition_name(p, c);
        if (!p->name[p->m]) return lf_fail(LF_NO_MEMORY, "no memory for the groups");
        p->group[c] = (uint32_t)p->m++;
    }
    if (p->m >= m && p->m > 0) return LF_OK;
    return lf_fail(LF_BAD_INPUT, "%zu groups were asked for, there are %zu", m ? m : 1, p->m);
}

lf_status lf_partition_create(const lf_data *data, const char *groups, size_t n,
                              const uint32_t *row, size_t m, size_t n_i, lf_partition *partition) {
    *partition = (lf_partition){0};
    LF_TRY(partition_factors(data, groups, partition));
    lf_status status = partition_number(partition, n, row, m);
    if (status == LF_OK) status = partition_measure(partition, n, row, n_i);
    if (status == LF_OK) status = partition_sort(partition, n, row);
    return status == LF_OK ? LF_OK : lf_fail_within(status, "%s: ", data->name);
}

lf_status lf_partition_apply(const lf_partition *model, size_t n, const uint32_t *row,
                             lf_partition *p) {
    *p = (lf_partition){
        .m = model->m, .factors = model->factors, .combinations = model->combinations};
    memcpy(p->factor, model->factor, sizeof p->factor);
    p->group = malloc(p->combinations * sizeof *p->group);
    p->name = calloc(p->m, sizeof *p->name);
    if (!p->group || !p->name) return lf_fail(LF_NO_MEMORY, "no memory for the groups");
    memcpy(p->group, model->group, p->combinations * sizeof *p->group);
    for (size_t i = 0; i < p->m; i++) {
        p->name[i] = strdup(model->name[i]);
        if (!p->name[i]) return lf_fail(LF_NO_MEMORY, "no memory for the groups");
    }
    LF_TRY(partition_measure(p, n, row, 0));
    return partition_sort(p, n, row);
}

void lf_partition_free(lf_partition *p) {
    for (size_t i = 0; i < p->m; i++)
        free(p->name[i]);
    free(p->name);
    free(p->start);
    free(p->row);
    free(p->group);
    *p = (lf_partition){0};
}
