#include "harness/run/run_live.h"

#include <assert.h>
#include <math.h>

/* Decades of a logarithmic grid. Below 1e-4 of a budget most methods have made no step. */
static const double schedule_decades = 4;

/* A share is a quotient of rounded sums: three passes of ten must count as 0.3. */
static const double schedule_slack = 1e-12;

lf_schedule lf_schedule_of(const lf_run_spec *spec) {
    return (lf_schedule){
        .rows = spec->checkpoints, .expensive = spec->expensive, .log_spaced = spec->log_spaced};
}

double lf_schedule_share(const lf_schedule *schedule, size_t row) {
    if (row == 0) return 0;
    if (row >= schedule->rows) return 1;
    const double k = (double)row, rows = (double)schedule->rows;
    if (!schedule->log_spaced) return k / rows;
    return pow(10, -schedule_decades * (rows - k) / (rows - 1));
}

/* Pick j of E lies at row round(j K / (E - 1)). Picks are at least a row apart, so the one that may
 * lie at `row` is one of the two nearest. */
bool lf_schedule_expensive(const lf_schedule *schedule, size_t row) {
    const size_t rows = schedule->rows, picks = schedule->expensive;
    if (picks == 0 || row > rows) return false;
    if (picks == 1) return row == rows;
    if (picks > rows) return true;
    assert(rows > 0);
    const size_t gaps = picks - 1, j = row * gaps / rows;
    return (2 * j * rows + gaps) / (2 * gaps) == row ||
           (2 * (j + 1) * rows + gaps) / (2 * gaps) == row;
}

bool lf_schedule_due(lf_schedule *schedule, double share, bool *expensive) {
    const size_t first = schedule->next;
    *expensive = false;
    while (schedule->next <= schedule->rows &&
           lf_schedule_share(schedule, schedule->next) <= share + schedule_slack)
        *expensive |= lf_schedule_expensive(schedule, schedule->next++);
    return schedule->next > first;
}
