/* How many seeds a comparison would need, guessed from those that it has. */
#include "harness/statistics/sequential.h"

#include <math.h>
#include <stdlib.h>

#include "numeric/stream.h"

static const size_t projection_draws = 1000;
/* A look that decides so often is said to do; one that decides less often is not waited for. */
static const double projection_enough = 0.8, projection_hopeless = 0.1;
enum { PROJECTION_PATIENCE = 18 };

/* Room for one later sample. */
typedef struct {
    const lf_differences *d;
    double level;
    uint32_t *pick;
    double *low, *high, *x;
} projection_work;

/* Do so many differences reach the count, each turned by `sign` and moved by `shift`? */
static bool projection_reaches(const projection_work *w, size_t n, size_t least, double sign,
                               double shift) {
    for (size_t i = 0; i < n; i++)
        w->x[i] = sign * (sign > 0 ? w->low : w->high)[i] + shift;
    return lf_stat_positive(w->d->test, w->x, n) >= least;
}

/* Share of the draws in which the later look alone decides, for, against or for a tie. */
static double projection_chance(const projection_work *w, size_t later) {
    const lf_differences *d = w->d;
    const size_t n = d->n, least = lf_stat_least(d->test, later,
                                                 w->level / lf_look_factor(later, LF_LOOK_LAST));
    size_t decided = 0;
    for (size_t r = 0; r < projection_draws; r++) {
        lf_stream_fill_below(0, LF_STREAM_BOOTSTRAP, later, r, n, later - n, w->pick);
        for (size_t i = 0; i < later; i++) {
            w->low[i] = d->low[i < n ? i : w->pick[i - n]];
            w->high[i] = d->high[i < n ? i : w->pick[i - n]];
        }
        decided += projection_reaches(w, later, least, 1, -d->by) ||
                   projection_reaches(w, later, least, -1, d->by) ||
                   (!isnan(d->tie) && projection_reaches(w, later, least, 1, d->tie) &&
                    projection_reaches(w, later, least, -1, d->tie));
    }
    return (double)decided / (double)projection_draws;
}

/* Noether 1987, for the share of positive differences or, of pair sums, of pairs with a positive
 * sum, or of negative ones. As in the test, what is 0 or may be of either sign counts for nobody.
 * 0: neither is more than half, so no number of seeds would do. */
static size_t projection_beyond(const lf_differences *d, double level) {
    const bool signs = d->test == LF_TEST_SIGNS;
    double above = 0, below = 0, all = 0;
    for (size_t i = 0; i < d->n; i++)
        for (size_t j = signs ? i : i + 1; j < (signs ? i + 1 : d->n); j++, all++) {
            above += d->low[i] + d->low[j] > 2 * d->by;
            below += d->high[i] + d->high[j] < 2 * d->by;
        }
    const double share = fmax(above, below) / all - 0.5;
    if (!(share >= 0.01)) return 0;
    const double z = lf_stat_normal_quantile(0.8) - lf_stat_normal_quantile(level / 4);
    return (size_t)fmax(LF_LOOK_LAST + 1, ceil(z * z / ((signs ? 4 : 3) * share * share)));
}

static void projection_make(const projection_work *w, lf_projection *projection) {
    const size_t n = w->d->n;
    projection->futile = n >= PROJECTION_PATIENCE && n < LF_LOOK_LAST;
    for (size_t later = n; later < LF_LOOK_LAST;) {
        later = lf_look_next(later, LF_LOOK_LAST);
        const double chance = projection_chance(w, later);
        projection->futile &= chance < projection_hopeless;
        if (chance < projection_enough) continue;
        projection->seeds = later;
        return;
    }
    projection->seeds = projection_beyond(w->d, w->level);
}

lf_status lf_sequential_project(const lf_differences *d, double level, lf_projection *projection) {
    *projection = (lf_projection){0};
    if (d->n == 0) return LF_OK;
    const size_t most = d->n > LF_LOOK_LAST ? d->n : LF_LOOK_LAST;
    projection_work w = {
        d, level, malloc(most * sizeof *w.pick), malloc(3 * most * sizeof *w.low), NULL, NULL};
    const bool ready = w.pick && w.low;
    if (ready) {
        w.high = w.low + most;
        w.x = w.high + most;
        projection_make(&w, projection);
    }
    free(w.pick);
    free(w.low);
    return ready ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for a projection");
}
