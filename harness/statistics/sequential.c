/* P-values over looks, and the verdicts that they give. */
#include "harness/statistics/sequential.h"

#include <math.h>
#include <stdlib.h>

static const size_t look_seeds[LF_LOOKS] = {6, 8, 12, 18, 27, LF_LOOK_LAST};

size_t lf_look_next(size_t n, size_t most) {
    for (size_t i = 0; i < LF_LOOKS; i++)
        if (look_seeds[i] > n && look_seeds[i] <= most) return look_seeds[i];
    return most > n ? most : 0;
}

/* Chosen so that the overlap of the looks, and not only the sum of their chances, keeps the level.
 * Of 0.05 they spend 0.0464; a sixteenth of 0.05 is 0.0031. */
double lf_look_factor(size_t look, size_t most) {
    if (most < look_seeds[0]) return 1;
    if (look > LF_LOOK_LAST) return 16;
    return look == look_seeds[0] ? 3.2 : 4;
}

size_t lf_look_needed(size_t family, double level) {
    for (size_t n = 1;; n++) {
        double p = 1;
        for (size_t look = 0; (look = lf_look_next(look, n));)
            p = fmin(p, lf_look_factor(look, n) * ldexp(1, -(int)look));
        if (lf_stat_reaches((double)family * p, level)) return n;
    }
}

/* p of the first differences at a look, each turned by `sign` and moved by `shift`. */
static double sequential_p(const lf_differences *d, size_t look, double sign, double shift,
                           double *x) {
    const double *from = sign > 0 ? d->low : d->high;
    for (size_t i = 0; i < look; i++)
        x[i] = sign * from[i] + shift;
    return lf_stat_tail(d->test, look, lf_stat_positive(d->test, x, look));
}

/* P so far; a tie is two tests, of a difference above -tie and of one below it. */
typedef struct {
    double held, against, above, below;
} sequential_looks;

/* The end of the differences that speaks less for it is what is tested. */
static void sequential_look(const lf_differences *d, size_t look, double *x, sequential_looks *p) {
    const double factor = lf_look_factor(look, d->n);
    p->held = fmin(p->held, factor * sequential_p(d, look, 1, -d->by, x));
    p->against = fmin(p->against, factor * sequential_p(d, look, -1, d->by, x));
    if (isnan(d->tie)) return;
    p->above = fmin(p->above, factor * sequential_p(d, look, 1, d->tie, x));
    p->below = fmin(p->below, factor * sequential_p(d, look, -1, d->tie, x));
}

lf_claim_outcome lf_sequential_outcome(const lf_sequential_p *p, const lf_differences *d,
                                       double level) {
    const bool tie = lf_stat_reaches(p->tie, level);
    if (tie && !(fabs(d->by) >= d->tie)) return LF_CLAIM_TIE;
    if (lf_stat_reaches(p->held, level)) return LF_CLAIM_HELD;
    if (lf_stat_reaches(p->against, level)) return LF_CLAIM_NOT_HELD;
    return tie ? LF_CLAIM_TIE : LF_CLAIM_UNDECIDED;
}

/* Of a claim and its contrary the first to reach the level stands: whoever looks while seeds come
 * in stops there. Else six seeds for it and twelve far against it would hold both. */
lf_status lf_sequential_decide(const lf_differences *d, double level, lf_sequential_verdict *v) {
    double *x = malloc((d->n + 1) * sizeof *x);
    if (!x) return lf_fail(LF_NO_MEMORY, "no memory for a test of %zu seeds", d->n);
    sequential_looks p = {1, 1, 1, 1};
    size_t held = 0, against = 0, tie = 0; /* looks at which they did */
    *v = (lf_sequential_verdict){.p = {1, 1, 1}};
    for (size_t look = 0; (look = lf_look_next(look, d->n));) {
        sequential_look(d, look, x, &p);
        v->p = (lf_sequential_p){p.held, p.against, fmax(p.above, p.below)};
        if (!held && lf_stat_reaches(v->p.held, level)) held = look;
        if (!against && lf_stat_reaches(v->p.against, level)) against = look;
        if (!tie && lf_stat_reaches(v->p.tie, level)) tie = look;
    }
    free(x);
    lf_sequential_p first = v->p;
    if (held && against && held < against) first.against = 1;
    if (held && against && against < held) first.held = 1;
    v->outcome = lf_sequential_outcome(&first, d, level);
    v->look = v->outcome == LF_CLAIM_HELD       ? held
              : v->outcome == LF_CLAIM_NOT_HELD ? against
              : v->outcome == LF_CLAIM_TIE      ? tie
                                                : 0;
    return LF_OK;
}

double lf_sequential_two_sided(const lf_differences *d, bool looks, double *x, double *sign) {
    sequential_looks p = {1, 1, 1, 1};
    if (looks)
        for (size_t look = 0; (look = lf_look_next(look, d->n));)
            sequential_look(d, look, x, &p);
    else {
        p.held = sequential_p(d, d->n, 1, -d->by, x);
        p.against = sequential_p(d, d->n, -1, d->by, x);
    }
    *sign = p.against - p.held;
    return fmin(1, 2 * fmin(p.held, p.against));
}

lf_status lf_sequential_contrary(const lf_differences *d, double level,
                                 const lf_sequential_verdict *v, bool *contrary) {
    lf_differences later = *d;
    lf_interval is;
    *contrary = false;
    if (v->look == 0 || v->look == d->n) return LF_OK;
    later.n -= v->look;
    later.low += v->look;
    later.high += v->look;
    LF_TRY(lf_sequential_interval(&later, level, &is));
    if (v->outcome == LF_CLAIM_HELD) *contrary = is.upper < d->by;
    if (v->outcome == LF_CLAIM_NOT_HELD) *contrary = is.lower > d->by;
    if (v->outcome == LF_CLAIM_TIE) *contrary = is.lower > d->tie || is.upper < -d->tie;
    return LF_OK;
}

/* What is nearest to no difference between the centres of both ends: it is the same for whoever
 * asks the other way round. One that is not known is the other. */
static double sequential_nearest(double low, double high) {
    if (isfinite(low) && isfinite(high)) return low > 0 ? low : fmin(high, 0);
    if (isfinite(low) || low == high) return low;
    return isfinite(high) ? high : NAN;
}

lf_status lf_sequential_interval(const lf_differences *d, double level, lf_interval *interval) {
    const double error = level / lf_look_factor(d->n, d->n);
    double *x = malloc((d->n + 1) * sizeof *x);
    if (!x) return lf_fail(LF_NO_MEMORY, "no memory for an interval of %zu seeds", d->n);
    for (size_t i = 0; i < d->n; i++)
        x[i] = d->low[i];
    interval->lower = lf_stat_lower_end(d->test, x, d->n, error);
    const double low = lf_stat_centre(d->test, x, d->n);
    for (size_t i = 0; i < d->n; i++)
        x[i] = -d->high[i];
    interval->upper = -lf_stat_lower_end(d->test, x, d->n, error);
    interval->estimate = sequential_nearest(low, -lf_stat_centre(d->test, x, d->n));
    free(x);
    return LF_OK;
}

lf_claim_outcome lf_sequential_claim(size_t m, const lf_claim_outcome *line, const double *against,
                                     double level) {
    size_t count[LF_CLAIM_OUTCOMES] = {0};
    for (size_t i = 0; i < m; i++) {
        if (line[i] == LF_CLAIM_NOT_HELD && lf_stat_reaches(against[i], level)) return line[i];
        count[line[i]]++;
    }
    if (count[LF_CLAIM_EDGE]) return LF_CLAIM_EDGE;
    if (m && count[LF_CLAIM_HELD] == m) return LF_CLAIM_HELD;
    return m && count[LF_CLAIM_HELD] + count[LF_CLAIM_TIE] == m ? LF_CLAIM_TIE : LF_CLAIM_UNDECIDED;
}
