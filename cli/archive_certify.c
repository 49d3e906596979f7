#include "cli/archive_look.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <levelfield/vector.h>

#include "cli/print.h"
#include "harness/archive/record_lines.h"

lf_status lf_rows_text(const lf_part *part, char **text, char hex[LF_SHA256_TEXT]) {
    enum { DIGITS = 11 }; /* of 32 bits, and the line's end */
    size_t used = 0;
    *text = malloc(part->n * DIGITS + 1);
    if (!*text) return lf_fail(LF_NO_MEMORY, "no memory for %zu row numbers", part->n);
    (*text)[0] = '\0';
    for (size_t i = 0; i < part->n; i++)
        used += (size_t)sprintf(*text + used, "%lu\n", (unsigned long)part->row[i]);
    const lf_status status = lf_sha256_of(*text, used, hex);
    if (status == LF_OK) return LF_OK;
    free(*text);
    return status;
}

/* A member for the rows of a part, unless an equal one is there. */
static lf_status certify_rows(const lf_part *part, lf_bundle *bundle) {
    char *text, hex[LF_SHA256_TEXT], name[LF_BUNDLE_NAME];
    LF_TRY(lf_rows_text(part, &text, hex));
    snprintf(name, sizeof name, "rows/%s.txt", hex);
    if (!lf_bundle_find(bundle, name)) return lf_bundle_take_text(bundle, name, text);
    free(text);
    return LF_OK;
}

/* The name of a metric of lower levels' certificates. */
static const char certify_upper[] = "F";

/* NULL: not all of it is finite, or sums over such large features may pass what a double holds. */
static json_t *certify_line(const char *spec, const lf_problem_info *info,
                            const lf_certificate *c) {
    const double most = 1e100;
    if (!(fabs(c->bound) < most) || !lf_vec_finite(c->d + c->parts, c->v)) return NULL;
    json_t *parts = json_array();
    for (size_t i = 0; i < c->parts; i++)
        json_array_append_new(parts, json_string(info->part[c->part + i].name));
    return json_pack("{s:s, s:s, s:s, s:s, s:o, s:I, s:f, s:f, s:f, s:f, s:f, s:o, s:o, s:{}}",
                     "problem", spec, "data", info->data_name, "metric", c->metric, "loss", c->loss,
                     "parts", parts, "limits", (json_int_t)c->limits, "limit", c->limit, "radius",
                     c->radius, "decay", c->decay, "cap", c->cap, "bound", c->bound, "point",
                     lf_print_numbers(c->v, c->d), "weights", lf_print_numbers(c->q, c->parts),
                     "runs");
}

/* Each group's own point becomes a row. */
static void certify_alone(const lf_certificate *c, json_t *line) {
    json_t *rows = c->alone && line ? json_array() : NULL;
    for (size_t i = 0; i < c->parts && rows; i++)
        json_array_append_new(rows, lf_print_numbers(c->alone + i * c->d, c->d));
    if (rows) json_object_set_new(line, "alone", rows);
}

lf_status lf_certified_begin(const lf_problem *problem, const char *spec, lf_bundle *bundle,
                             lf_certified *certified) {
    lf_status status = LF_OK;
    *certified = (lf_certified){0};
    while (problem->is->certify && status == LF_OK && certified->n < LF_CERTIFIED) {
        lf_certificate *c = &certified->of[certified->n];
        status = problem->is->certify(problem, certified->n, c);
        json_t *line = status == LF_OK ? certify_line(spec, &problem->info, c) : NULL;
        certify_alone(c, line);
        certified->line[certified->n] = line;
        for (size_t i = 0; i < c->parts && line && status == LF_OK; i++)
            status = certify_rows(&problem->info.part[c->part + i], bundle);
        free(c->v);
        c->v = c->q = NULL;
        certified->n += status == LF_OK;
    }
    return status == LF_NOT_FOUND ? LF_OK : status;
}

/* certified->below <- what the lower levels of all runs have in common. */
static lf_status certify_below(const lf_problem *problem, const char *spec,
                               const lf_lower_certificate *c, lf_bundle *bundle,
                               lf_certified *certified) {
    const lf_problem_info *info = &problem->info;
    json_t *sigma = json_array();
    for (size_t i = 0; i < c->levels; i++)
        json_array_append_new(sigma, json_real(c->sigma ? c->sigma[i] : 1));
    certified->below =
        json_pack("{s:s, s:s, s:s, s:s, s:[s, s], s:o, s:{}}", "problem", spec, "data",
                  info->data_name, "metric", certify_upper, "loss", c->loss, "parts",
                  info->part[0].name, info->part[1].name, "sigma", sigma, "runs");
    if (c->label && certified->below)
        json_object_set_new(certified->below, "labels",
                            lf_print_numbers(c->label, info->part[0].n));
    LF_TRY(certify_rows(&info->part[0], bundle));
    return certify_rows(&info->part[1], bundle);
}

/* The lower levels at a run's x, as long as their points are not too many. */
static lf_status certify_lower(const lf_problem *problem, const char *spec, const lf_record *record,
                               lf_bundle *bundle, lf_certified *certified) {
    lf_lower_certificate c = {0};
    lf_status status = problem->is->certify_lower(problem, record->iterate, &c);
    const size_t n = c.levels * c.d;
    const bool told = status == LF_OK && lf_vec_finite(n, c.v) && isfinite(c.value) &&
                      isfinite(c.F) && isfinite(c.bound) &&
                      certified->points + n <= LF_CERTIFIED_POINTS;
    status = status == LF_NOT_FOUND || status == LF_DIVERGED ? LF_OK : status;
    if (told && !certified->below) status = certify_below(problem, spec, &c, bundle, certified);
    if (told && status == LF_OK) {
        certified->points += n;
        json_object_set_new(json_object_get(certified->below, "runs"), record->key,
                            json_pack("{s:f, s:f, s:f, s:o}", "value", c.value, "bound", c.bound,
                                      "gap", c.value - c.bound, "point", lf_print_numbers(c.v, n)));
    }
    free(c.v);
    return status;
}

static const lf_metric *certify_metric(const lf_problem *problem, const char *name) {
    const lf_metric *metric = problem->is->metrics;
    while (metric->name && strcmp(metric->name, name) != 0)
        metric++;
    return metric->name ? metric : NULL;
}

/* *value <- what c bounds, at a run's w, but for the decay. */
static bool certify_value(const lf_problem *problem, const lf_certificate *c, const double *w,
                          double *value) {
    const lf_metric *metric = certify_metric(problem, c->metric);
    if (c->value) return c->value(problem, c, w, value) == LF_OK;
    return metric && metric->measure(problem, &(lf_point){.w = w}, value) == LF_OK;
}

lf_status lf_certified_add(const lf_problem *problem, const char *spec, const lf_record *record,
                           lf_bundle *bundle, lf_certified *certified) {
    const double *w = record->iterate;
    if (!w || record->dim != problem->info.dim) return LF_OK;
    for (size_t k = 0; k < certified->n; k++) {
        const lf_certificate *c = &certified->of[k];
        double value;
        if (!certified->line[k] || !certify_value(problem, c, w, &value)) continue;
        value += c->decay / 2 * lf_vec_dot(c->d, w, w);
        if (isfinite(value))
            json_object_set_new(json_object_get(certified->line[k], "runs"), record->key,
                                json_pack("{s:f, s:f}", "value", value, "gap", value - c->bound));
    }
    if (!problem->is->certify_lower || !lf_vec_finite(record->dim, w)) return LF_OK;
    return certify_lower(problem, spec, record, bundle, certified);
}

static void certify_tell(json_t *line, lf_text *text) {
    if (json_object_size(json_object_get(line, "runs")))
        lf_record_line(text, line);
    else
        json_decref(line);
}

void lf_certified_end(lf_certified *certified, lf_text *text) {
    for (size_t k = 0; k < certified->n; k++) {
        certify_tell(certified->line[k], text);
        free(certified->of[k].alone);
    }
    certify_tell(certified->below, text);
    *certified = (lf_certified){0};
}
