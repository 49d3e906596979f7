/**
 * @file oracle_state.h
 * @brief What core/oracle.c, draw.c, ask*.c, closed.c and estimate*.c share: the inside of an
 * oracle.
 */
#pragma once

#include "core/oracle.h"
#include "core/ticks.h"

/* Everything that changes as the run goes on; a checkpoint is its bytes and the draw counts. */
typedef struct {
    lf_meter meter;
    uint64_t picks[LF_ROLES]; /* draws of components so far */
    uint64_t uniforms;        /* numbers of the method's own stream so far */
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

struct lf_oracle {
    const lf_problem *problem;
    uint64_t seed;
    uint64_t seal_key[4];
    lf_oracle_now now;
    uint64_t *draws[LF_ROLES]; /* per component: draws so far */

    /* Samples of the ticket asked about last, so that a second question costs no random numbers. */
    lf_batch known;
    size_t per_stratum[LF_STRATA];
    size_t *per_component; /* most components of a role */
    size_t capacity;
    uint32_t *id;
    uint64_t key;

    double *z, *y; /* largest p each */

    size_t every[LF_ROLES];   /* outputs of all components of a role */
    size_t *lower_at;         /* where y_i starts in the second block */
    lf_dense_room dense_room; /* none unless a method asked for dense estimates */
    bool timed;
    uint64_t ticks;
};

/** lf_oracle_component, without a call. */
static inline const lf_component *lf_oracle_look_up(const lf_oracle *o, lf_role role,
                                                    size_t component) {
    if ((size_t)role >= LF_ROLES || component >= o->problem->info.role[role].count) return NULL;
    return &o->problem->info.role[role].component[component];
}

/** Around an answer: before <- the time; count what the answer took. */
static inline uint64_t lf_oracle_enter(const lf_oracle *o) {
    return o->timed ? lf_ticks() : 0;
}
static inline lf_status lf_oracle_leave(lf_oracle *o, uint64_t before, lf_status status) {
    if (o->timed) o->ticks += lf_ticks() - before;
    return status;
}

/** LF_BAD_ARGUMENT, in words. */
lf_status lf_oracle_no_component(lf_role role, size_t component);
/** Where there is no such component: LF_OK for LF_EVERY, or LF_BAD_ARGUMENT; that too if the run is
 *  over. */
lf_status lf_oracle_not_found(const lf_oracle *o, lf_role role, size_t component);

/** *found <- the component (NULL for LF_EVERY), or LF_BAD_ARGUMENT: no such one, or the run is
 *  over. */
static inline lf_status lf_oracle_find(const lf_oracle *o, lf_role role, size_t component,
                                       const lf_component **found) {
    *found = lf_oracle_look_up(o, role, component);
    return *found && !o->now.closed ? LF_OK : lf_oracle_not_found(o, role, component);
}

/** A ticket's seal, a linear hash with random coefficients: who changes it has to guess them. */
static inline uint64_t lf_oracle_sign(const lf_oracle *o, const lf_batch *b) {
    const uint64_t *key = o->seal_key, what = (uint64_t)b->role << 32 | b->component;
    return key[0] + key[1] * b->draw + key[2] * what + key[3] * b->n;
}

/** LF_BAD_ARGUMENT: not a ticket of this oracle. */
lf_status lf_oracle_forged(void);

/** Check that the ticket is this oracle's own and unchanged; *known <- it is the one asked about
 *  last. */
static inline lf_status lf_oracle_check(const lf_oracle *o, const lf_batch *b, bool *known) {
    const lf_batch *last = &o->known;
    *known = b->n != 0 && b->seal == last->seal && b->n == last->n && b->draw == last->draw &&
             b->role == last->role && b->component == last->component;
    return b->seal == lf_oracle_sign(o, b) ? LF_OK : lf_oracle_forged();
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
uint64_t lf_oracle_key(const lf_oracle *o, lf_role role, size_t component, uint64_t draw);

/** Write down the samples that a ticket names: in o->id, unless it names all there are, how many in
 *  o->per_stratum or, for LF_EVERY, in o->per_component, and in o->key the draw's own number. */
void lf_oracle_materialise(lf_oracle *o, const lf_batch *b);

/** Split n samples of a component among its strata: all there are if `full`, else as the
 * component's shares say. */
void lf_oracle_allot(const lf_component *c, size_t n, bool full, size_t *per_stratum);

/** Check the ticket, charge `n` times its kind and other kind, find its samples. */
lf_status lf_oracle_admit(lf_oracle *o, const lf_batch *b, lf_evaluation kind, lf_evaluation other,
                          uint64_t n, lf_samples *samples);

/** The samples of a ticket that has been asked about, for what is free. */
lf_status lf_oracle_recall(lf_oracle *o, const lf_batch *b, lf_samples *samples);

/** true if the subgradient of a component's outer functions is the same at every z. */
bool lf_closed_linear(const lf_component *c, lf_role role);

/** y (p) <- a subgradient at z of the component's outer functions: of their sum (role inner) or of
 *  the largest. */
void lf_closed_slope(const lf_component *c, lf_role role, const double *z, double *y);
