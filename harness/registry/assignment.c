#include "harness/registry/assignment.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* malloc'ed copy of [from, to) without the blanks at its ends. */
static char *assignment_trim(const char *from, const char *to) {
    while (from < to && isspace((unsigned char)*from))
        from++;
    while (to > from && isspace((unsigned char)to[-1]))
        to--;
    return strndup(from, (size_t)(to - from));
}

lf_status lf_assignment_next(const char **rest, const char *owner, lf_assignment *assignment,
                             bool *more) {
    *assignment = (lf_assignment){0};
    const char *from = *rest;
    *more = from[strspn(from, " \t")] != '\0';
    if (!*more) return LF_OK;
    const char *end = from + strcspn(from, ",");
    const char *equals = memchr(from, '=', (size_t)(end - from));
    if (equals == NULL)
        return lf_fail(LF_BAD_ARGUMENT, "%s: expected NAME=VALUE at '%.*s'", owner,
                       (int)(end - from), from);
    if (*end == ',' && end[1 + strspn(end + 1, " \t")] == '\0')
        return lf_fail(LF_BAD_ARGUMENT, "%s: nothing follows the last ','", owner);
    assignment->name = assignment_trim(from, equals);
    assignment->value = assignment_trim(equals + 1, end);
    *rest = *end == ',' ? end + 1 : end;
    if (assignment->name && assignment->value && assignment->name[0] != '\0') return LF_OK;
    bool nameless = assignment->name && assignment->name[0] == '\0';
    lf_assignment_clear(assignment);
    if (!nameless) return lf_fail(LF_NO_MEMORY, "%s: no memory for its parameters", owner);
    return lf_fail(LF_BAD_ARGUMENT, "%s: a name is missing before '%.*s'", owner,
                   (int)(end - equals), equals);
}

void lf_assignment_clear(lf_assignment *assignment) {
    free(assignment->name);
    free(assignment->value);
    *assignment = (lf_assignment){0};
}
