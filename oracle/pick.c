/* Random choices that are no samples: of components, and of the method itself. */
#include "oracle/away.h"

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
    lf_stream_block(o->seed, LF_STREAM_METHOD, 0, o->now.uniforms++, 0, bits);
    return lf_stream_uniform(bits[0]);
}
