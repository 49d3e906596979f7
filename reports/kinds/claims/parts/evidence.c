/**
 * @file evidence.c
 * @brief From the margins of a comparison to its outcome, and from outcomes to that of a claim.
 *
 * What is decided here has no other source than an lf_evidence: the same function decides when runs
 * are there and, years later, when a record has kept their margins alone.
 */
#include <math.h>
#include <stdlib.h>

#include "reports/kinds/claims/parts/kind.h"

/* One pair stands for all. Its margin may still be an interval, of which the nearer end decides.
 * Above the bound, or at it where the claim says "at least". */
static lf_claim_outcome evidence_exact(const lf_evidence *e, size_t i) {
    const lf_differences *d = &e->d;
    const bool same = d->low[i] > -d->tie && d->high[i] < d->tie;
    if (same && !(fabs(d->by) >= d->tie)) return LF_CLAIM_TIE;
    if (e->strict ? d->low[i] > d->by : d->low[i] >= d->by) return LF_CLAIM_HELD;
    if (e->strict ? d->high[i] <= d->by : d->high[i] < d->by) return LF_CLAIM_NOT_HELD;
    return same ? LF_CLAIM_TIE : LF_CLAIM_UNDECIDED;
}

/* The end of a margin that an outcome stands on. */
static double evidence_end(const lf_evidence *e, size_t i, lf_claim_outcome outcome) {
    if (outcome == LF_CLAIM_TIE) return fmax(fabs(e->d.low[i]), fabs(e->d.high[i]));
    return outcome == LF_CLAIM_HELD ? e->d.low[i] : e->d.high[i];
}

/* Methods that draw nothing are exact if all starts, three at least, say the same, and differ among
 * themselves by a tenth at most of what they are away from saying something else. Of three normal
 * margins about 0 that is so with a chance of 0.0009; margins of two values, such as an infinite
 * one either way, may be alike by luck, and more starts tell. */
static bool evidence_members(const lf_evidence *e, lf_comparison_verdict *v) {
    enum { MEMBERS = 3 };
    if (!e->drawless || e->d.n < MEMBERS) return false;
    const lf_claim_outcome outcome = evidence_exact(e, 0);
    const double bound = outcome == LF_CLAIM_TIE ? e->d.tie : e->d.by;
    double least = INFINITY, most = -INFINITY, far = INFINITY;
    for (size_t i = 0; i < e->d.n; i++) {
        const double end = evidence_end(e, i, outcome);
        if (evidence_exact(e, i) != outcome) return false;
        least = fmin(least, end);
        most = fmax(most, end);
        far = fmin(far, fabs(end - bound));
    }
    const double spread = most > least ? most - least : 0; /* infinite ones may be equal */
    if (outcome == LF_CLAIM_UNDECIDED || !(spread <= 0.1 * far)) return false;
    v->spread = spread;
    v->outcome = outcome;
    return true;
}

/* Without a test where one pair stands for all, or three agree. */
lf_status lf_evidence_decide(const lf_evidence *e, lf_comparison_verdict *v) {
    v->exact = e->fixed || evidence_members(e, v);
    if (e->fixed) v->outcome = evidence_exact(e, 0);
    if (v->exact) return LF_OK;
    lf_sequential_verdict is;
    LF_TRY(lf_sequential_decide(&e->d, e->level, &is));
    v->p = is.p;
    v->outcome = is.outcome;
    v->look = is.look;
    return lf_sequential_contrary(&e->d, e->level, &is, &v->contrary);
}

lf_claim_outcome lf_evidence_edge(const lf_evidence *e, lf_claim_outcome outcome) {
    const bool lost = outcome != LF_CLAIM_HELD && e->own;
    const bool beaten = outcome != LF_CLAIM_NOT_HELD && e->other;
    return outcome != LF_CLAIM_UNDECIDED && (lost || beaten) ? LF_CLAIM_EDGE : outcome;
}

/* The exact ones have no P to correct. */
lf_status lf_claim_correct(lf_claim_verdict *verdict, size_t *family) {
    const size_t n = verdict->comparisons;
    double *p = calloc(4 * n + 1, sizeof *p);
    if (!p) return lf_fail(LF_NO_MEMORY, "no memory for a claim");
    double *against = p + n, *adjusted = p + 2 * n;
    size_t m = 0;
    for (size_t i = 0; i < n; i++) {
        if (isnan(verdict->comparison[i].p.held)) continue;
        p[m] = verdict->comparison[i].p.held;
        against[m++] = verdict->comparison[i].p.against;
    }
    lf_stat_holm(p, m, adjusted);
    lf_stat_holm(against, m, adjusted + n);
    *family = m;
    for (size_t i = 0, k = 0; i < n; i++) {
        if (isnan(verdict->comparison[i].p.held)) continue;
        verdict->comparison[i].holm =
            (lf_sequential_p){adjusted[k], adjusted[n + k], verdict->comparison[i].p.tie};
        k++;
    }
    free(p);
    return LF_OK;
}

/* What is refuted without a test needs no correction. */
lf_status lf_claim_conclude(double level, lf_claim_verdict *verdict) {
    const size_t n = verdict->comparisons;
    lf_claim_outcome *line = calloc(n + 1, sizeof *line);
    double *against = calloc(n + 1, sizeof *against);
    const bool ready = line && against;
    for (size_t i = 0; i < n && ready; i++) {
        line[i] = verdict->comparison[i].outcome;
        against[i] = fmax(0, verdict->comparison[i].holm.against);
    }
    if (ready) verdict->outcome = lf_sequential_claim(n, line, against, level);
    free(line);
    free(against);
    return ready ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for a claim");
}

lf_status lf_claim_again(lf_claim_verdict *verdict) {
    size_t family;
    for (size_t i = 0; i < verdict->comparisons; i++) {
        lf_comparison_verdict *v = &verdict->comparison[i];
        const lf_evidence evidence = v->evidence;
        *v = lf_claim_unsaid(v->problem, v->than);
        v->evidence = evidence;
        LF_TRY(lf_evidence_decide(&v->evidence, v));
    }
    LF_TRY(lf_claim_correct(verdict, &family));
    for (size_t i = 0; i < verdict->comparisons; i++) {
        lf_comparison_verdict *v = &verdict->comparison[i];
        v->outcome = lf_evidence_edge(&v->evidence, v->outcome);
    }
    return lf_claim_conclude(verdict->comparisons ? verdict->comparison[0].evidence.level : 0,
                             verdict);
}
