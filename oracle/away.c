/* The oracle at a distance: calls that become questions, and questions that become calls. */
#include "oracle/away.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numeric/family.h"
#include "oracle/lens.h"

static const char *const away_shapes[LF_ASKS] = {
#define AWAY_SHAPE(kind, shape) [kind] = shape,
    LF_ASK_LIST(AWAY_SHAPE)
#undef AWAY_SHAPE
};

/* Of the component, or of every one of its role, that the batch is of. */
static bool away_outputs(const lf_inside *o, const lf_batch *b, size_t *n) {
    if ((size_t)b->role >= LF_ROLES) return false;
    const lf_components *all = &o->info->role[b->role];
    const bool every = b->component == LF_EVERY;
    *n = 0;
    if (!every && b->component >= all->count) return false;
    for (size_t i = every ? 0 : b->component; i < (every ? all->count : b->component + 1); i++)
        *n += all->component[i].outputs;
    return true;
}

/* d_i of the estimate's level, or of the batch's. */
static bool away_level(const lf_inside *o, const lf_question *q, size_t *n) {
    const lf_components *lower = &o->info->role[LF_ROLE_LOWER];
    if (!q->has_batch && q->estimate >= o->estimates) return false;
    const size_t i = q->has_batch ? q->batch.component : o->estimate[q->estimate].i;
    if (i >= lower->count) return false;
    *n = lower->component[i].outputs;
    return true;
}

size_t lf_question_vectors(lf_ask ask) {
    return (size_t)ask < LF_ASKS ? strlen(away_shapes[ask]) : 0;
}

bool lf_question_optional(lf_ask ask, size_t v) {
    return ask == LF_ASK_UPPER_GRADIENT && v >= 2;
}

void lf_question_settle(lf_question *q) {
    if (q->ask == LF_ASK_ESTIMATE_PROJECT) return;
    q->has_batch =
        (q->ask >= LF_ASK_SAMPLE && q->ask <= LF_ASK_LOWER_JVP) || q->ask == LF_ASK_ESTIMATE_ADD;
}

bool lf_question_vector(const lf_oracle *oracle, const lf_question *q, size_t v, size_t *numbers,
                        bool *written) {
    const lf_inside *o = lf_oracle_inside(oracle);
    if (v >= lf_question_vectors(q->ask)) return false;
    const char letter = away_shapes[q->ask][v];
    *written = letter >= 'A' && letter <= 'Z';
    switch (letter | 0x20) { /* small */
    case 'd':
        *numbers = o->info->dim;
        return true;
    case 'y':
        *numbers = o->info->domain_y.n;
        return true;
    case 'n': /* no more than there are: what asks for more is refused */
        if ((size_t)q->role >= LF_ROLES) return false;
        *numbers = q->n < o->info->role[q->role].count ? q->n : o->info->role[q->role].count;
        return true;
    case 'i':
        return away_level(o, q, numbers);
    default:
        return q->has_batch && away_outputs(o, &q->batch, numbers);
    }
}

/* Would a vector that is written lie over another one? Asked here, where both have the
 * addresses that the method gave them. */
static bool away_overwrites(const lf_oracle *oracle, const lf_question *q) {
    size_t n[LF_QUESTION_VECTORS];
    bool written[LF_QUESTION_VECTORS];
    size_t vectors = 0;
    while (lf_question_vector(oracle, q, vectors, &n[vectors], &written[vectors]))
        vectors++;
    for (size_t v = 0; v < vectors; v++)
        for (size_t u = 0; u < vectors && written[v]; u++)
            if (u != v && q->vector[v] && q->vector[u] && n[v] && n[u] &&
                lf_oracle_meet(n[v], q->vector[v], n[u], q->vector[u]))
                return true;
    return false;
}

lf_status lf_away(const lf_inside *o, lf_question *q) {
    if (o->now.closed) return lf_oracle_over();
    if (q->has_batch && away_overwrites(lf_oracle_outside(o), q)) return lf_oracle_overwritten();
    q->outer = lf_oracle_outer_tell(lf_oracle_outside(o));
    LF_TRY(o->way->ask(o->way->context, q));
    return q->status;
}

/* A point comes first, and a gradient is the only vector of length d that is written. */
static lf_status away_sparse(lf_inside *o, lf_question *q) {
    const char *shape = away_shapes[q->ask], *written = strchr(shape, 'D');
    const void **to = written ? &q->vector[written - shape] : NULL;
    const double *w = q->vector[0];
    double *grad = to ? (double *)*to : NULL;
    lf_lens lens;
    LF_TRY(lf_lens_open(o, &q->batch, NULL, &w, &grad, &lens));
    q->vector[0] = w;
    if (to) *to = grad;
    const lf_status status = lf_away(o, q);
    lf_lens_close(&lens);
    return status;
}

lf_status lf_away_batch(lf_inside *o, lf_ask ask, const lf_batch *b,
                        const void *const vector[LF_QUESTION_VECTORS]) {
    lf_question q = {.ask = ask, .has_batch = true, .batch = *b};
    memcpy(q.vector, vector, sizeof q.vector);
    return lf_family_now() ? away_sparse(o, &q) : lf_away(o, &q);
}

lf_status lf_away_draw(const lf_inside *o, lf_batch *batch, lf_question *q) {
    LF_TRY(lf_away(o, q));
    *batch = q->batch;
    return LF_OK;
}

double lf_away_number(const lf_inside *o, lf_question *q) {
    q->number = NAN;
    return lf_away(o, q) == LF_OK ? q->number : NAN;
}

uint64_t lf_oracle_outer_tell(const lf_oracle *o) {
    uint64_t *count = &lf_oracle_inside(o)->now.meter.count[LF_COUNTER_OUTER];
    const uint64_t times = *count;
    *count = 0;
    return times;
}

void lf_oracle_outer_told(lf_oracle *o, uint64_t times) {
    lf_oracle_inside(o)->now.meter.count[LF_COUNTER_OUTER] += times;
}

lf_status lf_oracle_create_away(const lf_problem_info *info, bool has_jvp, const lf_oracle_way *way,
                                lf_oracle **oracle) {
    lf_inside *o = calloc(1, sizeof *o);
    *oracle = NULL;
    if (!o) return lf_fail(LF_NO_MEMORY, "oracle: no memory");
    o->info = info;
    o->has_jvp = has_jvp;
    o->way = way;
    o->lower_at = lf_oracle_lower_starts(info);
    if (!o->lower_at) {
        free(o);
        return lf_fail(LF_NO_MEMORY, "oracle: no memory");
    }
    *oracle = lf_oracle_outside(o);
    return LF_OK;
}
