#include "harness/results/tried.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "harness/registry/parameters.h"
#include "harness/registry/registry.h"

const lf_param *lf_tuned_params(const lf_experiment *experiment, size_t method) {
    const lf_algorithm *is;
    return lf_spec_algorithm(experiment->methods[method].algorithm, &is) == LF_OK ? is->params
                                                                                  : NULL;
}

double lf_tried_decades(const lf_tried *tried) {
    return log10(tried->most / tried->least);
}

bool lf_tried_unlike(const lf_tried *a, const lf_tried *b) {
    return fabs(lf_tried_decades(a) - lf_tried_decades(b)) > 1 + 1e-9;
}

const lf_tried *lf_tried_find(const lf_tried *list, size_t n, const char *name) {
    for (size_t i = 0; i < n; i++)
        if (strcmp(list[i].name, name) == 0) return &list[i];
    return NULL;
}

/* "step size [x/g]" -> "step size" */
static bool tried_name(const lf_param *params, const char *parameter, char name[LF_TRIED_BYTES]) {
    for (const lf_param *p = params; p && p->field; p++) {
        if (strcmp(lf_param_name(p), parameter) != 0) continue;
        size_t length = strcspn(p->doc, ",;:([");
        while (length > 0 && p->doc[length - 1] == ' ')
            length--;
        snprintf(name, LF_TRIED_BYTES, "%.*s", (int)length, p->doc);
        return true;
    }
    return false;
}

/* Zero and less have no place on a scale of decades. */
static void tried_add(const char *name, double value, lf_tried *list, size_t *n) {
    lf_tried *is = (lf_tried *)lf_tried_find(list, *n, name);
    if (!(value > 0) || isinf(value)) return;
    if (!is) {
        is = &list[(*n)++];
        *is = (lf_tried){.least = value, .most = value};
        snprintf(is->name, sizeof is->name, "%s", name);
    }
    is->least = fmin(is->least, value);
    is->most = fmax(is->most, value);
}

static lf_status tried_point(const lf_param *params, const char *point, lf_tried *list, size_t *n) {
    for (bool more = true; more;) {
        lf_assignment is;
        char name[LF_TRIED_BYTES];
        double value;
        LF_TRY(lf_assignment_next(&point, "a point that was tried", &is, &more));
        if (!more) break;
        if (lf_number_parse(is.value, &value) && tried_name(params, is.name, name))
            tried_add(name, value, list, n);
        lf_assignment_clear(&is);
    }
    return LF_OK;
}

lf_status lf_tuned_tried(const lf_results *results, const lf_tuned *tuned, lf_tried **list,
                         size_t *n) {
    const lf_param *params = lf_tuned_params(results->experiment, tuned->method);
    size_t most = 0;
    while (params && params[most].field)
        most++;
    *n = 0;
    *list = calloc(most + 1, sizeof **list);
    if (!*list) return lf_fail(LF_NO_MEMORY, "no memory for the ranges of tuning");
    lf_status status = LF_OK;
    for (size_t p = 0; p < tuned->points && status == LF_OK; p++)
        status = tried_point(params, tuned->point[p].parameters, *list, n);
    if (status == LF_OK) return LF_OK;
    free(*list);
    *list = NULL;
    return status;
}
