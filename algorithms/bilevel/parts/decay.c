#include "algorithms/bilevel/parts/decay.h"

/* Sums in a span are exact to 1/this roundings of their first terms. */
static const double decay_least = 0.01;

static void decay_begin(lf_decay_span *span) {
    for (size_t k = 0; k < LF_LEVEL_KINDS; k++)
        span->keep[k] = 1;
    span->sum = 0;
}

void lf_decay_clear(lf_decay *s) {
    s->now = 0;
    s->tau = 0;
    decay_begin(&s->span[0]);
}

bool lf_decay_push(lf_decay *s, const double beta[LF_LEVEL_KINDS], double tau) {
    lf_decay_span *span = &s->span[s->now];
    bool over = false;
    for (size_t k = 0; k < LF_LEVEL_KINDS; k++) {
        span->keep[k] *= 1 - beta[k];
        over = over || span->keep[k] < decay_least;
    }
    span->sum += tau * span->keep[LF_LEVEL_GY];
    s->tau = tau;
    if (over) decay_begin(&s->span[++s->now]);
    return s->now == LF_DECAY_SPANS;
}

lf_decay_mark lf_decay_now(const lf_decay *s) {
    return (lf_decay_mark){.span = s->now, .at = s->span[s->now]};
}

/* gap <- gap, then a span from its beginning. */
static void decay_add(const lf_decay_span *span, lf_decay_gap *gap) {
    gap->sum += gap->keep[LF_LEVEL_GY] * span->sum;
    for (size_t k = 0; k < LF_LEVEL_KINDS; k++)
        gap->keep[k] *= span->keep[k];
}

lf_decay_gap lf_decay_since(const lf_decay *s, const lf_decay_mark *mark) {
    const lf_decay_span *first = &s->span[mark->span];
    lf_decay_gap gap;
    gap.sum = (first->sum - mark->at.sum) / mark->at.keep[LF_LEVEL_GY];
    for (size_t k = 0; k < LF_LEVEL_KINDS; k++)
        gap.keep[k] = first->keep[k] / mark->at.keep[k];
    for (size_t j = mark->span + 1; j <= s->now; j++)
        decay_add(&s->span[j], &gap);
    gap.before = gap.sum - s->tau * gap.keep[LF_LEVEL_GY];
    return gap;
}
