#include "harness/run/stop.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/suggest.h"

static const char *stop_metric_name(const void *record, size_t i) {
    return ((const lf_record *)record)->metric[i].name;
}

/* Drop the blanks at both ends, in place. */
static char *stop_trim(char *text) {
    while (isspace((unsigned char)*text))
        text++;
    size_t n = strlen(text);
    while (n > 0 && isspace((unsigned char)text[n - 1]))
        text[--n] = '\0';
    return text;
}

static lf_status stop_read(char *copy, const char *text, const lf_record *record, lf_stop *stop) {
    char *less = strchr(copy, '<');
    if (less == NULL)
        return lf_fail(LF_BAD_ARGUMENT, "stop '%s': expected METRIC<VALUE, as in FV<1e-3", text);
    *less = '\0';
    const char *name = stop_trim(copy), *value = stop_trim(less + 1);
    if (!lf_number_parse(value, &stop->below))
        return lf_fail(LF_BAD_ARGUMENT, "stop '%s': '%s' is not a number", text, value);
    stop->metric = lf_record_metric(record, name);
    stop->given = stop->metric != SIZE_MAX;
    if (stop->given) return LF_OK;
    const char *nearest = lf_suggest(name, record->metrics, stop_metric_name, record);
    return lf_fail(LF_BAD_ARGUMENT, "stop '%s': the problem has no metric '%s'%s%s%s", text, name,
                   nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
}

lf_status lf_stop_parse(const char *text, const lf_record *record, lf_stop *stop) {
    *stop = (lf_stop){0};
    if (text == NULL) return LF_OK;
    char *copy = strdup(text);
    if (copy == NULL) return lf_fail(LF_NO_MEMORY, "no memory for a stopping rule");
    const lf_status status = stop_read(copy, text, record, stop);
    free(copy);
    return status;
}

bool lf_stop_reached(const lf_stop *stop, const double *value) {
    return stop->given && value[stop->metric] < stop->below; /* false for NAN */
}
