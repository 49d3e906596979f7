#include "harness/results/results.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/number.h"
#include "base/text.h"
#include "harness/registry/parameters.h"

/* One parameter of the points. */
typedef struct {
    char *name, *text; /* of the chosen point */
    double *value;     /* what was tried, increasing, each once */
    size_t n, at;      /* values, and which is chosen; n = 0: no number */
    bool whole;
    double least, most;
} refine_axis;

/* Something that a new point changes: some axes, each to a value. */
typedef struct {
    size_t axis;
    double value, ratio; /* ratio: of the chosen value and its neighbour */
} refine_move;

typedef struct {
    refine_axis *axis;
    size_t axes;
    refine_move *out, *in; /* edges; means */
    size_t outs, ins;
    const char *const *tried;
    size_t n;
    lf_refinement *r;
} refine_state;

/* The widest first; of equals the one that was found first, as qsort may not keep them in order. */
static int refine_wider(const void *a, const void *b) {
    const refine_move *x = a, *y = b;
    if (x->ratio != y->ratio) return x->ratio < y->ratio ? 1 : -1;
    if (x->axis != y->axis) return x->axis > y->axis ? 1 : -1;
    return lf_number_compare(&x->value, &y->value);
}

static void refine_range(const lf_param *params, refine_axis *a) {
    a->least = a->value[0] >= 0 ? 0 : -INFINITY;
    a->most = INFINITY;
    for (const lf_param *p = params; p && p->field; p++) {
        if (strcmp(lf_param_name(p), a->name) != 0) continue;
        a->whole = p->kind == LF_KIND_COUNT;
        a->least = p->min;
        a->most = p->max;
    }
}

/* The n values of one parameter; `value` has room for them. A parameter that is a text anywhere is
 * none. */
static void refine_sort(refine_axis *a, size_t n, double now) {
    size_t kept = 0;
    qsort(a->value, n, sizeof *a->value, lf_number_compare);
    for (size_t i = 0; i < n; i++)
        if (kept == 0 || a->value[kept - 1] != a->value[i]) a->value[kept++] = a->value[i];
    a->n = kept;
    while (a->value[a->at] != now)
        a->at++;
}

/* The parameter that an assignment of the chosen point is of; takes its texts. */
static lf_status refine_axis_of(refine_state *s, const lf_param *params, lf_assignment *is) {
    LF_TRY(lf_grow(&s->axis, s->axes, sizeof *s->axis, "the parameters of a choice"));
    refine_axis *a = &s->axis[s->axes++];
    *a = (refine_axis){.name = is->name, .text = is->value};
    *is = (lf_assignment){NULL, NULL};
    a->value = malloc(s->n * sizeof *a->value);
    if (!a->value) return lf_fail(LF_NO_MEMORY, "no memory to refine a choice");
    double now;
    bool number = lf_number_parse(a->text, &now);
    for (size_t i = 0; i < s->n && number; i++) {
        char *value;
        LF_TRY(lf_assignment_find(s->tried[i], "a point that was tried", a->name, &value));
        number = value && lf_number_parse(value, &a->value[i]);
        free(value);
    }
    if (!number) return LF_OK;
    refine_sort(a, s->n, now);
    refine_range(params, a);
    return LF_OK;
}

static double refine_clip(const refine_axis *a, double value) {
    return fmin(a->most, fmax(a->least, a->whole ? round(value) : value));
}

/* The choice moved out by the ratio of the two outermost values. */
static void refine_outward(refine_state *s, size_t axis) {
    const refine_axis *a = &s->axis[axis];
    const bool low = a->at == 0 && a->value[0] > a->least;
    const bool high = a->at == a->n - 1 && a->value[a->n - 1] < a->most;
    if (!low && !high) return;
    const double end = a->value[a->at], inner = a->value[low ? 1 : a->n - 2];
    const double ratio = low ? inner / end : end / inner;
    const double by = inner == 0 || !(ratio > 0) ? 10 : fmin(10, fmax(2, ratio));
    s->out[s->outs++] = (refine_move){axis, refine_clip(a, low ? end / by : end * by), by};
}

/* The means of the chosen value and its neighbours; beside 0 a tenth stands for it. */
static void refine_inward(refine_state *s, size_t axis) {
    const refine_axis *a = &s->axis[axis];
    for (int side = -1; side <= 1; side += 2) {
        if (side < 0 ? a->at == 0 : a->at == a->n - 1) continue;
        const double now = a->value[a->at], beside = a->value[side < 0 ? a->at - 1 : a->at + 1];
        const double x = now == 0 ? beside / 10 : now, y = beside == 0 ? now / 10 : beside;
        if (!(x * y > 0)) continue; /* of two signs */
        const double ratio = fmax(x / y, y / x);
        s->r->gap |= ratio > 10 * (1 + 1e-12);
        s->in[s->ins++] = (refine_move){axis, refine_clip(a, copysign(sqrt(x * y), x)), ratio};
    }
}

/* Six digits, unless they lead past what the parameter may be: 0.999999999999 would be 1. */
static void refine_text(const refine_axis *a, double value, char text[LF_NUMBER_BYTES]) {
    double rounded;
    snprintf(text, LF_NUMBER_BYTES, "%.6g", value);
    if (!lf_number_parse(text, &rounded) || rounded != refine_clip(a, rounded))
        lf_number_text(value, text);
}

/* The chosen point with these moves becomes one of the list, unless it was tried. */
static lf_status refine_add(refine_state *s, const refine_move *move, size_t moves) {
    lf_refinement *r = s->r;
    lf_text text = {0};
    if (r->n == LF_REFINE_POINTS) return LF_OK;
    for (size_t k = 0; k < s->axes; k++) {
        const char *value = s->axis[k].text;
        char number[LF_NUMBER_BYTES];
        for (size_t i = 0; i < moves; i++)
            if (move[i].axis == k) {
                refine_text(&s->axis[k], move[i].value, number);
                value = number;
            }
        lf_text_format(&text, "%s%s=%s", k ? "," : "", s->axis[k].name, value);
    }
    if (!text.bytes) return lf_fail(LF_NO_MEMORY, "no memory to refine a choice");
    bool known = false;
    for (size_t i = 0; i < s->n; i++)
        known |= lf_assignments_same(text.bytes, s->tried[i]);
    for (size_t i = 0; i < r->n; i++)
        known |= lf_assignments_same(text.bytes, r->point[i]);
    if (known)
        free(text.bytes);
    else
        r->point[r->n++] = text.bytes;
    return LF_OK;
}

/* The parameters on an edge, and how far what was tried of each goes. */
static lf_status refine_tell(refine_state *s) {
    lf_text edges = {0}, low = {0}, high = {0};
    char least[LF_NUMBER_BYTES], most[LF_NUMBER_BYTES];
    lf_text_add(&edges, ""); /* an empty text is a text */
    lf_text_add(&low, "");
    lf_text_add(&high, "");
    for (size_t i = 0; i < s->outs; i++)
        lf_text_format(&edges, "%s%s", i ? ", " : "", s->axis[s->out[i].axis].name);
    for (size_t k = 0; k < s->axes; k++) {
        const refine_axis *a = &s->axis[k];
        if (a->n > 0) lf_number_text(a->value[0], least);
        if (a->n > 0) lf_number_text(a->value[a->n - 1], most);
        lf_text_format(&low, "%s%s=%s", k ? "," : "", a->name, a->n > 0 ? least : a->text);
        lf_text_format(&high, "%s%s=%s", k ? "," : "", a->name, a->n > 0 ? most : a->text);
    }
    s->r->edges = edges.bytes;
    s->r->low = low.bytes;
    s->r->high = high.bytes;
    return edges.bytes && low.bytes && high.bytes
               ? LF_OK
               : lf_fail(LF_NO_MEMORY, "no memory to refine a choice");
}

static lf_status refine_moves(refine_state *s) {
    s->out = calloc(s->axes + 1, sizeof *s->out);
    s->in = calloc(2 * s->axes + 1, sizeof *s->in);
    if (!s->out || !s->in) return lf_fail(LF_NO_MEMORY, "no memory to refine a choice");
    for (size_t k = 0; k < s->axes; k++) {
        if (s->axis[k].n < 2) continue;
        refine_outward(s, k);
        refine_inward(s, k);
    }
    qsort(s->in, s->ins, sizeof *s->in, refine_wider);
    LF_TRY(refine_tell(s));
    for (size_t i = 0; i < s->outs; i++)
        LF_TRY(refine_add(s, &s->out[i], 1));
    if (s->outs > 1) LF_TRY(refine_add(s, s->out, s->outs));
    for (size_t i = 0; i < s->ins; i++)
        LF_TRY(refine_add(s, &s->in[i], 1));
    return LF_OK;
}

static lf_status refine_axes(refine_state *s, const lf_param *params, const char *chosen) {
    lf_assignment is;
    bool more;
    for (const char *rest = chosen;;) {
        LF_TRY(lf_assignment_next(&rest, "the point chosen", &is, &more));
        if (!more) return LF_OK;
        const lf_status status = refine_axis_of(s, params, &is);
        lf_assignment_clear(&is);
        LF_TRY(status);
    }
}

lf_status lf_refine(const lf_param *params, const char *const *tried, size_t n, size_t chosen,
                    lf_refinement *r) {
    refine_state s = {.tried = tried, .n = n, .r = r};
    *r = (lf_refinement){0};
    lf_status status = refine_axes(&s, params, tried[chosen]);
    if (status == LF_OK) status = refine_moves(&s);
    for (size_t k = 0; k < s.axes; k++) {
        free(s.axis[k].name);
        free(s.axis[k].text);
        free(s.axis[k].value);
    }
    free(s.axis);
    free(s.out);
    free(s.in);
    if (status != LF_OK) lf_refinement_clear(r);
    return status;
}

void lf_refinement_clear(lf_refinement *r) {
    free(r->edges);
    free(r->low);
    free(r->high);
    for (size_t i = 0; i < r->n; i++)
        free(r->point[i]);
    *r = (lf_refinement){0};
}
