/**
 * @file joint_test.c
 * @brief Step-down max-T over sign flips (paired) or relabellings (two samples).
 *
 * A rearrangement is one bool per observation: "its sign is flipped", or "it is in the second
 * sample". The statistic is a mean (difference) over its standard error plus the floor.
 *
 * Why p is twice a share. Let U be the hypotheses without a change, s_h the rearrangement at which
 * h is largest, and the level such that one rearrangement reaches it. Then an e that calls some h
 * of U is s_h, and every j of U with a larger maximum was left out at e: e differs from s_j on more
 * than two thirds of the seeds. Were there three such e, the later two would both differ from the
 * first on more than two thirds, so agree with each other on more than one third, and yet differ on
 * more than two thirds. So there are two at most. (Two samples: the same with the places of the
 * smaller one.) Where the level is reached by more rearrangements this is known by simulation only.
 */
#include "harness/statistics/joint_test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numeric/stream.h"

enum { JOINT_ENUMERATED = 20000, JOINT_DRAWN = 9999 };

/* The same split in another order differs in the last bits only; it must count as equal. */
static const double joint_slack = 1e-9;

typedef struct {
    const lf_joint_data *data;
    double sign;
    size_t width;     /* observations of a hypothesis */
    double *observed; /* hypotheses: statistic as observed */
    size_t kept;      /* hypotheses that were not left out */
    size_t *order;    /* kept: the largest observed statistic first */
    size_t *exceeded; /* by position in the order: rearrangements at least as extreme */
    bool *picked;     /* width: the rearrangement */
} joint_work;

/* Rearrangements: 2^n, or the binomial of n + m over m. */
static double joint_ways(size_t n, size_t m) {
    double ways = 1;
    if (m == 0) return ldexp(1, (int)n);
    for (size_t i = 1; i <= m; i++)
        ways = ways * (double)(n + i) / (double)i;
    return ways;
}

double lf_joint_smallest(size_t n, size_t m) {
    return fmin(2 / joint_ways(n, m), 1);
}

/* As much as can be squared and summed: a change so large counts as this one. */
static double joint_within(double x) {
    return fmax(-1e150, fmin(x, 1e150));
}

static double joint_paired(const lf_joint_data *data, const double *x, const bool *picked) {
    const double n = (double)data->n;
    double sum = 0, square = 0;
    for (size_t i = 0; i < data->n; i++) {
        const double change = joint_within(x[i]);
        sum += picked[i] ? -change : change;
        square += change * change;
    }
    const double mean = sum / n, rest = square - n * mean * mean;
    const double error = n > 1 && rest > 0 ? sqrt(rest / (n - 1) / n) : 0;
    return mean / (error + data->floor);
}

static double joint_unpaired(const lf_joint_data *data, const double *x, const bool *picked) {
    const double n = (double)data->n, m = (double)data->m;
    double first = 0, second = 0, square = 0;
    for (size_t i = 0; i < data->n + data->m; i++)
        *(picked[i] ? &second : &first) += joint_within(x[i]);
    first /= n;
    second /= m;
    for (size_t i = 0; i < data->n + data->m; i++) {
        const double gap = joint_within(x[i]) - (picked[i] ? second : first);
        square += gap * gap;
    }
    const double variance = n + m > 2 ? square / (n + m - 2) : 0;
    return (second - first) / (sqrt(variance * (1 / n + 1 / m)) + data->floor);
}

static double joint_statistic(const joint_work *work, size_t hypothesis) {
    const double *x = work->data->x + hypothesis * work->width;
    const double t = work->data->paired ? joint_paired(work->data, x, work->picked)
                                        : joint_unpaired(work->data, x, work->picked);
    return work->sign * t;
}

/* Among so many of all values, which go up in the hypothesis's direction: is value i surely one of
 * the `places` best (beyond = -1) or worst (1)? Ties do not help. */
static bool joint_beyond(const joint_work *work, const double *x, size_t i, double beyond,
                         size_t places) {
    size_t reach = 0;
    for (size_t k = 0; k < work->width; k++)
        reach += beyond * work->sign * (x[k] - x[i]) >= 0;
    return reach <= places;
}

/* Did it move the other way on more than two thirds of the seeds? Of two samples: lie more than two
 * thirds of the smaller one among as many values, the best for a second sample, else the worst? */
static bool joint_leaves(const joint_work *work, size_t hypothesis) {
    const lf_joint_data *data = work->data;
    const double *x = work->data->x + hypothesis * work->width;
    const bool second = !data->paired && data->m <= data->n;
    const size_t from = second ? data->n : 0, count = second ? data->m : data->n;
    size_t away = 0;
    for (size_t i = from; i < from + count; i++)
        away +=
            data->paired ? work->sign * x[i] < 0 : joint_beyond(work, x, i, second ? -1 : 1, count);
    return 3 * away > 2 * count;
}

/* One rearrangement: from the smallest observed statistic up, the largest so far. */
static void joint_count(joint_work *work) {
    double largest = -INFINITY;
    for (size_t k = work->kept; k-- > 0;) {
        const size_t h = work->order[k];
        const double t = joint_statistic(work, h);
        if (t > largest) largest = t;
        const double slack = joint_slack * (1 + fabs(work->observed[h]));
        work->exceeded[k] += largest >= work->observed[h] - slack;
    }
}

/* As the data came: nothing flipped, the second sample behind the first. */
static void joint_reset(joint_work *work) {
    for (size_t i = 0; i < work->width; i++)
        work->picked[i] = !work->data->paired && i >= work->data->n;
}

/* The next way in an order that visits each once; false when all were seen. Paired: binary
 * counting. Two samples: the next permutation of the labels, from sorted to reverse sorted. */
static bool joint_next(joint_work *work) {
    bool *p = work->picked;
    if (work->data->paired) {
        for (size_t i = 0; i < work->width; i++) {
            p[i] = !p[i];
            if (p[i]) return true;
        }
        return false;
    }
    size_t at = work->width - 1, ones = 0;
    for (; at > 0 && !(!p[at - 1] && p[at]); at--)
        ones += p[at];
    if (at == 0) return false;
    p[at - 1] = true; /* and of the tail, all but one of its second labels go to its end */
    for (size_t i = at; i < work->width; i++)
        p[i] = i >= work->width - ones;
    return true;
}

/* A rearrangement at random: fair flips, or a shuffle of the labels. */
static void joint_draw(joint_work *work, size_t draw) {
    uint64_t bits[4];
    joint_reset(work);
    for (size_t i = work->width; i-- > 0;) {
        const size_t taken = work->width - 1 - i;
        if (taken % 4 == 0) lf_stream_block(1, LF_STREAM_BOOTSTRAP, 1, draw, taken / 4, bits);
        if (work->data->paired) {
            work->picked[i] = bits[taken % 4] >> 63;
            continue;
        }
        const size_t other = lf_stream_below(bits[taken % 4], i + 1);
        const bool kept = work->picked[i];
        work->picked[i] = work->picked[other];
        work->picked[other] = kept;
    }
}

/* Number of rearrangements that were counted, the observed one among them. */
static double joint_rearrange(joint_work *work) {
    const double ways = joint_ways(work->data->n, work->data->m);
    joint_reset(work);
    joint_count(work);
    if (ways > JOINT_ENUMERATED) {
        for (size_t draw = 0; draw < JOINT_DRAWN; draw++) {
            joint_draw(work, draw);
            joint_count(work);
        }
        return JOINT_DRAWN + 1;
    }
    while (joint_next(work))
        joint_count(work);
    return ways;
}

/* Insertion sort of what is kept: stable, and there are a few hundred at most. */
static void joint_sort(joint_work *work) {
    for (size_t i = 0; i < work->data->hypotheses; i++) {
        if (joint_leaves(work, i)) continue;
        size_t k = work->kept++;
        for (; k > 0 && work->observed[work->order[k - 1]] < work->observed[i]; k--)
            work->order[k] = work->order[k - 1];
        work->order[k] = i;
    }
}

static void joint_run(joint_work *work, double *p) {
    joint_reset(work);
    for (size_t h = 0; h < work->data->hypotheses; h++) {
        work->observed[h] = joint_statistic(work, h);
        p[h] = 1;
    }
    joint_sort(work);
    const double ways = joint_rearrange(work);
    double running = 0; /* a hypothesis is never rejected before a more extreme one */
    for (size_t k = 0; k < work->kept; k++) {
        running = fmax(running, 2 * (double)work->exceeded[k] / ways);
        p[work->order[k]] = fmin(running, 1);
    }
}

lf_status lf_joint_test(const lf_joint_data *data, int direction, double *p) {
    const size_t h = data->hypotheses, width = data->n + data->m;
    if (h == 0) return LF_OK;
    if (data->n == 0 || (data->paired ? data->m != 0 : data->m == 0) || !(data->floor > 0))
        return lf_fail(LF_BAD_ARGUMENT, "joint test: %zu and %zu seeds, floor %g", data->n, data->m,
                       data->floor);
    joint_work work = {
        .data = data,
        .sign = direction > 0 ? 1 : -1,
        .width = width,
        .observed = calloc(h, sizeof(double)),
        .order = calloc(h, sizeof(size_t)),
        .exceeded = calloc(h, sizeof(size_t)),
        .picked = calloc(width, sizeof(bool)),
    };
    const bool ready = work.observed && work.order && work.exceeded && work.picked;
    if (ready) joint_run(&work, p);
    free(work.observed);
    free(work.order);
    free(work.exceeded);
    free(work.picked);
    return ready ? LF_OK : lf_fail(LF_NO_MEMORY, "joint test: no memory");
}
