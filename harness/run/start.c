/**
 * @file start.c
 * @brief Where a run starts: at the problem's x0, or at the point of its domain that is nearest to
 * the origin where it gives none; or beside that, which a method without chance has for a seed.
 *
 * Where a method draws nothing, one run says what it does from one point. On problems with many
 * kinks the next point may tell another story, so the runs of an ensemble start at
 *
 *     Proj(x0 + s r xi),   xi ~ N(0, I),   r = max(root mean square of x0, 1),   s = 1e-3,
 *
 * the largest change that nobody would call another start. xi depends on the seed and the dimension
 * alone, so all methods on a problem share the members. A run that is nudged has s = 1e-9: what
 * changes then is the resolution of the run that has the problem's start.
 */
#include <math.h>
#include <stdlib.h>

#include <levelfield/math.h>

#include "harness/run/run_live.h"
#include "numeric/stream.h"

/* Entries that one block of the stream gives. */
enum { START_BLOCK = 4 };

static const double start_scale[] = {[LF_START_MOVED] = 1e-3, [LF_START_NUDGED] = 1e-9};

/* Box and Muller: two uniform numbers to two independent normal ones. */
static void start_normals(uint64_t seed, uint64_t block, double z[START_BLOCK]) {
    uint64_t bits[START_BLOCK];
    lf_stream_block(seed, LF_STREAM_START, 0, 0, block, bits);
    for (size_t i = 0; i < START_BLOCK; i += 2) {
        const double u = 1 - lf_stream_uniform(bits[i]); /* in (0, 1] */
        const double turn = 2 * lf_stream_uniform(bits[i + 1]), radius = sqrt(-2 * lf_log(u));
        z[i] = radius * lf_cospi(turn);
        z[i + 1] = radius * lf_sinpi(turn);
    }
}

/* What is judged has to lie in the domain, and the start is judged first. */
static bool start_has_origin(const lf_domain *domain) {
    if (domain->kind == LF_DOMAIN_BOX) return domain->lower <= 0 && domain->upper >= 0;
    return domain->kind != LF_DOMAIN_SIMPLEX;
}

/* x0 beside itself. */
static void start_move(const lf_run *r, lf_start start) {
    const size_t d = r->problem.info.dim;
    const double by = start_scale[start] * fmax(1, lf_vec_norm(d, r->start) / sqrt((double)d));
    double z[START_BLOCK];
    for (size_t i = 0; i < d; i++) {
        if (i % START_BLOCK == 0) start_normals(r->record->spec.seed, i / START_BLOCK, z);
        r->start[i] += by * z[i % START_BLOCK];
    }
    lf_domain_project(&r->problem.info.domain, r->start);
}

lf_status lf_run_set_start(lf_run *r) {
    lf_problem_info *info = &r->problem.info;
    const lf_start start = lf_code_start(r->record->spec.code);
    const bool nearest = !info->x0 && !start_has_origin(&info->domain);
    if (start == LF_START_OWN && !nearest) return LF_OK;
    const size_t d = info->dim;
    r->start = calloc(d, sizeof *r->start);
    if (!r->start) return lf_fail(LF_NO_MEMORY, "no memory for a start of dimension %zu", d);
    if (info->x0) lf_vec_copy(d, info->x0, r->start);
    if (nearest) lf_domain_project(&info->domain, r->start);
    if (start != LF_START_OWN) start_move(r, start);
    info->x0 = r->start;
    return LF_OK;
}
