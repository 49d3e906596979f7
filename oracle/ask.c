/* Questions about a batch, charged before they are answered. */
#include "base/float_env.h"
#include "numeric/family.h"
#include "oracle/away.h"
#include "oracle/lens.h"

/* Asked for often enough that compilers would make calls of it: a third of what a question costs
 * beside its answer. */
#define ASK_INLINE __attribute__((always_inline)) static inline

static lf_status ask_otherwise(void) {
    return lf_fail(LF_BAD_ARGUMENT,
                   "oracle: asked while %s is changed, by which an answer would be another",
                   lf_float_env_changed());
}

/* A ticket that was not the last one asked about: is it good, and which samples does it name? */
static lf_status ask_other(lf_inside *o, const lf_batch *b) {
    LF_TRY(lf_ticket_check(o, b));
    lf_oracle_materialise(o, b);
    if (b->role == LF_ROLE_OBJECTIVE && b->component == LF_EVERY) o->now.asked = UINT64_MAX;
    if (b->role == LF_ROLE_OBJECTIVE && b->component < 64) o->now.asked |= 1ULL << b->component;
    return LF_OK;
}

/* Check the ticket and find the samples. */
ASK_INLINE lf_status ask_find(lf_inside *o, const lf_batch *b, const lf_component *c,
                              lf_samples *samples) {
    if (!lf_float_env_is_default()) return ask_otherwise();
    if (!lf_ticket_same(&o->known, b)) LF_TRY(ask_other(o, b));
    *samples = (lf_samples){.role = b->role,
                            .component = b->component,
                            .n = o->known.n,
                            .id = b->draw == LF_DRAW_FULL ? NULL : o->id,
                            .per_stratum = c ? o->per_stratum : o->per_component,
                            .draw = b->draw,
                            .key = o->key};
    return LF_OK;
}

/* The same, and charge for as many samples as there are. `kind` and `other` are charged before
 * anything is evaluated, whatever the point looks like. */
ASK_INLINE lf_status ask_charge(lf_inside *o, const lf_batch *b, const lf_component *c,
                                lf_evaluation kind, lf_evaluation other, uint64_t times,
                                lf_samples *samples) {
    LF_TRY(ask_find(o, b, c, samples));
    return lf_meter_charge(&o->now.meter, LF_COUNTER_EVALUATION(kind, b->role),
                           LF_COUNTER_EVALUATION(other, b->role), times * samples->n);
}

lf_status lf_oracle_admit(lf_inside *o, const lf_batch *b, lf_evaluation kind, lf_evaluation other,
                          uint64_t times, lf_samples *samples) {
    const lf_component *c;
    LF_TRY(lf_oracle_find(o, b->role, b->component, &c));
    return ask_charge(o, b, c, kind, other, times, samples);
}

lf_status lf_oracle_recall(lf_inside *o, const lf_batch *b, lf_samples *samples) {
    const lf_component *c;
    LF_TRY(lf_oracle_find(o, b->role, b->component, &c));
    return ask_find(o, b, c, samples);
}

/* What is asked about samples at w: the map g and its transposed slope along y, or its slope along
 * v. */
typedef struct {
    const double *w, *y, *v;
    double *g, *grad, *jv;
} ask_question;

/* Would an answer overwrite what is still read, or another answer? p: the outputs. */
ASK_INLINE bool ask_overwrites(const lf_inside *o, size_t p, const ask_question *q) {
    const size_t d = o->problem->info.dim;
    if (q->v && (lf_oracle_meet(p, q->jv, d, q->w) || lf_oracle_meet(p, q->jv, d, q->v)))
        return true;
    if (q->g && (lf_oracle_meet(p, q->g, d, q->w) || (q->y && lf_oracle_meet(p, q->g, p, q->y)) ||
                 (q->grad && lf_oracle_meet(p, q->g, d, q->grad))))
        return true;
    return q->grad &&
           (lf_oracle_meet(d, q->grad, d, q->w) || (q->y && lf_oracle_meet(d, q->grad, p, q->y)));
}

/* Every question about component maps goes through here; upper and lower functions answer those of
 * ask_bilevel.c. */
ASK_INLINE lf_status ask_admit(lf_inside *o, const lf_batch *b, lf_evaluation kind,
                               lf_evaluation other, const ask_question *q, lf_samples *samples) {
    const lf_component *c;
    if (b->role == LF_ROLE_UPPER || b->role == LF_ROLE_LOWER)
        return lf_fail(LF_UNSUPPORTED,
                       "oracle: upper and lower functions have no component map; ask "
                       "lf_oracle_upper_gradient(), lf_oracle_lower_gradient() and so on");
    LF_TRY(lf_oracle_find(o, b->role, b->component, &c));
    if (ask_overwrites(o, c ? c->outputs : o->every[b->role], q)) return lf_oracle_overwritten();
    return ask_charge(o, b, c, kind, other, 1, samples);
}

/* `output`: where those of the samples' component start in y, g and jv. */
ASK_INLINE lf_status ask_class(const lf_inside *o, const lf_samples *samples, const ask_question *q,
                               size_t output) {
    const lf_problem_class *is = o->problem->is;
    void *state = o->problem->state;
    if (q->v) return is->jvp(state, samples, q->w, q->v, q->jv + output);
    return is->evaluate(state, samples, q->w, q->y ? q->y + output : NULL,
                        q->g ? q->g + output : NULL, q->grad);
}

/* For a problem that knows nothing of LF_EVERY. */
static lf_status ask_one_by_one(lf_inside *o, const lf_samples *every, const ask_question *q) {
    const lf_components *all = &o->problem->info.role[every->role];
    size_t row = 0, output = 0;
    for (size_t i = 0; i < all->count; i++) {
        const lf_component *c = &all->component[i];
        const lf_samples one = {.role = every->role,
                                .component = i,
                                .n = every->per_stratum[i],
                                .id = every->id && c->samples ? every->id + row : NULL,
                                .per_stratum = o->per_stratum,
                                .draw = every->draw,
                                .key = lf_oracle_key(o, every->role, i, every->draw)};
        lf_oracle_allot(c, one.n, !every->id, o->per_stratum);
        LF_TRY(ask_class(o, &one, q, output));
        row += one.n;
        output += c->outputs;
    }
    return LF_OK;
}

ASK_INLINE lf_status ask_dense(lf_inside *o, const lf_samples *samples, const ask_question *q) {
    const bool split = samples->component == LF_EVERY && (q->v || !o->problem->is->every);
    const uint64_t before = lf_oracle_enter(o);
    const lf_status status = split ? ask_one_by_one(o, samples, q) : ask_class(o, samples, q, 0);
    return lf_oracle_leave(o, before, status);
}

/* About the entries of these samples; the ticket is the one that was found last. */
static lf_status ask_sparse(lf_inside *o, const lf_samples *samples, const ask_question *q) {
    lf_samples there = *samples;
    ask_question dense = *q;
    lf_lens lens;
    LF_TRY(lf_lens_open(o, &o->known, &there, &dense.w, &dense.grad, &lens));
    const lf_status status = ask_dense(o, &there, &dense);
    lf_lens_close(&lens);
    return status;
}

ASK_INLINE lf_status ask_problem(lf_inside *o, const lf_samples *samples, const ask_question *q) {
    return lf_family_now() ? ask_sparse(o, samples, q) : ask_dense(o, samples, q);
}

lf_status lf_oracle_value(lf_oracle *oracle, const lf_batch *b, const double *w, double *g) {
    lf_inside *o = lf_oracle_inside(oracle);
    if (o->way) return lf_away_batch(o, LF_ASK_VALUE, b, (const void *[4]){w, g});
    const ask_question q = {.w = w, .g = g};
    lf_samples samples;
    LF_TRY(ask_admit(o, b, LF_EVALUATION_VALUE, LF_EVALUATION_VALUE, &q, &samples));
    return ask_problem(o, &samples, &q);
}

lf_status lf_oracle_vjp(lf_oracle *oracle, const lf_batch *b, const double *w, const double *y,
                        double *grad) {
    lf_inside *o = lf_oracle_inside(oracle);
    if (o->way) return lf_away_batch(o, LF_ASK_VJP, b, (const void *[4]){w, y, grad});
    const ask_question q = {.w = w, .y = y, .grad = grad};
    lf_samples samples;
    LF_TRY(ask_admit(o, b, LF_EVALUATION_GRADIENT, LF_EVALUATION_GRADIENT, &q, &samples));
    return ask_problem(o, &samples, &q);
}

lf_status lf_oracle_value_vjp(lf_oracle *oracle, const lf_batch *b, const double *w,
                              const double *y, double *g, double *grad) {
    lf_inside *o = lf_oracle_inside(oracle);
    if (o->way) return lf_away_batch(o, LF_ASK_VALUE_VJP, b, (const void *[4]){w, y, g, grad});
    const ask_question q = {.w = w, .y = y, .g = g, .grad = grad};
    lf_samples samples;
    LF_TRY(ask_admit(o, b, LF_EVALUATION_VALUE, LF_EVALUATION_GRADIENT, &q, &samples));
    return ask_problem(o, &samples, &q);
}

lf_status lf_oracle_jvp(lf_oracle *oracle, const lf_batch *b, const double *w, const double *v,
                        double *jv) {
    lf_inside *o = lf_oracle_inside(oracle);
    if (lf_family_now() && lf_family_has(lf_family_now(), v))
        return lf_fail(LF_UNSUPPORTED,
                       "oracle: a slope along a sparse vector; the method is to call "
                       "lf_arena_dense() in init where it asks for such slopes");
    if (o->way) return lf_away_batch(o, LF_ASK_JVP, b, (const void *[4]){w, v, jv});
    const ask_question q = {.w = w, .v = v, .jv = jv};
    lf_samples samples;
    if (!o->problem->is->jvp)
        return lf_fail(LF_UNSUPPORTED,
                       "problem %s has no Jacobian-vector product (jvp); choose a method or a "
                       "variant that needs none",
                       o->problem->is->name);
    LF_TRY(ask_admit(o, b, LF_EVALUATION_JVP, LF_EVALUATION_JVP, &q, &samples));
    return ask_problem(o, &samples, &q);
}

lf_status lf_oracle_subgradient(lf_oracle *oracle, const lf_batch *b, const double *w,
                                double *grad) {
    lf_inside *o = lf_oracle_inside(oracle);
    if (o->way) return lf_away_batch(o, LF_ASK_SUBGRADIENT, b, (const void *[4]){w, grad});
    const ask_question q = {.w = w, .y = o->y, .grad = grad};
    lf_samples samples;
    if (b->component == LF_EVERY)
        return lf_fail(LF_BAD_ARGUMENT, "oracle: a subgradient is of one component, not of every");
    LF_TRY(ask_admit(o, b, LF_EVALUATION_GRADIENT, LF_EVALUATION_GRADIENT, &q, &samples));
    const lf_component *c = lf_oracle_look_up(o, b->role, b->component);
    const bool linear = lf_closed_linear(c, b->role); /* then the slope needs no value */
    if (!linear) LF_TRY(ask_problem(o, &samples, &(ask_question){.w = w, .g = o->z}));
    lf_closed_slope(c, b->role, o->z, o->y);
    o->now.meter.count[LF_COUNTER_OUTER]++;
    samples.same_point = !linear;
    return ask_problem(o, &samples, &q);
}

/* What is asked about samples at (v, alpha): both slopes, or the best alpha for v. */
typedef struct {
    const double *v, *alpha;
    double *grad_v, *to_alpha;
} ask_pair;

static bool ask_pair_overwrites(const lf_inside *o, const ask_pair *q) {
    const size_t d = o->problem->info.dim, n = o->problem->info.domain_y.n;
    if (lf_oracle_meet(d, q->grad_v, d, q->v) || lf_oracle_meet(n, q->to_alpha, d, q->v) ||
        lf_oracle_meet(d, q->grad_v, n, q->to_alpha))
        return true;
    return q->alpha && (lf_oracle_meet(d, q->grad_v, n, q->alpha) ||
                        lf_oracle_meet(n, q->to_alpha, n, q->alpha));
}

/* The samples of a batch that a saddle question may be about. */
static lf_status ask_saddle(lf_inside *o, const lf_batch *b, bool offered, lf_evaluation kind,
                            const ask_pair *q, lf_samples *samples) {
    if (!offered)
        return lf_fail(LF_UNSUPPORTED,
                       "problem %s has no saddle form min_v max_alpha E F; choose a method of "
                       "another view",
                       o->problem->is->name);
    if (b->role != LF_ROLE_OBJECTIVE || b->component != 0)
        return lf_fail(LF_BAD_ARGUMENT,
                       "oracle: a saddle function is asked about on a batch of objective 0");
    if (ask_pair_overwrites(o, q)) return lf_oracle_overwritten();
    return lf_oracle_admit(o, b, kind, kind, 1, samples);
}

lf_status lf_oracle_saddle(lf_oracle *oracle, const lf_batch *b, const double *v,
                           const double *alpha, double *grad_v, double *grad_alpha) {
    lf_inside *o = lf_oracle_inside(oracle);
    if (o->way)
        return lf_away_batch(o, LF_ASK_SADDLE, b, (const void *[4]){v, alpha, grad_v, grad_alpha});
    const lf_problem_class *is = o->problem->is;
    lf_samples samples;
    const ask_pair q = {v, alpha, grad_v, grad_alpha};
    LF_TRY(ask_saddle(o, b, is->saddle != NULL, LF_EVALUATION_GRADIENT, &q, &samples));
    const uint64_t before = lf_oracle_enter(o);
    lf_lens lens = {0};
    if (lf_family_now()) LF_TRY(lf_lens_open(o, b, &samples, &v, &grad_v, &lens));
    const lf_status status = is->saddle(o->problem->state, &samples, v, alpha, grad_v, grad_alpha);
    lf_lens_close(&lens);
    return lf_oracle_leave(o, before, status);
}

lf_status lf_oracle_respond(lf_oracle *oracle, const lf_batch *b, const double *v, double *alpha) {
    lf_inside *o = lf_oracle_inside(oracle);
    if (o->way) return lf_away_batch(o, LF_ASK_RESPOND, b, (const void *[4]){v, alpha});
    const lf_problem_class *is = o->problem->is;
    lf_samples samples;
    const ask_pair q = {.v = v, .to_alpha = alpha};
    LF_TRY(ask_saddle(o, b, is->respond != NULL, LF_EVALUATION_VALUE, &q, &samples));
    const uint64_t before = lf_oracle_enter(o);
    lf_lens lens;
    double *none = NULL;
    if (lf_family_now()) LF_TRY(lf_lens_open(o, b, &samples, &v, &none, &lens));
    const lf_status status = is->respond(o->problem->state, &samples, v, alpha);
    return lf_oracle_leave(o, before, status);
}
