#include "problems/bilevel/parts/held_out.h"

#include <math.h>
#include <stdlib.h>

#include "datasets/made/draws.h"

static const uint64_t held_seed = 1;

static int held_compare(const void *a, const void *b) {
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

void lf_held_out_draw(lf_task *task, uint64_t stream, size_t n) {
    lf_shuffle(held_seed, stream, task->n_rest, n, task->rest);
    qsort(task->rest, n, sizeof *task->rest, held_compare);
    qsort(task->rest + n, task->n_rest - n, sizeof *task->rest, held_compare);
}

lf_status lf_held_out_take(lf_task *task, double share, size_t *held) {
    *held = (size_t)ceil(share * (double)task->n_rest);
    if (*held == 0) return LF_OK;
    if (*held >= task->n_rest)
        return lf_fail(LF_BAD_ARGUMENT,
                       "test=%g holds out all %zu rows of %s that do not train; the upper level "
                       "needs some: hold out a smaller share",
                       share, task->n_rest, task->data->name);
    task->n_rest -= *held;
    lf_held_out_draw(&(lf_task){.rest = task->rest, .n_rest = task->n_rest + *held}, LF_HELD_TEST,
                     task->n_rest);
    return LF_OK;
}
