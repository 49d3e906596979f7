/* Draws: tickets for samples, and the samples that a ticket names. */
#include "oracle/away.h"

#include <string.h>

#include "numeric/stream.h"

lf_status lf_oracle_no_component(lf_role role, size_t component) {
    if ((size_t)role >= LF_ROLES)
        return lf_fail(LF_BAD_ARGUMENT, "oracle: there is no role %d", (int)role);
    if (component == LF_EVERY)
        return lf_fail(LF_BAD_ARGUMENT, "oracle: this problem has no %s components",
                       lf_role_word(role));
    return lf_fail(LF_BAD_ARGUMENT, "oracle: this problem has no %s component %zu",
                   lf_role_word(role), component);
}

lf_status lf_oracle_over(void) {
    return lf_fail(LF_BAD_ARGUMENT, "oracle asked when its run makes no step, or after its end");
}

lf_status lf_oracle_not_found(const lf_inside *o, lf_role role, size_t component) {
    if (o->now.closed) return lf_oracle_over();
    if ((size_t)role < LF_ROLES && o->shut >> role & 1)
        return lf_fail(LF_BAD_ARGUMENT,
                       "oracle: role %s of this problem is for methods of another view: a "
                       "constrained method asks constraint, a composition method inner",
                       lf_role_word(role));
    if (component == LF_EVERY && (size_t)role < LF_ROLES && o->problem->info.role[role].count > 0)
        return LF_OK;
    return lf_oracle_no_component(role, component);
}

lf_status lf_oracle_forged(void) {
    return lf_fail(LF_BAD_ARGUMENT, "oracle: this batch was not drawn from it (a ticket may not be "
                                    "changed or made by hand)");
}

lf_status lf_oracle_overwritten(void) {
    return lf_fail(LF_BAD_ARGUMENT,
                   "oracle: the answer would overwrite the point, a vector that is "
                   "asked about, or another answer; give it memory of its own");
}

/* As a call it would be a tenth of what a draw costs. */
__attribute__((always_inline)) static inline lf_status draw_ticket(lf_inside *o, lf_role role,
                                                                   size_t component, size_t n,
                                                                   uint64_t draw, lf_batch *batch) {
    LF_TRY(lf_meter_charge(&o->now.meter, LF_COUNTER_SAMPLES(role), LF_COUNTER_SAMPLES(role), n));
    lf_batch made = {.role = role,
                     .component = (uint32_t)component,
                     .n = n,
                     .draw = draw,
                     .made = o->now.made++};
    made.seal = lf_seal(&o->now.life[0].key, &made);
    *batch = made;
    *lf_ticket_recent(o, &made) = made;
    return LF_OK;
}

static lf_status draw_refused(size_t n, size_t least, size_t most) {
    return lf_fail(LF_BAD_ARGUMENT,
                   "oracle: a batch of %zu asked for, from %zu (one a stratum) to %zu are possible",
                   n, least, most);
}

/* From one component. */
__attribute__((always_inline)) static inline lf_status draw_one(lf_inside *o, lf_role role,
                                                                size_t component,
                                                                const lf_component *c, size_t n,
                                                                lf_batch *batch) {
    if (c->samples == 0) return draw_ticket(o, role, component, 0, LF_DRAW_FULL, batch);
    if (n < c->strata || n > o->capacity) return draw_refused(n, c->strata, o->capacity);
    uint64_t *draw = &o->draws[role][component];
    LF_TRY(draw_ticket(o, role, component, n, *draw, batch));
    lf_oracle_by_chance(o);
    ++*draw;
    return LF_OK;
}

/* How many of the components first .. last - 1 are means over samples; the others are known. */
static size_t draw_sampled(const lf_components *all, size_t first, size_t last) {
    size_t sampled = 0;
    for (size_t i = first; i < last; i++)
        sampled += all->component[i].samples > 0;
    return sampled;
}

/*
 * From every component of the role. Their streams go on together, from where the farthest is: a
 * method that always draws every component sees the same batches as one that draws them one by one.
 */
static lf_status draw_every(lf_inside *o, lf_role role, size_t n, lf_batch *batch) {
    const lf_components *all = &o->problem->info.role[role];
    const size_t sampled = draw_sampled(all, 0, all->count);
    uint64_t draw = 0;
    size_t least = 1;
    if (sampled == 0) return draw_ticket(o, role, LF_EVERY, 0, LF_DRAW_FULL, batch);
    for (size_t i = 0; i < all->count; i++) {
        const size_t strata = all->component[i].strata;
        if (o->draws[role][i] > draw) draw = o->draws[role][i];
        if (strata > least) least = strata;
    }
    if (n < least || n > o->capacity / sampled)
        return draw_refused(n, least, o->capacity / sampled);
    LF_TRY(draw_ticket(o, role, LF_EVERY, n * sampled, draw, batch));
    lf_oracle_by_chance(o);
    for (size_t i = 0; i < all->count; i++)
        o->draws[role][i] = draw + 1;
    return LF_OK;
}

lf_status lf_oracle_draw(lf_oracle *oracle, lf_role role, size_t component, size_t n,
                         lf_batch *batch) {
    lf_inside *o = lf_oracle_inside(oracle);
    const lf_component *c;
    if (o->way)
        return lf_away_draw(
            o, batch,
            &(lf_question){.ask = LF_ASK_DRAW, .role = role, .component = component, .n = n});
    LF_TRY(lf_oracle_find(o, role, component, &c));
    return c ? draw_one(o, role, component, c, n, batch) : draw_every(o, role, n, batch);
}

/* Samples of a component, or of every one of the role. */
static size_t draw_all(const lf_inside *o, lf_role role, size_t component) {
    const lf_components *all = &o->problem->info.role[role];
    size_t n = 0;
    if (component != LF_EVERY) return all->component[component].samples;
    for (size_t i = 0; i < all->count; i++)
        n += all->component[i].samples;
    return n;
}

lf_status lf_oracle_full(lf_oracle *oracle, lf_role role, size_t component, lf_batch *batch) {
    lf_inside *o = lf_oracle_inside(oracle);
    const lf_component *c;
    if (o->way)
        return lf_away_draw(
            o, batch, &(lf_question){.ask = LF_ASK_FULL, .role = role, .component = component});
    LF_TRY(lf_oracle_find(o, role, component, &c));
    return draw_ticket(o, role, component, draw_all(o, role, component), LF_DRAW_FULL, batch);
}

/* Samples before block k of q of n samples. */
static size_t draw_before(size_t n, size_t q, size_t k) {
    return n * k / q; /* below 2^63 */
}

lf_status lf_oracle_block(lf_oracle *oracle, lf_role role, size_t component, size_t q, size_t k,
                          lf_batch *batch) {
    lf_inside *o = lf_oracle_inside(oracle);
    const lf_component *c;
    if (o->way)
        return lf_away_draw(
            o, batch,
            &(lf_question){
                .ask = LF_ASK_BLOCK, .role = role, .component = component, .n = q, .block = k});
    LF_TRY(lf_oracle_find(o, role, component, &c));
    if (c && c->strata > 1)
        return lf_fail(LF_UNSUPPORTED,
                       "oracle: %s component %zu has %zu strata, and blocks are "
                       "for components of one",
                       lf_role_word(role), component, c->strata);
    if (!c || k >= q || q > c->samples || q >= (size_t)1 << 31)
        return lf_fail(LF_BAD_ARGUMENT, "oracle: there is no block %zu of %zu of %zu samples", k, q,
                       draw_all(o, role, component));
    const size_t n = draw_before(c->samples, q, k + 1) - draw_before(c->samples, q, k);
    if (n > o->capacity) return draw_refused(n, 1, o->capacity);
    return draw_ticket(o, role, component, n, LF_DRAW_BLOCK | (uint64_t)q << 31 | k, batch);
}

lf_status lf_ticket_check_earlier(const lf_inside *o, const lf_batch *b) {
    for (size_t k = 0; k < LF_LIVES; k++) {
        const lf_life *life = k ? &o->now.life[k] : &o->now.birth;
        if (b->made < life->end && b->seal == lf_seal(&life->key, b)) return LF_OK;
    }
    return lf_oracle_forged();
}

/* In proportion to `share`: one each, the rest by largest remainder. */
static void draw_split(size_t strata, const size_t *share, size_t n, size_t *per_stratum) {
    double want[LF_STRATA];
    size_t given = 0, shares = 0;
    for (size_t s = 0; s < strata; s++)
        shares += share[s];
    for (size_t s = 0; s < strata; s++) {
        want[s] = (double)n * (double)share[s] / (double)shares;
        per_stratum[s] = want[s] < 1 ? 1 : (size_t)want[s];
        given += per_stratum[s];
    }
    while (given != n) {
        const bool more = given < n;
        size_t best = strata;
        for (size_t s = 0; s < strata; s++) {
            if (!more && per_stratum[s] == 1) continue;
            const double gap = want[s] - (double)per_stratum[s];
            if (best == strata) best = s;
            const double best_gap = want[best] - (double)per_stratum[best];
            if (more ? gap > best_gap : gap < best_gap) best = s;
        }
        per_stratum[best] += more ? 1 : (size_t)-1;
        given += more ? 1 : (size_t)-1;
    }
}

void lf_oracle_allot(const lf_component *c, size_t n, bool full, size_t *per_stratum) {
    bool weighted = false;
    for (size_t s = 0; s < c->strata; s++) {
        per_stratum[s] = c->stratum[s];
        weighted = weighted || c->share[s] > 0;
    }
    if (!full) draw_split(c->strata, weighted ? c->share : c->stratum, n, per_stratum);
}

/* The largest common divisor. */
static uint64_t draw_common(uint64_t a, uint64_t b) {
    while (b > 0) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* A block's samples: places p of a row of all n, place p holding a p + c mod n. a and c come from
 * the seed, and a shares no factor with n, so that each sample has one place. */
static uint32_t *draw_block(const lf_inside *o, const lf_batch *b, size_t n, uint32_t *id) {
    const size_t q = (size_t)(b->draw >> 31) & 0xffffffff, k = (size_t)b->draw & 0x7fffffff;
    uint64_t bits[4];
    lf_stream_block(o->seed, LF_STREAM_SPLIT, b->component, (uint64_t)b->role, 0, bits);
    uint64_t a = 1 + lf_stream_below(bits[0], n);
    while (draw_common(a, n) > 1)
        a++;
    const uint64_t shift = lf_stream_below(bits[1], n);
    const size_t first = draw_before(n, q, k);
    for (size_t j = 0; j < b->n; j++)
        *id++ = (uint32_t)((a * (first + j) + shift) % n);
    return id;
}

/* Whose stream the samples of a component are from, and which draw of it. */
static lf_role draw_origin(const lf_batch *b, size_t *component, uint64_t *draw) {
    *draw = b->draw;
    if (b->draw >> 62 != 1) return b->role; /* not lent */
    *component = 0;
    *draw = b->draw & (((uint64_t)1 << 56) - 1);
    return (lf_role)(b->draw >> 56 & 7);
}

/* The samples of one component, n of them split as o->per_stratum says; returns the end. */
static uint32_t *draw_ids(const lf_inside *o, const lf_batch *b, size_t component, uint32_t *id) {
    const lf_component *c = &o->problem->info.role[b->role].component[component];
    uint64_t draw;
    size_t first = 0;
    const lf_role role = draw_origin(b, &component, &draw);
    if (b->draw & LF_DRAW_BLOCK) return draw_block(o, b, c->samples, id);
    for (size_t s = 0; s < c->strata; s++) {
        const uint64_t stratum = (uint64_t)s << 32 | component;
        const size_t n = o->per_stratum[s];
        lf_stream_fill_below(o->seed, LF_STREAM_SAMPLES + role, stratum, draw, c->stratum[s], n,
                             id);
        for (size_t j = 0; s > 0 && j < n; j++)
            id[j] += (uint32_t)first;
        id += n;
        first += c->stratum[s];
    }
    return id;
}

uint64_t lf_oracle_key(const lf_inside *o, lf_role role, size_t component, uint64_t draw) {
    uint64_t out[4];
    lf_stream_block(o->seed, LF_STREAM_KEY + role, component, draw, 0, out);
    return out[0];
}

void lf_oracle_materialise(lf_inside *o, const lf_batch *b) {
    const lf_components *all = &o->problem->info.role[b->role];
    const bool every = b->component == LF_EVERY, full = b->draw == LF_DRAW_FULL;
    const size_t first = every ? 0 : b->component, last = every ? all->count : first + 1;
    const size_t sampled = draw_sampled(all, first, last);
    uint32_t *id = o->id;
    size_t component = b->component;
    uint64_t draw;
    o->known = *b;
    o->known.n = 0;
    const lf_role role = draw_origin(b, &component, &draw);
    o->key = lf_oracle_key(o, role, component, draw);
    for (size_t i = first; i < last; i++) {
        const lf_component *c = &all->component[i];
        const size_t n = full || c->samples == 0 ? c->samples : b->n / sampled;
        o->per_component[i - first] = n;
        o->known.n += n;
        lf_oracle_allot(c, n, full, o->per_stratum);
        if (!full) id = draw_ids(o, b, i, id);
    }
}
