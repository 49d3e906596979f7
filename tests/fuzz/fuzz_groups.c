/**
 * @file fuzz_groups.c
 * @brief Texts of a problem that need its data: groups "race*sex", a protected group
 *        "race/Black", widths "64+64".
 */
#include "fuzz.h"

#include "problems/common/partition.h"
#include "problems/constrained/parts/groups.h"
#include "problems/models/mlp/mlp_shape.h"

enum { GROUPS_ROWS = 6 };

static const char *const race[] = {"White", "Black"}, *const sex[] = {"Female", "Male", ""};
static const uint16_t race_of[] = {0, 0, 0, 1, 1, 0}, sex_of[] = {0, 1, 1, 0, 0, 2};
static const lf_attribute attribute[] = {{"race", 2, race, race_of}, {"sex", 3, sex, sex_of}};
static const lf_data table = {
    .name = "fuzz", .rows = GROUPS_ROWS, .features = 1, .attributes = 2, .attribute = attribute};
static const uint32_t row[GROUPS_ROWS] = {0, 1, 2, 3, 4, 5};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text((fuzz_piece){data, size});
    uint32_t divided[GROUPS_ROWS];
    size_t n = 0;
    lf_partition partition = {0};
    lf_mlp_shape shape;
    fuzz_begin();
    if (fuzz_took(lf_groups_divide(&table, text, GROUPS_ROWS, row, divided, &n)))
        fuzz_require(n > 0 && n < GROUPS_ROWS);
    if (fuzz_took(lf_partition_create(&table, text, GROUPS_ROWS, row, 0, 0, &partition)))
        fuzz_require(partition.m > 0 && partition.start[partition.m] == GROUPS_ROWS);
    lf_partition_free(&partition);
    if (fuzz_took(lf_mlp_shape_read(text, 10, 2, &shape))) fuzz_require(shape.dim > 0);
    free(text);
    return 0;
}
