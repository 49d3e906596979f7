/**
 * @file dnnl_tape.c
 * @brief Memory in areas, and lists of primitives.
 */
#include "problems/models/resnet/dnnl_tape.h"

#include <stdlib.h>
#include <string.h>

#include <omp.h>
#include <oneapi/dnnl/dnnl_debug.h>

#include "numeric/bits.h"

/* The first area of every space: primitives run one after the other and share it. */
enum { SPACE_SCRATCHPAD = 0, SPACE_ALIGNMENT = 64 };

lf_status lf_dnnl_check(dnnl_status_t status, const char *layer, const char *what) {
    if (status == dnnl_success) return LF_OK;
    const lf_status code = status == dnnl_out_of_memory   ? LF_NO_MEMORY
                           : status == dnnl_unimplemented ? LF_UNSUPPORTED
                                                          : LF_BAD_ARGUMENT;
    return lf_fail(code, "resnet20, %s: oneDNN %d.%d.%d cannot do the %s: %s", layer,
                   dnnl_version()->major, dnnl_version()->minor, dnnl_version()->patch, what,
                   dnnl_status2str(status));
}

lf_status lf_dnnl_open(lf_dnnl *dnnl) {
    *dnnl = (lf_dnnl){0};
    lf_bits_pin();
    omp_set_num_threads(1); /* primitives ask how many threads there are when they are made */
    LF_DNNL_TRY(dnnl_engine_create(&dnnl->engine, dnnl_cpu, 0), "start", "engine");
    LF_DNNL_TRY(dnnl_stream_create(&dnnl->stream, dnnl->engine, dnnl_stream_default_flags), "start",
                "stream");
    LF_DNNL_TRY(dnnl_primitive_attr_create(&dnnl->attr), "start", "attributes");
    return lf_dnnl_check(
        dnnl_primitive_attr_set_scratchpad_mode(dnnl->attr, dnnl_scratchpad_mode_user), "start",
        "scratchpad");
}

void lf_dnnl_close(lf_dnnl *dnnl) {
    if (dnnl->attr) dnnl_primitive_attr_destroy(dnnl->attr);
    if (dnnl->stream) dnnl_stream_destroy(dnnl->stream);
    if (dnnl->engine) dnnl_engine_destroy(dnnl->engine);
    *dnnl = (lf_dnnl){0};
}

/* ---- space ---- */

/* *list <- room for `room` things of that size. */
static lf_status tape_room(void *list, size_t room, size_t size) {
    void *old, *new;
    memcpy(&old, list, sizeof old);
    new = realloc(old, room * size);
    if (new == NULL) return lf_fail(LF_NO_MEMORY, "resnet20: no memory for %zu primitives", room);
    memcpy(list, &new, sizeof new);
    return LF_OK;
}

static lf_status space_grow(lf_tape_room *space) {
    if (space->memories < space->room && space->areas + 1 < space->room) return LF_OK;
    const size_t room = space->room ? 2 * space->room : 64;
    LF_TRY(tape_room(&space->bytes, room, sizeof *space->bytes));
    LF_TRY(tape_room(&space->memory, room, sizeof *space->memory));
    LF_TRY(tape_room(&space->area, room, sizeof *space->area));
    space->room = room;
    if (space->areas == 0) space->bytes[space->areas++] = 0; /* the scratchpad's */
    return LF_OK;
}

lf_status lf_space_area(lf_tape_room *space, size_t *area) {
    LF_TRY(space_grow(space));
    *area = space->areas++;
    space->bytes[*area] = 0;
    return LF_OK;
}

static lf_status space_add(lf_tape_room *space, const dnnl_memory_desc_t *desc, size_t area,
                           void *at, dnnl_memory_t *memory) {
    LF_TRY(space_grow(space));
    LF_DNNL_TRY(dnnl_memory_create(memory, desc, space->dnnl->engine, at), "memory", "creation");
    space->memory[space->memories] = *memory;
    space->area[space->memories++] = area;
    return LF_OK;
}

lf_status lf_space_memory(lf_tape_room *space, const dnnl_memory_desc_t *desc, size_t area,
                          dnnl_memory_t *memory) {
    LF_TRY(space_add(space, desc, area, DNNL_MEMORY_NONE, memory));
    size_t bytes = dnnl_memory_desc_get_size(desc);
    bytes = (bytes + SPACE_ALIGNMENT - 1) / SPACE_ALIGNMENT * SPACE_ALIGNMENT;
    if (space->bytes[area] < bytes) space->bytes[area] = bytes;
    return LF_OK;
}

lf_status lf_space_new(lf_tape_room *space, const dnnl_memory_desc_t *desc, dnnl_memory_t *memory) {
    size_t area;
    LF_TRY(lf_space_area(space, &area));
    return lf_space_memory(space, desc, area, memory);
}

lf_status lf_space_again(lf_tape_room *space, const dnnl_memory_desc_t *desc, dnnl_memory_t first,
                         dnnl_memory_t *memory) {
    size_t k = 0;
    while (space->memory[k] != first)
        k++;
    return lf_space_memory(space, desc, space->area[k], memory);
}

lf_status lf_space_view(lf_tape_room *space, const dnnl_memory_desc_t *desc, void *at,
                        dnnl_memory_t *memory) {
    return space_add(space, desc, LF_SPACE_ELSEWHERE, at, memory);
}

size_t lf_space_bytes(const lf_tape_room *space) {
    size_t sum = 0;
    for (size_t i = 0; i < space->areas; i++)
        sum += space->bytes[i];
    return sum;
}

lf_status lf_space_bind(lf_tape_room *space, void *block) {
    for (size_t k = 0; k < space->memories; k++) {
        if (space->area[k] == LF_SPACE_ELSEWHERE) continue;
        char *at = block;
        for (size_t i = 0; i < space->area[k]; i++)
            at += space->bytes[i];
        LF_DNNL_TRY(dnnl_memory_set_data_handle(space->memory[k], at), "memory", "binding");
    }
    return LF_OK;
}

void lf_space_close(lf_tape_room *space) {
    for (size_t k = 0; k < space->memories; k++)
        dnnl_memory_destroy(space->memory[k]);
    free(space->bytes);
    free(space->memory);
    free(space->area);
    *space = (lf_tape_room){0};
}

float *lf_dnnl_floats(dnnl_memory_t memory) {
    void *at = NULL;
    dnnl_memory_get_data_handle(memory, &at); /* fails for no memory object alone */
    return at;
}

size_t lf_dnnl_count(const_dnnl_memory_t memory) {
    return dnnl_memory_desc_get_size(lf_dnnl_desc(memory)) / sizeof(float);
}

const dnnl_memory_desc_t *lf_dnnl_desc(const_dnnl_memory_t memory) {
    const dnnl_memory_desc_t *desc = NULL;
    dnnl_memory_get_memory_desc(memory, &desc);
    return desc;
}

/* ---- tape ---- */

static lf_status tape_append(lf_tape *tape, const lf_tape_step *step) {
    if (tape->steps == tape->room) {
        const size_t room = tape->room ? 2 * tape->room : 64;
        LF_TRY(tape_room(&tape->step, room, sizeof *tape->step));
        tape->room = room;
    }
    tape->step[tape->steps++] = *step;
    return LF_OK;
}

lf_status lf_tape_add(lf_tape *tape, lf_tape_room *space, const char *layer,
                      const_dnnl_primitive_desc_t desc, int args, const dnnl_exec_arg_t *arg) {
    lf_tape_step step = {.layer = layer, .args = args};
    memcpy(step.arg, arg, (size_t)args * sizeof *arg);
    const dnnl_memory_desc_t *scratchpad =
        dnnl_primitive_desc_query_md(desc, dnnl_query_scratchpad_md, 0);
    if (scratchpad && dnnl_memory_desc_get_size(scratchpad) > 0) {
        dnnl_exec_arg_t *last = &step.arg[step.args++];
        last->arg = DNNL_ARG_SCRATCHPAD;
        LF_TRY(lf_space_memory(space, scratchpad, SPACE_SCRATCHPAD, &last->memory));
    }
    LF_TRY(tape_append(tape, &step));
    return lf_dnnl_check(dnnl_primitive_create(&tape->step[tape->steps - 1].primitive, desc), layer,
                         "creation of a primitive");
}

lf_status lf_tape_hand(lf_tape *tape, const char *layer, void (*hand)(const lf_tape_step *step),
                       int args, const dnnl_exec_arg_t *arg) {
    lf_tape_step step = {.layer = layer, .hand = hand, .args = args};
    memcpy(step.arg, arg, (size_t)args * sizeof *arg);
    return tape_append(tape, &step);
}

lf_status lf_tape_run(const lf_tape *tape, const lf_dnnl *dnnl) {
    for (size_t i = 0; i < tape->steps; i++) {
        const lf_tape_step *step = &tape->step[i];
        if (step->hand)
            step->hand(step);
        else
            LF_DNNL_TRY(
                dnnl_primitive_execute(step->primitive, dnnl->stream, step->args, step->arg),
                step->layer, "execution of a primitive");
    }
    return lf_dnnl_check(dnnl_stream_wait(dnnl->stream), "tape", "wait");
}

void lf_tape_close(lf_tape *tape) {
    for (size_t i = 0; i < tape->steps; i++)
        if (tape->step[i].primitive) dnnl_primitive_destroy(tape->step[i].primitive);
    free(tape->step);
    *tape = (lf_tape){0};
}
