/* The arena: alignment, limits, and snapshots that move between states. */
#include "oracle/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

#include "near.h"
#include "saved.h"

typedef struct {
    double *x, *empty, *y;
    uint32_t *count;
    int step;
} toy;

static lf_arena *toy_arena(toy *t, size_t limit) {
    memset(t, 0, sizeof *t);
    return lf_arena_create(t, sizeof *t, limit);
}

static void toy_fill(lf_arena *arena, toy *t) {
    assert_ok(lf_arena_vector(arena, 3, &t->x));
    assert_ok(lf_arena_vector(arena, 0, &t->empty));
    assert_ok(lf_arena_vector(arena, 3, &t->y));
    assert_ok(lf_arena_array(arena, 5, sizeof *t->count, &t->count));
}

static void test_blocks_are_zero_and_aligned(void **state) {
    (void)state;
    toy t;
    lf_arena *arena = toy_arena(&t, 1000);
    toy_fill(arena, &t);
    assert_non_null(t.empty);
    assert_int_equal((uintptr_t)t.x % 64, 0);
    assert_int_equal((uintptr_t)t.count % 64, 0);
    for (size_t i = 0; i < 3; i++)
        assert_near(t.x[i], 0, 0);
    lf_arena_free(arena);
}

static void test_limit(void **state) {
    (void)state;
    toy t;
    lf_arena *arena = toy_arena(&t, 3 * sizeof(double) + 4);
    assert_ok(lf_arena_vector(arena, 3, &t.x));
    assert_int_equal(lf_arena_array(arena, 5, sizeof *t.count, &t.count), LF_NO_MEMORY);
    assert_int_equal(lf_arena_array(arena, SIZE_MAX / 2, 16, &t.count), LF_NO_MEMORY);
    assert_ok(lf_arena_array(arena, 1, sizeof *t.count, &t.count));
    lf_arena_free(arena);
}

static void test_slot_outside_is_refused(void **state) {
    (void)state;
    toy t;
    double *elsewhere;
    lf_arena *arena = toy_arena(&t, 1000);
    assert_int_equal(lf_arena_vector(arena, 3, &elsewhere), LF_BAD_ARGUMENT);
    lf_arena_free(arena);
}

/* A state whose snapshot is restored in another one, and what init made of both. */
typedef struct {
    toy a, b, there, here;
    lf_arena *from, *to;
    unsigned char bytes[1024];
} moved;

static void moved_begin(moved *m) {
    m->from = toy_arena(&m->a, 1000);
    m->to = toy_arena(&m->b, 1000);
    toy_fill(m->from, &m->a);
    toy_fill(m->to, &m->b);
    m->there = m->a;
    m->here = m->b;
}

static void moved_end(moved *m) {
    lf_arena_free(m->from);
    lf_arena_free(m->to);
}

static size_t moved_restore(moved *m) {
    saved_arena(m->from, m->bytes);
    return lf_arena_restore(m->to, m->bytes, &m->here, &m->there);
}

static void test_snapshot_moves(void **state) {
    (void)state;
    moved m;
    moved_begin(&m);
    m.a.x[1] = 2.5;
    m.a.count[4] = 7;
    m.a.step = 9;
    assert_in_range(lf_arena_snapshot_bytes(m.from), 1, sizeof m.bytes);
    saved_arena(m.from, m.bytes);
    m.a.x[1] = -1; /* the snapshot is a copy */
    assert_int_equal(lf_arena_restore(m.to, m.bytes, &m.here, &m.there), sizeof m.b);
    assert_ptr_equal(m.b.x, m.here.x);
    assert_near(m.b.x[1], 2.5, 0);
    assert_int_equal(m.b.count[4], 7);
    assert_int_equal(m.b.step, 9);
    moved_end(&m);
}

/* Two slots that a step has exchanged, restored elsewhere and where they were saved; one that
 * points at what was no slot's is told. */
static void test_slots_change_places(void **state) {
    (void)state;
    moved m;
    moved_begin(&m);
    m.a.x[1] = 2.5;
    m.a.y[1] = -1;
    m.a.x = m.there.y;
    m.a.y = m.there.x;
    assert_int_equal(moved_restore(&m), sizeof m.b);
    assert_near(m.b.x[1], -1, 0);
    assert_near(m.b.y[1], 2.5, 0);
    assert_int_equal(lf_arena_restore(m.from, m.bytes, &m.there, &m.there), sizeof m.a);
    assert_ptr_equal(m.a.x, m.there.y);
    m.a.y = m.there.x + 1;
    assert_int_equal(moved_restore(&m), offsetof(toy, y));
    moved_end(&m);
}

/* Every byte of every fence, and none before it. A sanitizer does without fences: to it the first
 * byte behind a block is no one's. */
static void test_fences(void **state) {
    (void)state;
    struct {
        toy t;
        unsigned char fence[LF_ARENA_FENCE + 1];
    } own;
    lf_arena *arena = toy_arena(&own.t, 1000);
    toy_fill(arena, &own.t);
    lf_arena_fence_state(arena);
    memset(own.t.x, 0x55, 3 * sizeof *own.t.x);
    memset(own.t.count, 0x55, 5 * sizeof *own.t.count);
    own.t.step = -1;
    assert_ok(lf_arena_check(arena));
    unsigned char *behind[] = {(unsigned char *)(own.t.x + 3), (unsigned char *)own.t.empty,
                               (unsigned char *)(own.t.count + 5), own.fence};
#ifdef __SANITIZE_ADDRESS__
    for (size_t i = 0; i < 3; i += 2) /* an allocation of none has a byte */
        assert_true(__asan_address_is_poisoned(behind[i]) &&
                    !__asan_address_is_poisoned(behind[i] - 1));
#endif
    for (size_t i = 0; i < 4; i++)
        for (int k = 0; k < LF_ARENA_FENCE; k++) {
            behind[i][k] ^= 1;
            assert_int_equal(lf_arena_check(arena), LF_BAD_ARGUMENT);
            behind[i][k] ^= 1;
        }
    assert_ok(lf_arena_check(arena));
    lf_arena_free(arena);
}

typedef struct {
    unsigned char bytes[1024];
    size_t used, limit;
} shown;

static lf_status show(void *context, const void *bytes, size_t size) {
    shown *s = context;
    if (s->used + size > s->limit) return LF_IO;
    memcpy(s->bytes + s->used, bytes, size);
    s->used += size;
    return LF_OK;
}

/* A visit shows a snapshot's bytes, and stops where it is told to. */
static void test_visit(void **state) {
    (void)state;
    toy t;
    lf_arena *arena = toy_arena(&t, 1000);
    toy_fill(arena, &t);
    t.x[1] = 2.5;
    unsigned char bytes[1024];
    const size_t size = lf_arena_snapshot_bytes(arena);
    shown s = {.limit = sizeof s.bytes};
    saved_arena(arena, bytes);
    assert_ok(lf_arena_visit(arena, show, &s));
    assert_int_equal(s.used, size);
    assert_memory_equal(s.bytes, bytes, size);
    s = (shown){.limit = size - 1};
    assert_int_equal(lf_arena_visit(arena, show, &s), LF_IO);
    lf_arena_free(arena);
}

/* Memory of this process that is of no file, in kB. */
static long taken(void) {
    char line[128];
    long kilobytes = -1;
    FILE *status = fopen("/proc/self/status", "r");
    assert_non_null(status);
    while (fgets(line, sizeof line, status))
        if (sscanf(line, "RssAnon: %ld", &kilobytes) == 1) break;
    fclose(status);
    return kilobytes;
}

/* A large block is as any other, and takes memory where it is touched. */
static void test_large(void **state) {
    enum { LARGE = 1 << 24, FEW = 1000 };
    (void)state;
    toy t;
    lf_arena *arena = toy_arena(&t, SIZE_MAX);
    const long before = taken();
    assert_ok(lf_arena_vector(arena, LARGE, &t.x));
    assert_int_equal((uintptr_t)t.x % 64, 0);
    for (size_t i = 0; i < FEW; i++)
        assert_near(t.x[i] += 1, 1, 0);
    assert_near(t.x[LARGE - 1], 0, 0);
    if (LF_ARENA_FENCE > 0) {
        assert_in_range(taken() - before, 0, LARGE * sizeof(double) / 1024 / 4);
        ((unsigned char *)(t.x + LARGE))[LF_ARENA_FENCE - 1] ^= 1;
        assert_int_equal(lf_arena_check(arena), LF_BAD_ARGUMENT);
        ((unsigned char *)(t.x + LARGE))[LF_ARENA_FENCE - 1] ^= 1;
    }
    assert_ok(lf_arena_check(arena));
    for (size_t i = 0; i < LARGE / 8; i++)
        t.x[i] = 1;
    lf_arena_free(arena);
    if (LF_ARENA_FENCE > 0) assert_in_range(labs(taken() - before), 0, 1024);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks_are_zero_and_aligned),
        cmocka_unit_test(test_limit),
        cmocka_unit_test(test_slot_outside_is_refused),
        cmocka_unit_test(test_snapshot_moves),
        cmocka_unit_test(test_slots_change_places),
        cmocka_unit_test(test_fences),
        cmocka_unit_test(test_visit),
        cmocka_unit_test(test_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
