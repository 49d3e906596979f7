#include "core/oracle.h"

#include <stdlib.h>
#include <string.h>

#include "core/estimate_dense.h"
#include "core/oracle_state.h"
#include "core/stream.h"

/* Largest batch from components with fewer samples than this. */
static const size_t oracle_batch_floor = 65536;

static size_t oracle_most(size_t a, size_t b) {
    return a > b ? a : b;
}

/* Where each y_i starts. */
static size_t *oracle_lower_at(const lf_problem *problem) {
    const lf_components *lower = &problem->info.role[LF_ROLE_LOWER];
    size_t *at = malloc((lower->count + 1) * sizeof *at);
    if (!at) return NULL;
    at[0] = 0;
    for (size_t i = 0; i < lower->count; i++)
        at[i + 1] = at[i] + lower->component[i].outputs;
    return at;
}

lf_status lf_oracle_create(const lf_problem *problem, uint64_t seed, const lf_budget *budget,
                           lf_oracle **oracle) {
    *oracle = NULL;
    lf_oracle *o = calloc(1, sizeof *o);
    if (!o) return lf_fail(LF_NO_MEMORY, "oracle: no memory");
    o->problem = problem;
    o->seed = seed;
    o->now.meter.budget = *budget;
    lf_stream_block(seed, LF_STREAM_SEAL, 0, 0, 0, o->seal_key);
    size_t outputs = 1, components = 1;
    bool whole = true;
    o->capacity = oracle_batch_floor;
    for (size_t role = 0; role < LF_ROLES; role++) {
        const lf_components *all = &problem->info.role[role];
        o->draws[role] = calloc(all->count ? all->count : 1, sizeof *o->draws[role]);
        whole = whole && o->draws[role];
        components = oracle_most(components, all->count);
        for (size_t i = 0; i < all->count; i++) {
            outputs = oracle_most(outputs, all->component[i].outputs);
            o->every[role] += all->component[i].outputs;
            o->capacity = oracle_most(o->capacity, all->component[i].samples);
        }
    }
    o->id = malloc(o->capacity * sizeof *o->id);
    o->per_component = malloc(components * sizeof *o->per_component);
    o->lower_at = oracle_lower_at(problem);
    o->z = malloc(outputs * sizeof *o->z);
    o->y = malloc(outputs * sizeof *o->y);
    if (!whole || !o->id || !o->lower_at || !o->per_component || !o->z || !o->y) {
        lf_oracle_free(o);
        return lf_fail(LF_NO_MEMORY, "oracle: no memory");
    }
    *oracle = o;
    return LF_OK;
}

void lf_oracle_free(lf_oracle *o) {
    if (!o) return;
    for (size_t role = 0; role < LF_ROLES; role++)
        free(o->draws[role]);
    free(o->id);
    free(o->per_component);
    free(o->z);
    free(o->y);
    free(o->lower_at);
    lf_dense_room_free(&o->dense_room);
    free(o);
}

void lf_oracle_close(lf_oracle *o) {
    o->now.closed = true;
}

void lf_oracle_reopen(lf_oracle *o) {
    o->now.closed = false;
}

lf_status lf_oracle_begin_step(lf_oracle *o) {
    return lf_meter_charge(&o->now.meter, LF_COUNTER_STEPS, LF_COUNTER_STEPS, 1);
}

const lf_meter *lf_oracle_meter(const lf_oracle *o) {
    return &o->now.meter;
}

uint64_t lf_oracle_ticks(const lf_oracle *o) {
    return o->ticks;
}

void lf_oracle_turn_clock(lf_oracle *o, bool on) {
    o->timed = on;
}

size_t lf_oracle_snapshot_bytes(const lf_oracle *o) {
    size_t bytes = sizeof o->now + o->problem->info.memory_count * sizeof(double);
    for (size_t role = 0; role < LF_ROLES; role++)
        bytes += o->problem->info.role[role].count * sizeof(uint64_t);
    return bytes;
}

void lf_oracle_save(const lf_oracle *o, void *bytes) {
    unsigned char *to = bytes;
    memcpy(to, &o->now, sizeof o->now);
    to += sizeof o->now;
    for (size_t role = 0; role < LF_ROLES; role++) {
        const size_t n = o->problem->info.role[role].count * sizeof(uint64_t);
        memcpy(to, o->draws[role], n);
        to += n;
    }
    const lf_problem_info *info = &o->problem->info;
    if (info->memory) memcpy(to, info->memory, info->memory_count * sizeof *info->memory);
}

void lf_oracle_restore(lf_oracle *o, const void *bytes) {
    const unsigned char *from = bytes;
    memcpy(&o->now, from, sizeof o->now);
    from += sizeof o->now;
    for (size_t role = 0; role < LF_ROLES; role++) {
        const size_t n = o->problem->info.role[role].count * sizeof(uint64_t);
        memcpy(o->draws[role], from, n);
        from += n;
    }
    const lf_problem_info *info = &o->problem->info;
    if (info->memory) memcpy(info->memory, from, info->memory_count * sizeof *info->memory);
}

const lf_problem_info *lf_oracle_info(const lf_oracle *o) {
    return &o->problem->info;
}

size_t lf_oracle_dim(const lf_oracle *o) {
    return o->problem->info.dim;
}

bool lf_oracle_has_jvp(const lf_oracle *o) {
    return o->problem->is->jvp != NULL;
}

const lf_component *lf_oracle_component(const lf_oracle *o, lf_role role, size_t component) {
    return lf_oracle_look_up(o, role, component);
}

double lf_oracle_component_weight(const lf_oracle *o, lf_role role, size_t k, size_t i) {
    const lf_components *all = &o->problem->info.role[role];
    const size_t n = all->count, others = n - all->always;
    if (all->always == 0 || k == n) return 1;
    if (i >= others) return (double)k / (double)n;
    return (double)k * (double)others / ((double)n * (double)(k - all->always));
}

size_t lf_oracle_share(const lf_oracle *o, lf_role role, size_t component, size_t q) {
    const lf_component *c = lf_oracle_component(o, role, component);
    size_t n = 0;
    for (size_t s = 0; c && q && s < c->strata; s++)
        n += (c->stratum[s] + q - 1) / q;
    return n;
}
