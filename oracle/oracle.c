#include "oracle/oracle.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "oracle/estimate_dense.h"
#include "oracle/oracle_state.h"

/* Largest batch from components with fewer samples than this. */
static const size_t oracle_batch_floor = 65536;

static size_t oracle_most(size_t a, size_t b) {
    return a > b ? a : b;
}

uintptr_t lf_oracle_mask;

/* Bit 62 makes an address that no processor follows. */
static void oracle_make_mask(void) {
    if (getrandom(&lf_oracle_mask, sizeof lf_oracle_mask, 0) < 0) lf_oracle_mask = 0;
    lf_oracle_mask |= (uintptr_t)1 << 62;
}

size_t *lf_oracle_lower_starts(const lf_problem_info *info) {
    const lf_components *lower = &info->role[LF_ROLE_LOWER];
    size_t *at = malloc((lower->count + 1) * sizeof *at);
    if (!at) return NULL;
    at[0] = 0;
    for (size_t i = 0; i < lower->count; i++)
        at[i + 1] = at[i] + lower->component[i].outputs;
    return at;
}

/* No ticket is of a role that there is not. */
static void oracle_forget_tickets(lf_inside *o) {
    o->known.role = o->supported.role = LF_ROLES;
    for (size_t i = 0; i < LF_RECENT_TICKETS; i++)
        o->recent[i].role = LF_ROLES;
}

/* Everything whose size the problem says. */
static lf_status oracle_take_room(lf_inside *o, const lf_problem *problem) {
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
    o->lower_at = lf_oracle_lower_starts(&problem->info);
    o->z = malloc(outputs * sizeof *o->z);
    o->y = malloc(outputs * sizeof *o->y);
    if (whole && o->id && o->lower_at && o->per_component && o->z && o->y)
        return lf_info_copy_make(&problem->info, &o->copy);
    return lf_fail(LF_NO_MEMORY, "oracle: no memory");
}

static lf_status oracle_draw_key(lf_oracle_now *now) {
    lf_seal_key *key = &now->life[0].key;
    if (getrandom(key, sizeof *key, 0) == sizeof *key) return LF_OK;
    return lf_fail(LF_IO, "oracle: the system gives no random numbers: %s", strerror(errno));
}

/* Another life begins. One in which nothing was drawn takes no room. */
static lf_status oracle_begin_life(lf_oracle_now *now) {
    if (now->made > now->life[1].end) {
        now->life[0].end = now->made;
        memmove(&now->life[1], &now->life[0], (LF_LIVES - 1) * sizeof now->life[0]);
    }
    return oracle_draw_key(now);
}

lf_status lf_oracle_create(const lf_problem *problem, uint64_t seed, const lf_budget *budget,
                           lf_oracle **oracle) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    *oracle = NULL;
    pthread_once(&once, oracle_make_mask);
    lf_inside *o = calloc(1, sizeof *o);
    if (!o) return lf_fail(LF_NO_MEMORY, "oracle: no memory");
    o->problem = problem;
    o->seed = seed;
    o->now.meter.budget = *budget;
    oracle_forget_tickets(o);
    lf_status status = oracle_take_room(o, problem);
    if (status == LF_OK) status = oracle_draw_key(&o->now);
    o->now.birth.key = o->now.life[0].key;
    o->info = o->copy.info;
    if (status == LF_OK)
        *oracle = lf_oracle_outside(o);
    else
        lf_oracle_free(lf_oracle_outside(o));
    return status;
}

void lf_oracle_free(lf_oracle *oracle) {
    if (!oracle) return;
    lf_inside *o = lf_oracle_inside(oracle);
    for (size_t role = 0; role < LF_ROLES; role++)
        free(o->draws[role]);
    free(o->id);
    free(o->support.at);
    free(o->support.seen);
    free(o->support_room);
    free(o->per_component);
    free(o->z);
    free(o->y);
    free(o->lower_at);
    lf_dense_room_free(&o->dense_room);
    for (size_t k = 0; k < o->estimates; k++)
        free(o->estimate[k].E);
    free(o->estimate);
    lf_info_copy_free(&o->copy);
    free(o);
}

void lf_oracle_shut(lf_oracle *o, lf_role role) {
    lf_oracle_inside(o)->shut |= 1u << role;
}

void lf_oracle_close(lf_oracle *o) {
    lf_oracle_inside(o)->now.closed = true;
}

void lf_oracle_reopen(lf_oracle *o) {
    lf_oracle_inside(o)->now.closed = false;
}

void lf_oracle_init_again(lf_oracle *oracle, const void *bytes) {
    lf_inside *o = lf_oracle_inside(oracle);
    lf_oracle_now then;
    memcpy(&then, bytes, sizeof then);
    o->now.birth = then.birth;
    o->now.life[0].key = then.birth.key;
    memcpy(o->now.at_birth, then.at_birth, sizeof then.at_birth);
    o->born_before = true;
}

lf_status lf_oracle_init_over(lf_oracle *oracle) {
    lf_inside *o = lf_oracle_inside(oracle);
    lf_oracle_now *now = &o->now;
    if (o->born_before && (now->birth.end != now->made ||
                           memcmp(now->at_birth, now->meter.count, sizeof now->at_birth) != 0))
        return lf_fail(LF_UNSUPPORTED,
                       "init does not ask for what it asked for when the run began");
    now->birth.end = now->made;
    memcpy(now->at_birth, now->meter.count, sizeof now->at_birth);
    return oracle_draw_key(now);
}

lf_status lf_oracle_begin_step(lf_oracle *o) {
    return lf_meter_charge(&lf_oracle_inside(o)->now.meter, LF_COUNTER_STEPS, LF_COUNTER_STEPS, 1);
}

const lf_meter *lf_oracle_meter(const lf_oracle *o) {
    return &lf_oracle_inside(o)->now.meter;
}

size_t lf_oracle_unasked(const lf_oracle *oracle) {
    const lf_inside *o = lf_oracle_inside(oracle);
    const size_t n = o->info->role[LF_ROLE_OBJECTIVE].count;
    for (size_t i = 0; i < n && i < 64; i++)
        if (!(o->now.asked >> i & 1)) return i;
    return SIZE_MAX;
}

size_t lf_oracle_sure(const lf_oracle *oracle) {
    const uint64_t chance = lf_oracle_inside(oracle)->now.chance;
    return chance == 0 ? SIZE_MAX : chance < 2 ? 0 : (size_t)chance - 2;
}

uint64_t lf_oracle_ticks(const lf_oracle *o) {
    return lf_oracle_inside(o)->ticks;
}

void lf_oracle_turn_clock(lf_oracle *o, bool on) {
    lf_oracle_inside(o)->timed = on;
}

size_t lf_oracle_snapshot_bytes(const lf_oracle *oracle) {
    const lf_inside *o = lf_oracle_inside(oracle);
    size_t bytes = sizeof o->now + o->problem->info.memory_count * sizeof(double);
    for (size_t role = 0; role < LF_ROLES; role++)
        bytes += o->problem->info.role[role].count * sizeof(uint64_t);
    for (size_t k = 0; k < o->estimates; k++)
        bytes += o->estimate[k].numbers * sizeof(double);
    return bytes;
}

void lf_oracle_save(const lf_oracle *oracle, void *bytes) {
    const lf_inside *o = lf_oracle_inside(oracle);
    unsigned char *to = bytes;
    memcpy(to, &o->now, sizeof o->now);
    to += sizeof o->now;
    for (size_t role = 0; role < LF_ROLES; role++) {
        const size_t n = o->problem->info.role[role].count * sizeof(uint64_t);
        memcpy(to, o->draws[role], n);
        to += n;
    }
    const lf_problem_info *info = &o->problem->info;
    for (size_t k = 0; k < o->estimates; k++) {
        const size_t n = o->estimate[k].numbers * sizeof(double);
        memcpy(to, o->estimate[k].E, n);
        to += n;
    }
    if (info->memory) memcpy(to, info->memory, info->memory_count * sizeof *info->memory);
}

lf_status lf_oracle_restore(lf_oracle *oracle, const void *bytes) {
    lf_inside *o = lf_oracle_inside(oracle);
    const unsigned char *from = bytes;
    memcpy(&o->now, from, sizeof o->now);
    from += sizeof o->now;
    for (size_t role = 0; role < LF_ROLES; role++) {
        const size_t n = o->problem->info.role[role].count * sizeof(uint64_t);
        memcpy(o->draws[role], from, n);
        from += n;
    }
    const lf_problem_info *info = &o->problem->info;
    for (size_t k = 0; k < o->estimates; k++) {
        const size_t n = o->estimate[k].numbers * sizeof(double);
        memcpy(o->estimate[k].E, from, n);
        from += n;
    }
    if (info->memory) memcpy(info->memory, from, info->memory_count * sizeof *info->memory);
    oracle_forget_tickets(o);
    return oracle_begin_life(&o->now);
}

const lf_problem_info *lf_oracle_info(const lf_oracle *o) {
    return lf_oracle_inside(o)->info;
}

size_t lf_oracle_dim(const lf_oracle *o) {
    return lf_oracle_inside(o)->info->dim;
}

bool lf_oracle_has_jvp(const lf_oracle *o) {
    const lf_inside *in = lf_oracle_inside(o);
    return in->way ? in->has_jvp : in->problem->is->jvp != NULL;
}

const lf_component *lf_oracle_component(const lf_oracle *o, lf_role role, size_t component) {
    const lf_components *all = &lf_oracle_inside(o)->info->role[(size_t)role < LF_ROLES ? role : 0];
    return (size_t)role < LF_ROLES && component < all->count ? &all->component[component] : NULL;
}

double lf_oracle_component_weight(const lf_oracle *o, lf_role role, size_t k, size_t i) {
    if ((size_t)role >= LF_ROLES) return NAN;
    const lf_components *all = &lf_oracle_inside(o)->info->role[role];
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
