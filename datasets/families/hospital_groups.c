/**
 * @file hospital_groups.c
 * @brief Rows from normal and uniform numbers, in exact arithmetic of a fixed order: the same on
 * every machine.
 */
#include "datasets/families/hospital_groups.h"

#include <math.h>

#include "datasets/made/draws.h"
#include "numeric/stream.h"

/* What the numbers of a stream are for; the other key is a hospital, a group or a row. */
enum {
    HOSPITAL_BASE,
    HOSPITAL_SHIFT,
    HOSPITAL_DIRECTION,
    HOSPITAL_GROUP,
    HOSPITAL_GROUP_SHIFT,
    HOSPITAL_GROUP_WEIGHT,
    HOSPITAL_ROW,
    HOSPITAL_LABEL
};

enum { D = LF_HOSPITAL_DIM };

#define HOSPITAL_TEN(tens)                                                                         \
    tens "0", tens "1", tens "2", tens "3", tens "4", tens "5", tens "6", tens "7", tens "8",      \
        tens "9"
static const char *const hospital_names[LF_HOSPITAL_MOST] = {
    HOSPITAL_TEN(""),   HOSPITAL_TEN("1"),  HOSPITAL_TEN("2"), HOSPITAL_TEN("3"), HOSPITAL_TEN("4"),
    HOSPITAL_TEN("5"),  HOSPITAL_TEN("6"),  HOSPITAL_TEN("7"), HOSPITAL_TEN("8"), HOSPITAL_TEN("9"),
    HOSPITAL_TEN("10"), HOSPITAL_TEN("11"), HOSPITAL_TEN("12")};

/* One group. */
typedef struct {
    size_t number, size; /* i, N_i */
    double shift[D], w[D], a, p;
} hospital_group;

/* z (D) <- independent normal numbers */
static void hospital_normal(const lf_hospital_groups *g, uint64_t what, uint64_t which, double *z) {
    lf_normal_fill(g->seed, what << 32 | which, 0, D, z);
}

static void hospital_bits(const lf_hospital_groups *g, uint64_t what, uint64_t which,
                          uint64_t bits[4]) {
    lf_stream_block(g->seed, LF_STREAM_DATA, what << 32 | which, 0, 0, bits);
}

/* y <- y + a x */
static void hospital_add(double a, const double *x, double *y) {
    for (size_t j = 0; j < D; j++)
        y[j] += a * x[j];
}

size_t lf_hospital_size(const lf_hospital_groups *g, size_t i) {
    uint64_t bits[4];
    hospital_bits(g, HOSPITAL_GROUP, i, bits);
    return g->least + lf_stream_below(bits[0], g->most - g->least + 1);
}

static hospital_group hospital_draw(const lf_hospital_groups *g, size_t i) {
    hospital_group group = {.number = i, .size = lf_hospital_size(g, i)};
    const size_t h = i % g->hospitals;
    double z[D];
    uint64_t bits[4];
    hospital_bits(g, HOSPITAL_GROUP, i, bits);
    const double u = lf_stream_uniform(bits[2]);
    group.a = 1 + 2 * lf_stream_uniform(bits[1]);
    group.p = 0.25 * (u * u);
    hospital_normal(g, HOSPITAL_SHIFT, h, z);
    hospital_add(0.5, z, group.shift);
    hospital_normal(g, HOSPITAL_GROUP_SHIFT, i, z);
    hospital_add(0.3, z, group.shift);
    hospital_normal(g, HOSPITAL_BASE, 0, group.w);
    hospital_normal(g, HOSPITAL_DIRECTION, h, z);
    hospital_add(0.4, z, group.w);
    hospital_normal(g, HOSPITAL_GROUP_WEIGHT, i, z);
    hospital_add(0.3, z, group.w);
    return group;
}

/* One row of a group, from the numbers of its place in the table. */
static lf_status hospital_row(const lf_hospital_groups *g, const hospital_group *group,
                              lf_builder *builder) {
    const size_t row = lf_builder_rows(builder);
    const double scale = 1 / sqrt((double)D);
    double z[D], score = 0;
    uint64_t bits[4];
    hospital_normal(g, HOSPITAL_ROW, row, z);
    hospital_bits(g, HOSPITAL_LABEL, row, bits);
    for (size_t j = 0; j < D; j++) {
        score += group->w[j] * z[j];
        LF_TRY(lf_builder_entry(builder, (uint32_t)j, (group->shift[j] + z[j]) * scale));
    }
    LF_TRY(lf_builder_entry(builder, D, scale));
    const bool positive = lf_stream_uniform(bits[0]) < lf_sigmoid_exact(group->a * score);
    const bool wrong = lf_stream_uniform(bits[1]) < group->p;
    LF_TRY(lf_builder_code(builder, 0, row, group->number % g->hospitals));
    LF_TRY(lf_builder_code(builder, 1, row, group->number / g->hospitals));
    return lf_builder_row(builder, positive != wrong ? 1 : -1);
}

static lf_status hospital_part(const lf_hospital_groups *g, bool test, lf_builder *builder) {
    for (size_t i = 0; i < g->n; i++) {
        const hospital_group group = hospital_draw(g, i);
        const size_t rows = test ? (group.size + 4) / 5 : group.size;
        for (size_t k = 0; k < rows; k++)
            LF_TRY(hospital_row(g, &group, builder));
    }
    return LF_OK;
}

lf_status lf_hospital_groups_parse(const char *const *paths, lf_builder *builder) {
    const lf_hospital_groups *g = lf_builder_recipe(builder);
    (void)paths;
    const size_t slides = (g->n + g->hospitals - 1) / g->hospitals;
    lf_builder_set_dense(builder);
    LF_TRY(lf_builder_attribute(builder, "hospital", g->hospitals, hospital_names));
    LF_TRY(lf_builder_attribute(builder, "slide", slides, hospital_names));
    LF_TRY(lf_builder_name(builder, D, "intercept"));
    LF_TRY(hospital_part(g, false, builder));
    lf_builder_end_training(builder);
    return hospital_part(g, true, builder);
}
