#include "algorithms/bilevel/parts/lazy.h"

/* A span ends where a product has fallen below this: two of sixteen digits are lost at most. */
static const double lazy_least = 0.01;

static void lazy_begin(lf_lazy_span *span) {
    for (size_t k = 0; k < LF_LAZY_KINDS; k++)
        span->keep[k] = 1;
    span->sum = 0;
}

lf_status lf_lazy_init(lf_lazy *s, size_t m, lf_arena *arena) {
    s->m = m;
    s->t = 0;
    LF_TRY(lf_arena_array(arena, m, sizeof *s->visit, &s->visit));
    lf_lazy_clear(s);
    return LF_OK;
}

bool lf_lazy_push(lf_lazy *s, const double beta[LF_LAZY_KINDS], double eta) {
    lf_lazy_span *span = &s->span[s->now];
    bool over = false;
    for (size_t k = 0; k < LF_LAZY_KINDS; k++) {
        span->keep[k] *= 1 - beta[k];
        over = over || span->keep[k] < lazy_least;
    }
    span->sum += eta * span->keep[LF_LAZY_GY];
    s->eta = eta;
    s->t++;
    if (over) lazy_begin(&s->span[++s->now]);
    return s->now == LF_LAZY_SPANS;
}

void lf_lazy_mark(lf_lazy *s, size_t i) {
    s->visit[i] = (lf_lazy_visit){.t = s->t, .span = s->now, .at = s->span[s->now]};
}

void lf_lazy_clear(lf_lazy *s) {
    s->now = 0;
    s->eta = 0;
    lazy_begin(&s->span[0]);
    for (size_t i = 0; i < s->m; i++)
        lf_lazy_mark(s, i);
}

size_t lf_lazy_missed(const lf_lazy *s, size_t i) {
    return s->t - s->visit[i].t;
}

/* gap <- gap, and after it all steps of a span. */
static void lazy_add(const lf_lazy_span *span, lf_lazy_gap *gap) {
    gap->sum += gap->keep[LF_LAZY_GY] * span->sum;
    for (size_t k = 0; k < LF_LAZY_KINDS; k++)
        gap->keep[k] *= span->keep[k];
}

lf_lazy_gap lf_lazy_since(const lf_lazy *s, size_t i) {
    const lf_lazy_visit *visit = &s->visit[i];
    const lf_lazy_span *first = &s->span[visit->span];
    lf_lazy_gap gap;
    gap.sum = (first->sum - visit->at.sum) / visit->at.keep[LF_LAZY_GY];
    for (size_t k = 0; k < LF_LAZY_KINDS; k++)
        gap.keep[k] = first->keep[k] / visit->at.keep[k];
    for (size_t j = visit->span + 1; j <= s->now; j++)
        lazy_add(&s->span[j], &gap);
    gap.before = gap.sum - s->eta * gap.keep[LF_LAZY_GY];
    return gap;
}
