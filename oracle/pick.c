/* Random choices that are no samples: of components, and of the method itself; and samples of one
 * component for another, and by number. */
#include "oracle/away.h"

#include <math.h>
#include <string.h>

#include "numeric/stream.h"

lf_status lf_oracle_components(lf_oracle *oracle, lf_role role, size_t k, size_t *ids) {
    lf_inside *o = lf_oracle_inside(oracle);
    const lf_component *c;
    if (o->way)
        return lf_away(
            o, &(lf_question){.ask = LF_ASK_COMPONENTS, .role = role, .n = k, .vector = {ids}});
    LF_TRY(lf_oracle_find(o, role, 0, &c));
    const size_t n = o->problem->info.role[role].count;
    const size_t always = o->problem->info.role[role].always;
    if (k > n)
        return lf_fail(LF_BAD_ARGUMENT, "oracle: %zu components asked for, there are %zu", k, n);
    if (always > 0 && k <= always && k < n)
        return lf_fail(LF_BAD_ARGUMENT,
                       "oracle: the last %zu of the %zu components belong to every draw, so one of "
                       "%zu leaves out all the others; take %zu (B1=%zu) or more",
                       always, n, k, always + 1, always + 1);
    const size_t others = n - always, drawn = k - always;
    if (drawn < others) lf_oracle_by_chance(o);
    /* Floyd's sampling: numbers by chance, work independent of n; kept in order as they come. */
    for (size_t taken = 0; taken < drawn; taken++) {
        uint64_t bits[4];
        lf_stream_block(o->seed, LF_STREAM_COMPONENTS + role, 0, o->now.picks[role], taken, bits);
        const size_t last = others - drawn + taken;
        size_t pick = lf_stream_below(bits[0], last + 1);
        size_t at = taken;
        while (at > 0 && ids[at - 1] > pick)
            at--;
        if (at > 0 && ids[at - 1] == pick) {
            pick = last; /* taken already; `last` cannot be, and is the largest so far */
            at = taken;
        }
        memmove(ids + at + 1, ids + at, (taken - at) * sizeof *ids);
        ids[at] = pick;
    }
    for (size_t j = 0; j < always; j++)
        ids[drawn + j] = others + j;
    o->now.picks[role]++;
    return LF_OK;
}

double lf_oracle_uniform(lf_oracle *oracle) {
    lf_inside *o = lf_oracle_inside(oracle);
    uint64_t bits[4];
    if (o->way) return lf_away_number(o, &(lf_question){.ask = LF_ASK_UNIFORM});
    if (o->now.closed) return NAN;
    lf_oracle_by_chance(o);
    lf_stream_block(o->seed, LF_STREAM_METHOD, 0, o->now.uniforms++, 0, bits);
    return lf_stream_uniform(bits[0]);
}

lf_status lf_oracle_lend(lf_oracle *oracle, const lf_batch *b, lf_role role, size_t i,
                         lf_batch *lent) {
    lf_inside *o = lf_oracle_inside(oracle);
    const lf_component *c;
    if (o->way)
        return lf_away_draw(
            o, lent,
            &(lf_question){
                .ask = LF_ASK_LEND, .role = role, .component = i, .has_batch = true, .batch = *b});
    LF_TRY(lf_oracle_find(o, role, i, &c));
    LF_TRY(lf_ticket_check(o, b));
    const lf_components *all = o->problem->info.role;
    const bool full = b->draw == LF_DRAW_FULL;
    if (!c || b->component != 0 || !(full || b->draw < LF_DRAW_LENT) || !all[b->role].shared ||
        !all[role].shared)
        return lf_fail(LF_BAD_ARGUMENT,
                       "oracle: a batch can be lent that was drawn from %s component 0, to one "
                       "that shares its samples",
                       lf_role_word(b->role));
    lf_batch made = *b;
    made.role = role;
    made.component = (uint32_t)i;
    if (!full) made.draw |= LF_DRAW_LENT | (uint64_t)b->role << 56;
    made.made = o->now.made++;
    made.seal = lf_seal(&o->now.life[0].key, &made);
    *lent = *lf_ticket_recent(o, &made) = made;
    return LF_OK;
}

lf_status lf_oracle_sample_number(lf_oracle *oracle, const lf_batch *b, size_t k, size_t *number) {
    lf_inside *o = lf_oracle_inside(oracle);
    lf_samples samples;
    if (o->way) {
        lf_question q = {.ask = LF_ASK_SAMPLE, .has_batch = true, .batch = *b, .n = k};
        LF_TRY(lf_away(o, &q));
        *number = (size_t)q.number;
        return LF_OK;
    }
    if (b->component == LF_EVERY)
        return lf_fail(LF_BAD_ARGUMENT, "oracle: samples of every component have no number; draw "
                                        "from one component");
    LF_TRY(lf_oracle_recall(o, b, &samples));
    if (k >= samples.n)
        return lf_fail(LF_BAD_ARGUMENT, "oracle: sample %zu asked for of a batch of %zu", k,
                       samples.n);
    *number = samples.id ? samples.id[k] : k;
    return LF_OK;
}
