/**
 * @file space.c
 * @brief Reading search spaces.
 *
 * Values are kept as they were written: they become part of specifications, and so of the keys of
 * runs, where 1e-3 and 0.001 are made one by the algorithm's own parameters.
 */
#include "harness/experiment/space.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/number.h"
#include "harness/registry/parameters.h"

/* More values than this on one axis, or more axes, are a slip of the pen. */
enum { SPACE_VALUES = 10000, SPACE_AXES = 256 };

/* Where a value stands, for messages. */
typedef struct {
    const char *owner;
    lf_space_axis *axis;
} space_place;

/* Every message shows the method, the parameter, and what was written. */
static lf_status space_bad(const space_place *at, const char *what, const char *value) {
    return lf_fail(LF_BAD_INPUT, "%s: %s=%s: %s", at->owner, at->axis->name, value, what);
}

static lf_status space_bad_count(const space_place *at, const char *value) {
    return lf_fail(LF_BAD_INPUT,
                   "%s: %s=%s: expected a number of values from 2 to %d, as in {1e-4..1e-1:7}",
                   at->owner, at->axis->name, value, (int)SPACE_VALUES);
}

/* A value of a list on its way to be compared. */
typedef struct {
    const char *text;
    bool number;
    double value;
} space_word;

/* "1e-3" and "0.001" are one value; texts come before numbers. */
static int space_compare(const void *a, const void *b) {
    const space_word *x = a, *y = b;
    if (x->number != y->number) return x->number ? 1 : -1;
    if (!x->number) return strcmp(x->text, y->text);
    return (x->value > y->value) - (x->value < y->value);
}

/* Sorted, equal values stand side by side: a list may have thousands. */
static lf_status space_distinct(const space_place *at, const char *whole) {
    const lf_space_axis *axis = at->axis;
    space_word *word = calloc(axis->values, sizeof *word);
    if (!word) return lf_fail(LF_NO_MEMORY, "no memory for a grid");
    for (size_t i = 0; i < axis->values; i++) {
        word[i].text = axis->value[i];
        word[i].number = lf_number_parse(axis->value[i], &word[i].value);
    }
    qsort(word, axis->values, sizeof *word, space_compare);
    bool twice = false;
    for (size_t i = 1; i < axis->values; i++)
        twice |= space_compare(&word[i - 1], &word[i]) == 0;
    free(word);
    return twice ? space_bad(at, "a value stands there twice", whole) : LF_OK;
}

/* Append a copy of `length` bytes. The axis owns it, also when a later step fails. */
static lf_status space_add(lf_space_axis *axis, const char *value, size_t length) {
    LF_TRY(lf_grow(&axis->value, axis->values, sizeof *axis->value, "a grid"));
    axis->value[axis->values] = strndup(value, length);
    if (!axis->value[axis->values]) return lf_fail(LF_NO_MEMORY, "no memory for a grid");
    axis->values++;
    return LF_OK;
}

/* "1|2|5", from the brace to its end. */
static lf_status space_list(const space_place *at, const char *whole, const char *inside) {
    while (true) {
        const size_t length = strcspn(inside, "|");
        if (length == 0) return space_bad(at, "a value is empty", whole);
        LF_TRY(space_add(at->axis, inside, length));
        if (at->axis->values > SPACE_VALUES) return space_bad(at, "too many values", whole);
        if (inside[length] == '\0') return space_distinct(at, whole);
        inside += length + 1;
    }
}

/* N values of a closed range, none below the one before it; rounding may make neighbours equal, and
 * then there are fewer. */
static lf_status space_spread(lf_space_axis *axis, size_t n) {
    for (size_t i = 0; i < n; i++) {
        char text[LF_NUMBER_BYTES];
        lf_space_between(axis, (double)i / (double)(n - 1), text);
        if (axis->values == 0 || strcmp(axis->value[axis->values - 1], text) != 0)
            LF_TRY(space_add(axis, text, strlen(text)));
    }
    return LF_OK;
}

/* "A..B" or "A..B:N"; `dots` is where the two points stand. `inside` is cut into pieces. */
static lf_status space_range(const space_place *at, const char *whole, char *inside, char *dots) {
    lf_space_axis *axis = at->axis;
    /* The text is cut in three: A, B and N. */
    char *colon = strchr(dots, ':');
    double count = 0;
    *dots = '\0';
    if (colon) *colon = '\0';
    if (!lf_number_parse(inside, &axis->from) || !lf_number_parse(dots + 2, &axis->to) ||
        !(axis->from > 0 && axis->from < axis->to))
        return space_bad(at, "a range goes from a number above 0 to a larger one", whole);
    if (axis->whole && (axis->from != round(axis->from) || axis->to != round(axis->to)))
        return space_bad(at, "the ends of a whole parameter's range are whole", whole);
    if (!colon) {
        axis->open = true;
        LF_TRY(space_add(axis, inside, strlen(inside)));
        return space_add(axis, dots + 2, strlen(dots + 2));
    }
    if (!lf_number_parse(colon + 1, &count) || count != round(count) || count < 2 ||
        count > SPACE_VALUES)
        return space_bad_count(at, whole);
    return space_spread(axis, (size_t)count);
}

/* A plain value is an axis of one. Braces must enclose all of the value: "1{2|3}" means nothing. */
static lf_status space_value(const space_place *at, const char *value) {
    const size_t length = strlen(value);
    if (strcspn(value, "{}|") == length) return space_add(at->axis, value, length);
    if (value[0] != '{' || strcspn(value + 1, "{}") + 2 != length || value[length - 1] != '}')
        return space_bad(at, "expected {A|B|C}, {A..B} or {A..B:N}", value);
    char *inside = strndup(value + 1, length - 2);
    if (!inside) return lf_fail(LF_NO_MEMORY, "no memory for a grid");
    char *dots = strstr(inside, "..");
    lf_status status = dots ? space_range(at, value, inside, dots) : space_list(at, value, inside);
    free(inside);
    return status;
}

/* Of an unknown name nothing is known here; it is refused when the first point is made. */
static bool space_is_whole(const lf_param *params, const char *name) {
    for (; params && params->field; params++)
        if (strcmp(lf_param_name(params), name) == 0) return params->kind == LF_KIND_COUNT;
    return false;
}

/* The axis is counted before its values are read, so that lf_space_free() finds what there is. */
static lf_status space_axis(lf_space *space, const char *owner, const lf_param *params,
                            lf_assignment *assignment) {
    for (size_t i = 0; i < space->axes; i++)
        if (strcmp(space->axis[i].name, assignment->name) == 0)
            return lf_fail(LF_BAD_INPUT, "%s: '%s' is given twice", owner, assignment->name);
    if (space->axes == SPACE_AXES)
        return lf_fail(LF_BAD_INPUT, "%s: a grid of more than %d parameters", owner, SPACE_AXES);
    LF_TRY(lf_grow(&space->axis, space->axes, sizeof *space->axis, "a grid"));
    lf_space_axis *axis = &space->axis[space->axes++];
    *axis = (lf_space_axis){.name = assignment->name,
                            .whole = space_is_whole(params, assignment->name)};
    assignment->name = NULL;
    return space_value(&(space_place){owner, axis}, assignment->value);
}

static lf_status space_read(const char *text, const char *owner, const lf_param *params,
                            lf_space *space) {
    const char *rest = text;
    size_t size = 1;
    while (true) {
        lf_assignment assignment;
        bool more;
        LF_TRY(lf_assignment_next(&rest, owner, &assignment, &more));
        if (!more) break;
        const lf_status status = space_axis(space, owner, params, &assignment);
        lf_assignment_clear(&assignment);
        LF_TRY(status);
        /* At once, before more axes are filled; so the product cannot wrap around. */
        const lf_space_axis *axis = &space->axis[space->axes - 1];
        size *= axis->open ? 1 : axis->values;
        if (size > LF_SPACE_MOST)
            return lf_fail(LF_BAD_INPUT, "%s: the grid has more than %d points", owner,
                           (int)LF_SPACE_MOST);
    }
    return space->axes > 0 ? LF_OK : lf_fail(LF_BAD_INPUT, "%s: the grid is empty", owner);
}

lf_status lf_space_parse(const char *text, const char *owner, const lf_param *params,
                         lf_space *space) {
    *space = (lf_space){0};
    const lf_status status = space_read(text, owner, params, space);
    if (status != LF_OK) lf_space_free(space);
    return status;
}

void lf_space_free(lf_space *space) {
    for (size_t i = 0; i < space->axes; i++) {
        for (size_t k = 0; k < space->axis[i].values; k++)
            free(space->axis[i].value[k]);
        free(space->axis[i].value);
        free(space->axis[i].name);
    }
    free(space->axis);
    *space = (lf_space){0};
}

size_t lf_space_size(const lf_space *space) {
    size_t size = 1;
    for (size_t i = 0; i < space->axes; i++) {
        if (space->axis[i].open) return SIZE_MAX;
        size *= space->axis[i].values;
    }
    return size;
}

bool lf_space_alike(const lf_space_axis *a, const lf_space_axis *b) {
    if (a->values != b->values || a->open != b->open) return false;
    for (size_t i = 0; i < a->values; i++) {
        bool found = false;
        for (size_t k = 0; k < b->values && !found; k++)
            found = lf_number_same(a->value[i], b->value[k]);
        if (!found) return false;
    }
    return true;
}
