/**
 * @file oracle_state.h
 * @brief What oracle/oracle.c, draw.c, ask*.c, closed.c and estimate*.c share: the inside of an
 * oracle.
 */
#pragma once

#include <string.h>

#include "base/ticks.h"
#include "oracle/info_copy.h"
#include "oracle/oracle.h"
#include "oracle/question.h"
#include "oracle/seal.h"

/* What a run makes of itself until it is restored from a checkpoint, where another life begins: a
 * method may keep tickets from before, but those of steps that were taken back are worth nothing.
 */
typedef struct {
    lf_seal_key key; /* of its tickets */
    uint64_t end;    /* tickets that the run had made when the next life began */
} lf_life;

/* The present life and the last ones before it; a ticket of an older one is refused. */
enum { LF_LIVES = 32 };

/* Everything that changes as the run goes on; a checkpoint is its bytes and the draw counts. */
typedef struct {
    lf_meter meter;
    uint64_t made;                  /* tickets so far */
    lf_life birth;                  /* init, which each process makes anew, with the same tickets */
    uint64_t at_birth[LF_COUNTERS]; /* what init was charged */
    lf_life life[LF_LIVES];         /* the present one first */
    uint64_t picks[LF_ROLES];       /* draws of components so far */
    uint64_t uniforms;              /* numbers of the method's own stream so far */
    uint64_t asked;                 /* bit i: objective i was asked about, of the first 64 */
    uint64_t chance;                /* 1 + the step that first left something to it; 0: none */
    bool closed;
} lf_oracle_now;

/* What dense estimates of up to `rows` variables a level work in. */
typedef struct {
    size_t rows;
    double *U, *W; /* rows x rows each */
    double *s;     /* rows */
    double *wide;  /* rows x d */
    double *work;  /* LAPACK's */
    int *iwork;
} lf_dense_room;

/* An estimate of the second derivatives of lower level i. */
typedef struct {
    const lf_estimate_form *own; /* the problem's own form; NULL: dense matrices */
    size_t i, numbers;
    double *E; /* numbers */
} lf_kept_estimate;

/* Tickets whose seal need not be computed again: the last one of a few components each. */
enum { LF_RECENT_TICKETS = 16 };

/* What lies behind a method's handle. */
typedef struct {
    const lf_problem *problem;   /* NULL where it is away */
    const lf_oracle_way *way;    /* where it is away: the way there */
    const lf_problem_info *info; /* what a method may read of it */
    bool has_jvp;                /* where it is away */
    unsigned shut;               /* bit role: not for methods of this view */
    lf_info_copy copy;           /* that info is in, where the problem is here */
    uint64_t seed;
    lf_oracle_now now;
    bool born_before;          /* init is made again, for a run that goes on */
    uint64_t *draws[LF_ROLES]; /* per component: draws so far */
    lf_batch recent[LF_RECENT_TICKETS];

    /* Samples of the ticket asked about last, so that a second question costs no random numbers;
     * known.n is their number as counted here. */
    lf_batch known;
    size_t per_stratum[LF_STRATA];
    size_t *per_component; /* most components of a role */
    size_t capacity;
    uint32_t *id;
    uint64_t key;

    double *z, *y; /* largest p each */

    lf_support support; /* of the ticket `supported`; none if vectors are dense */
    lf_batch supported;
    double *support_room; /* d, where it is away: the entries, as they come */

    size_t every[LF_ROLES];   /* outputs of all components of a role */
    size_t *lower_at;         /* where y_i starts in the second block */
    lf_dense_room dense_room; /* none unless a method asked for dense estimates */
    size_t estimates;
    lf_kept_estimate *estimate;
    bool timed;
    uint64_t ticks;
} lf_inside;

/** A number of this process's own, made with its first oracle. */
extern uintptr_t lf_oracle_mask;

/** What lies behind a handle. Handles are addresses under a mask, so that following one leads
 *  nowhere. */
static inline lf_inside *lf_oracle_inside(const lf_oracle *o) {
    return (lf_inside *)((uintptr_t)o ^ lf_oracle_mask);
}
static inline lf_oracle *lf_oracle_outside(const lf_inside *o) {
    return (lf_oracle *)((uintptr_t)o ^ lf_oracle_mask);
}

/** malloc'ed: where each y_i starts in the second block, and where the last one ends. */
size_t *lf_oracle_lower_starts(const lf_problem_info *info);

/** The problem's own component. */
static inline const lf_component *lf_oracle_look_up(const lf_inside *o, lf_role role,
                                                    size_t component) {
    if ((size_t)role >= LF_ROLES || component >= o->problem->info.role[role].count) return NULL;
    if (o->shut >> role & 1) return NULL;
    return &o->problem->info.role[role].component[component];
}

/** What comes now is drawn. */
static inline void lf_oracle_by_chance(lf_inside *o) {
    if (o->now.chance == 0) o->now.chance = 1 + o->now.meter.count[LF_COUNTER_STEPS];
}

/** Around an answer: before <- the time; count what the answer took. */
static inline uint64_t lf_oracle_enter(const lf_inside *o) {
    return o->timed ? lf_ticks() : 0;
}
static inline lf_status lf_oracle_leave(lf_inside *o, uint64_t before, lf_status status) {
    if (o->timed) o->ticks += lf_ticks() - before;
    return status;
}

/** LF_BAD_ARGUMENT: the run is over. */
lf_status lf_oracle_over(void);
/** LF_BAD_ARGUMENT, in words. */
lf_status lf_oracle_no_component(lf_role role, size_t component);
/** Where there is no such component: LF_OK for LF_EVERY, or LF_BAD_ARGUMENT; that too if the run is
 *  over. */
lf_status lf_oracle_not_found(const lf_inside *o, lf_role role, size_t component);

/** *found <- the component (NULL for LF_EVERY), or LF_BAD_ARGUMENT: no such one, or the run is
 *  over. */
static inline lf_status lf_oracle_find(const lf_inside *o, lf_role role, size_t component,
                                       const lf_component **found) {
    *found = lf_oracle_look_up(o, role, component);
    return *found && !o->now.closed ? LF_OK : lf_oracle_not_found(o, role, component);
}

/** LF_BAD_ARGUMENT: not a ticket of this oracle. */
lf_status lf_oracle_forged(void);

_Static_assert(sizeof(lf_batch) == 40, "tickets are compared by their bytes, without gaps");

static inline bool lf_ticket_same(const lf_batch *a, const lf_batch *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

/** Where the last ticket of a component, and of few others, is remembered. */
static inline lf_batch *lf_ticket_recent(lf_inside *o, const lf_batch *b) {
    return &o->recent[(b->component + 4 * (size_t)b->role) % LF_RECENT_TICKETS];
}

/** LF_OK for a ticket of an earlier life, made before that one ended. */
lf_status lf_ticket_check_earlier(const lf_inside *o, const lf_batch *b);

/** Check that the ticket, of a component that there is, is this oracle's own and unchanged. */
static inline lf_status lf_ticket_check(lf_inside *o, const lf_batch *b) {
    lf_batch *recent = lf_ticket_recent(o, b);
    if (lf_ticket_same(recent, b)) return LF_OK;
    if (b->seal != lf_seal(&o->now.life[0].key, b)) LF_TRY(lf_ticket_check_earlier(o, b));
    *recent = *b;
    return LF_OK;
}

/** true if a (n) and b (m) have memory in common, n, m > 0; NULL has none with any. The distance
 *  wraps around, so that one comparison tells for whichever comes first. */
static inline bool lf_oracle_meet(size_t n, const double *a, size_t m, const double *b) {
    const uintptr_t apart = (uintptr_t)a - (uintptr_t)b, before = n * sizeof *a - 1;
    return apart + before < before + m * sizeof *b;
}

/** LF_BAD_ARGUMENT: answers are added up while what was asked about is still read. */
lf_status lf_oracle_overwritten(void);

/** The random number that belongs to a draw of a component, however many samples it has. */
uint64_t lf_oracle_key(const lf_inside *o, lf_role role, size_t component, uint64_t draw);

/** Write down the samples that a ticket names: in o->id, unless it names all there are, how many in
 *  o->per_stratum or, for LF_EVERY, in o->per_component, and in o->key the draw's own number. */
void lf_oracle_materialise(lf_inside *o, const lf_batch *b);

/** Split n samples of a component among its strata: all there are if `full`, else as the
 * component's shares say. */
void lf_oracle_allot(const lf_component *c, size_t n, bool full, size_t *per_stratum);

/** Check the ticket, find its samples, charge its kind and other kind `times` for each. */
lf_status lf_oracle_admit(lf_inside *o, const lf_batch *b, lf_evaluation kind, lf_evaluation other,
                          uint64_t times, lf_samples *samples);

/** The samples of a ticket that has been asked about, for what is free. */
lf_status lf_oracle_recall(lf_inside *o, const lf_batch *b, lf_samples *samples);

/** true if the subgradient of a component's outer functions is the same at every z. */
bool lf_closed_linear(const lf_component *c, lf_role role);

/** y (p) <- a subgradient at z of the component's outer functions: of their sum (role inner) or of
 *  the largest. */
void lf_closed_slope(const lf_component *c, lf_role role, const double *z, double *y);
