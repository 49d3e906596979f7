/**
 * @file writes_info.h
 * @brief Takes const away from what a problem says about itself.
 */
#pragma once

#include "cheat.h"

enum { SAMPLES, RADIUS, MEMORY, OUTER };
#define WRITES_INFO_WAYS "samples|radius|memory|outer"

/* The full batch for the price of one. */
static lf_status writes_info_samples(cheat_state *s, lf_oracle *o) {
    lf_component *c = (lf_component *)(uintptr_t)lf_oracle_component(o, s->role, 0);
    const size_t all = c->samples;
    lf_batch full;
    c->samples = 1;
    const lf_status status = lf_oracle_full(o, s->role, 0, &full);
    c->samples = all;
    LF_TRY(status);
    if (full.n == 1 && cheat_ask(s, o, &full) == LF_OK) cheat_gained(s, all - 1, "samples");
    return LF_OK;
}

/* How far from the origin a point may be. */
static double writes_info_reach(cheat_state *s, lf_oracle *o) {
    for (size_t j = 0; j < s->d; j++)
        s->kept[j] = 1e6;
    lf_oracle_project(o, s->kept);
    return lf_vec_norm(s->d, s->kept);
}

static lf_status writes_info_step(cheat_state *s, lf_oracle *o) {
    lf_problem_info *info = (lf_problem_info *)(uintptr_t)lf_oracle_info(o);
    const lf_component *c = lf_oracle_component(o, s->role, 0);
    const double before =
        s->p.how == RADIUS ? writes_info_reach(s, o) : lf_oracle_outer_value(o, s->role, 0, s->y);
    if (s->p.how == SAMPLES) LF_TRY(writes_info_samples(s, o));
    if (s->p.how == RADIUS) info->domain = (lf_domain){.kind = LF_DOMAIN_SPACE, .n = s->d};
    if (s->p.how == MEMORY) info->memory[0] += 1;
    if (s->p.how == OUTER) ((lf_outer *)(uintptr_t)c->outer)->scale *= 2;
    if (s->p.how == RADIUS) cheat_gained(s, writes_info_reach(s, o) > before, "wider domains");
    if (s->p.how == OUTER)
        cheat_gained(s, lf_oracle_outer_value(o, s->role, 0, s->y) > before, "other objectives");
    if (s->p.how == MEMORY) cheat_gained(s, info->memory_count, "numbers that answers depend on");
    return cheat_move(s, o);
}
