/**
 * @file roles.c
 * @brief The description's names, looked up in a file's header.
 */
#include "datasets/readers/parts/roles.h"

#include <stdlib.h>
#include <string.h>

static lf_status roles_find(const lf_user_description *d, const lf_user_header *h, const char *name,
                            lf_user_roles *roles, size_t *column) {
    LF_TRY(h->find(h->file, name, column));
    for (size_t j = *column + 1; j < h->columns; j++)
        if (strcmp(h->name(h->file, j), name) == 0)
            return lf_fail(LF_BAD_INPUT,
                           "%s: columns %zu and %zu are both called \"%s\"; rename one of them",
                           d->file[0], *column + 1, j + 1, name);
    roles->feature[*column] = false;
    return LF_OK;
}

static lf_status roles_find_all(const lf_user_description *d, const lf_user_header *h,
                                lf_user_roles *roles) {
    const lf_user_keys *keys = d->keys;
    size_t ignored;
    LF_TRY(roles_find(d, h, keys->label, roles, &roles->label));
    if (keys->split) LF_TRY(roles_find(d, h, keys->split, roles, &roles->split));
    for (unsigned g = 0; g < keys->groups_count; g++)
        LF_TRY(roles_find(d, h, keys->groups[g], roles, &roles->group[g]));
    for (unsigned k = 0; k < keys->ignore_count; k++)
        LF_TRY(roles_find(d, h, keys->ignore[k], roles, &ignored));
    return LF_OK;
}

lf_status lf_user_roles_assign(const lf_user_description *d, const lf_user_header *header,
                               lf_user_roles *roles) {
    roles->feature = malloc((header->columns + 1) * sizeof *roles->feature);
    if (!roles->feature) return lf_fail(LF_NO_MEMORY, "%s: no memory for its columns", d->file[0]);
    memset(roles->feature, true, header->columns);
    const lf_status status = roles_find_all(d, header, roles);
    return status == LF_OK ? LF_OK : lf_fail_within(status, "%s: ", d->path);
}

void lf_user_roles_free(lf_user_roles *roles) {
    free(roles->feature);
    *roles = (lf_user_roles){0};
}
