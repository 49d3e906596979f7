/**
 * @file bench_meter.c
 * @brief What metering costs: one idle call, and its share of a real method's CPU time.
 *
 * An idle problem answers at once, so the time of a call on it is the oracle's own: the ticket
 * checked, the counters added to, the budget compared, in one step of so many the clock read twice.
 * That time per question and what a draw's ticket takes, times how many of each there are in a
 * step, over the time of a step, is the share.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "benchmarks/shim.h"
#include "benchmarks/vehicle.h"
#include "numeric/stream.h"
#include "oracle/oracle_state.h"

enum { METER_STRIDE = 1000 }; /* calls between two looks at the benchmark's clock */

/* The status of what cannot fail here, and is timed without a look at it. */
#define METER_DROP(call) (void)!(call)

static const char meter_algorithm[] = "3secon:mode=stochastic";

/* Counts the questions that reach a problem, and those of another draw than the one before, which
 * was drawn for them; the counting is not in any measured loop. */
static uint64_t meter_calls, meter_draws;
static lf_samples meter_last;
static lf_status (*meter_real)(void *, const lf_samples *, const double *, const double *, double *,
                               double *);

static lf_status meter_count(void *state, const lf_samples *samples, const double *w,
                             const double *y, double *g, double *grad) {
    meter_calls++;
    meter_draws += samples->draw != meter_last.draw || samples->role != meter_last.role;
    meter_last = *samples;
    return meter_real(state, samples, w, y, g, grad);
}

/* Answers at once: what is left of a call is the oracle. */
static lf_status meter_idle(void *state, const lf_samples *samples, const double *w,
                            const double *y, double *g, double *grad) {
    (void)state, (void)samples, (void)w, (void)y, (void)grad;
    if (g) *g = 0;
    return LF_OK;
}

/* CPU time, since other work may share the machine. */
static double meter_cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Open a vehicle whose problem has this evaluate (NULL: its own); false if it was skipped. */
static bool meter_open(lf_bench *bench, const char *problem, lf_vehicle *v,
                       lf_status (*evaluate)(void *, const lf_samples *, const double *,
                                             const double *, double *, double *)) {
    lf_status status = lf_vehicle_open(problem, meter_algorithm, v);
    if (status == LF_OK) meter_real = v->is.evaluate;
    if (status == LF_OK && evaluate) v->is.evaluate = evaluate;
    if (status == LF_OK) status = lf_vehicle_start(v);
    if (status == LF_OK) return true;
    lf_bench_skip(bench, lf_message());
    lf_vehicle_close(v);
    return false;
}

/* Seconds of one metered call of the idle problem on a batch that is known, less those of the bare
 * function, with the clock on or off: the smallest of several tries, since whatever disturbs adds.
 */
static double meter_call_seconds(lf_vehicle *v, const lf_batch *batch, bool clock) {
    lf_oracle_turn_clock(v->oracle, clock);
    double best = 1, g[64];
    const lf_samples samples = {.role = batch->role, .n = batch->n};
    lf_status (*volatile bare)(void *, const lf_samples *, const double *, const double *, double *,
                               double *) = meter_idle;
    for (int attempt = 0; attempt < 20; attempt++) {
        double start = meter_cpu_seconds();
        for (int i = 0; i < 50 * METER_STRIDE; i++) {
            METER_DROP(lf_oracle_value(v->oracle, batch, v->x0, g));
            lf_bench_keep(g);
        }
        double middle = meter_cpu_seconds();
        for (int i = 0; i < 50 * METER_STRIDE; i++) {
            bare(NULL, &samples, v->x0, NULL, g, NULL);
            lf_bench_keep(g);
        }
        double end = meter_cpu_seconds();
        double seconds = ((middle - start) - (end - middle)) / (50 * METER_STRIDE);
        if (seconds < best) best = seconds;
    }
    return best;
}

/* Seconds of drawing one ticket; the samples themselves are found when they are asked about, which
 * every method has to pay for, metered or not. */
static double meter_draw_seconds(lf_vehicle *v, size_t n) {
    double best = 1;
    lf_batch batch;
    for (int attempt = 0; attempt < 20; attempt++) {
        double start = meter_cpu_seconds();
        for (int i = 0; i < 50 * METER_STRIDE; i++) {
            METER_DROP(lf_oracle_draw(v->oracle, LF_ROLE_CONSTRAINT, 0, n, &batch));
            lf_bench_keep(&batch);
        }
        double seconds = (meter_cpu_seconds() - start) / (50 * METER_STRIDE);
        if (seconds < best) best = seconds;
    }
    return best;
}

/* Seconds of checking a ticket that was not the last one asked about: one of those drawn last, as a
 * method's own are, or an old one, whose seal is computed again. */
static double meter_check_seconds(lf_vehicle *v, size_t n, bool old) {
    lf_inside *inside = lf_oracle_inside(v->oracle);
    double best = 1;
    lf_batch batch;
    METER_DROP(lf_oracle_draw(v->oracle, LF_ROLE_CONSTRAINT, 0, n, &batch));
    for (int attempt = 0; attempt < 20; attempt++) {
        const double start = meter_cpu_seconds();
        for (int i = 0; i < 50 * METER_STRIDE; i++) {
            if (old) lf_ticket_recent(inside, &batch)->role = LF_ROLES;
            METER_DROP(lf_ticket_check(inside, &batch));
            lf_bench_keep(&batch);
        }
        const double seconds = (meter_cpu_seconds() - start) / (50 * METER_STRIDE);
        if (seconds < best) best = seconds;
    }
    return best;
}

/* Questions and draws a step: 2,000 steps of the real method, counted. */
static bool meter_questions(lf_bench *bench, const char *problem, double *questions,
                            double *draws) {
    lf_vehicle v;
    if (!meter_open(bench, problem, &v, meter_count)) return false;
    meter_calls = meter_draws = 0;
    for (int i = 0; i < 2 * METER_STRIDE; i++)
        lf_vehicle_step(&v);
    *questions = (double)meter_calls / (2 * METER_STRIDE);
    *draws = (double)meter_draws / (2 * METER_STRIDE);
    lf_vehicle_close(&v);
    return true;
}

/* One step of 3S-Econ-S. */
static void meter_step(lf_bench *bench, const void *argument) {
    const char *problem = argument;
    lf_vehicle idle, v;
    double questions, draws;
    if (!meter_questions(bench, problem, &questions, &draws)) return;
    if (!meter_open(bench, problem, &idle, meter_idle)) return;
    lf_batch batch;
    lf_status status = lf_oracle_draw(idle.oracle, LF_ROLE_CONSTRAINT, 0, 128, &batch);
    const double read = meter_call_seconds(&idle, &batch, true);
    const double unread = meter_call_seconds(&idle, &batch, false);
    const double call = unread + (read - unread) / LF_CLOCK_EACH;
    const double draw = meter_draw_seconds(&idle, 128) + meter_check_seconds(&idle, 128, false);
    const double old = meter_check_seconds(&idle, 128, true);
    lf_vehicle_close(&idle);
    if (!meter_open(bench, problem, &v, NULL)) return;
    uint64_t steps = 0;
    double start = meter_cpu_seconds();
    while (lf_bench_next(bench, METER_STRIDE))
        for (int i = 0; i < METER_STRIDE && status == LF_OK; i++, steps++)
            status = lf_vehicle_step(&v);
    double step = (meter_cpu_seconds() - start) / (double)steps;
    lf_vehicle_close(&v);
    if (status != LF_OK) {
        lf_bench_skip(bench, lf_message());
        return;
    }
    lf_bench_report(bench, "questions_per_step", questions);
    lf_bench_report(bench, "draws_per_step", draws);
    lf_bench_report(bench, "question_ns", 1e9 * call);
    lf_bench_report(bench, "draw_ns", 1e9 * draw);
    lf_bench_report(bench, "old_ticket_ns", 1e9 * old);
    lf_bench_report(bench, "meter_percent", 100 * (questions * call + draws * draw) / step);
}

/* An idle oracle call over the bare problem, on a batch drawn before. */
static void meter_call(lf_bench *bench, const void *argument) {
    lf_vehicle v;
    lf_batch batch;
    double g[64];
    if (!meter_open(bench, argument, &v, meter_idle)) return;
    lf_status status = lf_oracle_draw(v.oracle, LF_ROLE_CONSTRAINT, 0, 128, &batch);
    while (status == LF_OK && lf_bench_next(bench, METER_STRIDE))
        for (int i = 0; i < METER_STRIDE; i++) {
            METER_DROP(lf_oracle_value(v.oracle, &batch, v.x0, g));
            lf_bench_keep(g);
        }
    lf_bench_report(bench, "over_bare_ns", 1e9 * meter_call_seconds(&v, &batch, false));
    lf_bench_report(bench, "with_clock_ns", 1e9 * meter_call_seconds(&v, &batch, true));
    lf_vehicle_close(&v);
}

/* Four 64-bit random numbers. */
static void meter_philox(lf_bench *bench, const void *argument) {
    (void)argument;
    uint64_t draw = 0, out[4];
    while (lf_bench_next(bench, METER_STRIDE))
        for (int i = 0; i < METER_STRIDE; i++) {
            lf_stream_block(1, LF_STREAM_TEST, 0, draw++, 0, out);
            lf_bench_keep(out);
        }
}

void lf_suite_bench_meter(void);
void lf_suite_bench_meter(void) {
    if (lf_bench_has("a9a")) lf_bench_add("meter/step", meter_step, "dp_scad:data=a9a");
    lf_bench_add("meter/step/two_groups", meter_step, "dp_scad:data=two_groups");
    lf_bench_add("meter/idle_call", meter_call, "dp_scad:data=two_groups");
    lf_bench_add("meter/philox_block", meter_philox, NULL);
}
