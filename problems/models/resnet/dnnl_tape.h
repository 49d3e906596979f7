/**
 * @file dnnl_tape.h
 * @brief oneDNN primitives that are made once and run in order, and the memory they work on.
 *
 * Memory is laid out in areas of one block, which is bound when all areas are known; several
 * memory objects may share an area, one after the other, and spaces may share the block.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <oneapi/dnnl/dnnl.h>

#include <levelfield/status.h>

/** One thread's way to oneDNN. Zero it before opening. */
typedef struct {
    dnnl_engine_t engine;
    dnnl_stream_t stream;
    dnnl_primitive_attr_t attr; /**< scratchpads are ours, so that no call takes memory */
} lf_dnnl;

/** A failure of oneDNN in words: which layer, doing what. */
lf_status lf_dnnl_check(dnnl_status_t status, const char *layer, const char *what);

/** Forward a failure of oneDNN to the caller. */
#define LF_DNNL_TRY(call, layer, what) LF_TRY(lf_dnnl_check((call), (layer), (what)))

/** A CPU engine and its stream; the calling thread's OpenMP threads become 1. After a failure,
 *  close. */
lf_status lf_dnnl_open(lf_dnnl *dnnl);
void lf_dnnl_close(lf_dnnl *dnnl);

/** Areas and the memory objects in them. Start with {.dnnl = ...}. */
typedef struct {
    const lf_dnnl *dnnl;
    size_t areas, memories, room;
    size_t *bytes;         /* room: of each area */
    dnnl_memory_t *memory; /* room */
    size_t *area;          /* room: of each memory object; LF_SPACE_ELSEWHERE */
} lf_tape_room;

#define LF_SPACE_ELSEWHERE SIZE_MAX

/** A new area, empty so far. At most one for each memory object. */
lf_status lf_space_area(lf_tape_room *space, size_t *area);
/** *memory <- a memory object in an area, which grows as needed. It belongs to the space. */
lf_status lf_space_memory(lf_tape_room *space, const dnnl_memory_desc_t *desc, size_t area,
                          dnnl_memory_t *memory);
/** *memory <- a memory object in a new area. */
lf_status lf_space_new(lf_tape_room *space, const dnnl_memory_desc_t *desc, dnnl_memory_t *memory);
/** *memory <- another memory object where `first`, one of the space's, is. */
lf_status lf_space_again(lf_tape_room *space, const dnnl_memory_desc_t *desc, dnnl_memory_t first,
                         dnnl_memory_t *memory);
/** *memory <- a memory object at `at`, which the caller keeps. */
lf_status lf_space_view(lf_tape_room *space, const dnnl_memory_desc_t *desc, void *at,
                        dnnl_memory_t *memory);
/** Bytes of all areas. */
size_t lf_space_bytes(const lf_tape_room *space);
/** Put the areas there: lf_space_bytes(), aligned to 64. */
lf_status lf_space_bind(lf_tape_room *space, void *block);
void lf_space_close(lf_tape_room *space);

/** Where a memory object's numbers are. */
float *lf_dnnl_floats(dnnl_memory_t memory);
/** How many there are, padding included. */
size_t lf_dnnl_count(const_dnnl_memory_t memory);
/** Its layout. */
const dnnl_memory_desc_t *lf_dnnl_desc(const_dnnl_memory_t memory);

enum { LF_TAPE_ARGS = 12 };

/** One thing to do: a primitive, or a function of ours on the memory objects. */
typedef struct lf_tape_step {
    const char *layer;
    dnnl_primitive_t primitive;
    void (*hand)(const struct lf_tape_step *step);
    int args;
    dnnl_exec_arg_t arg[LF_TAPE_ARGS];
} lf_tape_step;

/** What to do, in order. Zero it to begin with. */
typedef struct {
    size_t steps, room;
    lf_tape_step *step;
} lf_tape;

/** Append a primitive; `desc` remains the caller's. Its scratchpad comes from `space`. */
lf_status lf_tape_add(lf_tape *tape, lf_tape_room *space, const char *layer,
                      const_dnnl_primitive_desc_t desc, int args, const dnnl_exec_arg_t *arg);
/** Append a function of ours. */
lf_status lf_tape_hand(lf_tape *tape, const char *layer, void (*hand)(const lf_tape_step *step),
                       int args, const dnnl_exec_arg_t *arg);
/** Do it all. */
lf_status lf_tape_run(const lf_tape *tape, const lf_dnnl *dnnl);
void lf_tape_close(lf_tape *tape);
