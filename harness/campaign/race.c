#include "harness/campaign/race.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "numeric/stream.h"

enum { RACE_KEEP = 4, RACE_WILD = 4 };

/* A point, and what its trials on the first seed came to. */
typedef struct {
    const char *parameters;
    lf_tuning_score early, first;    /* as a screen; at full length */
    bool screened, judged, on, wild; /* the two are known; it goes on; by chance */
} race_point;

/* A method on the problem under way. */
typedef struct {
    size_t method, points; /* of the grid: those of refinements come after */
    race_point *point;
    bool asks; /* in the slice: trials may be asked for */
} race_pair;

typedef struct {
    const lf_results *judged;
    lf_trial_list *more;
    size_t problem, pairs;
    race_pair *pair;
    bool waits; /* for a trial that is asked for, or not here */
} race_state;

/* Position of a trial; SIZE_MAX if there is none. */
static size_t race_find(const race_state *s, const race_pair *pair, size_t point, size_t seed,
                        bool screen) {
    const lf_results *is = s->judged;
    for (size_t i = 0; i < is->trials; i++)
        if (is->trial[i].problem == s->problem && is->trial[i].method == pair->method &&
            is->trial[i].point == point && is->trial[i].spec.seed == s->more->seeds[seed] &&
            lf_tuning_is_screen(is, &is->trial[i]) == screen)
            return i;
    return SIZE_MAX;
}

/* A trial is wanted: *at <- its position if it has ended, else it is asked for and waited for. */
static lf_status race_want(race_state *s, const race_pair *pair, size_t point,
                           const char *parameters, size_t seed, bool screen, size_t *at) {
    const size_t found = race_find(s, pair, point, seed, screen);
    const bool ended = found != SIZE_MAX && s->judged->trial_record[found].key[0];
    *at = ended ? found : SIZE_MAX;
    if (ended || !pair->asks) return LF_OK;
    s->waits = true;
    if (found != SIZE_MAX) return LF_OK;
    return lf_trials_add(s->more, s->problem, pair->method, point, parameters, seed, screen);
}

/* Every point that is `on`, or every one, on the first seed. */
static lf_status race_first(race_state *s, race_pair *pair, bool all, bool screen) {
    for (size_t p = 0; p < pair->points; p++) {
        race_point *point = &pair->point[p];
        size_t at;
        if (!all && !point->on) continue;
        LF_TRY(race_want(s, pair, p, point->parameters, 0, screen, &at));
        if (at == SIZE_MAX) continue;
        LF_TRY(lf_tuning_score_of(s->judged, at, screen ? &point->early : &point->first));
        *(screen ? &point->screened : &point->judged) = true;
    }
    return LF_OK;
}

static int race_order(double a, double b) {
    return (a > b) - (a < b);
}

/* By cost to the target, then by the metric. */
static int race_better(const lf_tuning_score *a, const lf_tuning_score *b) {
    const int cost = race_order(a->cost, b->cost);
    return cost ? cost : race_order(a->loss, b->loss);
}

typedef enum { RACE_BY_METRIC, RACE_BY_WHERE, RACE_BY_BOTH } race_rank;

/* Does one score come before another? */
static bool race_before(const race_state *s, race_rank rank, const lf_tuning_score *a,
                        const lf_tuning_score *b) {
    const double bound = lf_tuning_bound(s->judged->experiment, s->problem);
    int order = 0;
    if (rank == RACE_BY_WHERE) order = race_order(a->where, b->where);
    if (rank == RACE_BY_BOTH && !isnan(bound))
        order = (a->where <= bound ? 0 : 1) - (b->where <= bound ? 0 : 1);
    return (order ? order : race_better(a, b)) < 0;
}

/* The best n of the points that are not on yet go on. */
static void race_take(const race_state *s, race_pair *pair, race_rank rank, size_t n) {
    for (; n > 0; n--) {
        race_point *best = NULL;
        for (race_point *p = pair->point; p < pair->point + pair->points; p++)
            if (p->screened && !p->on && (!best || race_before(s, rank, &p->early, &best->early)))
                best = p;
        if (best) best->on = true;
    }
}

/* Of the others as many by chance, each as likely. */
static void race_take_wild(const race_state *s, race_pair *pair, size_t n) {
    size_t left = 0;
    for (size_t p = 0; p < pair->points; p++)
        left += !pair->point[p].on;
    for (size_t p = 0; p < pair->points && n > 0; p++) {
        uint64_t bits[4];
        if (pair->point[p].on) continue;
        lf_stream_block(s->judged->experiment->tuning->seed, LF_STREAM_TUNING, 2, p, 0, bits);
        if (lf_stream_below(bits[0], left--) >= n) continue;
        pair->point[p].on = pair->point[p].wild = true;
        n--;
    }
}

/* Which points have a whole run on the first seed. */
static void race_screen(const race_state *s, race_pair *pair) {
    const bool bounded = s->judged->experiment->tuning->where != NULL;
    for (size_t p = 0; p < pair->points; p++)
        pair->point[p].on = pair->points <= LF_RACE_UNSCREENED;
    if (pair->points <= LF_RACE_UNSCREENED) return;
    race_take(s, pair, RACE_BY_METRIC, RACE_KEEP);
    race_take(s, pair, bounded ? RACE_BY_WHERE : RACE_BY_METRIC, RACE_KEEP);
    race_take_wild(s, pair, RACE_WILD);
}

/* The best of those judged at full length stay on; true if one is there by chance. */
static bool race_last(const race_state *s, race_pair *pair) {
    const size_t last = lf_tuning_finalists(s->judged->experiment);
    bool wild = false;
    for (size_t p = 0; p < pair->points; p++) {
        size_t before = 0;
        for (size_t q = 0; q < pair->points; q++) {
            const race_point *a = &pair->point[q], *b = &pair->point[p];
            if (!a->judged) continue;
            const bool less = race_before(s, RACE_BY_BOTH, &a->first, &b->first);
            const bool more = race_before(s, RACE_BY_BOTH, &b->first, &a->first);
            before += less || (!more && q < p);
        }
        pair->point[p].on = pair->point[p].judged && before < last;
        wild |= pair->point[p].on && pair->point[p].wild;
    }
    return wild;
}

static size_t race_seeds(const race_state *s, const race_pair *pair) {
    return lf_experiment_fixed(s->judged->experiment, s->problem, pair->method) ? 1
                                                                                : s->more->n_seeds;
}

/* A point on every seed. */
static lf_status race_whole(race_state *s, const race_pair *pair, size_t point,
                            const char *parameters) {
    for (size_t seed = 0; seed < race_seeds(s, pair); seed++) {
        size_t at;
        LF_TRY(race_want(s, pair, point, parameters, seed, false, &at));
    }
    return LF_OK;
}

static lf_status race_rest(race_state *s, const race_pair *pair) {
    for (size_t p = 0; p < pair->points; p++)
        if (pair->point[p].on) LF_TRY(race_whole(s, pair, p, pair->point[p].parameters));
    return LF_OK;
}

/* Screens, whole runs on one seed, the best of these on all; and once more if the screen misleads.
 */
static lf_status race_choose(race_state *s) {
    bool misled = false;
    for (race_pair *pair = s->pair; pair < s->pair + s->pairs; pair++)
        if (pair->points > LF_RACE_UNSCREENED) LF_TRY(race_first(s, pair, true, true));
    if (s->waits) return LF_OK;
    for (race_pair *pair = s->pair; pair < s->pair + s->pairs; pair++) {
        race_screen(s, pair);
        LF_TRY(race_first(s, pair, false, false));
    }
    if (s->waits) return LF_OK;
    for (race_pair *pair = s->pair; pair < s->pair + s->pairs; pair++)
        misled |= race_last(s, pair);
    for (race_pair *pair = s->pair; pair < s->pair + s->pairs; pair++) {
        LF_TRY(race_rest(s, pair));
        if (misled) LF_TRY(race_first(s, pair, true, false));
    }
    if (s->waits || !misled) return LF_OK;
    for (race_pair *pair = s->pair; pair < s->pair + s->pairs; pair++) {
        race_last(s, pair);
        LF_TRY(race_rest(s, pair));
    }
    return LF_OK;
}

/* What the results chose for a pair; NULL while that is not known. */
static const lf_tuned *race_tuned(const race_state *s, const race_pair *pair) {
    for (size_t i = 0; i < s->judged->tuned_pairs; i++) {
        const lf_tuned *tuned = &s->judged->tuned[i];
        if (tuned->problem == s->problem && tuned->method == pair->method)
            return tuned->chosen == SIZE_MAX ? NULL : tuned;
    }
    return NULL;
}

/* Rounds of refinement that a pair has had: its points are numbered after those of the grid. */
static size_t race_rounds(const race_state *s, const race_pair *pair) {
    size_t last = 0;
    for (size_t i = 0; i < s->judged->trials; i++) {
        const lf_planned_run *trial = &s->judged->trial[i];
        if (trial->problem == s->problem && trial->method == pair->method && trial->point > last)
            last = trial->point;
    }
    return last < pair->points ? 0 : (last - pair->points) / LF_REFINE_POINTS + 1;
}

/* Points that the edges and gaps of one pair's choice are a reason for; wide <- they are one. */
static lf_status race_refine(race_state *s, const race_pair *pair, bool ask, size_t round,
                             bool *wide) {
    const lf_tuned *tuned = race_tuned(s, pair);
    lf_refinement r;
    if (!tuned || tuned->failed) return LF_OK;
    LF_TRY(lf_tuned_refine(s->judged, tuned, &r));
    *wide |= r.edges[0] || r.gap;
    lf_status status = LF_OK;
    for (size_t e = 0; e < r.n && ask && status == LF_OK; e++)
        status = race_whole(s, pair, pair->points + round * LF_REFINE_POINTS + e, r.point[e]);
    lf_refinement_clear(&r);
    return status;
}

/* The next round, if there is a reason for it. A pair that has had it, in another slice, is not
 * asked again. */
static lf_status race_extend(race_state *s) {
    size_t round = LF_REFINE_ROUNDS;
    bool wide = false;
    for (const race_pair *pair = s->pair; pair < s->pair + s->pairs; pair++) {
        LF_TRY(race_refine(s, pair, false, 0, &wide));
        if (pair->asks && race_rounds(s, pair) < round) round = race_rounds(s, pair);
    }
    if (!wide || round == LF_REFINE_ROUNDS) return LF_OK;
    for (const race_pair *pair = s->pair; pair < s->pair + s->pairs; pair++)
        if (race_rounds(s, pair) == round) LF_TRY(race_refine(s, pair, true, round, &wide));
    return LF_OK;
}

/* The pairs of a problem, with the points of their grids, which the trials already name. */
static lf_status race_open(race_state *s, const lf_slice *slice) {
    const lf_results *is = s->judged;
    const size_t points = is->experiment->tuning->points;
    s->pairs = 0;
    s->waits = false;
    for (size_t i = 0; i < is->trials; i++) {
        const lf_planned_run *trial = &is->trial[i];
        if (trial->problem != s->problem || trial->point >= points) continue;
        race_pair *pair = s->pairs ? &s->pair[s->pairs - 1] : NULL;
        if (!pair || pair->method != trial->method) {
            pair = &s->pair[s->pairs++];
            const lf_planned_run *one;
            *pair = (race_pair){.method = trial->method, .points = points};
            pair->asks = lf_slice_select(slice, is->experiment, trial, 1, &one) > 0;
            pair->point = calloc(points, sizeof *pair->point);
            if (!pair->point) return lf_fail(LF_NO_MEMORY, "no memory to tune");
        }
        pair->point[trial->point].parameters = trial->parameters;
    }
    return LF_OK;
}

static lf_status race_problem(race_state *s, const lf_slice *slice) {
    lf_status status = race_open(s, slice);
    if (status == LF_OK) status = race_choose(s);
    if (status == LF_OK && !s->waits) status = race_extend(s);
    for (size_t i = 0; i < s->pairs; i++)
        free(s->pair[i].point);
    return status;
}

lf_status lf_race_next(const lf_results *judged, const lf_slice *slice, lf_trial_list *more) {
    const lf_experiment *experiment = judged->experiment;
    race_state s = {.judged = judged, .more = more};
    if (!lf_tuning_races(more->scale)) return LF_OK;
    s.pair = calloc(experiment->methods_count + 1, sizeof *s.pair);
    if (!s.pair) return lf_fail(LF_NO_MEMORY, "no memory to tune");
    lf_status status = LF_OK;
    for (s.problem = 0; s.problem < experiment->problems_count && status == LF_OK; s.problem++)
        status = race_problem(&s, slice);
    free(s.pair);
    return status;
}
